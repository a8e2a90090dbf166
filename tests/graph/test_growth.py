"""The time of the passes grows with the length of a program, and no faster."""

from __future__ import annotations

import time

import pytest

import polydat

FEW, MANY = 250, 1000

# A program of as many statements as are asked for.
FAMILIES = {
    "consts that read consts": lambda n: (
        "const c0 := 1\n" + "".join(f"const c{i} := c{i - 1} + {i}\n" for i in range(1, n))
    ),
    "captured consts": lambda n: (
        "extern e: u64\n" + "".join(f"const c{i} := e + {i}\n" for i in range(n))
    ),
    "volatile bindings that read each other": lambda n: (
        "v0 := m\n" + "".join(f"volatile v{i} := v{i - 1} + {i}\n" for i in range(1, n))
    ),
    "bindings that read each other": lambda n: (
        "x0 := m\n" + "".join(f"x{i} := x{i - 1} + {i}\n" for i in range(1, n))
    ),
    "calls of a module": lambda n: (
        "f(x: u64) -> (y: u64) := { y := x + 1 }\n" + "".join(f"x{i} := f(m)\n" for i in range(n))
    ),
    "patterns that fuse": lambda n: "".join(
        f"x{i} := mod(mod(hash(m), 1000), 100)\n" for i in range(n)
    ),
}


def seconds(program: str) -> float:
    began = time.process_time()
    polydat.compile(program)
    return time.process_time() - began


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES.keys())
def test_four_times_the_statements_take_about_four_times_as_long(family) -> None:
    few, many = family(FEW), family(MANY)
    least = min(seconds(few) for _ in range(3))
    assert min(seconds(many) for _ in range(2)) < 9 * least  # sixteen times where it is quadratic
