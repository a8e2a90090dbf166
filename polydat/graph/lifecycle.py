"""Lifecycle: when a node has to be evaluated.  One classification for every engine."""

from __future__ import annotations

from enum import IntEnum

from polydat.graph.node import Graph, InputKind, InputWire, Modifier, Wire
from polydat.nodes.declare import Purity


class Lifecycle(IntEnum):
    """Ordered: a node is at least as late as everything that it reads."""

    COMPILE = 0  # reads no input: folded when the program is compiled
    SCOPE = 1  # reads only inputs that a scope fixes: once per scope
    DYNAMIC = 2  # everything else: per round


OF_INPUT = {
    InputKind.COORDINATE: Lifecycle.DYNAMIC,
    InputKind.EXTERNAL_WRITE: Lifecycle.DYNAMIC,
    InputKind.ITERATION_EXTERN: Lifecycle.SCOPE,
    InputKind.CONST: Lifecycle.SCOPE,
}


def run(graph: Graph) -> tuple[Lifecycle, ...]:
    """Class of every node: the join of its own seed and of its producers.

    A nondeterministic node, or one that feeds a `volatile` output, is dynamic, and so is
    everything downstream of it.

    Requires: nodes in topological order.
    Ensures:  every node has a class; the graph is not changed.
    """
    volatile = {o.wire.node for o in graph.outputs if o.modifier is Modifier.VOLATILE}
    classes: list[Lifecycle] = []

    def of(wire: Wire) -> Lifecycle:
        if isinstance(wire, InputWire):
            return OF_INPUT[graph.inputs[wire.input].kind]
        return classes[wire.node]

    for index, node in enumerate(graph.nodes):
        changes = node.spec.purity is Purity.NONDETERMINISTIC or index in volatile
        seed = Lifecycle.DYNAMIC if changes else Lifecycle.COMPILE
        classes.append(max((seed, *map(of, node.wires))))
    return tuple(classes)
