"""Between two values: the unit interval, linear interpolation, scaling."""

from __future__ import annotations

from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.hashing import unit
from polydat.types import U64_MAX


@node(
    "Conversions",
    c="(double)input * 0x1p-64",
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
    c="min + ((double)input * 0x1p-64) * (max - min)",
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
