"""Presence: a graph in which `None` is data, for engines whose slots cannot hold it.

Every value that may be `None` gets a companion, a bool that says whether it is there.
The companion of a node that can give `None` is another node function; everywhere else it
is the conjunction of the companions of what the node reads.  A node that could fail, or
that makes a text, is guarded: it runs only where its companion says so.

    v := null_if(x, c, 0.1)        v := x             p := __null_if_present(c, 0.1)
    y := mod(v, 10)                y := mod(v, 10) where p;  y is there where p
"""

from __future__ import annotations

from dataclasses import dataclass

from polydat.graph.node import Graph, Node, NodeWire, OutputDef, Wire
from polydat.nodes import registry
from polydat.types import PortType


@dataclass(frozen=True, slots=True)
class Lowered:
    """The graph with companions.

    Attributes:
        present: output number to the number of its companion, where it has one.
    """

    graph: Graph
    present: dict[int, int]


def run(graph: Graph) -> Lowered:
    """The graph with a companion for everything that may be `None`.

    Inputs have none: an extern that is not set is the kernel's business.

    Requires: nodes in topological order.
    Ensures:  outputs keep their numbers; companions of outputs are further outputs of type
        bool.  A graph without such values is returned as it is.
    """
    if not any(node.spec.present for node in graph.nodes):
        return Lowered(graph, {})
    return Lowering(graph).run()


class Lowering:
    """One run: nodes so far, where old ones went, and companions by old node."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.moved: dict[int, int] = {}
        self.present: dict[int, Wire] = {}
        self.joined: dict[tuple[Wire, Wire], Wire] = {}

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
            if isinstance(wire, NodeWire):
                present[number] = len(outputs)
                outputs.append(OutputDef(f"__present_{output.name}", wire, PortType.BOOL))
        graph = Graph(
            self.graph.inputs,
            tuple(self.nodes),
            tuple(outputs),
            self.graph.context,
            self.graph.inits,
        )
        return Lowered(graph, present)

    def lower(self, index: int, node: Node) -> None:
        wires = tuple(map(self.follow, node.wires))
        presence = self.all_of(self.companions_of(node))
        spec = node.spec
        alone = spec.c is None and spec.pieces is None  # runs in Python, which zeros may surprise
        needs_guard = alone or spec.fails is not None or any(t.is_reference for t in node.types)
        guarded = presence is not None and needs_guard
        operands = (presence, *wires) if guarded and presence is not None else wires
        self.moved[index] = self.add(
            Node(
                node.name,
                node.spec,
                operands,
                node.constants,
                node.wire_types,
                node.types,
                node.span,
                guarded,
            )
        )
        own = self.own_presence(node, wires)
        both = self.all_of([wire for wire in (presence, own) if wire is not None])
        if both is not None:
            self.present[index] = both

    def companions_of(self, node: Node) -> list[Wire]:
        """Companions of what a node reads."""
        reads = [w.node for w in node.wires if isinstance(w, NodeWire)]
        return [self.present[index] for index in reads if index in self.present]

    def follow(self, wire: Wire) -> Wire:
        return NodeWire(self.moved[wire.node], wire.port) if isinstance(wire, NodeWire) else wire

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

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
    ) -> Wire:
        """A new node that gives a bool."""
        constants = () if node is None else node.constants
        name = f"__present_{len(self.nodes)}"
        spec = registry.get(function)
        return NodeWire(self.add(Node(name, spec, wires, constants, types, (PortType.BOOL,))))

    def all_of(self, wires: list[Wire]) -> Wire | None:
        """The conjunction of companions; `None` where there are none."""
        found: Wire | None = None
        for wire in dict.fromkeys(wires):
            if found is None:
                found = wire
                continue
            pair = (found, wire)
            if pair not in self.joined:
                self.joined[pair] = self.companion(
                    "__both_present", pair, (PortType.BOOL, PortType.BOOL)
                )
            found = self.joined[pair]
        return found
