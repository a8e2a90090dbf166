"""Between two values: the unit interval, linear interpolation, scaling, quantizing."""

from __future__ import annotations

import math

from polydat.nodes import ieee
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.hashing import unit
from polydat.types import U64_MAX


@node(
    "Conversions",
    c="pd_unit(input)",
    golden=[
        ((0,), 0.0),
        ((1 << 63,), 0.5),
        ((U64_MAX - 1024,), 1.0 - 2.0**-53),
        ((U64_MAX - 1023,), 1.0),
    ],
)
def unit_interval(input: u64) -> f64:
    """A u64, such as a hash, as a fraction of 2**64.

    Args:
        input: any u64.

    Returns:
        In `[0.0, 1.0]`; the 1024 greatest inputs round to 1.0.

    Example:
        chance := unit_interval(hash(cycle))
    """
    return unit(input)


@node(
    "Interpolation",
    c="a + t * (b - a)",
    golden=[
        ((0.0, 10.0, 20.0), 10.0),
        ((1.0, 10.0, 20.0), 20.0),
        ((0.5, 0.0, 100.0), 50.0),
        ((-1.0, 10.0, 20.0), 0.0),
    ],
)
def lerp(t: f64, a: Const[f64] = 0.0, b: Const[f64] = 1.0) -> f64:
    """The value that lies at `t` on the line from `a` to `b`.

    Args:
        t: 0.0 for `a`, 1.0 for `b`; others extrapolate.
        a: value at 0.0.
        b: value at 1.0.

    Returns:
        `a + t * (b - a)`.

    Example:
        delay := lerp(unit_interval(hash(cycle)), 5.0, 250.0)
    """
    return a + t * (b - a)


@node(
    "Interpolation",
    c="min + pd_unit(input) * (max - min)",
    golden=[
        ((0, 10.0, 20.0), 10.0),
        ((1 << 63, 10.0, 20.0), 15.0),
        ((U64_MAX, 10.0, 20.0), 20.0),
    ],
)
def scale_range(input: u64, min: Const[f64] = 0.0, max: Const[f64] = 1.0) -> f64:
    """A u64, such as a hash, spread over the interval from `min` to `max`.

    Args:
        input: any u64.
        min: value for 0.
        max: value for the greatest inputs; it may be below `min`.

    Returns:
        `min + u * (max - min)` with `u` the unit interval of `input`.

    Example:
        price := scale_range(hash(cycle), 1.0, 99.0)
    """
    return min + unit(input) * (max - min)


@node(
    "Interpolation",
    c="pd_clamp_to((input - a) * (1.0 / (b - a)), 0.0, 1.0)",
    golden=[
        ((15.0, 10.0, 20.0), 0.5),
        ((-50.0, 0.0, 100.0), 0.0),
        ((200.0, 0.0, 100.0), 1.0),
        ((3.0, 3.0, 3.0), math.nan),
        ((4.0, 3.0, 3.0), 1.0),
        ((2.0, 3.0, 3.0), 0.0),
    ],
)
def inv_lerp(input: f64, a: Const[f64] = 0.0, b: Const[f64] = 1.0) -> f64:
    """Where `input` lies on the way from `a` to `b`: undoes `lerp`, within bounds.

    Args:
        input: any f64.
        a: what is 0.0.
        b: what is 1.0.

    Returns:
        In `[0.0, 1.0]`; NaN where `input`, `a` and `b` are all the same.

    Example:
        share := inv_lerp(hash_interval(cycle, 0.0, 40.0), 10.0, 20.0)
    """
    return ieee.clamp((input - a) * ieee.divide(1.0, b - a), 0.0, 1.0)


@node(
    "Interpolation",
    c="out_min + (input - in_min) / (in_max - in_min) * (out_max - out_min)",
    golden=[
        ((72.0, 32.0, 212.0, 0.0, 100.0), float.fromhex("0x1.638e38e38e38ep+4")),
        ((0.0, 0.0, 1.0, 5.0, 7.0), 5.0),
        ((2.0, 0.0, 1.0, 5.0, 7.0), 9.0),
        ((1.0, 3.0, 3.0, 0.0, 1.0), -math.inf),
        ((3.0, 3.0, 3.0, 0.0, 1.0), math.nan),
    ],
)
def remap(
    input: f64,
    in_min: Const[f64] = 0.0,
    in_max: Const[f64] = 1.0,
    out_min: Const[f64] = 0.0,
    out_max: Const[f64] = 1.0,
) -> f64:
    """A value of one range, moved to the same place of another.

    Args:
        input: any f64; what lies outside of the range stays outside.
        in_min: start of the range that `input` is from.
        in_max: end of that range.
        out_min: what `in_min` becomes.
        out_max: what `in_max` becomes.

    Returns:
        `out_min + t * (out_max - out_min)` with
        `t = (input - in_min) / (in_max - in_min)`; infinite or NaN where that is no number.

    Example:
        celsius := remap(hash_interval(cycle, 32.0, 212.0), 32.0, 212.0, 0.0, 100.0)
    """
    t = ieee.divide(input - in_min, in_max - in_min)
    return out_min + t * (out_max - out_min)


@node(
    "Interpolation",
    c="pd_round_away(input / step) * step",
    golden=[
        ((13.0, 10.0), 10.0),
        ((17.0, 10.0), 20.0),
        ((15.0, 10.0), 20.0),
        ((1.3, 0.25), 1.25),
        ((-0.3, 1.0), -0.0),
        ((0.49999999999999994, 1.0), 0.0),
        ((1.0, 0.0), math.nan),
    ],
)
def quantize(input: f64, step: Const[f64] = 1.0) -> f64:
    """The nearest multiple of a step.

    Args:
        input: any f64.
        step: the distance of results; negative ones count from the other side.

    Returns:
        A multiple of `step`, halves away from zero; NaN where `step` is 0.

    Example:
        price := quantize(hash_interval(cycle, 1.0, 99.0), 0.05)
    """
    return ieee.round_away(ieee.divide(input, step)) * step
