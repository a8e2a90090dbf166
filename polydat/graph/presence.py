"""Presence: a graph in which `None` is data, for engines whose slots cannot hold it.

Every value that may be `None` gets a companion, a bool that says whether it is there.
The companion of a node that can give `None` is another node function; everywhere else it
is the conjunction of the companions of what the node reads.  A node that could fail, or
that makes a text, is guarded: it runs only where its companion says so.

    v := null_if(x, c, 0.1)        v := x             p := __null_if_present(c, 0.1)
    y := mod(v, 10)                y := mod(v, 10) where p;  y is there where p
    z := default_or(y, 0)          z := __or_else(p, true, y, 0)

An extern that is not set takes every output that reads it with it, which is the kernel's
business.  Where a node makes something of the `None`, the extern has a companion too: one
more input, which the kernel writes together with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from polydat.graph import provenance
from polydat.graph.node import (
    Graph,
    InputDef,
    InputKind,
    InputWire,
    Node,
    NodeWire,
    OutputDef,
    Wire,
)
from polydat.nodes import registry
from polydat.nodes.constants import constant_name
from polydat.nodes.declare import Absence
from polydat.types import PortType


@dataclass(frozen=True, slots=True)
class Lowered:
    """The graph with companions.

    Attributes:
        present: output number to the number of its companion, where it has one.
        inputs: the same of inputs.
    """

    graph: Graph
    present: dict[int, int]
    inputs: dict[int, int]


def run(graph: Graph) -> Lowered:
    """The graph with a companion for everything that may be `None`.

    Requires: nodes in topological order.
    Ensures:  inputs and outputs keep their numbers; companions come behind them, of type
        bool.  A graph without such values is returned as it is.
    """
    if not any(node.spec.present or node.spec.absent for node in graph.nodes):
        return Lowered(graph, {}, {})
    return Lowering(graph, rescued_inputs(graph)).run()


def rescued_inputs(graph: Graph) -> tuple[int, ...]:
    """Inputs that may be unset and from which a node that makes something of `None` reads."""
    masks = provenance.run(graph)
    reads = 0
    for node in graph.nodes:
        for place in node.spec.absent.wires if node.spec.absent else ():
            wire = node.wires[place]
            reads |= 1 << wire.input if isinstance(wire, InputWire) else masks[wire.node]
    kinds = (InputKind.EXTERNAL_WRITE, InputKind.ITERATION_EXTERN)
    numbered = enumerate(graph.inputs)
    return tuple(n for n, d in numbered if d.kind in kinds and reads >> n & 1)


class Lowering:
    """One run: nodes so far, where old ones went, and companions by old wire."""

    def __init__(self, graph: Graph, rescued: Sequence[int]) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.moved: dict[int, int] = {}
        first = len(graph.inputs)
        self.inputs = {number: first + at for at, number in enumerate(rescued)}
        self.present: dict[InputWire | int, Wire] = {
            InputWire(number): InputWire(companion) for number, companion in self.inputs.items()
        }
        self.joined: dict[tuple[str, Wire, Wire], Wire] = {}
        self.truth: NodeWire | None = None

    def run(self) -> Lowered:
        for index, node in enumerate(self.graph.nodes):
            self.lower(index, node)
        outputs = [
            OutputDef(o.name, NodeWire(self.moved[o.wire.node], o.wire.port), o.type, o.modifier)
            for o in self.graph.outputs
        ]
        present: dict[int, int] = {}
        for number, output in enumerate(self.graph.outputs):
            wire = self.present.get(output.wire.node)
            if wire is not None:
                present[number] = len(outputs)
                name = f"__present_{output.name}"
                outputs.append(OutputDef(name, self.as_node(wire), PortType.BOOL))
        companions = (self.input_companion(self.graph.inputs[n]) for n in self.inputs)
        graph = Graph(
            (*self.graph.inputs, *companions),
            tuple(self.nodes),
            tuple(outputs),
            self.graph.context,
            self.graph.inits,
        )
        return Lowered(graph, present, self.inputs)

    def input_companion(self, input: InputDef) -> InputDef:
        name, there = f"__given_{input.name}", input.default is not None
        return InputDef(name, PortType.BOOL, InputKind.EXTERNAL_WRITE, there, False)

    def lower(self, index: int, node: Node) -> None:
        wires = tuple(map(self.follow, node.wires))
        absence = node.spec.absent
        accepted = absence.wires if absence else ()
        presence = self.all_of(
            [there for at, w in enumerate(node.wires) if at not in accepted for there in self.of(w)]
        )
        if absence is not None:
            own: Wire | None = self.replace(index, node, wires, absence)
        else:
            self.keep(index, node, wires, presence)
            own = self.own_presence(node, wires)
        both = self.all_of([wire for wire in (presence, own) if wire is not None])
        if both is not None:
            self.present[index] = both

    def keep(self, index: int, node: Node, wires: tuple[Wire, ...], presence: Wire | None) -> None:
        """The node as it is, guarded where it could fail for the slots of what is absent."""
        spec = node.spec
        alone = spec.c is None and spec.pieces is None  # runs in Python, which zeros may surprise
        needs_guard = alone or spec.fails is not None or any(t.is_reference for t in node.types)
        guarded = presence is not None and needs_guard
        operands = (presence, *wires) if guarded and presence is not None else wires
        self.moved[index] = self.add(
            Node(
                node.name,
                spec,
                operands,
                node.constants,
                node.wire_types,
                node.types,
                node.span,
                guarded,
            )
        )

    def replace(
        self, index: int, node: Node, wires: tuple[Wire, ...], absence: Absence
    ) -> Wire | None:
        """The function that reads companions, in the place of one that makes something of `None`.

        Returns:
            The companion of its value, `None` where it is always there.
        """
        companions = [self.present.get(source(node.wires[at])) for at in absence.wires]
        there = tuple(self.always() if wire is None else wire for wire in companions)
        types = ((PortType.BOOL,) * len(there)) + node.wire_types
        spec = registry.get(absence.function)
        self.moved[index] = self.add(
            Node(node.name, spec, there + wires, (), types, node.types, node.span)
        )
        if absence.always or None in companions:
            return None
        found = there[0]
        for other in there[1:]:
            found = self.join("__any_present", found, other)
        return found

    def of(self, wire: Wire) -> list[Wire]:
        """The companion of what a node reads, where it has one."""
        found = self.present.get(source(wire))
        return [] if found is None else [found]

    def follow(self, wire: Wire) -> Wire:
        return NodeWire(self.moved[wire.node], wire.port) if isinstance(wire, NodeWire) else wire

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def always(self) -> Wire:
        """The companion of what is always there."""
        if self.truth is None:
            spec = registry.get(constant_name(PortType.BOOL))
            node = Node("__present", spec, (), (True,), (), (PortType.BOOL,))
            self.truth = NodeWire(self.add(node))
        return self.truth

    def as_node(self, wire: Wire) -> NodeWire:
        """A wire as one that an output can have."""
        if isinstance(wire, NodeWire):
            return wire
        return self.companion("identity", (wire,), (PortType.BOOL,))

    def own_presence(self, node: Node, wires: tuple[Wire, ...]) -> Wire | None:
        """Companion of a node that can give `None` by itself."""
        if node.spec.present is None:
            return None
        function, ports = node.spec.present
        return self.companion(
            function,
            tuple(wires[p] for p in ports),
            tuple(node.wire_types[p] for p in ports),
            node,
        )

    def companion(
        self,
        function: str,
        wires: tuple[Wire, ...],
        types: tuple[PortType, ...],
        node: Node | None = None,
    ) -> NodeWire:
        """A new node that gives a bool."""
        constants = () if node is None else node.constants
        name = f"__present_{len(self.nodes)}"
        spec = registry.get(function)
        return NodeWire(self.add(Node(name, spec, wires, constants, types, (PortType.BOOL,))))

    def all_of(self, wires: list[Wire]) -> Wire | None:
        """The conjunction of companions; `None` where there are none."""
        found: Wire | None = None
        for wire in dict.fromkeys(wires):
            found = wire if found is None else self.join("__both_present", found, wire)
        return found

    def join(self, function: str, first: Wire, second: Wire) -> Wire:
        """One companion from two."""
        key = (function, first, second)
        if key not in self.joined:
            types = (PortType.BOOL, PortType.BOOL)
            self.joined[key] = self.companion(function, (first, second), types)
        return self.joined[key]


def source(wire: Wire) -> InputWire | int:
    """What a wire comes from: an input, or a node with all its outputs."""
    return wire if isinstance(wire, InputWire) else wire.node
