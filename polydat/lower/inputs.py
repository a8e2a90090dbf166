"""Coordinates and externs: declared, or inferred where nothing is declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from polydat.errors import BindError, Diagnostic, DuplicateNode, EvalError
from polydat.graph.assembler import Assembler
from polydat.graph.node import InputKind
from polydat.lang import tree
from polydat.lower.literals import literal_of
from polydat.nodes import registry
from polydat.nodes.adapters import adapter_name
from polydat.types import OBJECTS, PortType

# Types of coordinates: what has a zero, or is empty.  An extern has any type.
COORDINATES = frozenset(PortType) - OBJECTS


def add_input(assembler: Assembler, statement: tree.Input) -> None:
    """Add a coordinate, `u64` unless it says otherwise; the first of two of one name stays.

    Raises:
        BindError: a type that no input can have.
    """
    type = statement.type or PortType.U64
    if statement.name in assembler.inputs:
        return
    if type not in COORDINATES:
        raise BindError(
            Diagnostic(
                f"coordinate '{statement.name}' cannot have type {type.keyword}",
                statement.span,
                expected=", ".join(sorted(t.keyword for t in COORDINATES)),
                write=f"extern {statement.name}: {type.keyword}",
            )
        )
    assembler.add_input(
        statement.name,
        type,
        declared=statement.type is not None,
        span=statement.span,
        doc=statement.doc,
    )


def add_inferred(assembler: Assembler, names: Iterable[str]) -> None:
    """Add a coordinate for every name, in alphabetical order."""
    for name in sorted(names):
        assembler.add_input(name, declared=False)


def add_outer(assembler: Assembler, names: Iterable[str], types: Mapping[str, PortType]) -> None:
    """Add an extern for every name of an enclosing scope, in alphabetical order."""
    for name in sorted(names):
        assembler.add_input(name, types[name], InputKind.ITERATION_EXTERN, declared=False)


def add_extern(assembler: Assembler, statement: tree.Extern) -> None:
    """Add an input that the host writes by name.

    Raises:
        BindError: a default that is no literal of the type, or a type that no input can have.
        DuplicateNode: the name is an input already.
    """
    if statement.name in assembler.inputs:
        raise DuplicateNode(Diagnostic(f"'{statement.name}' is an input already", statement.span))
    kind = InputKind.ITERATION_EXTERN
    default = None
    if statement.default is not None:
        default = default_of(statement, statement.default)
        if not statement.assigned:
            kind = InputKind.EXTERNAL_WRITE
    assembler.add_input(
        statement.name, statement.type, kind, default, span=statement.span, doc=statement.doc
    )


def add_shared(
    assembler: Assembler, target: tree.Name, type: PortType, start: Any, doc: str
) -> None:
    """Add the input of a `shared` binding; without a start it is computed when a kernel starts."""
    kind = InputKind.EXTERNAL_WRITE
    assembler.add_input(target.name, type, kind, start, span=target.span, doc=doc)
    assembler.add_node(f"__port_{target.name}", "identity", [target.name], span=target.span)


def default_of(statement: tree.Extern, expr: tree.Expr) -> Any:
    """The default of an extern as a value of its type.

    A text is converted where the type is another one.
    """
    literal = literal_of(expr)
    type, value = statement.type, None
    if type is PortType.DYN:
        value = literal.value if literal is not None and not literal.negated else None
    elif literal is not None and isinstance(literal.value, str) and type is not PortType.STR:
        value = read_text(literal.value, type)
    elif literal is not None and isinstance(literal.value, bool) is (type is PortType.BOOL):
        value = literal.as_type(type)
    if value is None:
        found = "an expression" if literal is None else literal.words
        raise BindError(
            Diagnostic(
                f"the default of extern '{statement.name}' is no {statement.type.keyword} literal",
                expr.span,
                found=found,
                expected=f"a literal of type {statement.type.keyword}",
            )
        )
    return value


def read_text(text: str, type: PortType) -> Any:
    """A text as a value of a type, by the conversion of the two; or `None`."""
    adapter = registry.find(adapter_name(PortType.STR, type))
    try:
        return None if adapter is None else adapter.evaluate((text,), (), (PortType.STR,))
    except EvalError:
        return None


def expose(assembler: Assembler, names: Sequence[str]) -> None:
    """Make inputs readable as outputs of their own names, through a node each."""
    for name in names:
        definition = assembler.inputs[name]
        port = f"__port_{name}"
        assembler.add_node(port, "identity", [name], span=definition.span)
        assembler.add_output(name, (port, 0), span=definition.span, doc=definition.doc)
