"""Arithmetic of f64: one rounding for each operation, no fused multiplication."""

from __future__ import annotations

import math

from polydat.nodes import ieee
from polydat.nodes.declare import f64, node

LARGEST = float.fromhex("0x1.fffffffffffffp+1023")


@node(
    "Math",
    c="a + b",
    golden=[
        ((0.1, 0.2), 0.30000000000000004),
        ((-0.0, -0.0), -0.0),
        ((LARGEST, LARGEST), math.inf),
    ],
)
def f64_add(a: f64, b: f64) -> f64:
    """Sum: `+` of f64.

    Args:
        a: any f64.
        b: any f64.

    Returns:
        The nearest f64, ties to even; NaN for infinities of different sign.

    Example:
        shifted := f64_add(unit_interval(hash(cycle)), 0.5)
    """
    return a + b


@node(
    "Math",
    c="a - b",
    golden=[((0.3, 0.1), 0.19999999999999998), ((1.0, 1.0), 0.0), ((-0.0, 0.0), -0.0)],
)
def f64_sub(a: f64, b: f64) -> f64:
    """Difference: `-` of f64.

    Args:
        a: any f64.
        b: any f64.

    Returns:
        The nearest f64, ties to even; NaN for infinities of the same sign.

    Example:
        centred := f64_sub(unit_interval(hash(cycle)), 0.5)
    """
    return a - b


@node(
    "Math",
    c="a * b",
    golden=[((0.1, 3.0), 0.30000000000000004), ((0.0, -1.0), -0.0), ((LARGEST, 2.0), math.inf)],
)
def f64_mul(a: f64, b: f64) -> f64:
    """Product: `*` of f64.

    Args:
        a: any f64.
        b: any f64.

    Returns:
        The nearest f64, ties to even; NaN for zero times infinity.

    Example:
        percent := f64_mul(unit_interval(hash(cycle)), 100.0)
    """
    return a * b


@node(
    "Math",
    c="b == 0 ? 0.0 : a / b",
    golden=[((1.0, 4.0), 0.25), ((1.0, 0.0), 0.0), ((-1.0, -0.0), 0.0), ((1.0, math.inf), 0.0)],
)
def f64_div(a: f64, b: f64) -> f64:
    """Quotient, 0.0 where the divisor is zero: `/` of f64.

    Args:
        a: any f64.
        b: any f64.

    Returns:
        The nearest f64, ties to even; 0.0 where `b` is 0.0 or -0.0, whatever `a` is.

    Example:
        half := f64_div(unit_interval(hash(cycle)), 2.0)
    """
    return 0.0 if b == 0 else a / b


@node(
    "Math",
    c="pd_f64_mod",
    golden=[
        ((5.5, 0.0), 0.0),
        ((-7.5, 2.0), -1.5),
        ((7.5, -2.0), 1.5),
        ((-4.0, 2.0), -0.0),
        ((5.5, math.inf), 5.5),
    ],
)
def f64_mod(a: f64, b: f64) -> f64:
    """Remainder with the sign of the dividend, 0.0 where there is none: `%` of f64.

    Args:
        a: any f64.
        b: any f64.

    Returns:
        `a - b * n` with `n` the quotient without its fraction, exactly; 0.0 where `b` is
        zero; NaN where `a` is infinite.

    Example:
        phase := f64_mod(to_f64(cycle), 0.25)
    """
    if b == 0:
        return 0.0
    return math.nan if math.isinf(a) else math.fmod(a, b)


@node("Math", c="fabs(input)", golden=[((-2.5,), 2.5), ((-0.0,), 0.0), ((-math.inf,), math.inf)])
def abs_f64(input: f64) -> f64:
    """The size of a float, without its sign.

    Args:
        input: any f64.

    Returns:
        `input` with its sign cleared.

    Example:
        distance := abs_f64(hash_interval(cycle, -1.0, 1.0))
    """
    return math.fabs(input)


@node(
    "Math",
    c="sqrt(input)",
    golden=[
        ((2.0,), 1.4142135623730951),
        ((-0.0,), -0.0),
        ((-1.0,), math.nan),
        ((math.inf,), math.inf),
    ],
)
def sqrt(input: f64) -> f64:
    """The square root.

    Args:
        input: any f64.

    Returns:
        The nearest f64; NaN below 0, but a zero keeps its sign.

    Example:
        radius := sqrt(unit_interval(hash(cycle)))
    """
    return ieee.square_root(input)
