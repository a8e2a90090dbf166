"""A graph as text, one line an input, node or output: for people, tests and hashing."""

from __future__ import annotations

from typing import Any

from polydat.graph.node import Graph, InputWire, Node, Wire


def dump(graph: Graph) -> str:
    """The graph as text; equal graphs have equal texts and different ones different texts.

    Example:
        input cycle: u64 coordinate = 0
        %0 hashed: u64 = hash(cycle)
        output user_id: u64 = %1
    """
    lines = [
        f"input {i.name}: {i.type.keyword} {i.kind.value} = {constant(i.default)}"
        for i in graph.inputs
    ]
    lines += [f"%{index} {node_line(graph, node)}" for index, node in enumerate(graph.nodes)]
    for output in graph.outputs:
        word = f"{output.modifier.value} " if output.modifier.value else ""
        wire = wire_name(graph, output.wire)
        lines.append(f"output {word}{output.name}: {output.type.keyword} = {wire}")
    return "\n".join(lines) + "\n"


def node_line(graph: Graph, node: Node) -> str:
    """`hashed: u64 = hash(cycle)`"""
    wires = [wire_name(graph, wire) for wire in node.wires]
    args = node.spec.join(wires, map(constant, node.constants))
    types = ", ".join(t.keyword for t in node.types)
    return f"{node.name}: {types} = {node.spec.name}({', '.join(args)})"


def wire_name(graph: Graph, wire: Wire) -> str:
    if isinstance(wire, InputWire):
        return graph.inputs[wire.input].name
    ports = len(graph.nodes[wire.node].types)
    return f"%{wire.node}.{wire.port}" if ports > 1 else f"%{wire.node}"


def constant(value: Any) -> str:
    """A constant, exact: floats keep all their bits."""
    return value.hex() if isinstance(value, float) else repr(value)
