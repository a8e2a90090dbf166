"""sin, cos and tan, correctly rounded for angles of any size."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.rounding import around, decide, shifted, split

ERROR = 4  # last places of sin and cos after the reduction
UNKNOWN = (-1, 1, 0)  # an enclosure that decides nothing


def sin(x: float) -> float:
    """Sine of an angle in radians."""
    if x == 0 or not math.isfinite(x):
        return x if x == 0 else math.nan
    if x < 0:
        return -sin(-x)
    return decide(lambda bits: around(turned(x, bits)[0], ERROR, bits))


def cos(x: float) -> float:
    """Cosine of an angle in radians."""
    if x == 0 or not math.isfinite(x):
        return 1.0 if x == 0 else math.nan
    return decide(lambda bits: around(turned(abs(x), bits)[1], ERROR, bits))


def tan(x: float) -> float:
    """Tangent of an angle in radians."""
    if x == 0 or not math.isfinite(x):
        return x if x == 0 else math.nan
    if x < 0:
        return -tan(-x)

    def enclosure(bits: int) -> tuple[int, int, int]:
        s, c = turned(x, bits)
        if abs(c) <= ERROR:
            return UNKNOWN
        ends = [((s + i) << bits) // (c + j) for i in (-ERROR, ERROR) for j in (-ERROR, ERROR)]
        return min(ends), max(ends) + 1, -bits

    return decide(enclosure)


def turned(x: float, bits: int) -> tuple[int, int]:
    """sin and cos of a positive angle; error below ERROR."""
    m, e = split(x)
    # pi needs as many more places as the number of quarter turns has bits
    places = bits + 8 + max(m.bit_length() + e, 0)
    quarter = fixed.pi(places)  # with places + 1 places
    turns, rest = divmod(shifted(m, e + places + 1), quarter)
    s, c = fixed.sin_cos(rest >> (places + 1 - bits), bits)
    return ((s, c), (c, -s), (-s, -c), (-c, s))[turns % 4]
