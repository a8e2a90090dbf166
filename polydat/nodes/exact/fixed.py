"""Elementary functions in fixed point: an integer v with `bits` places stands for v / 2**bits.

Every function says how far its result may be from the true value of the function at its
argument, in last places.  Inside, GUARD more places are carried: a loop of n steps, each
of which drops less than 4 last places, then costs less than one last place as long as n
is below 2**GUARD / 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

GUARD = 32

Constant = Callable[[int], int]  # of the number of places


@lru_cache(maxsize=64)
def ln2(bits: int) -> int:
    """log(2); error below 1."""
    wide = bits + GUARD
    total = 18 * atanh_inverse(26, wide) - 2 * atanh_inverse(4801, wide)
    return (total + 8 * atanh_inverse(8749, wide)) >> GUARD


@lru_cache(maxsize=64)
def ln10(bits: int) -> int:
    """log(10); error below 1."""
    wide = bits + GUARD
    # log 10 = 3 log 2 + log(5/4)
    return (3 * ln2(wide) + 2 * atanh_inverse(9, wide)) >> GUARD


@lru_cache(maxsize=64)
def pi(bits: int) -> int:
    """Error below 1."""
    wide = bits + GUARD
    return 4 * (4 * atan_inverse(5, wide) - atan_inverse(239, wide)) >> GUARD


def atanh_inverse(n: int, bits: int) -> int:
    """atanh(1/n) for n above 1; error below 2 * bits."""
    power = (1 << bits) // n
    total, k = power, 1
    while power:
        power //= n * n
        k += 2
        total += power // k
    return total


def atan_inverse(n: int, bits: int) -> int:
    """atan(1/n) for n above 1; error below 2 * bits."""
    power = (1 << bits) // n
    total, k = power, 1
    while power:
        power //= -n * n
        k += 2
        total += power // k
    return total


def exp(x: int, bits: int) -> tuple[int, int]:
    """exp as v * 2**k: v with `bits` places, between 1/2 and 4; error below 2.

    The argument has bits + GUARD places, and is below 2**12 in size.
    """
    wide = bits + GUARD
    constant = ln2(wide + 16)
    k = (x << 16) // constant
    rest = x - ((k * constant) >> 16)
    halvings = math.isqrt(bits) // 2 + 4  # about as many squarings as terms of the series
    more = wide + halvings + 8
    term = total = 1 << more
    n = 0
    small = (rest << (more - wide)) >> halvings
    while term:
        n += 1
        term = ((term * small) >> more) // n
        total += term
    for _ in range(halvings):
        total = (total * total) >> more
    return total >> (more - bits), k


def log(n: int, exponent: int, bits: int) -> int:
    """log(n * 2**exponent) for positive n, which counts as exact; error below 2."""
    wide = bits + GUARD
    size = n.bit_length()
    # x = n / 2**size lies in [1/2, 1); z = (x - 1) / (x + 1), better centred on 3/4
    if 4 * n < 3 << size:
        size -= 1
    one = 1 << size
    z = ((n - one) << wide) // (n + one)
    square = (z * z) >> wide
    total, k, power = z, 1, z
    while power not in (0, -1):
        power = (power * square) >> wide
        k += 2
        total += power // k
    scaled = (size + exponent) * ln2(wide + 16) >> 16
    return (2 * total + scaled) >> GUARD


def sin_cos(x: int, bits: int) -> tuple[int, int]:
    """sin and cos of an angle from 0 to 2; error of each below 2."""
    wide = bits + GUARD
    angle = x << GUARD
    return sine(angle, wide) >> GUARD, cosine(angle, wide) >> GUARD


def sine(x: int, bits: int) -> int:
    """Error below 4 * bits, for an angle from 0 to 2."""
    term = total = x
    square = (x * x) >> bits
    n = 1
    while term not in (0, -1):
        term = -((term * square) >> bits) // ((n + 1) * (n + 2))
        n += 2
        total += term
    return total


def cosine(x: int, bits: int) -> int:
    """Error below 4 * bits, for an angle from 0 to 2."""
    term = total = 1 << bits
    square = (x * x) >> bits
    n = 0
    while term not in (0, -1):
        term = -((term * square) >> bits) // ((n + 1) * (n + 2))
        n += 2
        total += term
    return total


def atan(x: int, bits: int) -> int:
    """atan of 0 to 1; error below 2."""
    wide = bits + GUARD
    one = 1 << wide
    t = x << GUARD
    halvings = 3
    for _ in range(halvings):  # tan(a / 2) = t / (1 + sqrt(1 + t * t))
        t = (t << wide) // (one + math.isqrt((one << wide) + t * t))
    square = (t * t) >> wide
    total, k, power = t, 1, t
    while power not in (0, -1):
        power = -((power * square) >> wide)
        k += 2
        total += power // k
    return (total << halvings) >> GUARD
