"""The C functions give the bits of the Python reference, on their fast and on their slow way."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import pytest

from polydat.nodes import exact
from tests.maths.arguments import EDGES, SPECIAL, STEPS, neighbours, pairs, random_values, to_bits
from tests.maths.library import FUNCTIONS, Library

UNARY = [name for name, f in FUNCTIONS.items() if f.arguments == 1]
BINARY = [name for name, f in FUNCTIONS.items() if f.arguments == 2]
FEW = neighbours([*SPECIAL, 1.5, 4.0, 0.1, 2.0**53, 2.0**60, 2.0**-26, 2.0**-60, 1e200, 1e-200])


def check(library: Library, name: str, *arguments: Sequence[float]) -> None:
    got = map(to_bits, library(f"all_{name}", *arguments))
    want = [to_bits(getattr(exact, name)(*a)) for a in zip(*arguments, strict=True)]
    wrong = [a for a, g, w in zip(zip(*arguments, strict=True), got, want, strict=True) if g != w]
    assert not wrong, f"{len(wrong)} differ, such as {name}{tuple(map(float.hex, wrong[0]))}"


def seed(name: str) -> int:
    return zlib.crc32(name.encode())


@pytest.mark.parametrize("name", UNARY)
def test_edges(library: Library, name: str) -> None:
    check(library, name, EDGES)


@pytest.mark.parametrize("name", BINARY)
def test_pairs_of_edges(library: Library, name: str) -> None:
    check(library, name, *pairs(FEW))
    steps = [s for s in neighbours(STEPS) if 1e-3 < abs(s) < 1e3]
    check(library, name, steps, steps[::-1])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_random_arguments(library: Library, name: str, draws: int) -> None:
    # several seeds, so that lists stay short
    for part in range(0, draws, 10_000):
        count = min(draws - part, 10_000)
        columns = [
            random_values(seed(f"{name}{part}{column}"), count)
            for column in range(FUNCTIONS[name].arguments)
        ]
        if name == "pow":
            columns[0] = [abs(x) if i % 3 else x for i, x in enumerate(columns[0])]
        check(library, name, *columns)
