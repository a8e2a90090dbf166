"""Dead-code elimination: what no output needs is dropped."""

from __future__ import annotations

from polydat.graph.node import Graph, NodeWire
from polydat.graph.order import renumber
from polydat.nodes.declare import Purity


def run(graph: Graph) -> Graph:
    """The graph without nodes that no output reads, directly or not.

    A node that tells somebody something (a side channel) stays alive, and so does what it
    reads.

    Ensures: outputs and the order of the nodes are kept.
    """
    live = {o.wire.node for o in graph.outputs}
    live |= {i for i, n in enumerate(graph.nodes) if n.spec.purity is Purity.SIDE_CHANNEL}
    pending = list(live)
    while pending:
        for wire in graph.nodes[pending.pop()].wires:
            if isinstance(wire, NodeWire) and wire.node not in live:
                live.add(wire.node)
                pending.append(wire.node)
    return renumber(graph, sorted(live))
