"""log, log2, log10 and log1p, correctly rounded."""

from __future__ import annotations

import math

from polydat.nodes.exact import fixed
from polydat.nodes.exact.rounding import around, decide, split

# The powers of ten that are f64: log10 is a whole number nowhere else.
POWERS_OF_TEN = {10.0**n: float(n) for n in range(23)}


def at_edge(x: float) -> float | None:
    """The logarithm where x is not a positive number."""
    if math.isnan(x) or x == math.inf:
        return x
    if x == 0:
        return -math.inf
    return math.nan if x < 0 else None


def log(x: float) -> float:
    """Natural logarithm."""
    edge = at_edge(x)
    if edge is not None or x == 1:
        return 0.0 if edge is None else edge
    m, e = split(x)
    return decide(lambda bits: around(fixed.log(m, e, bits), 2, bits))


def log2(x: float) -> float:
    """Logarithm to the base 2."""
    edge = at_edge(x)
    if edge is not None:
        return edge
    m, e = split(x)
    if m == 1:
        return float(e)
    return decide(lambda bits: around(quotient(m, e, fixed.ln2, bits), 2, bits))


def log10(x: float) -> float:
    """Logarithm to the base 10."""
    edge = at_edge(x)
    if edge is not None:
        return edge
    if x in POWERS_OF_TEN:
        return POWERS_OF_TEN[x]
    m, e = split(x)
    return decide(lambda bits: around(quotient(m, e, fixed.ln10, bits), 2, bits))


def quotient(m: int, e: int, base: fixed.Constant, bits: int) -> int:
    """log(m * 2**e) / base; error below 2.

    The base is above 1/2 and the logarithm below 2**10, so that an error of one or two
    last places in each is below 2**14 in the quotient.
    """
    places = bits + 16
    return ((fixed.log(m, e, places) << places) // base(places)) >> 16


def log1p(x: float) -> float:
    """Natural logarithm of 1 + x."""
    if math.isnan(x) or x == 0 or x == math.inf:
        return x
    if x <= -1:
        return -math.inf if x == -1 else math.nan
    m, e = split(x)
    n, exponent = (m + (1 << -e), e) if e < 0 else ((m << e) + 1, 0)
    return decide(lambda bits: around(fixed.log(n, exponent, bits), 2, bits))
