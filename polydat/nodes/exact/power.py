"""pow, correctly rounded, with the special cases of C99, annex F.9.4.4."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.exponential import OVERFLOW, UNDERFLOW
from polydat.nodes.exact.fixed import GUARD
from polydat.nodes.exact.rounding import decide, nearest, shifted, split

MOST_BITS = 4000  # of a power that can be an f64, or half way between two


def pow(base: float, exponent: float) -> float:
    """base to the power exponent; NaN for a negative base and a broken exponent."""
    if exponent == 0 or base == 1:
        return 1.0
    if math.isnan(base) or math.isnan(exponent):
        return math.nan
    if math.isinf(exponent):
        if abs(base) == 1:
            return 1.0
        return math.inf if (abs(base) > 1) == (exponent > 0) else 0.0
    is_negative = math.copysign(1, base) < 0 and is_odd(exponent)
    if base == 0 or math.isinf(base):
        size = math.inf if (base == 0) == (exponent < 0) else 0.0
    elif base < 0 and exponent != math.floor(exponent):
        return math.nan
    else:
        size = positive_power(abs(base), exponent)
    return -size if is_negative else size


def is_odd(x: float) -> bool:
    return x == math.floor(x) and int(x) % 2 == 1


def positive_power(base: float, exponent: float) -> float:
    """A finite power of a positive finite base."""
    if base == 1:
        return 1.0
    n, f = split(exponent)
    m, e = split(base)
    size = max(n.bit_length() + f, 0)

    def logarithm(bits: int) -> int:
        """exponent * log(base), with bits + GUARD places; error below 1."""
        places = bits + GUARD + size + 4
        return shifted(n * fixed.log(m, e, places), f - size - 4)

    estimate = logarithm(32) >> (32 + GUARD)
    if estimate > OVERFLOW or estimate < UNDERFLOW:
        return math.inf if estimate > 0 else 0.0
    exact = exact_power(m, e, n, f)
    if exact is not None:
        return nearest(*exact)

    def enclosure(bits: int) -> tuple[int, int, int]:
        value, k = fixed.exp(logarithm(bits), bits)
        return value - 2, value + 2, k - bits

    return decide(enclosure)


def exact_power(m: int, e: int, n: int, f: int) -> tuple[int, int] | None:
    """(m * 2**e) ** (n * 2**f) as an integer times a power of two, where it is one.

    Requires: m and n are odd, m positive, m * 2**e is not 1.
    """
    while f < 0:  # square roots, as long as they are exact
        root = math.isqrt(m)
        if root * root != m or e % 2:
            return None
        m, e, f = root, e // 2, f + 1
    whole = n << f
    if m == 1:
        return 1, e * whole
    if whole < 0 or m.bit_length() * whole > MOST_BITS:
        return None
    return m**whole, e * whole
