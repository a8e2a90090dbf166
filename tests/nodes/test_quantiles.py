"""Gamma and beta distributions against those that have a formula, tails included."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

import polydat
from polydat.nodes.continuous import beta, gamma
from polydat.nodes.incomplete import beta_below, gamma_above, gamma_below, log_gamma
from polydat.nodes.quantiles import CELLS, HALVINGS, Quantiles, shares

SHARES = [*(2.0**-k for k in range(1, 45)), 0.3, 0.45, 0.013, 1e-5, 3.3e-9]
OFF = 1 / 8000  # of a share


def erlang_above(x: float) -> float:
    """What lies above x, of shape 2."""
    return (1.0 + x) * math.exp(-x)


def erlang_below(x: float) -> float:
    """The same below, by its series, which loses nothing near 0."""
    return (
        sum((-x) ** k * (k - 1) / math.factorial(k) for k in range(2, 40))
        if x < 2
        else 1 - (erlang_above(x))
    )


# A table, and what lies below and above a value.
Side = Callable[[float], float]
KNOWN: list[tuple[str, Quantiles, Side, Side]] = [
    ("gamma 1", gamma(1.0, 1.0), lambda x: -math.expm1(-x), lambda x: math.exp(-x)),
    ("gamma 2", gamma(2.0, 1.0), erlang_below, erlang_above),
    (
        "gamma 0.5",
        gamma(0.5, 2.0),
        lambda x: math.erf(math.sqrt(x / 2.0)),
        lambda x: math.erfc(math.sqrt(x / 2.0)),
    ),
    ("beta 1 1", beta(1.0, 1.0), lambda x: x, lambda x: 1.0 - x),
    ("beta 3 1", beta(3.0, 1.0), lambda x: x**3, lambda x: -math.expm1(3.0 * math.log(x))),
    (
        "beta 1 4",
        beta(1.0, 4.0),
        lambda x: -math.expm1(4.0 * math.log1p(-x)),
        lambda x: (1.0 - x) ** 4,
    ),
    (
        "beta 0.5 0.5",
        beta(0.5, 0.5),
        lambda x: math.asin(math.sqrt(x)) * 2.0 / math.pi,
        lambda x: math.asin(math.sqrt(1.0 - x)) * 2.0 / math.pi,
    ),
]


@pytest.mark.parametrize(("name", "table", "below", "above"), KNOWN, ids=[k[0] for k in KNOWN])
def test_shares_of_known_distributions(
    name: str, table: Quantiles, below: Side, above: Side
) -> None:
    """Above, a value near 1 has few bits left: the share is held to what they can say."""
    for share in SHARES:
        assert below(table.sample(share)) == pytest.approx(share, rel=OFF)
        if share > 2.0**-30:
            x = table.sample(1.0 - share)
            step = abs(above(math.nextafter(x, 0.0)) - above(x))
            assert above(x) == pytest.approx(share, rel=OFF, abs=2.0 * step)


@pytest.mark.parametrize("x", [0.05, 0.5, 1.0, 1.5, 2.0, 3.0, 15.9, 16.0, 170.0, 1e5])
def test_log_gamma(x: float) -> None:
    assert log_gamma(x) == pytest.approx(math.lgamma(x), rel=4e-15, abs=4e-15)


@pytest.mark.parametrize("a", [0.05, 0.3, 1.0, 4.5, 1000.0])
def test_both_tails_of_gamma_make_one(a: float) -> None:
    for x in (0.2 * a, a, a + 0.9, a + 1.1, 2.0 * a + 3.0):
        above = math.exp(gamma_above(a)(math.log(x))[0])
        if x < a + 1.0:
            assert above + math.exp(gamma_below(a)(math.log(x))[0]) == pytest.approx(1.0, rel=1e-12)
        assert 0.0 < above <= 1.0


@pytest.mark.parametrize(("a", "b"), [(0.05, 2.0), (3.0, 0.4), (50.0, 70.0), (1000.0, 1000.0)])
def test_both_sides_of_beta_make_one(a: float, b: float) -> None:
    for x in (0.1, 0.4, 0.5, 0.9):
        below, mirrored = beta_below(a, b)(math.log(x))[0], beta_below(b, a)(math.log1p(-x))[0]
        assert math.exp(below) + math.exp(mirrored) == pytest.approx(1.0, rel=1e-10)


@pytest.mark.parametrize(
    "table",
    [gamma(0.05, 1.0), gamma(1000.0, 1e-3), beta(0.05, 0.05), beta(0.05, 1000.0), beta(40.0, 2.0)],
)
def test_values_grow_with_shares(table: Quantiles) -> None:
    assert all(a <= b for a, b in pairwise(table.below))
    assert all(a >= b for a, b in pairwise(table.above))
    assert table.below[-1] == pytest.approx(table.above[-1], rel=1e-10)
    assert len(table.below) == len(table.above) == CELLS * HALVINGS + 1


def test_shares_fall_by_cells() -> None:
    found = shares()
    assert found[0] == 0.5
    assert found[CELLS] == 0.25
    assert found[-1] == 2.0 ** -(HALVINGS + 1)
    assert all(a > b for a, b in pairwise(found))


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_bits_of_the_table_in_c(engine: str) -> None:
    """At the ends of cells, beside them, in both tails and outside."""
    program = polydat.compile(
        "input u: f64\nx := dist_gamma(u, 2.5, 3.0)\ny := dist_beta(u, 0.7, 5.0)"
    )
    edges = [s for share in shares() for s in (share, 1.0 - share)]
    near = [float(np.nextafter(e, d)) for e in edges for d in (0.0, 1.0)]
    odd = [0.0, -0.0, 1.0, -1.0, 2.0, math.inf, -math.inf, math.nan, 5e-324, 1.0 - 2.0**-53]
    column = np.array([*edges, *near, *odd])
    want = program.map({"u": column}, engine="interpreter")
    got = program.map({"u": column}, engine=engine)
    for name in ("x", "y"):
        assert np.array_equal(want[name].view(np.uint64), got[name].view(np.uint64))
