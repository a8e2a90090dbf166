"""Programs with a value fixed from outside: what `name=value` on a command line does."""

from __future__ import annotations

from dataclasses import replace

from polydat.errors import BindError, Diagnostic, Span, nearest_names
from polydat.lang import tree
from polydat.lang.names import free_names
from polydat.types import PortType


def assign(file: tree.File, name: str, value: str) -> tree.File:
    """The program with an input or extern fixed to a value.

    An extern gets another default; an input becomes an extern of its type, u64 where it
    has none.  A `const` may read it: the value stays for the whole run.  It is a text, to be
    read as that type by whoever lowers the program.
    A program without `input` takes what it reads and does not define for inputs.

    Raises:
        BindError: the program has no input or extern of this name.
    """
    statements = list(file.statements)
    for i, statement in enumerate(statements):
        if isinstance(statement, tree.Input | tree.Extern) and statement.name == name:
            statements[i] = fixed(statement, value)
            return replace(file, statements=tuple(statements))
    inferred = inferred_inputs(file)
    if name in inferred:
        place = inferred[name]
        extern = tree.Extern(name, PortType.U64, tree.Str(value, place), "", place, assigned=True)
        return replace(file, statements=(extern, *file.statements))
    raise unknown(file, name)


def convert_input(file: tree.File, name: str) -> tree.File:
    """The program with an extern that takes any value, and is converted where it is read.

    Raises:
        BindError: the program has no extern of this name.
    """
    statements = list(file.statements)
    for i, statement in enumerate(statements):
        if isinstance(statement, tree.Extern) and statement.name == name:
            statements[i] = replace(statement, type=PortType.DYN)
            return replace(file, statements=tuple(statements))
    externs = [s.name for s in statements if isinstance(s, tree.Extern)]
    raise BindError(
        Diagnostic(
            f"the program has no extern named '{name}'",
            expected=f"one of {', '.join(externs)}" if externs else "an extern: it has none",
            nearest=nearest_names(name, externs),
        )
    )


def fixed(statement: tree.Input | tree.Extern, value: str) -> tree.Extern:
    """A declaration with a value."""
    text = tree.Str(value, statement.span)
    if isinstance(statement, tree.Extern):
        return replace(statement, default=text, assigned=True)
    type = statement.type or PortType.U64
    return tree.Extern(statement.name, type, text, statement.doc, statement.span, assigned=True)


def inferred_inputs(file: tree.File) -> dict[str, Span | None]:
    """What a program without `input` takes for inputs."""
    if any(isinstance(statement, tree.Input) for statement in file.statements):
        return {}
    return free_names(file)


def unknown(file: tree.File, name: str) -> BindError:
    known = [s.name for s in file.statements if isinstance(s, tree.Input | tree.Extern)]
    known += sorted(inferred_inputs(file))
    return BindError(
        Diagnostic(
            f"the program has no input or extern named '{name}'",
            expected=f"one of {', '.join(known)}" if known else "no assignment: it has none",
            nearest=nearest_names(name, known),
        )
    )
