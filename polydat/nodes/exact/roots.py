"""sqrt, cbrt and hypot, correctly rounded: roots of integers and what is left over."""

from __future__ import annotations

import math

from polydat.nodes.exact.rounding import nearest_root, split

ROOT_BITS = 60


def sqrt(x: float) -> float:
    """Square root."""
    if x == 0 or x == math.inf:
        return x
    if not x > 0:
        return math.nan
    m, e = split(x)
    return square_root(m, e)


def square_root(n: int, exponent: int) -> float:
    """The f64 nearest to the square root of n * 2**exponent."""
    shift = max(2 * ROOT_BITS - n.bit_length(), 0)
    shift += (exponent - shift) % 2
    n <<= shift
    root = math.isqrt(n)
    return nearest_root(root, root * root == n, (exponent - shift) // 2)


def cbrt(x: float) -> float:
    """Cube root, with the sign of x."""
    if x == 0 or not math.isfinite(x):
        return x
    m, e = split(abs(x))
    shift = 3 * ROOT_BITS
    shift += (e - shift) % 3
    n = m << shift
    root = integer_cube_root(n)
    size = nearest_root(root, root**3 == n, (e - shift) // 3)
    return math.copysign(size, x)


def integer_cube_root(n: int) -> int:
    """The floor of the cube root, by Newton's method from above."""
    root = 1 << -(-n.bit_length() // 3)
    while True:
        better = (2 * root + n // (root * root)) // 3
        if better >= root:
            return root
        root = better


def hypot(x: float, y: float) -> float:
    """Length of the vector (x, y): sqrt(x**2 + y**2) without overflow between."""
    if math.isinf(x) or math.isinf(y):
        return math.inf
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x == 0 or y == 0:
        return abs(x) + abs(y)
    m, e = split(x)
    n, f = split(y)
    last = min(e, f)
    return square_root((m << (e - last)) ** 2 + (n << (f - last)) ** 2, 2 * last)
