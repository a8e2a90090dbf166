"""Operations of IEEE 754 that Python words in another way or refuses."""

from __future__ import annotations

import math

from polydat.types import U64_MAX

WHOLE = 2.0**52  # from here on every f64 is a whole number


def divide(a: float, b: float) -> float:
    """Quotient, infinite or NaN where the divisor is a zero."""
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def square_root(x: float) -> float:
    """The nearest f64 to the square root; NaN below zero, but a zero keeps its sign."""
    return math.nan if x < 0 else math.sqrt(x)


def floor(x: float) -> float:
    """The greatest whole number that is not above, as a float; infinities and NaN stay."""
    return math.copysign(float(math.floor(x)), x) if abs(x) < WHOLE else x


def ceil(x: float) -> float:
    """The least whole number that is not below, as a float; infinities and NaN stay."""
    return math.copysign(float(math.ceil(x)), x) if abs(x) < WHOLE else x


def round_away(x: float) -> float:
    """The nearest whole number, halves away from zero, with the sign of `x`."""
    if not abs(x) < WHOLE:
        return x
    size = abs(x)
    whole = math.floor(size)
    return math.copysign(float(whole + (size - whole >= 0.5)), x)


def clamp(x: float, low: float, high: float) -> float:
    """`x` within bounds; NaN and a zero of the other sign pass."""
    return low if x < low else high if x > high else x


def to_integer(x: float, low: int, high: int) -> int:
    """The whole part, within bounds; 0 for NaN."""
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return high if x > 0 else low
    return min(max(int(x), low), high)


def to_u64(x: float) -> int:
    """The whole part as a u64: 0 below and for NaN, the greatest u64 above."""
    return to_integer(x, 0, U64_MAX)


def to_i32(x: float) -> int:
    """The whole part as an i32: the nearest bound outside, 0 for NaN."""
    return to_integer(x, -(1 << 31), (1 << 31) - 1)
