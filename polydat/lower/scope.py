"""What names stand for while a program, or the body of a module, is lowered."""

from __future__ import annotations

from typing import NamedTuple

from polydat.errors import CompileError, Diagnostic, UnknownWire, nearest_names
from polydat.graph.assembler import WireName
from polydat.lang import tree
from polydat.lower.literals import Literal
from polydat.nodes import registry
from polydat.types import PortType


class Operand(NamedTuple):
    """A wire whose type is known."""

    wire: WireName
    type: PortType


class Skipped(CompileError):
    """A name was read whose own binding is rejected already: nothing more to say."""


class Scope:
    """Names of one program or module body.

    Args:
        prefix: put before the names of nodes, so that bodies do not meet.
    """

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.known: dict[str, Operand | Literal | None] = {}

    def add(self, name: str, meaning: Operand | Literal | None) -> None:
        """Give a name its meaning; `None` marks a binding that was rejected."""
        self.known[name] = meaning

    def look_up(self, name: tree.Name) -> Operand | Literal:
        """What a name stands for.

        Raises:
            UnknownWire: nothing has this name.
            Skipped: its binding was rejected.
        """
        try:
            meaning = self.known[name.name]
        except KeyError:
            raise self.unknown(name) from None
        if meaning is None:
            raise Skipped(Diagnostic(f"'{name.name}' was rejected", name.span))
        return meaning

    def unknown(self, name: tree.Name) -> UnknownWire:
        """The error for a name that stands for nothing."""
        write = None
        if registry.find(name.name) is not None:
            write = f"{name.name}(...): it is a function"
        return UnknownWire(
            Diagnostic(
                f"no wire named '{name.name}'",
                name.span,
                nearest=nearest_names(name.name, list(self.known)),
                write=write,
            )
        )
