"""Provenance: which inputs each node depends on, and which nodes an output needs.

Masks are Python integers, one bit an input, so they are exact for any number of inputs.
Cones are found when they are first asked for: a graph of many outputs pays for those
that are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from polydat.graph.node import Graph, InputWire, NodeWire
from polydat.nodes.declare import Purity


def run(graph: Graph) -> tuple[int, ...]:
    """Mask of inputs of every node: bit i is set where the node depends on input i.

    A nondeterministic node depends on every input, and on one more that a round changes
    though no input does: see `round_input`.

    Requires: nodes in topological order.
    """
    masks: list[int] = []
    every = (2 << len(graph.inputs)) - 1
    for node in graph.nodes:
        mask = every if node.spec.purity is Purity.NONDETERMINISTIC else 0
        for wire in node.wires:
            mask |= 1 << wire.input if isinstance(wire, InputWire) else masks[wire.node]
        masks.append(mask)
    return tuple(masks)


def round_input(graph: Graph) -> int | None:
    """The number behind all inputs, for what every round changes; `None` if nothing does so."""
    chance = (node.spec.purity is Purity.NONDETERMINISTIC for node in graph.nodes)
    return len(graph.inputs) if any(chance) else None


def cone(graph: Graph, *nodes: int) -> tuple[int, ...]:
    """Indices of the nodes that some nodes need, themselves included, in topological order."""
    found = set(nodes)
    pending = list(nodes)
    while pending:
        for wire in graph.nodes[pending.pop()].wires:
            if isinstance(wire, NodeWire) and wire.node not in found:
                found.add(wire.node)
                pending.append(wire.node)
    return tuple(sorted(found))


def cone_sizes(graph: Graph, counted: Sequence[int]) -> tuple[int, ...]:
    """Number of counted nodes in the cone of every output.

    One set of nodes a node, as the bits of an integer that is dropped behind its last
    reader: lists of cones would take memory with the square of a chain's length.

    Requires: nodes in topological order.
    """
    inside = sum(1 << i for i in counted)
    readers = [0] * len(graph.nodes)
    for node in graph.nodes:
        for wire in node.wires:
            if isinstance(wire, NodeWire):
                readers[wire.node] += 1
    ends: dict[int, list[int]] = {}
    for number, output in enumerate(graph.outputs):
        ends.setdefault(output.wire.node, []).append(number)
    sizes = [0] * len(graph.outputs)
    members: dict[int, int] = {}
    for index, node in enumerate(graph.nodes):
        found = 1 << index
        for wire in node.wires:
            if isinstance(wire, NodeWire):
                found |= members[wire.node]
                readers[wire.node] -= 1
                if not readers[wire.node]:
                    members.pop(wire.node)
        if readers[index]:
            members[index] = found
        for number in ends.get(index, ()):
            sizes[number] = (found & inside).bit_count()
    return tuple(sizes)


def volatile_nodes(graph: Graph) -> frozenset[int]:
    """Nodes whose value may differ though no input changed, and their readers."""
    found: set[int] = set()
    for index, node in enumerate(graph.nodes):
        reads = (w.node in found for w in node.wires if isinstance(w, NodeWire))
        if node.spec.purity is Purity.NONDETERMINISTIC or any(reads):
            found.add(index)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class GraphAnalysis:
    """Counts that the choice of a provenance variant rests on.

    Attributes:
        nodes, inputs, outputs: how many there are; passthroughs of inputs not counted.
        cones: nodes in the cone of each output.
        cone_ratio: largest cone over all nodes.
        stable_ratio: nodes that depend on no coordinate over all nodes.
    """

    nodes: int
    inputs: int
    outputs: int
    cones: tuple[int, ...]
    cone_ratio: float
    stable_ratio: float
