"""Expansion: functions of a list of wires written as functions of few, for compiled engines.

    v := pick(a, b, x, y)      n := __count_selected(__as_count(a), b)
                               v := __checked(__one_selected(n), __chosen(b, y, x))

The interpreter evaluates the function itself, and it words what fails.
"""

from __future__ import annotations

from polydat.graph.node import Graph, Node, NodeWire, OutputDef, Wire
from polydat.nodes import registry


def run(graph: Graph) -> Graph:
    """The graph with the parts of every node that has some, in its place.

    Requires: nodes in topological order.
    Ensures:  outputs keep their numbers.  A graph without such nodes is returned as it is.
    """
    if not any(node.spec.parts for node in graph.nodes):
        return graph
    nodes: list[Node] = []
    moved: list[int] = []
    for node in graph.nodes:
        wires = tuple(follow(moved, wire) for wire in node.wires)
        nodes += parts_of(node, wires, len(nodes), graph)
        moved.append(len(nodes) - 1)
    outputs = tuple(
        OutputDef(o.name, NodeWire(moved[o.wire.node], o.wire.port), o.type, o.modifier, o.doc)
        for o in graph.outputs
    )
    return Graph(graph.inputs, tuple(nodes), outputs, graph.context, graph.inits)


def follow(moved: list[int], wire: Wire) -> Wire:
    return NodeWire(moved[wire.node], wire.port) if isinstance(wire, NodeWire) else wire


def parts_of(node: Node, wires: tuple[Wire, ...], first: int, graph: Graph) -> list[Node]:
    """The nodes that stand for one, the last of which has its value."""
    if node.spec.parts is None:
        return [
            Node(
                node.name, node.spec, wires, node.constants, node.wire_types, node.types, node.span
            )
        ]
    made: list[Node] = []
    for part in node.spec.parts(len(wires)):
        spec = registry.get(part.function)
        reads = [wires[r] if r >= 0 else NodeWire(first - r - 1) for r in part.reads]
        types = tuple(node.wire_types[r] if r >= 0 else made[-r - 1].types[0] for r in part.reads)
        name = f"{node.name}__part_{len(made)}"
        outputs = spec.output_types((), types)
        made.append(Node(name, spec, tuple(reads), (), types, outputs, node.span))
    return made
