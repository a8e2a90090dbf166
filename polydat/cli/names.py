"""What is shown for nodes and inputs that nobody named: what they are, not how they are called."""

from __future__ import annotations

from polydat.graph.node import Graph, InputWire, Wire
from polydat.nodes.declare import NodeSpec


def input_name(name: str) -> str:
    """An input; the slot of a computed const goes by the name of the const."""
    return name.removeprefix("__const_")


def output_name(name: str) -> str:
    """An output; what a const is computed with has one too."""
    started = name.removeprefix("__init_")
    return name if started == name else f"{started} at the start"


def function_name(spec: NodeSpec) -> str:
    """A node function; those that no program can call lose their underscores."""
    return spec.name.lstrip("_")


def node_name(graph: Graph, index: int) -> str:
    """A node.

    A conversion is `a as f64`, a check `a, checked`, what a const is computed with
    `k at the start`.
    """
    node = graph.nodes[index]
    if node.name.startswith(("__adapt_", "__convert_")):
        return f"{wire_name(graph, node.wires[0])} as {node.types[0].keyword}"
    if node.name.startswith("__assert_"):
        return f"{wire_name(graph, node.wires[0])}, checked"
    if node.name.startswith("__init_"):
        return f"{node.name.removeprefix('__init_')} at the start"
    return node.name.lstrip("_")


def wire_name(graph: Graph, wire: Wire) -> str:
    """What a wire comes from, with the number of the output where there are several."""
    if isinstance(wire, InputWire):
        return input_name(graph.inputs[wire.input].name)
    name = node_name(graph, wire.node)
    return f"{name}.{wire.port}" if len(graph.nodes[wire.node].types) > 1 else name
