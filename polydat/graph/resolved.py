"""`ResolvedDag`: the engine-neutral product of the graph compiler."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from polydat.graph.dump import dump
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, InputKind, InputWire
from polydat.graph.provenance import GraphAnalysis, cone, cone_sizes


@dataclass(frozen=True)
class ResolvedDag:
    """A graph in topological order with what was found out about it.

    Attributes:
        graph: nodes in order, every wire typed, compile-time nodes folded.
        lifecycle: class of each node.
        provenance: mask of inputs of each node.
    """

    graph: Graph
    lifecycle: tuple[Lifecycle, ...]
    provenance: tuple[int, ...]
    _cones: dict[int, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def id(self) -> str:
        """Content hash, the same in every process and on every engine."""
        return hashlib.sha256(dump(self.graph).encode()).hexdigest()

    @property
    def coordinates(self) -> tuple[int, ...]:
        """Indices of the inputs that `set_inputs` writes, in order."""
        kinds = enumerate(i.kind for i in self.graph.inputs)
        return tuple(i for i, kind in kinds if kind is InputKind.COORDINATE)

    def cone(self, node: int) -> tuple[int, ...]:
        """Nodes that `node` needs, itself included, in order; found once."""
        if node not in self._cones:
            self._cones[node] = cone(self.graph, node)
        return self._cones[node]

    def analysis(self) -> GraphAnalysis:
        """Counts for choosing an engine variant."""
        graph = self.graph
        counted = [i for i in range(len(graph.nodes)) if not is_passthrough(graph, i)]
        cones = cone_sizes(graph, counted)
        moving = sum(1 << i for i in self.coordinates) | 1 << len(graph.inputs)
        stable = sum(1 for i in counted if not self.provenance[i] & moving)
        total = max(1, len(counted))
        return GraphAnalysis(
            nodes=len(counted),
            inputs=len(graph.inputs),
            outputs=len(graph.outputs),
            cones=cones,
            cone_ratio=max(cones, default=0) / total,
            stable_ratio=stable / total,
        )


def is_passthrough(graph: Graph, index: int) -> bool:
    """Whether a node only hands an input on, so that it can be an output."""
    node = graph.nodes[index]
    return node.name.startswith("__port_") and isinstance(node.wires[0], InputWire)
