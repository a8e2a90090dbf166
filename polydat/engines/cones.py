"""Cones: the parts of a graph that the interpreter can hand to native code whole.

A cone is a connected, convex set of nodes with a lowering.  This module only looks at the
graph and says which nodes would go together; `cone_code.py` builds them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from polydat.engines.host_nodes import runs_in_host
from polydat.graph.fold import is_constant
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, InputKind, InputWire, Node, NodeWire, Wire
from polydat.graph.order import kahn
from polydat.graph.provenance import volatile_nodes
from polydat.graph.resolved import ResolvedDag
from polydat.nodes.declare import Purity

MOST_INPUTS = 64  # distinct wires that a cone reads from outside
SHOWN = 6  # members in a label

Key = tuple[bool, int]  # what two nodes of one cone have in common


@dataclass(frozen=True, slots=True)
class ConePlan:
    """Nodes that are evaluated together.

    Attributes:
        members: in topological order.
        reads: wires from outside, each once, in order of first use.
        makes: members whose results are read outside, or are outputs.
    """

    members: tuple[int, ...]
    reads: tuple[Wire, ...]
    makes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Formed:
    """What was found in a graph.

    Attributes:
        cones: in order of their first members.
        over_bound: nodes that alone read too much, with how many wires.
    """

    cones: tuple[ConePlan, ...]
    over_bound: tuple[tuple[int, int], ...]


def form(dag: ResolvedDag, least: int) -> Formed:
    """The cones of a graph.

    Args:
        least: members below which a cone is not worth it.

    Ensures: cones are disjoint, and contracting each to one node leaves no cycle.
    """
    graph = dag.graph
    kinds = classes(dag)
    pieces: list[list[int]] = []
    for members in components(graph, kinds):
        if len(members) >= least:
            pieces += convex_pieces(graph, members)
    if has_cycle(graph, pieces):
        pieces = layered(graph, kinds)
    cones: list[ConePlan] = []
    over_bound: list[tuple[int, int]] = []
    for piece in sorted(p for p in pieces if len(p) >= least):
        for part in cut(graph, piece, over_bound):
            plan = planned(graph, part) if len(part) >= least else None
            if plan is not None:
                cones.append(plan)
    return Formed(tuple(cones), tuple(over_bound))


def label(graph: Graph, members: Sequence[int]) -> str:
    """`jit_cone[mod+hash]`: the functions of a cone, at most six."""
    names = "+".join(graph.nodes[i].spec.name for i in members[:SHOWN])
    more = f"+{len(members) - SHOWN} more" if len(members) > SHOWN else ""
    return f"jit_cone[{names}{more}]"


def classes(dag: ResolvedDag) -> list[Key | None]:
    """What each node may share a cone with; `None` for a node that joins no cone.

    A cone runs whole, and is `None` whole: a volatile node does not share one with a node
    that is not, nor a reader of an extern that a host can clear with one that is none.
    """
    graph = dag.graph
    volatile = volatile_nodes(graph)
    kinds = enumerate(d.kind for d in graph.inputs)
    clearable = sum(1 << i for i, kind in kinds if kind is not InputKind.COORDINATE)
    found: list[Key | None] = []
    for index, node in enumerate(graph.nodes):
        joins = (
            dag.lifecycle[index] is Lifecycle.DYNAMIC
            and has_lowering(node)
            and (passes_none(node) or reads_only(node, found))
        )
        found.append((index in volatile, dag.provenance[index] & clearable) if joins else None)
    return found


def has_lowering(node: Node) -> bool:
    """Whether a node is pure, has C, and has slots that can cross the border of a cone."""
    types = (*node.wire_types, *node.types)
    return (
        node.spec.purity is Purity.PURE
        and not is_constant(node)
        and not runs_in_host(node)
        and not any(type.is_wide for type in types)
    )


def passes_none(node: Node) -> bool:
    """Whether a node gives `None` for any `None` that it reads."""
    if not node.spec.accepts_none:
        return True
    if len(node.wires) != 1:
        return False
    return node.spec.evaluate([None], node.constants, node.wire_types) is None


def reads_only(node: Node, found: Sequence[Key | None]) -> bool:
    """Whether all that a node reads comes from nodes that join cones."""
    return all(isinstance(w, NodeWire) and found[w.node] is not None for w in node.wires)


def components(graph: Graph, kinds: Sequence[object]) -> list[list[int]]:
    """Nodes of equal kind that wires connect, each in topological order; `None` is no kind."""
    parent = list(range(len(graph.nodes)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for index, node in enumerate(graph.nodes):
        for wire in node.wires:
            if isinstance(wire, NodeWire) and kinds[index] == kinds[wire.node] is not None:
                parent[root(index)] = root(wire.node)
    found: dict[int, list[int]] = {}
    for index, kind in enumerate(kinds):
        if kind is not None:
            found.setdefault(root(index), []).append(index)
    return list(found.values())


def convex_pieces(graph: Graph, members: Sequence[int]) -> list[list[int]]:
    """A component cut so that no path leaves a piece and comes back.

    The level of a node counts how often a path from the component left it before; nodes of
    one level that wires connect are convex together.
    """
    inside = frozenset(members)
    levels: dict[int, int] = {}
    for index in range(members[0], members[-1] + 1):
        here = index in inside
        reached = [
            levels[w.node] + (here and w.node not in inside)
            for w in graph.nodes[index].wires
            if isinstance(w, NodeWire) and w.node in levels
        ]
        if here or reached:
            levels[index] = max(reached, default=0)
    if not any(levels[index] for index in members):
        return [list(members)]
    kinds: list[object] = [None] * len(graph.nodes)
    for index in members:
        kinds[index] = levels[index]
    return components(graph, kinds)


def layered(graph: Graph, kinds: Sequence[Key | None]) -> list[list[int]]:
    """Smaller pieces of the whole graph, for where two cones would read each other.

    A wire between two pieces leads to a higher layer, so that there is no way back.
    """
    layers: list[int] = []
    for index, node in enumerate(graph.nodes):
        reads = (w.node for w in node.wires if isinstance(w, NodeWire))
        layers.append(max((layers[r] + (kinds[r] != kinds[index]) for r in reads), default=0))
    both = [None if k is None else (k, at) for k, at in zip(kinds, layers, strict=True)]
    return components(graph, both)


def units(graph: Graph, pieces: Iterable[Sequence[int]]) -> tuple[list[list[int]], list[int]]:
    """Pieces, and every other node alone, by first member; and the unit of each node."""
    taken = {index for piece in pieces for index in piece}
    alone = [[index] for index in range(len(graph.nodes)) if index not in taken]
    found = sorted([*map(list, pieces), *alone])
    unit = [0] * len(graph.nodes)
    for number, members in enumerate(found):
        for index in members:
            unit[index] = number
    return found, unit


def unit_reads(
    graph: Graph, found: Sequence[Sequence[int]], unit: Sequence[int]
) -> list[list[int]]:
    """Other units that each unit reads."""
    reads: list[list[int]] = []
    for number, members in enumerate(found):
        wires = (w for index in members for w in graph.nodes[index].wires)
        sources = dict.fromkeys(unit[w.node] for w in wires if isinstance(w, NodeWire))
        reads.append([source for source in sources if source != number])
    return reads


def has_cycle(graph: Graph, pieces: Sequence[Sequence[int]]) -> bool:
    """Whether the pieces, each as one node, read each other in a circle."""
    found, unit = units(graph, pieces)
    return len(kahn(unit_reads(graph, found, unit))) < len(found)


def cut(graph: Graph, members: Sequence[int], over_bound: list[tuple[int, int]]) -> list[list[int]]:
    """A convex piece in runs that read few enough wires, each in its connected parts.

    A node that alone reads too many is noted in `over_bound` and left out.
    """
    runs: list[list[int]] = []
    run: list[int] = []
    inside: set[int] = set()
    read: set[Wire] = set()
    left_out = False
    for index in members:
        wires = set(outside(graph, index, inside))
        if len(read | wires) > MOST_INPUTS:
            runs.append(run)
            run, inside, read = [], set(), set()
            wires = set(outside(graph, index, inside))
            if len(wires) > MOST_INPUTS:
                over_bound.append((index, len(wires)))
                left_out = True
                continue
        read |= wires
        run.append(index)
        inside.add(index)
    runs.append(run)
    if len(runs) == 1 and not left_out:
        return runs
    kinds: list[object] = [None] * len(graph.nodes)
    for number, part in enumerate(runs):
        for index in part:
            kinds[index] = number
    return components(graph, kinds)


def outside(graph: Graph, index: int, inside: Container[int]) -> list[Wire]:
    """Wires of a node that come from no member and no constant."""
    return [
        wire
        for wire in graph.nodes[index].wires
        if isinstance(wire, InputWire)
        or (wire.node not in inside and not is_constant(graph.nodes[wire.node]))
    ]


def planned(graph: Graph, members: Sequence[int]) -> ConePlan | None:
    """What a cone reads and makes; `None` where it is none of ours.

    One that reads nothing is a constant, one that nobody reads is dead, and a `None` from
    outside must not reach a member that would make something of it.
    """
    inside = frozenset(members)
    reads: dict[Wire, None] = {}
    for index in members:
        wires = outside(graph, index, inside)
        if wires and not passes_none(graph.nodes[index]):
            return None
        reads.update(dict.fromkeys(wires))
    wanted = {o.wire.node for o in graph.outputs}
    for index, node in enumerate(graph.nodes):
        if index not in inside:
            wanted.update(w.node for w in node.wires if isinstance(w, NodeWire))
    makes = tuple(index for index in members if index in wanted)
    return ConePlan(tuple(members), tuple(reads), makes) if reads and makes else None
