"""Incomplete gamma and beta functions, as far as tables of quantiles need them.

Every elementary function is the correctly rounded one, so the results have the same bits on
every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from polydat.nodes import exact

LN_SQRT_TWO_PI = 0.9189385332046727  # the f64 nearest to log(2 pi) / 2
FROM_HERE = 16.0  # the series of Stirling is below 1e-16 off
TINY = 1e-300  # stands for 0 in a denominator of a continued fraction
NEAR = 2.0**-52
MOST_TERMS = 100_000


def log_gamma(a: float) -> float:
    """Logarithm of the gamma function, for `a` above 0.

    Source:
        DLMF, 5.11.1, behind 5.5.1 for small arguments.
    """
    product = 1.0
    while a < FROM_HERE:
        product *= a
        a += 1.0
    square = 1.0 / (a * a)
    tail = 1 / 1188.0
    for coefficient in (-1 / 1680.0, 1 / 1260.0, -1 / 360.0, 1 / 12.0):
        tail = tail * square + coefficient
    return (a - 0.5) * exact.log(a) - a + LN_SQRT_TWO_PI + tail / a - exact.log(product)


# Of the logarithm `y` of a place x: the logarithm of the share of a distribution that lies on one
# side of x, and how fast that grows with y.
Tail = Callable[[float], tuple[float, float]]


def gamma_below(a: float) -> Tail:
    """The share below x of the gamma distribution of shape `a` and scale 1, for x up to a + 1.

    Source:
        DLMF, 8.7.1.
    """
    whole = log_gamma(a + 1.0)

    def tail(y: float) -> tuple[float, float]:
        x = exact.exp(y)
        total = term = 1.0
        for n in range(1, MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < NEAR * total:
                break
        return a * y - x - whole + exact.log(total), a / total

    return tail


def gamma_above(a: float) -> Tail:
    """The share above x of the gamma distribution of shape `a` and scale 1.

    Source:
        DLMF, 8.9.2, by the method of Lentz as in W. Press et al., Numerical Recipes, 6.2.
    """
    below, whole = gamma_below(a), log_gamma(a)

    def tail(y: float) -> tuple[float, float]:
        x = exact.exp(y)
        if x < a + 1.0:
            share, slope = below(y)
            under = exact.exp(share)
            return exact.log1p(-under), -slope * under / (1.0 - under)
        b = x + 1.0 - a
        c, d = 1.0 / TINY, 1.0 / b
        h = d
        for n in range(1, MOST_TERMS):
            factor = n * (a - n)
            b += 2.0
            d = 1.0 / nonzero(factor * d + b)
            c = nonzero(b + factor / c)
            step = d * c
            h *= step
            if abs(step - 1.0) < NEAR:
                break
        return a * y - x - whole + exact.log(h), -1.0 / h

    return tail


def beta_below(a: float, b: float) -> Tail:
    """The share below x of the beta distribution of shapes `a` and `b`.

    Source:
        DLMF, 8.17.22, by the method of Lentz as in W. Press et al., Numerical Recipes, 6.4.
    """
    whole = log_gamma(a) + log_gamma(b) - log_gamma(a + b)

    def tail(y: float) -> tuple[float, float]:
        x = exact.exp(y)
        rest = -exact.expm1(y)  # 1 - x, without loss
        if x < (a + 1.0) / (a + b + 2.0):
            share = beta_fraction(a, b, x)
            log_share = a * y + b * exact.log(rest) - exact.log(a) - whole + exact.log(share)
            return log_share, a / (rest * share)
        fraction = beta_fraction(b, a, rest)
        power = a * y + b * exact.log(rest) - whole
        above = exact.exp(power - exact.log(b)) * fraction
        return exact.log1p(-above), exact.exp(power) / (rest * (1.0 - above))

    return tail


def beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function."""
    c = 1.0
    d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0))
    h = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for factor in (even, odd):
            d = 1.0 / nonzero(1.0 + factor * d)
            c = nonzero(1.0 + factor / c)
            step = d * c
            h *= step
        if abs(step - 1.0) < NEAR:
            break
    return h


def nonzero(x: float) -> float:
    return TINY if x == 0.0 or math.isnan(x) else x
