"""Constant folding: a node that reads no input is evaluated once, by its reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from polydat.errors import ConstantFoldError, Diagnostic, EvalError
from polydat.graph.events import ConstantFolded, EventLog
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, Node, NodeWire
from polydat.nodes import registry
from polydat.nodes.constants import constant_name
from polydat.types import PortType
from polydat.types.text import row_text

LONGEST = 1 << 24  # characters of a text, bytes or elements that are computed while compiling
SIZED = (str, bytes, tuple)


def run(graph: Graph, classes: Sequence[Lifecycle], log: EventLog) -> Graph:
    """The graph with compile-time nodes of one output replaced by constants.

    Requires: nodes in topological order, `classes` of `lifecycle.run`.
    Ensures:  names, types, order and outputs are kept.  A result of `None` and a node of
        several outputs are left as they are.

    Raises:
        ConstantFoldError: a compile-time node has no value.
    """
    values: dict[NodeWire, Any] = {}
    nodes: list[Node] = []
    for index, node in enumerate(graph.nodes):
        if classes[index] is Lifecycle.COMPILE:
            inputs = [values[w] for w in node.wires if isinstance(w, NodeWire)]
            results = evaluate(graph, index, inputs)
            values.update({NodeWire(index, p): v for p, v in enumerate(results)})
            node = folded(node, results, log)
        nodes.append(node)
    return replace(graph, nodes=tuple(nodes))


def evaluate(graph: Graph, index: int, inputs: Sequence[Any]) -> tuple[Any, ...]:
    """Values of every output of a node whose inputs are known."""
    node = graph.nodes[index]
    if not node.spec.accepts_none and any(value is None for value in inputs):
        return (None,) * len(node.types)
    try:
        result = node.spec.evaluate(inputs, node.constants, node.wire_types)
    except EvalError as error:
        args = ", ".join(map(repr, node.spec.join(inputs, node.constants)))
        feeds = ", ".join(f"'{o.name}'" for o in graph.outputs if o.wire.node == index)
        raise ConstantFoldError(
            Diagnostic(
                f"'{node.spec.name}' has no value: {error.reason}",
                node.span,
                found=f"{node.spec.name}({args})",
                notes=(f"it reads no input, and gives output {feeds}",) if feeds else (),
            )
        ) from error
    results = result if len(node.types) > 1 else (result,)
    check_length(node, results)
    return results


def check_length(node: Node, results: tuple[Any, ...]) -> None:
    """Refuse a text that is too long: a few lines that double one take all memory.

    Raises:
        ConstantFoldError: it is, and no literal.
    """
    longest = max((len(r) for r in results if isinstance(r, SIZED)), default=0)
    if longest > LONGEST and not is_constant(node):
        unit = "characters" if node.types[0] in (PortType.STR, PortType.JSON) else "elements"
        raise ConstantFoldError(
            Diagnostic(
                f"'{node.spec.name}' makes a constant of {longest:,} {unit}",
                node.span,
                expected=f"at most {LONGEST:,}",
            )
        )


def folded(node: Node, results: tuple[Any, ...], log: EventLog) -> Node:
    if len(results) > 1 or results[0] is None or is_constant(node):
        return node
    type = node.types[0]
    log.add(ConstantFolded(node.spec.name, row_text(results[0], type)))
    spec = registry.get(constant_name(type))
    return replace(node, spec=spec, wires=(), constants=results, wire_types=())


def is_constant(node: Node) -> bool:
    """Whether a node is a constant already."""
    return node.spec.is_constant
