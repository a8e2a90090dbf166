"""Functions of f64: one correct rounding for each, no fused multiplication.

The elementary functions are our own: the machine's differ in the last bit from one
processor to another.
"""

from __future__ import annotations

import math

from polydat.nodes import exact
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
    c="pd_sqrt",
    include="maths/roots.h",
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
    return exact.sqrt(input)


@node(
    "Math",
    c="pd_exp",
    include="maths/exponential.h",
    golden=[
        ((0.0,), 1.0),
        ((1.0,), 2.718281828459045),
        ((-math.inf,), 0.0),
        ((710.0,), math.inf),
        ((-746.0,), 0.0),
    ],
)
def exp(input: f64) -> f64:
    """The exponential function, e to a power.

    Args:
        input: any f64.

    Returns:
        The nearest f64.

    Example:
        growth := exp(unit_interval(hash(cycle)))
    """
    return exact.exp(input)


@node(
    "Math",
    c="pd_log",
    include="maths/logarithm.h",
    golden=[
        ((1.0,), 0.0),
        ((10.0,), 2.302585092994046),
        ((0.0,), -math.inf),
        ((-1.0,), math.nan),
        ((math.inf,), math.inf),
    ],
)
def ln(input: f64) -> f64:
    """The natural logarithm.

    Args:
        input: any f64.

    Returns:
        The nearest f64; minus infinity at 0, NaN below.

    Example:
        wait := f64_mul(ln(unit_interval(hash(cycle))), -5.0)
    """
    return exact.log(input)


@node(
    "Math",
    c="pd_pow",
    include="maths/power.h",
    golden=[
        ((2.0, 10.0), 1024.0),
        ((9.0, 0.5), 3.0),
        ((0.0, 0.0), 1.0),
        ((-8.0, 3.0), -512.0),
        ((-8.0, 0.5), math.nan),
        ((10.0, 309.0), math.inf),
    ],
)
def pow(base: f64, exponent: f64) -> f64:
    """A number to a power.

    Args:
        base: any f64.
        exponent: any f64.

    Returns:
        The nearest f64; 1.0 for an exponent of 0, NaN for a negative base and an exponent
        that is no whole number.

    Example:
        skewed := pow(unit_interval(hash(cycle)), 2.5)
    """
    return exact.pow(base, exponent)


@node(
    "Math",
    c="pd_sin",
    include="maths/trigonometric.h",
    golden=[((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), 0.8414709848078965), ((math.inf,), math.nan)],
)
def sin(input: f64) -> f64:
    """The sine.

    Args:
        input: an angle in radians.

    Returns:
        The nearest f64, in `[-1.0, 1.0]`; NaN for an infinity.

    Example:
        wave := sin(f64_mul(to_f64(cycle), 0.01))
    """
    return exact.sin(input)


@node(
    "Math",
    c="pd_cos",
    include="maths/trigonometric.h",
    golden=[((0.0,), 1.0), ((1.0,), 0.5403023058681398), ((-math.inf,), math.nan)],
)
def cos(input: f64) -> f64:
    """The cosine.

    Args:
        input: an angle in radians.

    Returns:
        The nearest f64, in `[-1.0, 1.0]`; NaN for an infinity.

    Example:
        wave := cos(f64_mul(to_f64(cycle), 0.01))
    """
    return exact.cos(input)


@node(
    "Math",
    c="pd_tan",
    include="maths/trigonometric.h",
    golden=[((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), 1.5574077246549023), ((math.inf,), math.nan)],
)
def tan(input: f64) -> f64:
    """The tangent.

    Args:
        input: an angle in radians.

    Returns:
        The nearest f64; NaN for an infinity.

    Example:
        slope := tan(unit_interval(hash(cycle)))
    """
    return exact.tan(input)


@node(
    "Math",
    c="pd_asin",
    include="maths/inverse_trigonometric.h",
    golden=[((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), 1.5707963267948966), ((1.5,), math.nan)],
)
def asin(input: f64) -> f64:
    """The angle whose sine is given.

    Args:
        input: from -1.0 to 1.0.

    Returns:
        The nearest f64, in radians, from -pi / 2 to pi / 2; NaN outside.

    Example:
        angle := asin(hash_interval(cycle, -1.0, 1.0))
    """
    return exact.asin(input)


@node(
    "Math",
    c="pd_acos",
    include="maths/inverse_trigonometric.h",
    golden=[((1.0,), 0.0), ((-1.0,), 3.141592653589793), ((0.0,), 1.5707963267948966)],
)
def acos(input: f64) -> f64:
    """The angle whose cosine is given.

    Args:
        input: from -1.0 to 1.0.

    Returns:
        The nearest f64, in radians, from 0.0 to pi; NaN outside.

    Example:
        angle := acos(hash_interval(cycle, -1.0, 1.0))
    """
    return exact.acos(input)


@node(
    "Math",
    c="pd_atan",
    include="maths/inverse_trigonometric.h",
    golden=[((0.0,), 0.0), ((1.0,), 0.7853981633974483), ((-math.inf,), -1.5707963267948966)],
)
def atan(input: f64) -> f64:
    """The angle whose tangent is given.

    Args:
        input: any f64.

    Returns:
        The nearest f64, in radians, from -pi / 2 to pi / 2.

    Example:
        angle := atan(hash_interval(cycle, -10.0, 10.0))
    """
    return exact.atan(input)


@node(
    "Math",
    c="pd_atan2",
    include="maths/inverse_trigonometric.h",
    golden=[
        ((1.0, 1.0), 0.7853981633974483),
        ((0.0, -1.0), 3.141592653589793),
        ((-0.0, -1.0), -3.141592653589793),
        ((0.0, 0.0), 0.0),
        ((math.inf, -math.inf), 2.356194490192345),
    ],
)
def atan2(y: f64, x: f64) -> f64:
    """The direction of a point, as an angle from the x axis.

    Args:
        y: upwards.
        x: to the right.

    Returns:
        The nearest f64, in radians, from -pi to pi; that of C99 at zeros and infinities.

    Example:
        heading := atan2(hash_interval(cycle, -1.0, 1.0), hash_interval(hash(cycle), -1.0, 1.0))
    """
    return exact.atan2(y, x)
