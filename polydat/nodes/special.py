"""Special functions that distributions are made of."""

from __future__ import annotations

import math

from polydat.nodes import exact


def probit(p: float) -> float:
    """Inverse of the normal distribution, with an error below 4.5e-4.

    Not 0.0 at 0.5: the approximation is off by 1e-7 there.

    Args:
        p: a probability; infinite at and beyond 0.0 and 1.0.

    Source:
        M. Abramowitz, I. Stegun, Handbook of Mathematical Functions (1964), 26.2.23.
    """
    if p <= 0.0:
        return -math.inf
    if p >= 1.0:
        return math.inf
    tail = p if p < 0.5 else 1.0 - p
    t = math.sqrt(-2.0 * exact.log(tail))
    above = 2.515517 + 0.802853 * t + 0.010328 * t * t
    below = 1.0 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t
    value = t - above / below
    return -value if p < 0.5 else value
