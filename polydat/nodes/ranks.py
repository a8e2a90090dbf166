"""Powers of 1, 2, 3 and so on, correctly rounded: a prime is worked out, a product multiplied.

A table over a million ranks needs a million powers, of which one in thirteen is of a prime.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

from polydat.nodes.exact import fixed, pow
from polydat.nodes.exact.fixed import GUARD
from polydat.nodes.exact.rounding import shifted, split

BITS = 160  # of a significand
SURE_BITS = 150  # of them that are right: each of up to 24 factors costs a few last places
LARGEST = 64.0  # exponent that primes are worked out for; beyond, powers are 0 or infinite soon
SAFE_SCALE = 1000  # where a power is no subnormal f64, and far from the largest
WHOLE = 16.0  # exponent up to which powers are made of integers


def powers(n: int, exponent: float) -> Iterator[float]:
    """`k ** exponent` for k from 1 to n, each the nearest f64."""
    if exponent.is_integer() and 0 <= exponent <= WHOLE:
        return (float(k ** int(exponent)) for k in range(1, n + 1))
    if not 0 < abs(exponent) <= LARGEST:
        return (pow(float(k), exponent) for k in range(1, n + 1))
    return rounded_powers(n, exponent)


def rounded_powers(n: int, exponent: float) -> Iterator[float]:
    """The powers by their prime factors; one that lies too near to a tie is worked out."""
    factors = least_factors(n)
    kept = n // 2  # larger numbers are factors of none
    significands, scales = [0, 1 << BITS], array("i", (0, 0))
    yield from [1.0][:n]
    for k in range(2, n + 1):
        factor = factors[k]
        if factor == k:
            significand, scale = prime_power(k, exponent)
        else:
            rest = k // factor
            significand = significands[factor] * significands[rest] >> BITS
            scale = scales[factor] + scales[rest]
        if k <= kept:
            excess = significand.bit_length() - 1 - BITS  # or it would grow without end
            significands.append(shifted(significand, -excess))
            scales.append(scale + excess)
        slack = significand >> SURE_BITS
        low, high = float(significand - slack), float(significand + slack)
        if low == high and abs(scale) < SAFE_SCALE:
            yield math.ldexp(low, scale - BITS)
        else:
            yield pow(float(k), exponent)


def prime_power(k: int, exponent: float) -> tuple[int, int]:
    """A power as `significand * 2**(scale - BITS)`, with an error of two last places."""
    n, f = split(exponent)
    size = max(n.bit_length() + f, 0)
    places = BITS + GUARD + size + 4
    logarithm = shifted(n * fixed.log(k, 0, places), f - size - 4)
    return fixed.exp(logarithm, BITS)


def least_factors(n: int) -> array[int]:
    """The least prime factor of each number up to n, at its place."""
    factors = array("I", range(n + 1))
    for p in range(math.isqrt(n), 1, -1):  # the least is written last
        factors[p * p :: p] = array("I", (p,)) * len(range(p * p, n + 1, p))
    return factors
