"""From a failing node to the error that a user reads; the same on every engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.errors import EvalError
from polydat.graph.node import Graph
from polydat.graph.provenance import cone
from polydat.nodes.failures import BY_CODE


def failure(
    graph: Graph,
    node: int,
    reason: str,
    inputs: Sequence[Any],
    kind: type[EvalError] = EvalError,
) -> EvalError:
    """The error of a node that has no value.

    Args:
        node: index of the node.
        reason: text of the failure.
        inputs: values of the node's wires.
        kind: class of the error.
    """
    failed = graph.nodes[node]
    names = {shown_name(o.name) for o in graph.outputs if node in cone(graph, o.wire.node)}
    args = failed.spec.join(inputs, failed.constants)
    feeds = sorted(name for name in names if name)
    return kind(reason, failed.spec.name.lstrip("_"), feeds, args, graph.context)


def shown_name(output: str) -> str:
    """The name of an output as its author knows it; empty for one of the compiler's own."""
    own = output.removeprefix("__init_")
    return "" if own.startswith("__") else own


def reason_of(status: int) -> str:
    """Text of a status code."""
    return BY_CODE[status].text
