"""Expansion: functions of a list of wires written as functions of few, for compiled engines.

    v := pick(a, b, x, y)      n := __count_selected(__as_count(a), b)
                               v := __checked(__one_selected(n), __chosen(b, y, x))

The interpreter evaluates the function itself, and it words what fails.
"""

from __future__ import annotations

from dataclasses import replace

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
        nodes += parts_of(node, wires, len(nodes))
        moved.append(len(nodes) - 1)
    outputs = tuple(
        OutputDef(o.name, NodeWire(moved[o.wire.node], o.wire.port), o.type, o.modifier, o.doc)
        for o in graph.outputs
    )
    return Graph(graph.inputs, tuple(nodes), outputs, graph.context, graph.inits)


def follow(moved: list[int], wire: Wire) -> Wire:
    return NodeWire(moved[wire.node], wire.port) if isinstance(wire, NodeWire) else wire


def parts_of(node: Node, wires: tuple[Wire, ...], first: int) -> list[Node]:
    """The nodes that stand for one, the last of which has its value.

    Of a guarded node the parts are guarded that could fail or make a text.
    """
    if node.spec.parts is None:
        return [replace(node, wires=wires)]
    guard, operands = (wires[:1], wires[1:]) if node.guarded else ((), wires)
    made: list[Node] = []
    for part in node.spec.parts(len(operands)):
        spec = registry.get(part.function)
        reads = tuple(operands[r] if r >= 0 else NodeWire(first - r - 1) for r in part.reads)
        types = tuple(node.wire_types[r] if r >= 0 else made[-r - 1].types[0] for r in part.reads)
        outputs = spec.output_types((), types)
        guarded = node.guarded and (spec.fails is not None or outputs[0].is_reference)
        name = f"{node.name}__part_{len(made)}"
        read = guard + reads if guarded else reads
        made.append(Node(name, spec, read, (), types, outputs, node.span, guarded))
    return made
