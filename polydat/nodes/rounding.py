"""Round numbers: powers of ten and of two, whole multiples, Fibonacci numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from polydat.nodes import exact, ieee
from polydat.nodes.declare import Kind, NodeSpec, Param, add, f64, node
from polydat.types import PortType


def is_positive(x: float) -> bool:
    """Whether a number is above 0 and not infinite."""
    return math.isfinite(x) and x > 0


def whole_power(base: float, exponent: int) -> float:
    """A power by squaring; of a negative exponent the reciprocal of the positive one.

    The order of multiplications is part of the meaning: it decides the last bit.
    """
    result, left = 1.0, abs(exponent)
    while True:
        if left & 1:
            result *= base
        left >>= 1
        if left == 0:
            return ieee.divide(1.0, result) if exponent < 0 else result
        base *= base


def power_below(x: float, base: float, log: Callable[[float], float]) -> float:
    """The greatest power of `base` that is not above `x`; corrected by one step at most."""
    exponent = ieee.to_i32(ieee.floor(log(x)))
    power = whole_power(base, exponent)
    if power > x:
        return whole_power(base, exponent - 1)
    if power * base <= x:
        return whole_power(base, exponent + 1)
    return power


def power_of_ten(x: float) -> float:
    return power_below(x, 10.0, exact.log10)


def power_of_two(x: float) -> float:
    return power_below(x, 2.0, exact.log2)


def nearer(x: float, low: float, high: float) -> float:
    """The nearer of two bounds, the lower one in the middle."""
    return high if abs(high - x) < abs(x - low) else low


def floor_base10(x: float) -> float:
    return power_of_ten(x)


def ceiling_base10(x: float) -> float:
    low = power_of_ten(x)
    return low if low == x else low * 10.0


def closest_base10(x: float) -> float:
    return nearer(x, power_of_ten(x), ceiling_base10(x))


def floor_decade(x: float) -> float:
    unit = power_of_ten(x)
    return ieee.floor(ieee.divide(x, unit)) * unit


def ceiling_decade(x: float) -> float:
    unit = power_of_ten(x)
    return ieee.ceil(ieee.divide(x, unit)) * unit


def closest_decade(x: float) -> float:
    unit = power_of_ten(x)
    return ieee.round_away(ieee.divide(x, unit)) * unit


def floor_binomial(x: float) -> float:
    return power_of_two(x)


def ceiling_binomial(x: float) -> float:
    low = power_of_two(x)
    return low if low == x else low * 2.0


def closest_binomial(x: float) -> float:
    return nearer(x, power_of_two(x), ceiling_binomial(x))


def floor_fibonacci(x: float) -> float:
    if x < 1.0:
        return 0.0
    low, high = 1.0, 2.0
    while high <= x:  # the sum after the last finite one is infinite, and so above
        low, high = high, low + high
    return low


def ceiling_fibonacci(x: float) -> float:
    low, high = 1.0, 2.0
    while low < x:
        low, high = high, low + high
    return low


def closest_fibonacci(x: float) -> float:
    return nearer(x, floor_fibonacci(x), ceiling_fibonacci(x))


class Selector(NamedTuple):
    """A round-number selector: its meaning for positive finite numbers, words, and rows."""

    choose: Callable[[float], float]
    first: str
    returns: str
    golden: tuple[tuple[float, float], ...]


SELECTORS = (
    Selector(
        floor_base10,
        "The greatest power of ten that is not above `x`.",
        "A power of ten.",
        ((1732.234, 1000.0), (1000.0, 1000.0), (0.5, 0.1), (1e-310, 0.0)),
    ),
    Selector(
        ceiling_base10,
        "The least power of ten that is not below `x`.",
        "A power of ten; infinite where it is beyond f64.",
        ((1732.0, 10000.0), (1000.0, 1000.0), (1.7e308, math.inf)),
    ),
    Selector(
        closest_base10,
        "The nearest power of ten.",
        "A power of ten; the lower one in the middle of two.",
        ((1732.0, 1000.0), (6000.0, 10000.0), (5500.0, 1000.0)),
    ),
    Selector(
        floor_decade,
        "`x` with all digits but the first set to 0.",
        "A digit times a power of ten; NaN below about 1e-308.",
        ((2734.0, 2000.0), (1732.0, 1000.0), (1e-310, math.nan)),
    ),
    Selector(
        ceiling_decade,
        "`x` rounded up to one digit and zeros.",
        "A digit times a power of ten; NaN below about 1e-308.",
        ((2734.0, 3000.0), (1732.0, 2000.0), (3000.0, 3000.0)),
    ),
    Selector(
        closest_decade,
        "`x` rounded to one digit and zeros.",
        "A digit times a power of ten, halves up; NaN below about 1e-308.",
        ((2734.0, 3000.0), (1732.0, 2000.0), (2500.0, 3000.0)),
    ),
    Selector(
        floor_binomial,
        "The greatest power of two that is not above `x`.",
        "A power of two.",
        ((1732.0, 1024.0), (1024.0, 1024.0), (0.7, 0.5)),
    ),
    Selector(
        ceiling_binomial,
        "The least power of two that is not below `x`.",
        "A power of two; infinite where it is beyond f64.",
        ((1732.0, 2048.0), (1024.0, 1024.0), (1.7e308, math.inf)),
    ),
    Selector(
        closest_binomial,
        "The nearest power of two.",
        "A power of two; the lower one in the middle of two.",
        ((1732.0, 2048.0), (1536.0, 1024.0), (1024.0, 1024.0)),
    ),
    Selector(
        floor_fibonacci,
        "The greatest Fibonacci number that is not above `x`.",
        "One of 1, 2, 3, 5, 8 and so on; 0.0 below 1.",
        ((1732.0, 1597.0), (1597.0, 1597.0), (0.5, 0.0)),
    ),
    Selector(
        ceiling_fibonacci,
        "The least Fibonacci number that is not below `x`.",
        "One of 1, 2, 3, 5, 8 and so on; infinite where it is beyond f64.",
        ((1732.0, 2584.0), (1597.0, 1597.0), (0.5, 1.0), (1.7e308, math.inf)),
    ),
    Selector(
        closest_fibonacci,
        "The nearest Fibonacci number.",
        "0, or one of 1, 2, 3, 5, 8 and so on; the lower one in the middle of two.",
        ((1732.0, 1597.0), (4.0, 3.0), (0.5, 0.0)),
    ),
)
NOT_ROUNDED = (0.0, -5.0, math.inf, math.nan)

PAGE = """{first}

