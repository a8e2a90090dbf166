"""sinh, cosh, tanh and their inverses, correctly rounded."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.fixed import GUARD
from polydat.nodes.exact.rounding import around, decide, shifted, split

OVERFLOW = 711  # sinh and cosh of it, and of more, are above the largest f64


def powers(x: float, bits: int) -> tuple[int, int, int]:
    """exp(x) and exp(-x) as integers times 2**exponent; error of each below 4.

    Requires: 0 < x.
    """
    m, e = split(x)
    value, k = fixed.exp(shifted(m, e + bits + GUARD), bits)
    return value, shifted(1, 2 * (bits - k)) // value, k - bits


def sinh(x: float) -> float:
    """Hyperbolic sine."""
    if x == 0 or not math.isfinite(x):
        return x
    if x < 0:
        return -sinh(-x)
    if x > OVERFLOW:
        return math.inf

    def enclosure(bits: int) -> tuple[int, int, int]:
        rising, falling, exponent = powers(x, bits)
        return rising - falling - 8, rising - falling + 8, exponent - 1

    return decide(enclosure)


def cosh(x: float) -> float:
    """Hyperbolic cosine."""
    x = abs(x)
    if x == 0 or not math.isfinite(x):
        return 1.0 if x == 0 else x
    if x > OVERFLOW:
        return math.inf

    def enclosure(bits: int) -> tuple[int, int, int]:
        rising, falling, exponent = powers(x, bits)
        return rising + falling - 8, rising + falling + 8, exponent - 1

    return decide(enclosure)


def tanh(x: float) -> float:
    """Hyperbolic tangent."""
    if x == 0 or math.isnan(x):
        return x
    if x < 0:
        return -tanh(-x)
    if x > 40:  # 1 - tanh(40) is below 2**-114
        return 1.0

    def enclosure(bits: int) -> tuple[int, int, int]:
        rising, falling, _ = powers(x, bits)
        ratio = ((rising - falling) << bits) // (rising + falling)
        return around(ratio, 16, bits)

    return decide(enclosure)


def asinh(x: float) -> float:
    """Inverse hyperbolic sine."""
    if x == 0 or not math.isfinite(x):
        return x
    if x < 0:
        return -asinh(-x)
    n, one = x.as_integer_ratio()

    def enclosure(bits: int) -> tuple[int, int, int]:
        root = math.isqrt((one * one + n * n) << 2 * bits)
        above = (n << bits) + root  # times 2**bits * one; at least one << bits
        return around(fixed.log(above, 1 - one.bit_length() - bits, bits), 4, bits)

    return decide(enclosure)


def acosh(x: float) -> float:
    """Inverse hyperbolic cosine, of 1 and above."""
    if math.isnan(x) or x <= 1:
        return 0.0 if x == 1 else math.nan
    if math.isinf(x):
        return x
    n, one = x.as_integer_ratio()

    def enclosure(bits: int) -> tuple[int, int, int]:
        root = math.isqrt((n * n - one * one) << 2 * bits)
        above = (n << bits) + root
        return around(fixed.log(above, 1 - one.bit_length() - bits, bits), 4, bits)

    return decide(enclosure)


def atanh(x: float) -> float:
    """Inverse hyperbolic tangent, of -1 to 1."""
    if x == 0:
        return x
    if x < 0:
        return -atanh(-x)
    if not x < 1:
        return math.inf if x == 1 else math.nan
    n, one = x.as_integer_ratio()

    def enclosure(bits: int) -> tuple[int, int, int]:
        twice = fixed.log(one + n, 0, bits) - fixed.log(one - n, 0, bits)
        return twice - 4, twice + 4, -bits - 1

    return decide(enclosure)
