"""Constants, and the wire that changes nothing.

A constant node reads no wire: an engine puts its value into the slot when a kernel is
made, so it has no C of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.nodes.declare import Const, Kind, NodeSpec, Param, Types, add, f64, node, u64
from polydat.nodes.pieces import Form, Piece, Shown
from polydat.types import U64_MAX, PortType, integer_range


@node("Math", golden=[((42,), 42), ((U64_MAX,), U64_MAX)])
def const_u64(value: Const[u64]) -> u64:
    """The constant `value`.

    Args:
        value: any u64.

    Returns:
        `value`.

    Example:
        answer := const_u64(42)
    """
    return value


@node("Math", golden=[((2.5,), 2.5), ((-0.0,), -0.0)])
def const_f64(value: Const[f64] = 0.0) -> f64:
    """The constant `value`.

    Args:
        value: any f64; an integer literal is rounded to one.

    Returns:
        `value`.

    Example:
        half := const_f64(0.5)
    """
    return value


@node("Math", golden=[((True,), True), ((False,), False)])
def const_bool(value: Const[bool] = False) -> bool:
    """The constant `value`.

    Args:
        value: `true`, `false`, or an integer: true where it is not 0.

    Returns:
        `value`.

    Example:
        enabled := const_bool(true)
    """
    return value


@node("Diagnostic", golden=[(("eu-west",), "eu-west"), (("",), "")])
def const_str(value: Const[str] = "") -> str:
    """The constant `value`.

    Args:
        value: any text.

    Returns:
        `value`.

    Example:
        region := const_str("eu-west")
    """
    return value


def whole_text(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of a node that passes its text on."""
    return (Shown(0, types[0], Form.DISPLAY),)


@node(
    "Diagnostic",
    c="(input)",
    pieces=whole_text,
    golden=[((42,), 42), (("text",), "text"), ((None,), None)],
)
def identity(input: Any) -> Any:
    """The input, unchanged, whatever its type.

    Args:
        input: a wire of any type; `None` passes too.

    Returns:
        `input`, with its type.

    Example:
        same := identity(cycle)
    """
    return input


def constant_name(type: PortType) -> str:
    """Name of the node function that is a constant of `type`."""
    public = (PortType.U64, PortType.F64, PortType.BOOL, PortType.STR)
    return f"const_{type.keyword}" if type in public else f"__const_{type.keyword}"


def declare_constant(type: PortType, edges: Sequence[int | float]) -> None:
    """Declare the constant that the compiler folds values of `type` into."""

    def value_of(value: Any) -> Any:
        return value

    add(
        NodeSpec(
            name=constant_name(type),
            category="Math",
            params=(Param("value", type, Kind.CONST),),
            returns=(type,),
            ref=value_of,
            doc=f"A constant of type {type.keyword}: what a node without inputs is folded into.",
            golden=tuple(((edge,), edge) for edge in edges),
        )
    )


for _type in (
    PortType.I64,
    PortType.U32,
    PortType.I32,
    PortType.U16,
    PortType.I16,
    PortType.U8,
    PortType.I8,
):
    declare_constant(_type, (1, *integer_range(_type)))
declare_constant(PortType.F32, (1.5, -0.0))
