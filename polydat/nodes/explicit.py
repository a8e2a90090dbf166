"""Conversions that a program asks for by name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from polydat.errors import EvalError
from polydat.nodes import ieee
from polydat.nodes.constraints import NonZero, PositiveFinite, Range
from polydat.nodes.declare import Const, Types, f64, i64, node, u64
from polydat.nodes.failures import BOUNDS_CROSSED, OUT_OF_RANGE
from polydat.nodes.pieces import Form, Piece, Shown, Written
from polydat.types import U64_MAX, PortType, text
from polydat.types.convert import integer_to_f64

I64_MAX = (1 << 63) - 1
LARGEST = float.fromhex("0x1.fffffffffffffp+1023")
MOST = 65535  # for a width or a number of decimals


@node(
    "Conversions",
    c="pd_from_u64(input)",
    golden=[((42,), 42.0), (((1 << 53) + 1,), 2.0**53), ((U64_MAX,), 2.0**64)],
)
def to_f64(input: u64) -> f64:
    """A u64 as a float.

    Args:
        input: any u64.

    Returns:
        The nearest f64, ties to even; exact up to 2**53.

    Example:
        seconds := f64_div(to_f64(cycle), 1000.0)
    """
    return integer_to_f64(input)


@node(
    "Conversions",
    c="pd_to_i64",
    fails=OUT_OF_RANGE,
    golden=[((42,), 42), ((I64_MAX,), I64_MAX), ((0,), 0)],
)
def to_i64(input: u64) -> i64:
    """The same number as an i64.

    Args:
        input: a u64 below 2**63.

    Returns:
        `input`.

    Raises:
        EvalError: `input` is 2**63 or more.

    Example:
        offset := to_i64(hash_range(cycle, 1000))
    """
    if input > I64_MAX:
        raise EvalError(f"{input} is out of range for i64, which goes to {I64_MAX}")
    return input


@node(
    "Conversions",
    c="pd_to_u64(input)",
    golden=[((3.7,), 3), ((-5.0,), 0), ((math.nan,), 0), ((2.0**64,), U64_MAX), ((-0.9,), 0)],
)
def f64_to_u64(input: f64) -> u64:
    """The whole part of a float.

    Args:
        input: any f64.

    Returns:
        `input` without its fraction; 0 below 0 and for NaN, the greatest u64 from 2**64 on.

    Example:
        seconds := f64_to_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(input)


@node(
    "Conversions",
    c="pd_to_u64(floor(input))",
    golden=[((3.9,), 3), ((-0.5,), 0), ((math.nan,), 0), ((math.inf,), U64_MAX)],
)
def floor_to_u64(input: f64) -> u64:
    """A float rounded down to a u64.

    Args:
        input: any f64.

    Returns:
        The greatest whole number that is not above; 0 below 0 and for NaN, the greatest
        u64 from 2**64 on.

    Example:
        floor := floor_to_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(ieee.floor(input))


@node(
    "Conversions",
    c="pd_to_u64(ceil(input))",
    golden=[((3.1,), 4), ((-0.5,), 0), ((math.nan,), 0), ((2.0**64,), U64_MAX)],
)
def ceil_to_u64(input: f64) -> u64:
    """A float rounded up to a u64.

    Args:
        input: any f64.

    Returns:
        The least whole number that is not below; 0 below 0 and for NaN, the greatest u64
        from 2**64 on.

    Example:
        pages := ceil_to_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(ieee.ceil(input))


@node(
    "Conversions",
    c="pd_to_u64(pd_round_away(input))",
    golden=[((3.7,), 4), ((3.2,), 3), ((2.5,), 3), ((0.49999999999999994,), 0), ((math.nan,), 0)],
)
def round_to_u64(input: f64) -> u64:
    """A float rounded to the nearest u64.

    Args:
        input: any f64.

    Returns:
        The nearest whole number, halves up; 0 below 0 and for NaN, the greatest u64 from
        2**64 on.

    Example:
        seconds := round_to_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(ieee.round_away(input))


@node(
    "Conversions",
    c="pd_to_u64(input)",
    golden=[((900.9,), 900), ((-5.0,), 0), ((math.inf,), U64_MAX), ((math.nan,), 0)],
)
def trunc_u64(input: f64) -> u64:
    """The whole part of a float: the same as `f64_to_u64`.

    Args:
        input: any f64.

    Returns:
        `input` without its fraction; 0 below 0 and for NaN, the greatest u64 from 2**64 on.

    Example:
        seconds := trunc_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(input)


@node(
    "Conversions",
    c="pd_to_u64(pd_round_away(input))",
    golden=[((900.9,), 901), ((math.nan,), 0), ((-0.5,), 0), ((math.inf,), U64_MAX)],
)
def round_u64(input: f64) -> u64:
    """A float rounded to the nearest u64: the same as `round_to_u64`.

    Args:
        input: any f64.

    Returns:
        The nearest whole number, halves up; 0 below 0 and for NaN, the greatest u64 from
        2**64 on.

    Example:
        seconds := round_u64(f64_mul(unit_interval(hash(cycle)), 60.0))
    """
    return ieee.to_u64(ieee.round_away(input))


