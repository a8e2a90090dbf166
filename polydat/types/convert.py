"""Exact conversions between types, one function a rule.

Which rule a pair of types follows is not decided here; see `nodes/adapters.py`.
"""

from __future__ import annotations

F32_DIGITS = 24  # binary digits of an f32 significand


def keep(value: int) -> int:
    """An integer in a type that holds every value of its own."""
    return value


def integer_to_f64(value: int) -> float:
    """The nearest f64, ties to even."""
    return float(value)


def integer_to_f32(value: int) -> float:
    """The nearest f32, ties to even, as a Python float.

    Requires: below 2**127 in magnitude, so that the result is finite.
    """
    size = abs(value)
    excess = size.bit_length() - F32_DIGITS
    if excess > 0:
        kept, rest = size >> excess, size & ((1 << excess) - 1)
        half = 1 << (excess - 1)
        size = (kept + (rest > half or (rest == half and kept & 1))) << excess
    return float(size if value >= 0 else -size)


def widen_float(value: float) -> float:
    """A float in a wider float type."""
    return value


def integer_to_bool(value: int) -> bool:
    """Whether an integer is not 0."""
    return value != 0


def float_to_bool(value: float) -> bool:
    """Whether a float is a number and not 0."""
    return value < 0 or value > 0


def bool_to_integer(value: bool) -> int:
    """1 or 0."""
    return int(value)


def bool_to_float(value: bool) -> float:
    """1.0 or 0.0."""
    return float(value)
