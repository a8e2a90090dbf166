"""Which wires a tree reads and which names it defines, each with its place.

Names of functions, modules, arguments and types are no wires.  Placeholders of a text
are expressions like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from polydat.errors import ParseError, Span
from polydat.lang import tree
from polydat.lang.headers import element_names, header_names
from polydat.lang.template import Branch, Hole, Piece, Projection, Static, read_template

Places: TypeAlias = "dict[str, Span | None]"
IMPLIED = "cycle"  # the input that every body of a `for` has


def free_names(node: tree.Expr | tree.Statement | tree.File) -> Places:
    """The names that something reads and does not define, each with its first place.

    They stand in the order of the text.  Of a field it is the source, without the field.
    A module reads nothing from outside.
    """
    match node:
        case tree.File(statements):
            return without(read_by_all(statements), defined_by_all(statements))
        case tree.Binding():
            return read_by(node.value)
        case tree.Extern():
            return read_by(node.default)
        case tree.Cursor():
            return read_by(node.constructor, node.over)
        case tree.For():
            own = defined_by_all(node.body) | element_names(node.text) | {IMPLIED}
            header: Places = dict.fromkeys(header_names(node.text), node.span)
            return {**header, **without(read_by_all(node.body), own | header.keys())}
        case tree.Tile():
            return dict.fromkeys(template_names(node), node.span)
        case tree.Pragma() | tree.Input() | tree.Module():
            return {}
        case _:
            return read_by(node)


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
            case tree.Producer(text, span):
                yield from (tree.Name(name, span) for name in header_names(text))
            case _:  # literals
                pass


def defined_names(statement: tree.Statement) -> tuple[str, ...]:
    """The names that a statement gives to wires, cursors and modules."""
    match statement:
        case tree.Binding(targets):
            return tuple(target.name for target in targets)
        case tree.Input(name) | tree.Extern(name) | tree.Cursor(name):
            return (name,)
        case tree.Module(name) | tree.Tile(name):
            return (name,)
        case tree.Pragma() | tree.For():
            return ()


def read_by(*exprs: tree.Expr | None) -> Places:
    found: Places = {}
    for expr in exprs:
        for read in reads(expr) if expr is not None else ():
            name = read.name if isinstance(read, tree.Name) else read.source
            found.setdefault(name, read.span)
    return found


def read_by_all(statements: Iterable[tree.Statement]) -> Places:
    found: Places = {}
    for statement in statements:
        for name, place in free_names(statement).items():
            found.setdefault(name, place)
    return found


def defined_by_all(statements: Iterable[tree.Statement]) -> set[str]:
    return {name for statement in statements for name in defined_names(statement)}


def template_names(tile: tree.Tile) -> list[str]:
    """The names that a template reads; none where it is no template.

    What is wrong with it is said by whoever makes something of it.
    """
    try:
        return names_of_pieces(read_template(tile))
    except ParseError:
        return []


def names_of_pieces(pieces: Iterable[Piece]) -> list[str]:
    """The names that parts of a template read, without repeats."""
    found: list[str] = []
    for piece in pieces:
        match piece:
            case Hole(value):
                found += free_names(value)
            case Projection(source, _, body):
                elements = element_names(source)
                found += header_names(source)
                found += [name for name in names_of_pieces(body) if name not in elements]
            case Branch(condition, then, otherwise):
                found += free_names(condition)
                found += names_of_pieces((*then, *otherwise))
            case Static():
                pass
    return list(dict.fromkeys(found))


def without(places: Places, names: set[str]) -> Places:
    return {name: place for name, place in places.items() if name not in names}
