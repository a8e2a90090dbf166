"""One translation unit for all cones of a program: each is a graph of its own."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.codegen.emission import Emission
from polydat.codegen.segment import Segment, template, whole_function
from polydat.codegen.writer import comment, made_by
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout
from polydat.graph.node import Graph


def cone_name(number: int) -> str:
    """Name of the C function of a cone."""
    return f"pd_whole_{number}"


def emit_cones(graphs: Sequence[tuple[Graph, Layout]], context: str) -> str:
    """C text of `pd_whole_0` and so on, one function a graph, over slots of its own.

    Requires: at least one graph.
    """
    emission = Emission(*graphs[0])
    functions: list[str] = []
    for number, (graph, layout) in enumerate(graphs):
        emission.graph, emission.layout = graph, layout
        functions.append(whole_function(emission, number, segment(graph)))
    return template("program.c.tmpl").substitute(
        made_by=made_by(f"Cones of {comment(context)}."),
        prelude=emission.prelude(),
        functions="\n".join(functions),
    )


def segment(graph: Graph) -> Segment:
    """All nodes of a graph as one segment that keeps the outputs."""
    live = tuple(i for i, node in enumerate(graph.nodes) if not is_constant(node))
    return Segment((live,), frozenset(o.wire for o in graph.outputs))
