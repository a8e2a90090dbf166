"""What graphs are made of: inputs, nodes, wires and outputs, all frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from polydat.errors import Span
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType


class InputKind(Enum):
    """Who writes an input, and how often."""

    COORDINATE = "coordinate"  # by position, every round
    ITERATION_EXTERN = "iteration extern"  # fixed while a scope is active
    EXTERNAL_WRITE = "external write"  # by name, whenever the host likes
    CONST = "const"  # by the kernel, when it starts


class Modifier(Enum):
    """What was written before a binding."""

    NONE = ""
    CONST = "const"
    SHARED = "shared"
    VOLATILE = "volatile"


@dataclass(frozen=True, slots=True)
class InputDef:
    """An input slot; `default` is a Python value of `type`, or `None` for "not set".

    Attributes:
        declared: whether a program or an assembler wrote the type.
        converts_to: of an input that takes any value, the type that was found for it.
    """

    name: str
    type: PortType
    kind: InputKind
    default: Any = None
    declared: bool = True
    span: Span | None = None
    doc: str = ""
    converts_to: PortType | None = None


class InputWire(NamedTuple):
    """A wire that comes from an input."""

    input: int


class NodeWire(NamedTuple):
    """A wire that comes from an output port of a node."""

    node: int
    port: int = 0


Wire: TypeAlias = InputWire | NodeWire


@dataclass(frozen=True, slots=True)
class Node:
    """One use of a node function in a graph.

    Attributes:
        name: unique in its graph.
        wires: where each wire port is read from.
        constants: Python values, one for each constant parameter (a list has many).
        wire_types, types: port types of the wires read and of the outputs.
        guarded: the first wire is no operand but says whether the node runs at all; see
            `presence.py`.
    """

    name: str
    spec: NodeSpec
    wires: tuple[Wire, ...]
    constants: tuple[Any, ...]
    wire_types: tuple[PortType, ...]
    types: tuple[PortType, ...]
    span: Span | None = None
    guarded: bool = False

    @property
    def operands(self) -> tuple[Wire, ...]:
        """The wires that the function reads."""
        return self.wires[1:] if self.guarded else self.wires


@dataclass(frozen=True, slots=True)
class OutputDef:
    """A named output of a graph."""

    name: str
    wire: NodeWire
    type: PortType
    modifier: Modifier = Modifier.NONE
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ConstInit:
    """A const that is computed once, when a kernel starts.

    Attributes:
        slot: number of the input that takes the value.
        output: name of the output that computes it.
        fallback: number of the input whose value is taken where that is `None`.
    """

    name: str
    slot: int
    output: str
    fallback: int

    @property
    def is_start(self) -> bool:
        """Whether it is the start of a shared register, which is written where nobody was."""
        return self.slot == self.fallback


@dataclass(frozen=True, slots=True)
class Graph:
    """Inputs, nodes and outputs; wires are indices into `inputs` and `nodes`.

    Attributes:
        inits: consts that are computed when a kernel starts, in order.
    """

    inputs: tuple[InputDef, ...]
    nodes: tuple[Node, ...]
    outputs: tuple[OutputDef, ...]
    context: str = ""
    inits: tuple[ConstInit, ...] = ()

    def type_of(self, wire: Wire) -> PortType:
        """Port type of a wire."""
        match wire:
            case InputWire(index):
                return self.inputs[index].type
            case NodeWire(node, port):
                return self.nodes[node].types[port]
