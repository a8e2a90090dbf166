"""asin, acos, atan and atan2, correctly rounded."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.rounding import around, decide, split


def quarters(count: int) -> float:
    """The f64 nearest to count * pi / 4, from 1 to 4."""
    return decide(lambda bits: around(count * fixed.pi(bits) >> 2, 4, bits))


def asin(x: float) -> float:
    """Arc sine, in [-pi/2, pi/2]."""
    if x == 0 or not abs(x) <= 1:
        return x if x == 0 else math.nan
    if x < 0:
        return -asin(-x)
    if x == 1:
        return quarters(2)
    n, one = x.as_integer_ratio()

    def enclosure(bits: int) -> tuple[int, int, int]:
        # tan(a / 2) = sin(a) / (1 + cos(a))
        places = bits + 8
        cosine = math.isqrt((one * one - n * n) << 2 * places)
        half = (n << places + bits) // ((one << places) + cosine)
        return around(2 * fixed.atan(half, bits), 8, bits)

    return decide(enclosure)


def acos(x: float) -> float:
    """Arc cosine, in [0, pi]."""
    if not abs(x) <= 1:
        return math.nan
    if x == 1:
        return 0.0
    if x == -1:
        return quarters(4)
    n, one = abs(x).as_integer_ratio()

    def enclosure(bits: int) -> tuple[int, int, int]:
        # tan(a / 2)**2 = (1 - cos(a)) / (1 + cos(a))
        half = math.isqrt(((one - n) << 2 * bits) // (one + n))
        angle = 2 * fixed.atan(half, bits)
        return around(angle if x > 0 else fixed.pi(bits) - angle, 10, bits)

    return decide(enclosure)


def atan(x: float) -> float:
    """Arc tangent, in [-pi/2, pi/2]."""
    return atan2(x, 1.0)


def atan2(y: float, x: float) -> float:
    """Angle from the positive x-axis to the point (x, y), in [-pi, pi]."""
    if math.isnan(x) or math.isnan(y):
        return math.nan
    return math.copysign(upper_angle(abs(y), x), y)


def upper_angle(y: float, x: float) -> float:
    """The angle of a point that does not lie below the x-axis."""
    if y == 0:
        return quarters(4) if math.copysign(1, x) < 0 else 0.0
    if math.isinf(y):
        return quarters((3 if x < 0 else 1) if math.isinf(x) else 2)
    if math.isinf(x):
        return quarters(4) if x < 0 else 0.0
    if x == 0:
        return quarters(2)
    ratio_y, ratio_x = common(y, abs(x))
    # a small angle has as many more places as it has zeros in front
    small = max(ratio_x.bit_length() - ratio_y.bit_length(), 0) if x > 0 else 0

    def enclosure(bits: int) -> tuple[int, int, int]:
        places = bits + small
        if ratio_y <= ratio_x:
            angle = fixed.atan((ratio_y << places) // ratio_x, places)
        else:
            complement = fixed.atan((ratio_x << places) // ratio_y, places)
            angle = (fixed.pi(places) >> 1) - complement
        return around(angle if x > 0 else fixed.pi(places) - angle, 8, places)

    return decide(enclosure)


def common(a: float, b: float) -> tuple[int, int]:
    """Two integers with the ratio of a and b."""
    m, e = split(a)
    n, f = split(b)
    return m << max(e - f, 0), n << max(f - e, 0)
