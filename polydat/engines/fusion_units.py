"""Which nodes run together: groups of a segment, one module for every compiled engine.

Two nodes are in one group when the same outputs need them and the same inputs reach
them: they are then always stale together and asked for together.  An edge goes to a
group that fewer outputs need or more inputs reach, so groups can be ordered.
"""

from __future__ import annotations

from collections.abc import Sequence

from polydat.codegen.segment import Segment
from polydat.engines.host_nodes import runs_in_host
from polydat.graph.fold import is_constant
from polydat.graph.node import Graph, NodeWire
from polydat.graph.resolved import ResolvedDag

GROUPS = 64  # bits of the word that a segment is asked with
GROUP_NODES = 400  # more in one C function makes a compiler slow without making code fast


def live_nodes(graph: Graph) -> list[int]:
    """Nodes that have to run: all but constants, which are in the slots from the start."""
    return [i for i, node in enumerate(graph.nodes) if not is_constant(node)]


def units(dag: ResolvedDag) -> tuple[Segment | int, ...]:
    """Segments of the nodes that have C, and between them the nodes that run in Python."""
    graph = dag.graph
    in_python = [runs_in_host(node) for node in graph.nodes]
    found: list[list[tuple[int, ...]] | int] = []
    for stage in stages(graph, in_python):
        groups = ordered_groups(dag, [i for i in stage if not in_python[i]])
        found += [groups[at : at + GROUPS] for at in range(0, len(groups), GROUPS)]
        found += [i for i in stage if in_python[i]]
    keep = iter(kept(graph, [part for part in found if isinstance(part, list)]))
    return tuple(
        Segment(tuple(part), next(keep)) if isinstance(part, list) else part for part in found
    )


def stages(graph: Graph, in_python: Sequence[bool]) -> list[list[int]]:
    """Live nodes by how many nodes that run in Python have to come before them, in a row.

    Nothing with C reads a node that runs in Python in its own stage.
    """
    stage: dict[int, int] = {}
    found: list[list[int]] = []
    for index in live_nodes(graph):
        at = 0
        for wire in graph.nodes[index].wires:
            if isinstance(wire, NodeWire) and wire.node in stage:
                behind = in_python[wire.node] and not in_python[index]
                at = max(at, stage[wire.node] + behind)
        stage[index] = at
        if at == len(found):
            found.append([])
        found[at].append(index)
    return found


def ordered_groups(dag: ResolvedDag, nodes: Sequence[int]) -> list[tuple[int, ...]]:
    """Groups of nodes, each behind the groups that it reads."""
    reach = outputs_that_need(dag.graph)
    by_signature: dict[tuple[int, int], list[int]] = {}
    for index in nodes:
        by_signature.setdefault((reach[index], dag.provenance[index]), []).append(index)

    def rank(signature: tuple[int, int]) -> tuple[int, int]:
        needed_by, reached_by = signature
        return -needed_by.bit_count(), reached_by.bit_count()

    parts: list[tuple[int, ...]] = []
    for signature in sorted(by_signature, key=rank):
        members = by_signature[signature]
        for at in range(0, len(members), GROUP_NODES):
            parts.append(tuple(members[at : at + GROUP_NODES]))
    return parts


def outputs_that_need(graph: Graph) -> list[int]:
    """Mask of outputs of every node: bit o is set where output o needs the node."""
    reach = [0] * len(graph.nodes)
    for number, output in enumerate(graph.outputs):
        reach[output.wire.node] |= 1 << number
    for index in reversed(range(len(graph.nodes))):
        for wire in graph.nodes[index].wires:
            if isinstance(wire, NodeWire):
                reach[wire.node] |= reach[index]
    return reach


def kept(graph: Graph, segments: Sequence[Sequence[Sequence[int]]]) -> list[frozenset[NodeWire]]:
    """Of each segment, the outputs of its nodes that somebody else reads, or the program has."""
    segment_of: dict[int, int] = {
        index: number
        for number, groups in enumerate(segments)
        for group in groups
        for index in group
    }
    found: list[set[NodeWire]] = [set() for _ in segments]

    def keep(wire: NodeWire, reader: int | None) -> None:
        home = segment_of.get(wire.node)
        if home is not None and home != reader:
            found[home].add(wire)

    for index, node in enumerate(graph.nodes):
        reader = segment_of.get(index)
        for wire in node.wires:
            if isinstance(wire, NodeWire):
                keep(wire, reader)
    for output in graph.outputs:
        keep(output.wire, None)
    return list(map(frozenset, found))
