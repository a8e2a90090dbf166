"""From an enclosure of a real number to the f64 nearest to it."""

from __future__ import annotations

import math
from collections.abc import Callable

PRECISION = 53
LEAST_EXPONENT = -1074  # of the last place of an f64
FIRST_BITS = 128

# An enclosure at some number of bits: low, high and exponent.  The value is at least
# low * 2**exponent and at most high * 2**exponent.
Enclosure = Callable[[int], tuple[int, int, int]]


def split(x: float) -> tuple[int, int]:
    """Integers m and e with x == m * 2**e, m odd or 0.

    Requires: x is finite.
    """
    numerator, denominator = x.as_integer_ratio()
    if denominator > 1:
        return numerator, 1 - denominator.bit_length()
    twos = (numerator & -numerator).bit_length() - 1 if numerator else 0
    return numerator >> twos, twos


def shifted(n: int, by: int) -> int:
    """n * 2**by, rounded down."""
    return n << by if by >= 0 else n >> -by


def nearest(n: int, exponent: int) -> float:
    """The f64 nearest to n * 2**exponent, ties to even; infinite beyond the largest."""
    if n < 0:
        return -nearest(-n, exponent)
    last = max(n.bit_length() + exponent - PRECISION, LEAST_EXPONENT)
    drop = last - exponent
    if drop <= 0:
        digits = n << -drop
    else:
        digits, rest = n >> drop, n & ((1 << drop) - 1)
        half = 1 << (drop - 1)
        digits += rest > half or (rest == half and digits & 1 == 1)
    if digits.bit_length() + last > 1024:
        return math.inf
    return math.ldexp(digits, last)


def decide(enclosure: Enclosure) -> float:
    """The f64 nearest to a number that is enclosed as tightly as is asked for.

    Asks for twice the bits until both ends have one sign and round to one f64.

    Requires: the number is not 0, and not half way between two f64.
    """
    bits = FIRST_BITS
    while True:
        low, high, exponent = enclosure(bits)
        result = nearest(low, exponent)
        if (low > 0 or high < 0) and result == nearest(high, exponent):
            return result
        bits *= 2


def around(value: int, error: int, bits: int) -> tuple[int, int, int]:
    """The enclosure of a number with `bits` places, from its error in last places."""
    return value - error, value + error, -bits


def nearest_root(root: int, is_exact: bool, exponent: int) -> float:
    """The f64 nearest to a root, of which an integer of at least 55 bits is the floor."""
    return nearest(2 * root + (0 if is_exact else 1), exponent - 1)
