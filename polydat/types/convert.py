"""Exact conversions between scalar types, one function a rule.

A rule takes a value, its type and the type to make.  Which rule a pair of types follows is not
decided here; see `nodes/adapter_rules.py`.  Rules of texts, bytes, JSON and vectors are in
`types/contents.py`.
"""

from __future__ import annotations

import math

from polydat.types.port import PortType, integer_range
from polydat.types.slots import round_to

F32_DIGITS = 24  # binary digits of an f32 significand
F32_BEYOND = 2.0**128


class Unconvertible(ValueError):
    """A value has no counterpart in the other type; the message says why."""


def keep(value: int, source: PortType, target: PortType) -> int:
    """A number in a type that holds it."""
    return value


def widen_float(value: float, source: PortType, target: PortType) -> float:
    """A float in a wider float type."""
    return value


def narrow_float(value: float, source: PortType, target: PortType) -> float:
    """The nearest float of a narrower type, ties to even; infinite beyond its range."""
    return round_to(value, target)


def integer_to_f64(value: int) -> float:
    """The nearest f64, ties to even."""
    return float(value)


def integer_to_float(value: int, source: PortType, target: PortType) -> float:
    """The nearest float, ties to even; that of an f16 is found from the nearest f64."""
    return integer_to_f32(value) if target is PortType.F32 else round_to(float(value), target)


def integer_to_f32(value: int) -> float:
    """The nearest f32, ties to even, as a Python float."""
    size = abs(value)
    excess = size.bit_length() - F32_DIGITS
    if excess > 0:
        kept, rest = size >> excess, size & ((1 << excess) - 1)
        half = 1 << (excess - 1)
        size = (kept + (rest > half or (rest == half and kept & 1))) << excess
    number = float(size) if size < F32_BEYOND else math.inf
    return number if value >= 0 else -number


def integer_to_bool(value: int, source: PortType, target: PortType) -> bool:
    """Whether an integer is not 0."""
    return value != 0


def float_to_bool(value: float, source: PortType, target: PortType) -> bool:
    """Whether a float is a number and not 0."""
    return value < 0 or value > 0


def bool_to_integer(value: bool, source: PortType, target: PortType) -> int:
    """1 or 0."""
    return int(value)


def bool_to_float(value: bool, source: PortType, target: PortType) -> float:
    """1.0 or 0.0."""
    return float(value)


def check_range(value: int, source: PortType, target: PortType) -> int:
    """An integer that has to be in the range of its new type.

    Raises:
        Unconvertible: it is not.
    """
    low, high = integer_range(target)
    if not low <= value <= high:
        raise outside(value, target)
    return value


def truncate_then_check(value: float, source: PortType, target: PortType) -> int:
    """The whole part of a float, where that is in range.

    The bounds are those of the target as floats of the source type, so that the one above the
    greatest integer is taken too, and gives the greatest integer.

    Raises:
        Unconvertible: it is not, or the float is not finite.
    """
    low, high = integer_range(target)
    if math.isfinite(value):
        whole = math.trunc(value)
        if round_to(float(low), source) <= whole <= round_to(float(high), source):
            return min(whole, high)
    raise outside(value, target)


def check_then_truncate(value: float, source: PortType, target: PortType) -> int:
    """The whole part of a float that is in range itself, with the bounds as f64.

    Raises:
        Unconvertible: it is not, or it is not finite.
    """
    low, high = integer_range(target)
    if math.isfinite(value) and float(low) <= value <= float(high):
        return min(math.trunc(value), high)
    raise outside(value, target)


def round_then_check(value: float, source: PortType, target: PortType) -> int:
    """The nearest integer, halves away from zero, where that is in range: f32 to i32 in vectors.

    Raises:
        Unconvertible: it is not, or the float is not finite.
    """
    low, high = integer_range(target)
    if math.isfinite(value):
        size = math.floor(abs(value))
        size += abs(value) - size >= 0.5
        whole = -size if value < 0 else size
        if float(low) <= whole <= round_to(float(high), source):
            return min(whole, high)
    raise outside(value, target)


def outside(value: float, target: PortType) -> Unconvertible:
    low, high = integer_range(target)
    return Unconvertible(f"{value} is outside of {target.keyword}, {low} to {high}")
