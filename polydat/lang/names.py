"""Which wires a tree reads and which names it defines, each with its place.

Names of functions, modules, arguments and types are no wires.  Placeholders of a text
are expressions like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from polydat.errors import Span
from polydat.lang import tree


def reads(expr: tree.Expr) -> Iterator[tree.Name | tree.Field]:
    """Every place where an expression reads a wire, in the order of the text."""
    stack: list[tree.Expr] = [expr]
    while stack:
        match stack.pop():
            case tree.Name() | tree.Field() as read:
                yield read
            case tree.Array(items):
                stack += reversed(items)
            case tree.Call(_, arguments):
                stack += [argument.value for argument in reversed(arguments)]
            case tree.Binary(_, left, right):
                stack += (right, left)
            case tree.Sum(terms):
                stack += reversed(terms)
            case tree.Unary(_, operand):
                stack.append(operand)
            case tree.Cast(value):
                stack.append(value)
            case _:  # literals
                pass


def free_names(expr: tree.Expr) -> dict[str, Span | None]:
    """The names that an expression reads, each with its first place.

    Of a field it is the source: the field itself is no name.
    """
    found: dict[str, Span | None] = {}
    for read in reads(expr):
        name = read.name if isinstance(read, tree.Name) else read.source
        found.setdefault(name, read.span)
    return found
