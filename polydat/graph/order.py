"""Topological order: Kahn's algorithm, the smallest ready index first.

Source: A. B. Kahn, Topological sorting of large networks (1962).
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Sequence
from dataclasses import replace

from polydat.errors import CycleDetected, Diagnostic, Span
from polydat.graph.node import Graph, Node, NodeWire, Wire


def run(graph: Graph) -> Graph:
    """The graph with every node behind the nodes that it reads.

    Ensures: the same nodes, wires and outputs, renumbered.

    Raises:
        CycleDetected: there is no such order; names the wires of one cycle.
    """
    reads = [[w.node for w in n.wires if isinstance(w, NodeWire)] for n in graph.nodes]
    order = kahn(reads)
    if len(order) < len(reads):
        names = [n.name for n in graph.nodes]
        raise cycle_error(reads, set(order), names, [n.span for n in graph.nodes])
    return renumber(graph, order)


def kahn(reads: Sequence[Sequence[int]]) -> list[int]:
    """Indices in topological order; those on or behind a cycle are missing."""
    waiting = [0] * len(reads)
    readers: list[list[int]] = [[] for _ in reads]
    for reader, producers in enumerate(reads):
        for producer in producers:
            readers[producer].append(reader)
            waiting[reader] += 1
    ready = [i for i, count in enumerate(waiting) if count == 0]
    order: list[int] = []
    while ready:
        first = heapq.heappop(ready)
        order.append(first)
        for reader in readers[first]:
            waiting[reader] -= 1
            if waiting[reader] == 0:
                heapq.heappush(ready, reader)
    return order


def renumber(graph: Graph, kept: Sequence[int]) -> Graph:
    """The graph with only the nodes of `kept`, in that order, and wires that follow."""
    if len(kept) == len(graph.nodes) and all(new == old for new, old in enumerate(kept)):
        return graph
    place = {old: new for new, old in enumerate(kept)}

    def moved(wire: Wire) -> Wire:
        return NodeWire(place[wire[0]], wire[1]) if isinstance(wire, NodeWire) else wire

    nodes = tuple(
        rewired(graph.nodes[old], tuple(map(moved, graph.nodes[old].wires))) for old in kept
    )
    outputs = tuple(
        replace(o, wire=NodeWire(place[o.wire.node], o.wire.port)) for o in graph.outputs
    )
    return replace(graph, nodes=nodes, outputs=outputs)


def rewired(node: Node, wires: tuple[Wire, ...]) -> Node:
    """The node with other wires; `dataclasses.replace` takes three times as long."""
    if wires == node.wires:
        return node
    n = node
    return Node(n.name, n.spec, wires, n.constants, n.wire_types, n.types, n.span, n.guarded)


def cycle_error(
    reads: Sequence[Sequence[int]],
    ordered: Container[int],
    names: Sequence[str],
    spans: Sequence[Span | None],
) -> CycleDetected:
    """The error for a graph that `kahn` could not order, with one cycle by name."""
    cycle = find_cycle(reads, ordered)
    path = " -> ".join(names[i] for i in (*cycle, cycle[0]))
    return CycleDetected(
        Diagnostic(
            f"bindings read each other in a circle: {path}",
            spans[cycle[0]],
            notes=("an arrow points from a binding to what it reads",),
        )
    )


def find_cycle(reads: Sequence[Sequence[int]], ordered: Container[int]) -> list[int]:
    """Indices along one cycle, each reading the next, from the smallest on."""
    seen: dict[int, int] = {}
    at = next(i for i in range(len(reads)) if i not in ordered)
    while at not in seen:
        seen[at] = len(seen)
        at = next(i for i in reads[at] if i not in ordered)
    path = list(seen)[seen[at] :]
    first = path.index(min(path))
    return path[first:] + path[:first]