@node(
    "Conversions",
    c="pd_clamp_f64",
    fails=BOUNDS_CROSSED,
    golden=[
        ((-1.0, 0.0, 1.0), 0.0),
        ((0.5, 0.0, 1.0), 0.5),
        ((7.0, 0.0, 1.0), 1.0),
        ((-0.0, 0.0, 1.0), -0.0),
        ((math.nan, 0.0, 1.0), math.nan),
        ((math.inf, -LARGEST, LARGEST), LARGEST),
    ],
)
def clamp_f64(input: f64, min: Const[f64] = -LARGEST, max: Const[f64] = LARGEST) -> f64:
    """`input`, or the nearer bound where it lies outside of the bounds.

    Args:
        input: any f64; NaN stays NaN.
        min: the least result.
        max: the greatest result.

    Returns:
        In `[min, max]`, or NaN.

    Raises:
        EvalError: `min` is above `max`, or one of them is NaN.

    Example:
        level := clamp_f64(hash_interval(cycle, -1.0, 2.0), 0.0, 1.0)
    """
    if not min <= max:
        raise EvalError(f"min {text.display(min)} is above max {text.display(max)}, or is NaN")
    return ieee.clamp(input, min, max)


@node(
    "Conversions",
    c="pd_discretize",
    check={"range": PositiveFinite(), "buckets": NonZero()},
    bounds=lambda range, buckets: (0, buckets - 1),
    golden=[
        ((0.0, 100.0, 10), 0),
        ((55.0, 100.0, 10), 5),
        ((99.0, 100.0, 10), 9),
        ((-5.0, 100.0, 10), 0),
        ((200.0, 100.0, 10), 9),
        ((math.nan, 100.0, 10), 0),
        ((100.0, 100.0, U64_MAX), U64_MAX - 1),
    ],
)
def discretize(input: f64, range: Const[f64] = 100.0, buckets: Const[u64] = 10) -> u64:
    """The bucket that a float falls into, of buckets of equal width.

    Args:
        input: any f64; what lies outside of the range goes to the nearest bucket.
        range: where the last bucket ends; the first begins at 0.0.
        buckets: how many there are.

    Returns:
        In `[0, buckets)`; 0 for NaN.

    Example:
        decile := discretize(f64_mul(unit_interval(hash(cycle)), 100.0), 100.0, 10)
    """
    bucket = ieee.to_u64(ieee.clamp(input, 0.0, range) / range * integer_to_f64(buckets))
    return min(bucket, buckets - 1)


PREFIXES = {2: ("0b", "b"), 8: ("0o", "o"), 16: ("0x", "x")}


def number_pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of `format_u64`."""
    prefix, base = PREFIXES.get(constants[0], ("", "d"))
    shown = Shown(0, PortType.U64, base=base)
    return (Written(prefix.encode()), shown) if prefix else (shown,)


@node(
    "Conversions",
    pieces=number_pieces,
    golden=[
        ((255, 16), "0xff"),
        ((42, 2), "0b101010"),
        ((8, 8), "0o10"),
        ((42, 10), "42"),
        ((42, 3), "42"),
        ((U64_MAX, 16), "0xffffffffffffffff"),
    ],
)
def format_u64(input: u64, radix: Const[u64] = 10) -> str:
    """A u64 as text in a base.

    Args:
        input: any u64.
        radix: 2, 8 or 16, which are marked `0b`, `0o`, `0x`; any other gives decimal.

    Returns:
        The digits, in lower case.

    Example:
        address := format_u64(hash(cycle), 16)
    """
    prefix, base = PREFIXES.get(radix, ("", "d"))
    return f"{prefix}{input:{base}}"


def fixed_pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of `format_f64`."""
    return (Shown(0, PortType.F64, Form.FIXED, constants[0]),)


@node(
    "Conversions",
    pieces=fixed_pieces,
    check={"precision": Range(0, MOST)},
    golden=[
        ((3.14159, 2), "3.14"),
        ((3.7, 0), "4"),
        ((2.5, 0), "2"),
        ((-0.0001, 3), "-0.000"),
        ((math.nan, 2), "NaN"),
        ((-math.inf, 2), "-inf"),
    ],
)
def format_f64(input: f64, precision: Const[u64] = 2) -> str:
    """A float as text with a number of decimals.

    Args:
        input: any f64.
        precision: how many decimals, at most 65535.

    Returns:
        Its exact value, rounded half to even; `NaN`, `inf`, `-inf`.

    Example:
        price := format_f64(hash_interval(cycle, 1.0, 99.0), 2)
    """
    return text.fixed(input, precision)


def padded_pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of `zero_pad_u64`."""
    return (Shown(0, PortType.U64, width=constants[0], fill="0"),)


@node(
    "Conversions",
    pieces=padded_pieces,
    check={"width": Range(0, MOST)},
    golden=[
        ((42, 8), "00000042"),
        ((12345, 3), "12345"),
        ((0, 0), "0"),
        ((U64_MAX, 21), "018446744073709551615"),
    ],
)
def zero_pad_u64(input: u64, width: Const[u64] = 10) -> str:
    """A u64 in decimal, with zeros before it.

    Args:
        input: any u64.
        width: how many digits at least, at most 65535; nothing is ever cut off.

    Returns:
        The digits.

    Example:
        key := zero_pad_u64(hash_range(cycle, 1000000), 8)
    """
    return str(input).rjust(width, "0")
