"""The best numpy expression of each numeric node: what `python -m bench nodes` compares with.

An expression computes the values of a node from arrays `x`, `y`, `z` of its wires into the
array `out`; a part that numpy has no place for becomes an array of its own.  `None`: numpy has
nothing for it, not even in several steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
U64 = np.uint64


@dataclass(frozen=True, slots=True)
class Timed:
    """How a node is timed.

    Attributes:
        constants: those of the node.
        numpy: the expression, or `None`.
        low, high: values of its wires lie between them.
        elementary: whether it uses elementary functions, or draws from a table.
        close: relative difference that is allowed, where numpy rounds another way.
    """

    constants: tuple[Any, ...]
    numpy: Callable[..., Any] | None
    low: float = 0
    high: float = 1 << 40
    elementary: bool = False
    close: float = 0.0


def mixed(x: Array, out: Array) -> Array:
    """The hash: SplitMix64, in place."""
    np.add(x, U64(0x9E3779B97F4A7C15), out=out)
    np.bitwise_xor(out, out >> U64(30), out=out)
    np.multiply(out, U64(0xBF58476D1CE4E5B9), out=out)
    np.bitwise_xor(out, out >> U64(27), out=out)
    np.multiply(out, U64(0x94D049BB133111EB), out=out)
    return np.bitwise_xor(out, out >> U64(31), out=out)


def unit(x: Array, out: Array) -> Array:
    """A u64 as a share of 2**64."""
    np.copyto(out, x)
    return np.multiply(out, 2.0**-64, out=out)


def spread(x: Array) -> Array:
    """Each of the lower 32 bits in every second place."""
    x = x & U64(0xFFFFFFFF)
    for shift, mask in (
        (16, 0x0000FFFF0000FFFF),
        (8, 0x00FF00FF00FF00FF),
        (4, 0x0F0F0F0F0F0F0F0F),
        (2, 0x3333333333333333),
        (1, 0x5555555555555555),
    ):
        x = (x | (x << U64(shift))) & U64(mask)
    return x


def scaled(x: Array, below: float, width: float, out: Array) -> Array:
    """`below + unit(x) * width`."""
    unit(x, out)
    np.multiply(out, width, out=out)
    return np.add(out, below, out=out)


def copied(x: Array, out: Array) -> None:
    np.copyto(out, x, casting="unsafe")


def table(values: list[Any], dtype: Any) -> Callable[..., Any]:
    held = np.array(values, dtype)
    return lambda x, out: np.take(held, (x % U64(len(held))).astype(np.intp), out=out)


def interpolated(x: Array, out: Array) -> Array:
    """Between the entries of a table of 1001."""
    np.copyto(out, np.interp(x, AT, ENTRIES))


def truncated(x: Array, out: Array, rounding: Any = None) -> None:
    """The whole part as a u64, within its bounds; 0 for NaN."""
    held = np.fmin(np.fmax(x, 0.0), LAST)
    np.copyto(out, held if rounding is None else rounding(held, out=held), casting="unsafe")


def checked(x: Array, out: Array) -> None:
    """A u64 as an i64, where it fits."""
    if np.max(x) >= U64(1 << 63):
        raise OverflowError
    np.copyto(out, x, casting="unsafe")


def nonzero(operation: Any) -> Callable[..., Any]:
    """A division whose divisors are looked at first."""

    def divide(x: Array, y: Array, out: Array) -> None:
        if not np.all(y):
            raise ZeroDivisionError
        operation(x, y, out=out)

    return divide


LAST = 2.0**64 - 2048  # the greatest f64 that is a u64
AT = np.arange(1001) / 1000.0
ENTRIES = AT * 8.0 - 2.0
ANY = 2.0**63


def plain(numpy: Callable[..., Any] | None, *constants: Any, **facts: Any) -> Timed:
    return Timed(constants, numpy, **facts)


def function(numpy: Any, low: float, high: float) -> Timed:
    """An elementary function, which numpy has, and rounds its own way."""
    return Timed((), numpy, low, high, elementary=True, close=1e-14)


def two_wires() -> Mapping[str, Timed]:
    """Operations and comparisons of two u64, or two f64."""
    found: dict[str, Timed] = {}
    for name, operation in {"add": np.add, "sub": np.subtract, "mul": np.multiply}.items():
        found[f"u64_{name}"] = plain(operation, high=ANY)
        found[f"f64_{name}"] = plain(operation)
    bitwise = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
    for name, operation in bitwise.items():
        found[f"u64_{name}"] = plain(operation, high=ANY)
    comparisons = {
        "eq": np.equal,
        "ne": np.not_equal,
        "lt": np.less,
        "le": np.less_equal,
        "gt": np.greater,
        "ge": np.greater_equal,
    }
    for name, operation in comparisons.items():
        for type in ("u64", "f64"):
            found[f"{type}_{name}"] = plain(
                lambda x, y, out, operation=operation: np.copyto(out, operation(x, y)), high=100
            )
    return found


EXPRESSIONS: dict[str, Timed] = {
    **two_wires(),
    # Integers.
    "add": plain(lambda x, out: np.add(x, U64(12345), out=out), 12345),
    "mul": plain(lambda x, out: np.multiply(x, U64(12345), out=out), 12345),
    "div": plain(lambda x, out: np.floor_divide(x, U64(12345), out=out), 12345),
    "mod": plain(lambda x, out: np.remainder(x, U64(12345), out=out), 12345),
    "u64_div": plain(np.floor_divide, low=1),
    "u64_mod": plain(np.remainder, low=1),
    "div_wire": plain(nonzero(np.floor_divide), low=1),
    "mod_wire": plain(nonzero(np.remainder), low=1),
    "clamp": plain(lambda x, out: np.clip(x, U64(100), U64(1 << 39), out=out), 100, 1 << 39),
    "ceil_to_multiple": plain(lambda x, y, out: np.multiply((x + (y - U64(1))) // y, y, out=out),
                              low=1),
    "multiples_at_least": plain(lambda x, y, out: np.floor_divide(x + (y - U64(1)), y, out=out),
                                low=1),
    "set_or_get": plain(lambda x, y, out: np.copyto(out, np.where(x, x, y)), high=4),
    "checked_add": plain(
        lambda x, y, out: np.multiply(np.add(x, y, out=out), out >= x, out=out), high=ANY
    ),
    "checked_sub": plain(
        lambda x, y, out: np.multiply(np.subtract(x, y, out=out), x >= y, out=out), high=ANY
    ),
    "checked_mul": plain(None),
    "u64_shl": plain(lambda x, y, out: np.left_shift(x, y & U64(63), out=out), high=64),
    "u64_shr": plain(lambda x, y, out: np.right_shift(x, y & U64(63), out=out), high=64),
    "u64_not": plain(np.invert, high=ANY),
    "interleave": plain(
        lambda x, y, out: np.bitwise_or(spread(x), spread(y) << U64(1), out=out), high=ANY
    ),
    "select": plain(lambda x, y, z, out: np.copyto(out, np.where(x, y, z)), high=2),
    "select_u64": plain(lambda x, y, z, out: np.copyto(out, np.where(x, y, z)), high=2),
    "select_f64": plain(lambda x, y, z, out: np.copyto(out, np.where(x, y, z)), high=2),
    "identity": plain(copied, high=ANY),
    "fixed_values_u64": plain(table([10, 20, 30, 40], np.uint64), 10, 20, 30, 40),
    "fixed_values_f64": plain(table([1.5, 2.5, 3.5, 4.5], np.float64), 1.5, 2.5, 3.5, 4.5),
    # Hashes and what is made of them.
    "hash": plain(mixed, high=ANY),
    "hash_range": plain(
        lambda x, out: np.remainder(mixed(x, out), U64(1000), out=out), 1000, high=ANY
    ),
    "hash_interval": plain(
        lambda x, out: scaled(mixed(x, np.empty_like(x)), -2.0, 8.0, out), -2.0, 6.0,
        high=ANY, close=1e-15,
    ),
    "unit_interval": plain(unit, high=ANY),
    "scale_range": plain(lambda x, out: scaled(x, -2.0, 8.0, out), -2.0, 6.0, high=ANY,
                         close=1e-15),
    "xxhash3": plain(None, high=ANY),
    "pcg": plain(None, 42, 5),
    "pcg_stream": plain(None, 42),
    "cycle_walk": plain(None, 1000, 42, 0),
    "shuffle": plain(None, 0x204, 1000, 0, high=1000),
    "permute": plain(None, 1000, 42),
    "n_of": plain(None, 3, 10),
    "fair_coin": plain(
        lambda x, out: np.bitwise_and(mixed(x, out), U64(1), out=out), high=ANY
    ),
    "lfsr_step": plain(
        lambda x, out: np.bitwise_xor(
            x >> U64(1), np.multiply(x & U64(1), U64(0x8E), out=out), out=out
        ), 0x8E, high=255,
    ),
    "coin_flip": plain(lambda x, out: np.less(x, U64(1 << 62), out=out), 0.25, high=ANY),
    # Conversions.
    "to_f64": plain(copied, high=ANY),
    "to_i64": plain(checked),
    "f64_to_u64": plain(truncated),
    "trunc_u64": plain(truncated),
    "floor_to_u64": plain(partial(truncated, rounding=np.floor)),
    "ceil_to_u64": plain(partial(truncated, rounding=np.ceil)),
    "clamp_f64": plain(lambda x, out: np.clip(x, 10.0, 1e9, out=out), 10.0, 1e9),
    # Floats.
    "f64_div": plain(np.divide, low=1),
    "f64_mod": plain(np.fmod, low=1, elementary=True),
    "abs_f64": plain(np.absolute, low=-1e9),
    "sqrt": plain(np.sqrt),
    "lerp": plain(
        lambda x, out: np.add(np.multiply(x, 8.0, out=out), -2.0, out=out), -2.0, 6.0,
        high=1, close=1e-14,
    ),
    "inv_lerp": plain(
        lambda x, out: np.clip(np.divide(np.subtract(x, 10.0, out=out), 10.0, out=out), 0.0, 1.0,
                               out=out), 10.0, 20.0, high=30, close=1e-15,
    ),
    "remap": plain(
        lambda x, out: np.add(np.multiply(np.divide(np.subtract(x, 32.0, out=out), 180.0,
                              out=out), 100.0, out=out), 0.0, out=out),
        32.0, 212.0, 0.0, 100.0, low=32, high=212, close=1e-14,
    ),
    "quantize": plain(
        lambda x, out: np.multiply(np.floor(np.add(np.divide(x, 0.25, out=out), 0.5, out=out),
                                            out=out), 0.25, out=out),
        0.25, high=1e6,
    ),
    "round_floor": plain(
        lambda x, y, out: np.multiply(np.floor(np.divide(x, y, out=out), out=out), y, out=out),
        low=1, high=1e6,
    ),
    "round_ceiling": plain(
        lambda x, y, out: np.multiply(np.ceil(np.divide(x, y, out=out), out=out), y, out=out),
        low=1, high=1e6,
    ),
    # Elementary functions.
    "exp": function(np.exp, -50, 50),
    "ln": function(np.log, 1e-9, 1e9),
    "pow": function(np.power, 0.1, 20),
    "sin": function(np.sin, -100, 100),
    "cos": function(np.cos, -100, 100),
    "tan": function(np.tan, -1.5, 1.5),
    "asin": function(np.arcsin, -1, 1),
    "acos": function(np.arccos, -1, 1),
    "atan": function(np.arctan, -50, 50),
    "atan2": function(np.arctan2, -50, 50),
    # Distributions: a table, which numpy walks with its own interpolation or search.
    "dist_uniform": plain(interpolated, -2.0, 6.0, high=1, close=1e-12),
    "dist_normal": plain(None, 0.0, 1.0, high=1),
    "dist_weibull": plain(
        lambda x, out: np.multiply(np.power(-np.log1p(-x), 1 / 1.5), 2.0, out=out), 1.5, 2.0,
        high=1, elementary=True, close=1e-13,
    ),
    "dist_geometric": plain(
        lambda x, out: np.copyto(out, np.log1p(-x) / np.log1p(-0.3), casting="unsafe"), 0.3,
        high=1, elementary=True,
    ),
}  # fmt: skip
