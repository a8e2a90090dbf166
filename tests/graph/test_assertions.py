"""Conditions of ports under `pragma strict_values`: checked, proven, or broken."""

from __future__ import annotations

import pytest

import polydat
from polydat.graph.events import AssertionInserted, AssertionSkipped
from tests.support import ENGINES

HEAD = "pragma strict_values\ninput c: u64\n"


def events(source: str) -> list[str]:
    log = polydat.EventLog()
    polydat.compile(source, log=log)
    kinds = (AssertionInserted, AssertionSkipped)
    return [event.text for event in log if isinstance(event, kinds)]


def test_a_computed_divisor_is_checked() -> None:
    assert events(f"{HEAD}y := mod_wire(7, c)") == [
        "check that divisor is not 0 between 'c' and 'y'"
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_check_fails_before_the_division(engine: str) -> None:
    kernel = polydat.compile(f"{HEAD}y := mod_wire(7, c)").kernel(engine)
    assert kernel(c=4)["y"] == 3
    with pytest.raises(
        polydat.AssertionFailure, match=r"^assert_u64_nonzero\(0\).*value must be non-zero"
    ):
        kernel(c=0)
    assert kernel(c=5)["y"] == 2


@pytest.mark.parametrize(
    ("divisor", "reason"),
    [
        ("7", "constant source satisfies the constraint"),
        ("null_if(7, 0, 1.0)", None),
        ("clamp(c, 1, 9)", "source bounds satisfy the constraint"),
        ("clamp(c, 0, 9)", None),
        ("hash_range(c, 9)", None),
    ],
)
def test_what_is_proven(divisor: str, reason: str | None) -> None:
    (text,) = events(f"{HEAD}y := mod_wire(7, {divisor})")
    if reason is None:
        assert text.startswith("check that divisor is not 0")
    else:
        assert text.endswith(reason)


def test_a_constant_that_breaks_it_is_an_error() -> None:
    with pytest.raises(polydat.StrictError) as caught:
        polydat.compile(f"{HEAD}y := mod_wire(c, 0)", context="p.polydat")
    assert str(caught.value) == (
        "p.polydat:3:18: StrictError: 'y' breaks a condition of 'mod_wire': divisor must be"
        " non-zero, and the constant is 0\n"
        "  3 | y := mod_wire(c, 0)\n"
        "    |                  ^"
    )


def test_without_the_pragma_nothing_is_checked() -> None:
    (text,) = events("input c: u64\ny := mod_wire(7, c)")
    assert text.endswith("strict_values not enabled")
    assert polydat.compile("input c: u64\ny := mod_wire(c, 0 + 0)")


def test_pragma_strict_checks_values_too() -> None:
    assert events("pragma strict\ninput c: u64\ny := mod_wire(7, c)")[0].startswith("check")


def test_a_volatile_constant_is_checked() -> None:
    (text,) = events(f"{HEAD}volatile d := 7\ny := mod_wire(c, d)")
    assert text.startswith("check")


MODULE = "m(x: u64) -> (r: u64) := {{\n{}    r := mod_wire(7, x)\n}}\ny := m(c)"


def test_a_module_has_pragmas_of_its_own() -> None:
    (text,) = events(HEAD + MODULE.format(""))
    assert text.endswith("not enabled")
    (text,) = events("input c: u64\n" + MODULE.format("    pragma strict_values\n"))
    assert text.startswith("check")
