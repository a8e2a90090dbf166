"""Sources that differ from call to call: their ranges, their shares, and when they are drawn."""

from __future__ import annotations

import pytest

import polydat
from polydat.nodes import registry
from polydat.nodes.charset import expand
from tests.support import ENGINES


def draw(name: str, *constants: object, times: int = 2000) -> list[object]:
    spec = registry.get(name)
    return [spec.evaluate((), constants, ()) for _ in range(times)]


def test_ranges() -> None:
    assert set(draw("random_range", 5, 15)) == set(range(5, 15))
    floats = draw("random_f64", -2.0, 2.0)
    assert all(-2.0 <= x <= 2.0 for x in floats)  # type: ignore[operator]
    assert len(set(floats)) == len(floats)
    assert set(draw("random_string", "a-c_", 1)) == {"a", "b", "c", "_"}
    assert {len(b) for b in draw("random_bytes", 9)} == {9}  # type: ignore[arg-type]


def test_share_of_random_bool() -> None:
    """0.2 of 10,000, within 7 deviations of 40."""
    assert abs(sum(draw("random_bool", 0.2, times=10_000)) - 2000) < 280  # type: ignore[arg-type]
    assert all(draw("random_bool", 1.0))
    assert not any(draw("random_bool", float("nan")))


@pytest.mark.parametrize(
    ("written", "expanded"),
    [
        ("a-e", "abcde"),
        ("-a", "-a"),
        ("a-", "a-"),
        ("c-a", ""),
        ("a-cA", "abcA"),
        ("aa", "aa"),
        ("", ""),
    ],
)
def test_sets_of_characters(written: str, expanded: str) -> None:
    assert "".join(expand(written)) == expanded


@pytest.mark.parametrize("engine", ENGINES)
def test_a_round_draws_again_though_no_input_changes(engine: str) -> None:
    source = ["volatile a := random_range(0, 18446744073709551615)", "b := a ^ 1", "c := hash(x)"]
    kernel = polydat.compile("input x: u64\n" + "\n".join(source)).kernel(engine)
    drawn = set()
    for _ in range(4):
        kernel.set_inputs([7])
        drawn.add(kernel.pull("a"))
        assert kernel.pull("b") == kernel.pull("a") ^ 1
        assert kernel.pull("c") == 7191089600892374487  # printed by the reference
    assert len(drawn) == 4


@pytest.mark.parametrize("inputs", [63, 64, 130])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_round_is_one_input_more(engine: str, inputs: int) -> None:
    """At the border of a word of a mask too."""
    names = ", ".join(f"x{n}: u64" for n in range(inputs))
    source = f"input ({names})\nvolatile a := random_range(0, 18446744073709551615)\nb := x1 + 1\n"
    kernel = polydat.compile(source).kernel(engine)
    kernel.set_inputs([3] * inputs)
    first = kernel.pull("a")
    kernel.set_inputs([3] * inputs)
    assert kernel.pull("a") != first
    assert kernel.pull("b") == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_one_value_a_round(engine: str) -> None:
    program = polydat.compile(
        "input cycle: u64\n"
        "volatile a := random_range(0, 18446744073709551615)\n"
        "b := u64_xor(a, a)\n"
    )
    kernel = program.kernel(engine)
    seen = set()
    for cycle in range(4):
        kernel.set_inputs([cycle])
        assert kernel.pull("b") == 0
        seen.add(kernel.pull("a"))
    assert len(seen) == 4


def test_strict_compilation_refuses_chance_that_nobody_asked_for() -> None:
    with pytest.raises(polydat.StrictError, match="'x' differs from call to call"):
        polydat.compile("input cycle: u64\nx := random_f64()\n", strict=True)
