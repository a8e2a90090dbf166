"""exp, exp2 and expm1, correctly rounded."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.fixed import GUARD
from polydat.nodes.exact.rounding import decide, nearest, shifted, split

OVERFLOW = 710  # exp of it, and of more, is above the largest f64
UNDERFLOW = -746  # exp of it, and of less, is below half the least f64


def exp(x: float) -> float:
    """e to the power x."""
    if math.isnan(x) or x > OVERFLOW:
        return x if math.isnan(x) else math.inf
    if x == 0 or x < UNDERFLOW:
        return 1.0 if x == 0 else 0.0
    m, e = split(x)

    def enclosure(bits: int) -> tuple[int, int, int]:
        value, k = fixed.exp(shifted(m, e + bits + GUARD), bits)
        return value - 2, value + 2, k - bits

    return decide(enclosure)


def exp2(x: float) -> float:
    """2 to the power x."""
    if math.isnan(x) or x >= 1024:
        return x if math.isnan(x) else math.inf
    if x < -1100:
        return 0.0
    if x == math.floor(x):
        return nearest(1, int(x))
    m, e = split(x)

    def enclosure(bits: int) -> tuple[int, int, int]:
        places = bits + GUARD
        logarithm = shifted(m * fixed.ln2(places + 16), e - 16)
        value, k = fixed.exp(logarithm, bits)
        return value - 2, value + 2, k - bits

    return decide(enclosure)


def expm1(x: float) -> float:
    """e to the power x, less 1."""
    if math.isnan(x) or x > OVERFLOW:
        return x if math.isnan(x) else math.inf
    if x == 0 or x < -100:
        return x if x == 0 else -1.0
    m, e = split(x)

    def enclosure(bits: int) -> tuple[int, int, int]:
        value, k = fixed.exp(shifted(m, e + bits + GUARD), bits)
        one = shifted(1, bits - k)  # 0 stands for less than a last place
        return value - one - 3, value - one + 2, k - bits

    return decide(enclosure)
