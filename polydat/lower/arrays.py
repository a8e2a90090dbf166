"""A list bound to a name: a text of its elements, for functions that read such texts."""

from __future__ import annotations

from polydat.errors import BindError, Diagnostic
from polydat.lang import tree
from polydat.types.text import plain


def array_text(array: tree.Array) -> str:
    """The elements joined by a comma and a blank.

    Raises:
        BindError: an element is no literal and no name.
    """
    return ", ".join(map(element_text, array.items))


def element_text(item: tree.Expr) -> str:
    match item:
        case tree.Int(value):
            return str(value)
        case tree.Float(value):
            return f"{value:.1f}" if value.is_integer() else plain(value)
        case tree.Str(value):
            return value
        case tree.Bool(value):
            return "true" if value else "false"
        case tree.Name(name):
            return name
        case tree.Unary("-", operand):
            return f"-{element_text(operand)}"
    raise BindError(
        Diagnostic(
            "an element of a list is a literal or a name",
            item.span,
            write="the value itself; a list does not compute",
        )
    )
