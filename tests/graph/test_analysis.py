"""Counts of a graph."""

from __future__ import annotations

from hypothesis import given

import polydat
from polydat.graph.provenance import cone, cone_sizes
from tests import strategies


@given(drawn=strategies.graphs(most=30))
def test_cone_sizes_are_those_of_cones(drawn: strategies.Drawn) -> None:
    try:
        graph = drawn.build().compile(engine="interpreter:off").core.graph
    except polydat.CompileError:
        return
    everything = range(len(graph.nodes))
    want = tuple(len(cone(graph, o.wire.node)) for o in graph.outputs)
    assert cone_sizes(graph, everything) == want


def test_a_node_that_is_read_twice_is_counted_once() -> None:
    source = "input c: u64\na := hash(c)\nb := u64_add(a, a)\nd := u64_add(b, a)"
    program = polydat.compile(source)
    assert program.analysis.cones == (0, 1, 2, 3)
    assert program.analysis.nodes == 3
