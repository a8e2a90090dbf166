"""Invariants of a graph, checked after a pass when `POLYDAT_VERIFY` is set."""

from __future__ import annotations

from polydat.errors import InternalError
from polydat.graph.dump import dump
from polydat.graph.node import Graph, InputWire, Node
from polydat.types import REGISTERS, PortType


def verify(graph: Graph, stage: str) -> None:
    """Check names, wires and types.

    Raises:
        InternalError: names the pass and shows the graph.
    """
    complaint = find_fault(graph)
    if complaint is not None:
        raise InternalError(f"after {stage}: {complaint}\n{dump(graph)}")


def wire_is_word(node: Node, port: int) -> bool:
    return node.spec.name.startswith("__reg_view_") and node.wire_types[port] in REGISTERS


def find_fault(graph: Graph) -> str | None:
    """What is wrong with a graph, if anything is."""
    names = [node.name for node in graph.nodes]
    if len(set(names)) != len(names):
        return "two nodes have one name"
    for node in graph.nodes:
        for port, wire in enumerate(node.wires):
            known = graph.inputs if isinstance(wire, InputWire) else graph.nodes
            if not 0 <= wire[0] < len(known):
                return f"'{node.name}' reads something that does not exist"
            wanted = node.spec.wire_param(port).type
            if graph.type_of(wire) is not node.wire_types[port]:
                return f"wire {port} of '{node.name}' has another type than it says"
            # A register of any view is a raw word to the adapters between them.
            got = PortType.REG128 if wire_is_word(node, port) else node.wire_types[port]
            if wanted is not None and got is not wanted:
                return f"wire {port} of '{node.name}' is not of the type of its port"
    for output in graph.outputs:
        if graph.type_of(output.wire) is not output.type:
            return f"output '{output.name}' has another type than its wire"
    return None
