"""How the interpreter evaluates each node: found once a program, shared by its kernels.

A state is one list: the values of inputs, then the result of each node, a tuple where a
node has several outputs.  A call knows its places in that list, so that a round looks
nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

from polydat.engines._values import MISSING, Call
from polydat.graph.node import Graph, InputWire, Node, NodeWire, Wire
from polydat.graph.resolved import ResolvedDag

Values: TypeAlias = list[Any]
Compute: TypeAlias = Callable[[Values], Any]


class Evaluation:
    """The evaluation of every node of a graph.

    The list of nodes that a node needs is kept for as long as the lists together are not much
    longer than the graph: the outputs of a long chain would take memory with its square.
    Where it is not kept, only what has no value yet is looked for.

    Attributes:
        first: place of the result of node 0 in a state.
        calls: for each node, how it is evaluated.
        known_cones, known_dependents: what `cone` and `dependents` found before.
    """

    def __init__(self, dag: ResolvedDag) -> None:
        self.dag = dag
        self.first = len(dag.graph.inputs)
        self.known_cones: dict[int, tuple[Call, ...]] = {}
        self._room = KEPT + KEPT_PER_NODE * len(dag.graph.nodes)
        self.known_dependents: dict[int, tuple[int, ...]] = {}

    @cached_property
    def calls(self) -> list[Call]:
        return [call_of(self.dag.graph, self.first, i) for i in range(len(self.dag.graph.nodes))]

    @cached_property
    def reads(self) -> list[list[int]]:
        """Nodes that each node reads."""
        nodes = self.dag.graph.nodes
        return [[w.node for w in n.wires if isinstance(w, NodeWire)] for n in nodes]

    def cone(self, node: int, values: Values) -> tuple[Call, ...]:
        """What has to be evaluated for a node, in order; what has a value may be left out."""
        found = self.gather(node, None if self._room > 0 else values)
        if self._room > 0:
            self._room -= len(found)
            self.known_cones[node] = found
        return found

    def gather(self, node: int, values: Values | None) -> tuple[Call, ...]:
        """What a node needs; with values, only what has none."""
        needed = reached(node, self.reads, self.calls, values)
        return tuple(self.calls[i] for i in sorted(needed))

    def dependents(self, changed: int) -> tuple[int, ...]:
        """Places of the nodes that depend on any input of a mask."""
        if len(self.known_dependents) >= MASKS:
            self.known_dependents.clear()
        masks = enumerate(self.masks())
        found = tuple(self.first + i for i, m in masks if m & changed)
        self.known_dependents[changed] = found
        return found

    def masks(self) -> Sequence[int]:
        """Inputs whose change takes the value of each node away."""
        return self.dag.provenance


KEPT, KEPT_PER_NODE = 10_000, 8  # steps in all lists of a graph
MASKS = 256  # sets of inputs whose readers are kept


def reached(
    start: int, reads: Sequence[Sequence[int]], calls: Sequence[Call], values: Values | None
) -> set[int]:
    """The start and what it reads, directly or not; with values, past nothing that has one."""
    found = {start}
    pending = [start]
    while pending:
        for source in reads[pending.pop()]:
            if source in found or (values is not None and values[calls[source].at] is not MISSING):
                continue
            found.add(source)
            pending.append(source)
    return found


def call_of(graph: Graph, first: int, index: int) -> Call:
    """How a node is evaluated."""
    node = graph.nodes[index]
    spec, constants, at = node.spec, node.constants, first + index
    plain = not (spec.typed or spec.setup or spec.output_for_each)
    wires_first = all(not p.is_const for p in spec.params[: len(node.wires)])
    simple = all(is_simple(graph, wire) for wire in node.wires)
    if plain and wires_first and simple and not any(p.variadic for p in spec.params):
        places = [place(first, wire) for wire in node.wires]
        if len(places) == 1 or (len(places) == 2 and not spec.accepts_none):
            return Call(at, spec.ref, places, constants, spec.accepts_none)
    return Call(at, of_any(node, [getter(graph, first, wire) for wire in node.wires]))


def of_any(node: Node, getters: Sequence[Compute]) -> Compute:
    """Any function: arguments are put in the order of its declaration."""
    spec, constants, types = node.spec, node.constants, node.wire_types
    evaluate, accepts_none = spec.evaluate, spec.accepts_none

    def compute(values: Values) -> Any:
        inputs = [get(values) for get in getters]
        if not accepts_none and None in map(absent, inputs):
            return None
        return evaluate(inputs, constants, types)

    return compute


def absent(value: Any) -> Any:
    """`None` for `None`, else something else: values of any type are compared by identity."""
    return None if value is None else True


def place(first: int, wire: Wire) -> int:
    """Place of a wire's source in a state."""
    return wire.input if isinstance(wire, InputWire) else first + wire.node


def is_simple(graph: Graph, wire: Wire) -> bool:
    """Whether a wire is the whole result of its source."""
    return isinstance(wire, InputWire) or len(graph.nodes[wire.node].types) == 1


def getter(graph: Graph, first: int, wire: Wire) -> Compute:
    """The function from a state to the value of a wire."""
    at = place(first, wire)
    if isinstance(wire, InputWire) or is_simple(graph, wire):
        return itemgetter(at)
    port = wire.port

    def one_of_several(values: Values) -> Any:
        result = values[at]
        return None if result is None else result[port]

    return one_of_several
