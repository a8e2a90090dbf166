"""The two ways of a C function: the slow one is right alone, the fast one states its error."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from polydat.nodes import exact
from tests.maths.arguments import EDGES, LEAST, random_values, to_bits
from tests.maths.library import FUNCTIONS, Library
from tests.maths.test_functions import seed


def is_sized(x: float, least: float, below: float) -> bool:
    return least <= abs(x) < below


def is_power(x: float, y: float) -> bool:
    if not (0 < x < math.inf) or x == 1 or y == 0 or not math.isfinite(y):
        return False
    return is_sized(y * math.log2(x), 2.0**-53, 4000)


# Arguments that are not dealt with before either way is taken.
INSIDE: dict[str, Callable[..., bool]] = {
    "exp": lambda x: is_sized(x, 2.0**-54, 1024),
    "exp2": lambda x: is_sized(x, 2.0**-54, 2048),
    "expm1": lambda x: is_sized(x, 2.0**-54, 1024),
    "log": lambda x: 0 < x < math.inf and x != 1,
    "log2": lambda x: 0 < x < math.inf and x != 1,
    "log10": lambda x: 0 < x < math.inf and x != 1,
    "log1p": lambda x: -1 < x < math.inf and abs(x) >= 2.0**-54,
    "pow": is_power,
    "sin": lambda x: is_sized(x, 2.0**-27, math.inf),
    "cos": lambda x: is_sized(x, 2.0**-27, math.inf),
    "tan": lambda x: is_sized(x, 2.0**-27, math.inf),
    "asin": lambda x: is_sized(x, 2.0**-27, 1),
    "acos": lambda x: is_sized(x, 2.0**-55, 1),
    "atan": lambda x: is_sized(x, 2.0**-27, 2.0**64),
    "atan2": lambda y, x: is_sized(y, LEAST, math.inf) and is_sized(x, LEAST, math.inf),
    "sinh": lambda x: is_sized(x, 2.0**-27, 1024),
    "cosh": lambda x: is_sized(x, 2.0**-27, 1024),
    "tanh": lambda x: is_sized(x, 2.0**-28, 64),
    "asinh": lambda x: is_sized(x, 2.0**-27, math.inf),
    "acosh": lambda x: 1 < x < math.inf,
    "atanh": lambda x: is_sized(x, 2.0**-27, 1),
    "cbrt": lambda x: is_sized(x, LEAST, math.inf),
    "hypot": lambda x, y: 0 < y <= x < math.inf and math.frexp(x)[1] - math.frexp(y)[1] <= 27,
}


def test_every_function_with_two_ways_is_here() -> None:
    assert set(INSIDE) == {name for name, f in FUNCTIONS.items() if f.has_ways}


def drawn(name: str, count: int) -> list[tuple[float, ...]]:
    """Arguments inside: the edges, and random ones."""
    columns = [
        [*EDGES, *random_values(seed(f"{name} {i}"), count)]
        for i in range(FUNCTIONS[name].arguments)
    ]
    if len(columns) == 2:
        columns[1][: len(EDGES)] = EDGES[::-1]
    if name == "hypot":
        columns = [[abs(x) for x in column] for column in columns]
    rows = zip(*columns, strict=True)
    return [row for row in rows if INSIDE[name](*row)]


def columns_of(rows: Sequence[tuple[float, ...]]) -> list[list[float]]:
    return [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("name", INSIDE)
def test_slow_way_is_right_alone(library: Library, name: str, draws: int) -> None:
    rows = drawn(name, min(draws, 100_000))
    got = library(f"wide_{name}", *columns_of(rows))
    for row, value in zip(rows, got, strict=True):
        assert to_bits(value) == to_bits(getattr(exact, name)(*row)), (name, row)


@pytest.mark.parametrize("name", INSIDE)
def test_fast_way_states_its_error(library: Library, name: str, draws: int) -> None:
    rows = drawn(name, min(5 * draws, 400_000))
    off = library(f"error_{name}", *columns_of(rows))
    worst = max(zip(off, rows, strict=True))
    assert worst[0] <= 1, f"{name}{worst[1]}: off by {worst[0]} times the error"
