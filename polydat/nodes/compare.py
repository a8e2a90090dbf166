"""Comparing two wires, and choosing one of two by a condition.

A comparison gives 1 or 0 of type u64, so that comparisons combine by bitwise logic.  A
choice evaluates both sides, whatever the condition.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from polydat.nodes.declare import Kind, NodeSpec, Param, add, f64, node, u64
from polydat.types import U64_MAX, PortType


class Comparison(NamedTuple):
    """A comparison of two numbers: its name, its meaning, its C, and its words."""

    name: str
    holds: Callable[[Any, Any], bool]
    c: str
    doc: str


COMPARISONS = (
    Comparison("eq", lambda a, b: a == b, "a == b", "the two are equal"),
    Comparison("ne", lambda a, b: a != b, "a != b", "the two differ"),
    Comparison("lt", lambda a, b: a < b, "a < b", "`a` is below `b`"),
    Comparison("le", lambda a, b: a <= b, "a <= b", "`a` is not above `b`"),
    Comparison("gt", lambda a, b: a > b, "a > b", "`a` is above `b`"),
    Comparison("ge", lambda a, b: a >= b, "a >= b", "`a` is not below `b`"),
)
SYMBOLS = dict(zip((c.name for c in COMPARISONS), ("==", "!=", "<", "<=", ">", ">="), strict=True))

# Whether each holds for two values in order, the same twice, and two in reverse.
ORDERED = {
    "eq": (0, 1, 0),
    "ne": (1, 0, 1),
    "lt": (1, 0, 0),
    "le": (1, 1, 0),
    "gt": (0, 0, 1),
    "ge": (0, 1, 1),
}

PAGE = """Whether {words}: `{symbol}` of {keyword}.
{note}
Args:
    a: any {keyword}.
    b: any {keyword}.

Returns:
    1 where it holds, 0 where it does not.

Example:
    flag := {keyword}_{name}({left}, {right})
"""
NAN_NOTE = """
NaN is different from everything, and neither above nor below; the two zeros are equal.
"""


def declare_comparison(comparison: Comparison, type: PortType) -> None:
    """Declare one comparison of one type."""

    def compare(a: Any, b: Any) -> int:
        return int(comparison.holds(a, b))

    is_float = type.is_float
    doc = PAGE.format(
        keyword=type.keyword,
        name=comparison.name,
        words=comparison.doc,
        symbol=SYMBOLS[comparison.name],
        note=NAN_NOTE if is_float else "",
        left="unit_interval(hash(cycle))" if is_float else "hash_range(cycle, 10)",
        right="0.5" if is_float else "5",
    )
    low, high = (-1.5, math.inf) if is_float else (5, U64_MAX)
    pairs = ((low, high), (high, high), (high, low))
    rows = [(pair, held) for pair, held in zip(pairs, ORDERED[comparison.name], strict=True)]
    if is_float:
        rows.append(((math.nan, math.nan), int(comparison.name == "ne")))
        rows.append(((0.0, -0.0), ORDERED[comparison.name][1]))
    add(
        NodeSpec(
            name=f"{type.keyword}_{comparison.name}",
            category="Arithmetic",
            params=(Param("a", type, Kind.WIRE), Param("b", type, Kind.WIRE)),
            returns=(PortType.U64,),
            ref=compare,
            doc=doc,
            c=comparison.c,
            golden=tuple(rows),
        )
    )


for _type in (PortType.U64, PortType.F64):
    for _comparison in COMPARISONS:
        declare_comparison(_comparison, _type)


@node(
    "Arithmetic",
    c="pd_str_eq",
    golden=[(("a", "a"), 1), (("a", "ab"), 0), (("", ""), 1), (("a", "A"), 0)],
)
def str_eq(a: str, b: str) -> u64:
    """Whether two texts are equal, byte for byte: `==` of str.

    Args:
        a: any text.
        b: any text.

    Returns:
        1 where they are, 0 where they are not.

    Example:
        flag := str_eq(one_of(cycle, "red", "green"), "red")
    """
    return int(a == b)


@node(
    "Arithmetic",
    c="!pd_str_eq(a, b)",
    golden=[(("a", "a"), 0), (("a", "ab"), 1), (("", ""), 0), (("", "a"), 1)],
)
def str_ne(a: str, b: str) -> u64:
    """Whether two texts differ: `!=` of str.

    Args:
        a: any text.
        b: any text.

    Returns:
        1 where they do, 0 where they do not.

    Example:
        flag := str_ne(one_of(cycle, "red", "green"), "red")
    """
    return int(a != b)


@node(
    "Arithmetic",
    c="cond ? a : b",
    golden=[((1, 10, 20), 10), ((0, 10, 20), 20), ((U64_MAX, 0, 1), 0)],
)
def select_u64(cond: u64, a: u64, b: u64) -> u64:
    """One of two u64: `if` of u64.

    Args:
        cond: the condition, true where it is not 0.
        a: what is given where it is true.
        b: what is given where it is 0.

    Returns:
        `a` or `b`.

    Example:
        size := select_u64(u64_lt(cycle, 100), 10, 1000)
    """
    return a if cond else b


@node(
    "Arithmetic",
    c="cond ? a : b",
    golden=[((1, 0.5, 1.05), 0.5), ((0, 0.5, 1.05), 1.05), ((2, -0.0, 0.0), -0.0)],
)
def select_f64(cond: u64, a: f64, b: f64) -> f64:
    """One of two f64: `if` of f64.

    Args:
        cond: the condition, true where it is not 0.
        a: what is given where it is true.
        b: what is given where it is 0.

    Returns:
        `a` or `b`.

    Example:
        delay := select_f64(fair_coin(cycle), 1.5, 20.0)
    """
    return a if cond else b


@node(
    "Arithmetic",
    c="cond ? a : b",
    golden=[((1, "yes", "no"), "yes"), ((0, "yes", "no"), "no"), ((7, "", "x"), "")],
)
def select_str(cond: u64, a: str, b: str) -> str:
    """One of two texts: `if` of str.

    Args:
        cond: the condition, true where it is not 0.
        a: what is given where it is true.
        b: what is given where it is 0.

    Returns:
        `a` or `b`.

    Example:
        state := select_str(fair_coin(cycle), "up", "down")
    """
    return a if cond else b


@node(
    "Probability",
    c="cond ? if_true : if_false",
    golden=[((1, 10, 20), 10), ((0, 10, 20), 20), ((U64_MAX, 0, 1), 0)],
)
def select(cond: u64, if_true: u64, if_false: u64) -> u64:
    """One of two u64, as a coin decides.

    Args:
        cond: the condition, true where it is not 0.
        if_true: what is given where it is true.
        if_false: what is given where it is 0.

    Returns:
        `if_true` or `if_false`.

    Example:
        size := select(unfair_coin(cycle, 0.1), 1000000, 100)
    """
    return if_true if cond else if_false
