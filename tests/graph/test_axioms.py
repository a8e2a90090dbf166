"""What hoisting and fusion promise, over drawn graphs.

H1: every node has one class.  H2: a node is at least as late as what it reads, and reading
more makes it later or leaves it.  H3: evaluating early changes no value.  NF1: fusion keeps
inputs, outputs and types.  NF2: it changes no value.  NF3: it makes no node earlier.  NF4: a
fused graph is fused again until nothing matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from polydat.engines.choice import Engine, JitMode
from polydat.engines.core import ProgramCore
from polydat.engines.interpreter import InterpreterKernel
from polydat.errors import CompileError
from polydat.graph import fold, fusion, lifecycle, liveness, order, provenance, resolve
from polydat.graph.events import EventLog
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, InputKind, InputWire, NodeWire, OutputDef
from polydat.graph.resolved import ResolvedDag
from polydat.nodes.declare import Purity
from tests import strategies
from tests.support import few, outcome

INTERPRETER = Engine.interpreter(JitMode.OFF)
KINDS = (InputKind.COORDINATE, InputKind.EXTERNAL_WRITE, InputKind.ITERATION_EXTERN)


@st.composite
def resolved(draw: st.DrawFn) -> Graph:
    """Typed graphs in topological order, with inputs of every kind."""
    graph: Graph | None = None
    while graph is None:
        try:
            built = draw(strategies.graphs(most=20)).build()
            graph = order.run(resolve.run(built, EventLog()))
        except CompileError:
            continue
    kinds = [draw(st.sampled_from(KINDS)) for _ in graph.inputs]
    inputs = tuple(replace(d, kind=k) for d, k in zip(graph.inputs, kinds, strict=True))
    return replace(graph, inputs=inputs)


def expected(graph: Graph, index: int) -> Lifecycle:
    """The class of a node by its definition: the latest of all inputs in its cone."""
    node = graph.nodes[index]
    found = [Lifecycle.COMPILE]
    if node.spec.purity is Purity.NONDETERMINISTIC:
        found.append(Lifecycle.DYNAMIC)
    for wire in node.wires:
        if isinstance(wire, NodeWire):
            found.append(expected(graph, wire.node))
        elif graph.inputs[wire.input].kind is InputKind.ITERATION_EXTERN:
            found.append(Lifecycle.SCOPE)
        else:
            found.append(Lifecycle.DYNAMIC)
    return max(found)


@few()
@given(graph=resolved())
def test_classification_is_total_and_that_of_the_cone(graph: Graph) -> None:
    classes = lifecycle.run(graph)
    assert len(classes) == len(graph.nodes)
    assert list(classes) == [expected(graph, i) for i in range(len(graph.nodes))]


@few()
@given(graph=resolved(), data=st.data())
def test_classification_is_monotonic(graph: Graph, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(graph.inputs) - 1))
    later = list(graph.inputs)
    later[number] = replace(later[number], kind=InputKind.COORDINATE)
    before = lifecycle.run(graph)
    after = lifecycle.run(replace(graph, inputs=tuple(later)))
    assert all(b <= a for b, a in zip(before, after, strict=True))


def kernel_of(graph: Graph) -> InterpreterKernel:
    dag = ResolvedDag(graph, lifecycle.run(graph), provenance.run(graph))
    return InterpreterKernel(ProgramCore(dag), INTERPRETER)


def rows(graph: Graph, coordinates: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Outputs of a graph for values of its inputs, all of which are coordinates."""
    kernel = kernel_of(graph)
    found: list[list[Any]] = []
    for values in coordinates:
        kernel.set_inputs(values)
        found.append(
            [outcome(lambda n=n: kernel.pull_at(n), o.type) for n, o in enumerate(graph.outputs)]
        )
    return found


def coordinates_only(graph: Graph) -> Graph:
    kind = InputKind.COORDINATE
    return replace(graph, inputs=tuple(replace(d, kind=kind) for d in graph.inputs))


def values_of(graph: Graph, data: st.DataObject) -> list[list[Any]]:
    types = [d.type for d in graph.inputs]
    return [[data.draw(strategies.values(t)) for t in types] for _ in range(3)]


@few()
@given(graph=resolved(), data=st.data())
def test_hoisting_changes_no_value(graph: Graph, data: st.DataObject) -> None:
    """Nodes that read no input are evaluated once, or in every round: the same."""
    graph = coordinates_only(graph)
    fixed = {i: data.draw(strategies.values(d.type)) for i, d in enumerate(graph.inputs)}
    still = with_constants(graph, dict(list(fixed.items())[: len(fixed) // 2]))
    given_rows = values_of(graph, data)
    want = rows(still, given_rows)
    try:
        folded = fold.run(still, lifecycle.run(still), EventLog())
    except CompileError:
        assert fails_in_every_round(still, given_rows)
        return
    assert rows(folded, given_rows) == want


def fails_in_every_round(graph: Graph, given_rows: list[list[Any]]) -> bool:
    """Whether some node that reads no input fails, whatever the inputs are."""
    classes = lifecycle.run(graph)
    still = [i for i, found in enumerate(classes) if found is Lifecycle.COMPILE]
    outputs = tuple(OutputDef(f"n{i}", NodeWire(i), graph.nodes[i].types[0]) for i in still)
    found = rows(replace(graph, outputs=outputs), given_rows)
    return all(any(str(value).startswith("fails: ") for value in row) for row in found)


def with_constants(graph: Graph, fixed: dict[int, Any]) -> Graph:
    """The graph with some inputs replaced by constants of their types."""
    from polydat.graph.node import Node
    from polydat.nodes import registry
    from polydat.nodes.constants import constant_name

    added = [
        Node(f"fixed_{i}", registry.get(constant_name(d.type)), (), (fixed[i],), (), (d.type,))
        for i, d in enumerate(graph.inputs)
        if i in fixed
    ]
    place = {i: at for at, i in enumerate(sorted(fixed))}

    def moved(wire: Any) -> Any:
        if isinstance(wire, InputWire):
            return NodeWire(place[wire.input]) if wire.input in place else wire
        return NodeWire(wire.node + len(added), wire.port)

    nodes = [replace(n, wires=tuple(map(moved, n.wires))) for n in graph.nodes]
    outputs = tuple(replace(o, wire=moved(o.wire)) for o in graph.outputs)
    return replace(graph, nodes=(*added, *nodes), outputs=outputs)


@few()
@given(graph=resolved(), data=st.data())
def test_fusion_keeps_the_contract_and_the_values(graph: Graph, data: st.DataObject) -> None:
    graph = coordinates_only(graph)
    fused = order.run(liveness.run(fusion.run(graph, EventLog())))
    assert fused.inputs == graph.inputs
    assert [(o.name, o.type) for o in fused.outputs] == [(o.name, o.type) for o in graph.outputs]
    given_rows = values_of(graph, data)
    assert rows(fused, given_rows) == rows(graph, given_rows)


@few()
@given(graph=resolved())
def test_fusion_makes_nothing_earlier_and_ends(graph: Graph) -> None:
    fused = order.run(fusion.run(graph, EventLog()))
    before = dict(zip((n.name for n in graph.nodes), lifecycle.run(graph), strict=True))
    for node, found in zip(fused.nodes, lifecycle.run(fused), strict=True):
        assert found >= before[node.name]
    assert fusion.run(fused, EventLog()) is fused
