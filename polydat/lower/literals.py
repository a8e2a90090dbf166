"""Literals as constants: of their own type, or of the type that is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from polydat.errors import Span
from polydat.graph.assembler import constant_of, describe
from polydat.lang import tree
from polydat.types import PortType


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal, or a number literal behind one `-`.

    Attributes:
        value: a Python value; an integer is negative behind a `-`.
        type: the type it has where nothing else is asked for; f64 behind a `-`.
        negated: it stands behind a `-`, which tells -0.0 from 0.
    """

    value: bool | int | float | str
    type: PortType
    span: Span | None = None
    negated: bool = False

    def as_type(self, type: PortType) -> Any:
        """The value as a constant of a type, or `None` where it cannot be one."""
        if type.is_float and self.negated and self.value == 0:
            return -0.0
        return constant_of(self.value, type)

    @property
    def own(self) -> Any:
        """The value as a constant of its own type."""
        return self.as_type(self.type)

    @property
    def words(self) -> str:
        """The literal in words, for a message."""
        return describe(self.value)


def literal_of(expr: tree.Expr) -> Literal | None:
    """The literal that an expression is, if it is one."""
    match expr:
        case tree.Int(value):
            return Literal(value, PortType.U64, expr.span)
        case tree.Float(value):
            return Literal(value, PortType.F64, expr.span)
        case tree.Bool(value):
            return Literal(value, PortType.BOOL, expr.span)
        case tree.Str(value):
            return Literal(value, PortType.STR, expr.span)
        case tree.Unary("-", tree.Int(value) | tree.Float(value)):
            return Literal(-value, PortType.F64, expr.span, negated=True)
    return None
