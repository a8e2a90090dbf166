"""Which function an operator is, by the types of its operands.

both u64        the u64 function
a text          joined by `+`, compared by `==` and `!=`
anything else   the f64 function, u64 operands converted first
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from polydat.errors import BindError, Diagnostic, Span
from polydat.graph.events import TypeWidening
from polydat.lower.builder import Builder, Use, constant_use
from polydat.lower.scope import Operand
from polydat.nodes import registry
from polydat.types import PortType


class Functions(NamedTuple):
    """The functions of an operator; `None` where it has none for that kind of operand."""

    u64: str | None
    f64: str | None
    str: str | None = None


ARITHMETIC = {
    "+": Functions("u64_add", "f64_add"),
    "-": Functions("u64_sub", "f64_sub"),
    "*": Functions("u64_mul", "f64_mul"),
    "/": Functions("u64_div", "f64_div"),
    "%": Functions("u64_mod", "f64_mod"),
    "**": Functions(None, "pow"),
    "==": Functions("u64_eq", "f64_eq", "str_eq"),
    "!=": Functions("u64_ne", "f64_ne", "str_ne"),
    "<": Functions("u64_lt", "f64_lt"),
    ">": Functions("u64_gt", "f64_gt"),
    "<=": Functions("u64_le", "f64_le"),
    ">=": Functions("u64_ge", "f64_ge"),
}
# On u64 whatever the operands are: another type needs an adapter, or is refused.
BITWISE = {"&": "u64_and", "|": "u64_or", "^": "u64_xor", "<<": "u64_shl", ">>": "u64_shr"}
LOGICAL = {"&&": "u64_and", "||": "u64_or"}

SELECT = (
    (PortType.STR, "select_str"),
    (PortType.F64, "select_f64"),
    (PortType.U64, "select_u64"),
)


class Place(NamedTuple):
    """Whom an operator works for, and where it and its operands were written."""

    owner: str
    span: Span | None
    operands: tuple[Span | None, ...]


def binary(builder: Builder, symbol: str, left: Operand, right: Operand, place: Place) -> Use:
    """The use of a function that an operator with two operands is.

    Raises:
        BindError: the operator does not take these types.
    """
    if symbol in LOGICAL:
        operands = [truth(builder, operand, place) for operand in (left, right)]
        return use(LOGICAL[symbol], operands, place, symbol)
    if symbol in BITWISE:
        return use(BITWISE[symbol], (left, right), place, symbol)
    functions = ARITHMETIC[symbol]
    types = {left.type, right.type}
    if PortType.STR in types and symbol not in ("+", "-", "*", "/", "%", "**"):
        if functions.str is None:
            raise BindError(
                Diagnostic(
                    f"'{symbol}' does not order texts",
                    place.span,
                    write="a comparison of numbers; texts have '==' and '!='",
                )
            )
        return use(functions.str, (left, right), place, symbol)
    if types == {PortType.U64} and functions.u64 is not None:
        return use(functions.u64, (left, right), place, symbol)
    if symbol in ("==", "!=", "<", ">", "<=", ">=") and PortType.F64 not in types:
        assert functions.u64 is not None
        return use(functions.u64, (left, right), place, symbol)
    assert functions.f64 is not None
    wide = [widened(builder, operand, place, symbol) for operand in (left, right)]
    return use(functions.f64, wide, place, symbol)


def joined(terms: Sequence[Operand], place: Place) -> Use:
    """The use that joins the texts of all terms of a sum."""
    return use("str_concat", terms, place, "+")


def negative(builder: Builder, operand: Operand, place: Place) -> Use:
    """`-x`: 0.0 minus the operand as a float."""
    zero = builder.add_unnamed(place.owner, constant_use(0.0, PortType.F64, place.span))
    wide = widened(builder, operand, place, "-")
    around = Place(place.owner, place.span, (place.span, *place.operands))
    return use("f64_sub", (zero, wide), around, "-")


def complement(operand: Operand, place: Place) -> Use:
    """`!x`: all bits flipped."""
    return use("u64_not", (operand,), place, "!")


def conditional(builder: Builder, operands: Sequence[Operand], place: Place) -> Use:
    """`if(condition, a, b)`: a text, a float or an integer, by its branches."""
    condition, *branches = operands
    types = {branch.type for branch in branches}
    kind, function = next(
        ((t, name) for t, name in SELECT if t in types), (PortType.U64, "select_u64")
    )
    if kind is PortType.F64:
        branches = [widened(builder, branch, place, "if") for branch in branches]
    return use(function, (condition, *branches), place, "if")


def truth(builder: Builder, operand: Operand, place: Place) -> Operand:
    """Whether an operand is not zero, as a u64."""
    zero = builder.add_unnamed(place.owner, constant_use(0, PortType.U64, place.span))
    return builder.add_unnamed(place.owner, binary(builder, "!=", operand, zero, place))


def widened(builder: Builder, operand: Operand, place: Place, symbol: str) -> Operand:
    """A u64 as an f64; anything else as it is."""
    if operand.type is not PortType.U64:
        return operand
    builder.log.add(TypeWidening("u64", "f64", f"'{symbol}' of '{place.owner}'"))
    spec = registry.get("to_f64")
    return builder.add_unnamed(place.owner, Use(spec, (operand,), (), place.span, (place.span,)))


def use(function: str, operands: Sequence[Operand], place: Place, symbol: str) -> Use:
    """The use of the function that an operator stands for.

    Raises:
        BindError: this version has no such function yet.
    """
    spec = registry.find(function)
    if spec is None:
        raise BindError(
            Diagnostic(f"'{symbol}' is not available yet: it needs '{function}'", place.span)
        )
    return Use(spec, tuple(operands), (), place.span, place.operands)
