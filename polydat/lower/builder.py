"""Adding nodes to an assembler, with the type of every output known at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from polydat.errors import BindError, Diagnostic, Span
from polydat.graph.assembler import Assembler
from polydat.graph.events import BindingResolved, EventLog
from polydat.lower.literals import Literal
from polydat.lower.scope import Operand
from polydat.nodes import registry
from polydat.nodes.constants import constant_name
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a function: a node that has no name yet.

    Attributes:
        wire_spans: where each wire was written.
    """

    spec: NodeSpec
    wires: tuple[Operand, ...] = ()
    constants: tuple[Any, ...] = ()
    span: Span | None = None
    wire_spans: tuple[Span | None, ...] = ()

    @property
    def types(self) -> tuple[PortType, ...]:
        """Type of each output."""
        read = [
            self.spec.wire_param(port).type or operand.type
            for port, operand in enumerate(self.wires)
        ]
        return self.spec.output_types(self.constants, read)


DEEPEST = 130  # levels of values in values, modules included: lowering them recurses
MODULE = 2  # levels that the call of a module counts for
MOST_NODES = 1_000_000  # where a module is called: a few lines of calls can make any number


class Builder:
    """The assembler of a program, names for what has none, and how deep lowering is."""

    def __init__(self, assembler: Assembler, log: EventLog) -> None:
        self.assembler = assembler
        self.log = log
        self.unnamed = 0
        self.depth = 0

    def enter(self, levels: int, span: Span | None) -> None:
        """Begin something that lies inside of what is being lowered; `leave` ends it.

        Raises:
            BindError: it lies too deep.
        """
        self.depth += levels
        if self.depth > DEEPEST:
            raise BindError(
                Diagnostic(
                    f"this is nested more than {DEEPEST} levels deep, with the modules around it",
                    span,
                    write="a part of it as a binding of its own",
                )
            )

    def leave(self, levels: int) -> None:
        self.depth -= levels

    def check_size(self, span: Span | None) -> None:
        """Refuse another body of a module where there are too many nodes.

        Raises:
            BindError: there are.
        """
        if len(self.assembler.nodes) > MOST_NODES:
            raise BindError(
                Diagnostic(
                    f"calls of modules make more than {MOST_NODES:,} nodes",
                    span,
                    write="fewer calls in the modules that are called",
                )
            )

    def add(self, name: str, use: Use) -> tuple[Operand, ...]:
        """Add a node; the result is a wire for each of its outputs."""
        wires: Sequence[Any] = [operand.wire for operand in use.wires]
        self.assembler.add_node(name, use.spec, wires, use.constants, use.span, use.wire_spans)
        self.log.add(BindingResolved(name, use.spec.name))
        return tuple(Operand((name, port), type) for port, type in enumerate(use.types))

    def add_unnamed(self, owner: str, use: Use) -> Operand:
        """Add a node that has no name in the program, for the sake of `owner`."""
        return self.add(self.hidden_name(f"{owner}__anon_"), use)[0]

    def hidden_name(self, stem: str) -> str:
        """A name that no other node has, from a stem that no program uses."""
        name = f"{stem}{self.unnamed}"
        self.unnamed += 1
        return name


def constant_use(value: Any, type: PortType, span: Span | None) -> Use:
    """The node that is a constant."""
    return Use(registry.get(constant_name(type)), (), (value,), span)


def literal_use(literal: Literal, type: PortType | None = None) -> Use:
    """The node that is a literal, of the wanted type where it has a value of that."""
    if type is not None and registry.find(constant_name(type)) is not None:
        value = literal.as_type(type)
        if value is not None:
            return constant_use(value, type, literal.span)
    return constant_use(literal.own, literal.type, literal.span)


def identity_use(operand: Operand, span: Span | None) -> Use:
    """The node that passes a wire on."""
    return Use(registry.get("identity"), (operand,), (), span, (span,))
