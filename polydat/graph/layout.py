"""Where values lie in the flat slot buffer: inputs first, then outputs of nodes in order."""

from __future__ import annotations

from dataclasses import dataclass

from polydat.graph.node import Graph, InputKind, InputWire, NodeWire, Wire


@dataclass(frozen=True, slots=True)
class Layout:
    """First slot of each input and of each node's first output, and scratch entries.

    Attributes:
        inputs: slot of input i; coordinates lie first, in the order of `set_inputs`.
        nodes: slot of output 0 of node n; its other outputs follow.
        ports: slot of every output of every node.
        texts: scratch entry of each by-reference output, in slot order.
        size: slots in all.
    """

    inputs: tuple[int, ...]
    nodes: tuple[int, ...]
    ports: tuple[tuple[int, ...], ...]
    texts: dict[NodeWire, int]
    size: int

    def slot(self, wire: Wire) -> int:
        """First slot of a wire."""
        if isinstance(wire, InputWire):
            return self.inputs[wire.input]
        return self.ports[wire.node][wire.port]


def lay_out(graph: Graph) -> Layout:
    """The layout of a graph in topological order."""
    at = 0
    order = sorted(
        range(len(graph.inputs)),
        key=lambda i: graph.inputs[i].kind is not InputKind.COORDINATE,
    )
    inputs = [0] * len(graph.inputs)
    for index in order:
        inputs[index] = at
        at += graph.inputs[index].type.width
    ports: list[tuple[int, ...]] = []
    texts: dict[NodeWire, int] = {}
    for index, node in enumerate(graph.nodes):
        slots: list[int] = []
        for port, type in enumerate(node.types):
            slots.append(at)
            at += type.width
            if type.is_reference:
                texts[NodeWire(index, port)] = len(texts)
        ports.append(tuple(slots))
    return Layout(tuple(inputs), tuple(p[0] for p in ports), tuple(ports), texts, at)