Args:
    x: any f64.

Returns:
    {returns}  0.0 where `x` is not positive and finite.

Example:
    size := {name}(hash_interval(cycle, 1.0, 5000.0))
"""


def declare_selector(selector: Selector) -> None:
    """Declare a selector under the name of its function."""
    name = selector.choose.__name__

    def select(x: Any) -> float:
        return selector.choose(x) if is_positive(x) else 0.0

    rows = (*selector.golden, *((x, 0.0) for x in NOT_ROUNDED))
    add(
        NodeSpec(
            name=name,
            category="Math",
            params=(Param("x", PortType.F64, Kind.WIRE),),
            returns=(PortType.F64,),
            ref=select,
            doc=PAGE.format(first=selector.first, returns=selector.returns, name=name),
            c=f"pd_is_positive(x) ? pd_round_{name}(x) : 0.0",
            golden=tuple(((x,), result) for x, result in rows),
        )
    )


for _selector in SELECTORS:
    declare_selector(_selector)


@node(
    "Math",
    c="pd_is_positive(interval) ? floor(x / interval) * interval : x",
    golden=[((1732.0, 500.0), 1500.0), ((1732.0, 0.0), 1732.0), ((-1.0, 2.0), -2.0)],
)
def round_floor(x: f64, interval: f64) -> f64:
    """The greatest multiple of an interval that is not above `x`.

    Args:
        x: any f64.
        interval: the distance of results.

    Returns:
        A multiple of `interval`; `x` where that is not positive and finite.

    Example:
        price := round_floor(hash_interval(cycle, 1.0, 99.0), 0.25)
    """
    return ieee.floor(x / interval) * interval if is_positive(interval) else x


@node(
    "Math",
    c="pd_is_positive(interval) ? ceil(x / interval) * interval : x",
    golden=[((1732.0, 500.0), 2000.0), ((1732.0, -1.0), 1732.0), ((-0.5, 2.0), -0.0)],
)
def round_ceiling(x: f64, interval: f64) -> f64:
    """The least multiple of an interval that is not below `x`.

    Args:
        x: any f64.
        interval: the distance of results.

    Returns:
        A multiple of `interval`; `x` where that is not positive and finite.

    Example:
        price := round_ceiling(hash_interval(cycle, 1.0, 99.0), 0.25)
    """
    return ieee.ceil(x / interval) * interval if is_positive(interval) else x


@node(
    "Math",
    c="pd_is_positive(interval) ? pd_round_away(x / interval) * interval : x",
    golden=[
        ((1732.0, 500.0), 1500.0),
        ((1750.0, 500.0), 2000.0),
        ((1700.0, 500.0), 1500.0),
        ((1732.0, 0.0), 1732.0),
        ((math.nan, 1.0), math.nan),
    ],
)
def round_nearest(x: f64, interval: f64) -> f64:
    """The nearest multiple of an interval.

    Args:
        x: any f64.
        interval: the distance of results.

    Returns:
        A multiple of `interval`, halves away from zero; `x` where `interval` is not positive
        and finite.

    Example:
        price := round_nearest(hash_interval(cycle, 1.0, 99.0), 0.25)
    """
    return ieee.round_away(x / interval) * interval if is_positive(interval) else x
