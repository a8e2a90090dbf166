"""Powers of ranks are those of the exact power function, whichever way they are made."""

from __future__ import annotations

import pytest

from polydat.nodes import exact
from polydat.nodes.ranks import least_factors, powers

ORDINARY = (0.99, 0.5, 1 / 3, 2.25, -0.7, 0.0, 1.0, 3.0, 16.0, 17.0, -1.0)
EXTREME = (63.5, 64.0, -64.0, 64.5, 1e300, -1e300, float("inf"), 5e-324)


@pytest.mark.parametrize("exponent", [*ORDINARY, *EXTREME])
def test_powers(exponent: float) -> None:
    got = list(powers(700, exponent))
    assert got == [exact.pow(float(k), exponent) for k in range(1, 701)]


def test_no_number_is_a_power_of_none() -> None:
    assert list(map(str, powers(3, float("nan")))) == ["1.0", "nan", "nan"]
    assert list(powers(0, 0.5)) == []
    assert list(powers(1, 0.5)) == [1.0]


def test_least_factors() -> None:
    assert list(least_factors(12)) == [0, 1, 2, 3, 2, 5, 2, 7, 2, 3, 2, 11, 2]
    primes = [k for k, factor in enumerate(least_factors(1000)) if k > 1 and factor == k]
    assert len(primes) == 168
