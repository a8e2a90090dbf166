"""The adapters that the compiler puts on a wire whose two ends differ in type.

Declared in a loop over the pairs that never fail.  Each is an ordinary node function of
one wire, which a program may also call by name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from polydat.nodes.declare import Kind, NodeSpec, Param, Types, add
from polydat.nodes.pieces import Form, Piece, Shown
from polydat.types import PortType, convert, integer_range, text

P = PortType

Row = tuple[tuple[Any, ...], Any]


def adapter_name(source: PortType, target: PortType) -> str:
    """Name of the node function from one type to another, declared or not."""
    if target is P.STR and source.domain is not None and source is not P.BOOL:
        return f"__{source.keyword}_to_string"
    return f"__{source.keyword}_to_{target.keyword}"


class Rule(NamedTuple):
    """How one family of pairs converts: in Python, in C, and in words."""

    ref: Callable[[Any], Any]
    c: str | None
    doc: str


KEEP = Rule(convert.keep, "(input)", "The same number.")
TO_F64 = Rule(convert.integer_to_f64, "(double)input", "The nearest f64, ties to even.")
FROM_U64 = TO_F64._replace(c="pd_from_u64(input)")
TO_F32 = Rule(convert.integer_to_f32, "(float)input", "The nearest f32, ties to even.")
WIDEN = Rule(convert.widen_float, "(input)", "The same number.")
NOT_ZERO = Rule(convert.integer_to_bool, "input != 0", "Whether the number is not 0.")
IS_NUMBER = Rule(
    convert.float_to_bool,
    "(uint64_t)(input < 0 || input > 0)",
    "Whether the number is neither zero nor NaN.",
)
TO_INTEGER = Rule(convert.bool_to_integer, "input != 0", "1 for true, 0 for false.")
TO_FLOAT = Rule(convert.bool_to_float, "input ? 1.0f : 0.0f", "1.0 for true, 0.0 for false.")

# From each type to those that hold it; what is missing can fail, or is no wire's business.
TARGETS = {
    P.U8: (P.U16, P.I16, P.U32, P.I32, P.F32, P.U64, P.I64, P.F64, P.BOOL),
    P.I8: (P.I16, P.I32, P.F32, P.I64, P.F64, P.BOOL),
    P.U16: (P.U32, P.I32, P.F32, P.U64, P.I64, P.F64, P.BOOL),
    P.I16: (P.I32, P.F32, P.I64, P.F64, P.BOOL),
    P.U32: (P.U64, P.I64, P.F64, P.BOOL),
    P.I32: (P.F32, P.I64, P.F64, P.BOOL),
    P.F32: (P.F64, P.BOOL),
    P.U64: (P.F64, P.BOOL),
    P.I64: (P.F64, P.BOOL),
    P.F64: (P.BOOL,),
    P.BOOL: (P.U8, P.I8, P.U16, P.I16, P.U32, P.I32, P.F32, P.U64, P.I64, P.F64),
}

# What the edges of a type become, where it is not the same number; by hand.
ROUNDED: dict[tuple[PortType, PortType], list[Row]] = {
    (P.I32, P.F32): [((16777217,), 16777216.0), ((2**31 - 1,), 2.0**31)],
    (P.U64, P.F64): [((2**53 + 1,), 2.0**53), ((2**64 - 1,), 2.0**64)],
    (P.I64, P.F64): [((-(2**53) - 1,), -(2.0**53)), ((2**63 - 1,), 2.0**63)],
}
FLOAT_EDGES = (1.5, -0.0, math.inf, math.nan)
TEXTS: dict[PortType, list[Row]] = {
    P.BOOL: [((True,), "true"), ((False,), "false")],
    P.F64: [((1.0,), "1"), ((-0.0,), "-0"), ((5e-5,), "0.00005"), ((1e21,), f"1{'0' * 21}")],
    P.F32: [((1.0,), "1"), ((0.10000000149011612,), "0.1"), ((2.0**-149,), f"0.{'0' * 44}1")],
}


def rule_of(source: PortType, target: PortType) -> Rule:
    """The conversion of a pair of numeric types."""
    if source is P.BOOL:
        return TO_FLOAT if target.is_float else TO_INTEGER
    if target is P.BOOL:
        return IS_NUMBER if source.is_float else NOT_ZERO
    if source.is_float:
        return WIDEN
    if target.is_float:
        if source is P.U64:
            return FROM_U64  # to f64, which is the only one
        return TO_F64 if target is P.F64 else TO_F32
    return KEEP


def edge_rows(source: PortType, target: PortType) -> list[Row]:
    """Golden rows of a pair of numeric types."""
    if (source, target) in ROUNDED:
        return ROUNDED[source, target]
    edges = FLOAT_EDGES if source.is_float else dict.fromkeys((0, 1, *integer_range(source)))
    if target is P.BOOL:
        return [((edge,), edge == edge and edge != 0) for edge in edges]
    kind = float if target.is_float else int
    return [((bool(edge) if source is P.BOOL else edge,), kind(edge)) for edge in edges]


def text_rows(source: PortType) -> list[Row]:
    """Golden rows of an adapter to text."""
    if source in TEXTS:
        return TEXTS[source]
    return [((edge,), f"{edge}") for edge in integer_range(source)]


def declare_number(source: PortType, target: PortType) -> None:
    """Declare the adapter of two numeric types."""
    rule = rule_of(source, target)
    declare_adapter(source, target, rule, edge_rows(source, target))


def declare_text(source: PortType) -> None:
    """Declare the adapter of a type to text: floats in the plain form."""

    def to_text(value: Any) -> str:
        return text.plain(value, source) if source.is_float else text.row_text(value, source)

    def pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
        return (Shown(0, source, Form.PLAIN),)

    doc = "The number in decimal, never with an exponent."
    rule = Rule(to_text, None, "`true` or `false`." if source is P.BOOL else doc)
    declare_adapter(source, P.STR, rule, text_rows(source), pieces)


def declare_adapter(
    source: PortType,
    target: PortType,
    rule: Rule,
    golden: Sequence[Row],
    pieces: Callable[[Sequence[Any], Types], tuple[Piece, ...]] | None = None,
) -> None:
    add(
        NodeSpec(
            name=adapter_name(source, target),
            category="Conversions",
            params=(Param("input", source, Kind.WIRE),),
            returns=(target,),
            ref=rule.ref,
            doc=f"{rule.doc}  Put in where a {source.keyword} is read as {target.keyword}.",
            c=rule.c,
            include="runtime/cast.h",
            pieces=pieces,
            golden=tuple(golden),
        )
    )


for _source, _targets in TARGETS.items():
    for _target in _targets:
        declare_number(_source, _target)
    declare_text(_source)
