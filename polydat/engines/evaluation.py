"""How the interpreter evaluates each node: found once a program, shared by its kernels.

A state is one list: the values of inputs, then the result of each node, a tuple where a
node has several outputs.  The functions below are closures over places in that list, one
shape for each usual number of wires, so that a round looks nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

from polydat.graph.node import Graph, InputWire, Node, Wire
from polydat.graph.resolved import ResolvedDag

Values: TypeAlias = list[Any]
Compute: TypeAlias = Callable[[Values], Any]


class Unfused(Exception):
    """A cone gives no values here: its members have to be evaluated one by one."""


class Evaluation:
    """The evaluation of every node of a graph.

    Attributes:
        first: place of the result of node 0 in a state.
        compute: for each node, the function from a state to its result.
    """

    def __init__(self, dag: ResolvedDag) -> None:
        self.dag = dag
        self.first = len(dag.graph.inputs)
        self._cones: dict[int, tuple[tuple[int, Compute], ...]] = {}
        self._dependents: dict[int, tuple[int, ...]] = {}

    @cached_property
    def compute(self) -> list[Compute]:
        return [compute_of(self.dag.graph, self.first, node) for node in self.dag.graph.nodes]

    def cone(self, node: int) -> tuple[tuple[int, Compute], ...]:
        """Place and function of every node that `node` needs, in order."""
        if node not in self._cones:
            members = self.dag.cone(node)
            self._cones[node] = tuple((self.first + i, self.compute[i]) for i in members)
        return self._cones[node]

    def dependents(self, changed: int) -> tuple[int, ...]:
        """Places of the nodes that depend on any input of a mask."""
        if changed not in self._dependents:
            masks = enumerate(self.dag.provenance)
            self._dependents[changed] = tuple(self.first + i for i, m in masks if m & changed)
        return self._dependents[changed]


def compute_of(graph: Graph, first: int, node: Node) -> Compute:
    """The function from a state to the result of a node."""
    spec, constants = node.spec, node.constants
    getters = [getter(graph, first, wire) for wire in node.wires]
    plain = not (spec.typed or spec.setup or spec.output_for_each)
    wires_first = all(not p.is_const for p in spec.params[: len(getters)])
    if plain and wires_first and not any(p.variadic for p in spec.params):
        places = [place(first, wire) for wire in node.wires]
        simple = all(is_simple(graph, wire) for wire in node.wires)
        if simple and len(places) == 1 and spec.accepts_none:
            return of_one_or_none(spec.ref, places[0], constants)
        if simple and len(places) == 1:
            return of_one(spec.ref, places[0], constants)
        if simple and len(places) == 2 and not spec.accepts_none:
            return of_two(spec.ref, places[0], places[1], constants)
    return of_any(node, getters)


def of_one(ref: Callable[..., Any], a: int, constants: Sequence[Any]) -> Compute:
    """A function of one wire, with the constants behind it."""
    if not constants:

        def bare(values: Values) -> Any:
            x = values[a]
            return None if x is None else ref(x)

        return bare

    def with_constants(values: Values) -> Any:
        x = values[a]
        return None if x is None else ref(x, *constants)

    return with_constants


def of_one_or_none(ref: Callable[..., Any], a: int, constants: Sequence[Any]) -> Compute:
    """A function of one wire that is evaluated for `None` too."""
    return lambda values: ref(values[a], *constants)


def of_two(ref: Callable[..., Any], a: int, b: int, constants: Sequence[Any]) -> Compute:
    """A function of two wires, with the constants behind them."""

    def compute(values: Values) -> Any:
        x, y = values[a], values[b]
        return None if x is None or y is None else ref(x, y, *constants)

    return compute


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
