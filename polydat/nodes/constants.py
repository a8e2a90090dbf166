"""Constants, lists of them to pick from, and the wire that changes nothing.

A constant node reads no wire: an engine puts its value into the slot when a kernel is
made, so it has no C of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.errors import EvalError
from polydat.nodes.declare import Const, Kind, NodeSpec, Param, Types, add, f64, node, u64
from polydat.nodes.failures import NO_VALUES
from polydat.nodes.pieces import Form, Piece, Shown
from polydat.nodes.tables import Texts
from polydat.types import ELEMENTS, REGISTERS, U64_MAX, PortType, integer_range
from polydat.types.json_text import Json


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
    """The pieces of a node that passes on what has an address: the same bytes."""
    return (Shown(0, PortType.STR, Form.DISPLAY),)


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


def need_values(name: str, values: Sequence[Any]) -> None:
    """Refuse to pick from an empty list.

    Raises:
        EvalError: it is empty.
    """
    if not values:
        raise EvalError(f"{name}: {NO_VALUES.text}")


@node(
    "Math",
    c="pd_fixed_values_u64",
    fails=NO_VALUES,
    golden=[((0, 10, 20, 30), 10), ((2, 10, 20, 30), 30), ((3, 10, 20, 30), 10), ((7, 5), 5)],
)
def fixed_values_u64(input: u64, *values: Const[u64]) -> u64:
    """One of a list of u64, in turn.

    Args:
        input: which one, modulo their number.
        values: the list.

    Returns:
        `values[input mod N]`.

    Raises:
        EvalError: the list is empty.

    Example:
        size := fixed_values_u64(cycle, 512, 1024, 4096)
    """
    need_values("fixed_values_u64", values)
    return values[input % len(values)]


@node(
    "Math",
    c="pd_fixed_values_f64",
    fails=NO_VALUES,
    golden=[((0, 0.5, -0.0), 0.5), ((1, 0.5, -0.0), -0.0), ((U64_MAX, 1.0, 2.0), 2.0)],
)
def fixed_values_f64(input: u64, *values: Const[f64]) -> f64:
    """One of a list of f64, in turn.

    Args:
        input: which one, modulo their number.
        values: the list.

    Returns:
        `values[input mod N]`.

    Raises:
        EvalError: the list is empty.

    Example:
        price := fixed_values_f64(cycle, 0.99, 4.99, 19.99)
    """
    need_values("fixed_values_f64", values)
    return values[input % len(values)]


def list_of_texts(*values: str) -> Texts:
    """The table of a list of texts."""
    return Texts(values)


@node(
    "Math",
    c="pd_fixed_values_str",
    setup=list_of_texts,
    fails=NO_VALUES,
    golden=[
        ((0, "a", "b"), "a"),
        ((3, "a", "b"), "b"),
        ((1, "x", ""), ""),
        ((2, "\u00e9"), "\u00e9"),
    ],
)
def fixed_values_str(input: u64, *values: Const[str], table: Texts) -> str:
    """One of a list of texts, in turn.

    Args:
        input: which one, modulo their number.
        values: the list.

    Returns:
        `values[input mod N]`.

    Raises:
        EvalError: the list is empty.

    Example:
        region := fixed_values_str(cycle, "north", "south", "east", "west")
    """
    need_values("fixed_values_str", table.texts)
    return table.texts[input % len(table.texts)]


def constant_name(type: PortType) -> str:
    """Name of the node function that is a constant of `type`."""
    public = (PortType.U64, PortType.F64, PortType.BOOL, PortType.STR)
    return f"const_{type.keyword}" if type in public else f"__const_{type.keyword}"


def declare_constant(type: PortType, edges: Sequence[Any]) -> None:
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
    PortType.U128,
    PortType.I128,
):
    declare_constant(_type, (1, *integer_range(_type)))
declare_constant(PortType.F32, (1.5, -0.0))
declare_constant(PortType.F16, (1.5, -0.0))
for _type in sorted(REGISTERS, key=str):
    declare_constant(_type, (bytes(range(16)),))
declare_constant(PortType.EXT, ("any object",))
declare_constant(PortType.HANDLE, ("any object",))
declare_constant(PortType.BYTES, (b"", b"\x00\xff"))
declare_constant(PortType.JSON, (Json("null"), Json('{"a":[1,2.5]}')))
for _type, _element in ELEMENTS.items():
    declare_constant(_type, ((), (1.5, -0.0) if _element.is_float else integer_range(_element)))
