"""Nodes that compiled engines hand back to Python: what has no C, and what holds objects.

Such a node is a step like any other. It takes the interpreter's lock, reads its wires as
values, calls the reference function and writes what that gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from polydat.codegen.emission import makes_text
from polydat.codegen.functions import has_c
from polydat.graph.layout import Layout
from polydat.graph.node import Node, NodeWire
from polydat.types import PortType


def runs_in_host(node: Node) -> bool:
    """Whether a node that is no constant runs as a call of its reference function."""
    for type in (*node.wire_types, *node.types):
        if type.is_object:
            return True
    return not has_c(node.spec) and not (makes_text(node) and node.spec.pieces is not None)


@dataclass(frozen=True, slots=True)
class HostNode:
    """A call of a reference function over slots.

    Attributes:
        compute: values of the wires to the value, or to the tuple of values.
        wires: first slot and type of each wire.
        outputs: first slot, type and scratch entry of each output.
    """

    compute: Callable[[Sequence[Any]], Any]
    wires: tuple[tuple[int, PortType], ...]
    outputs: tuple[tuple[int, PortType, int], ...]


def host_node(node: Node, index: int, layout: Layout) -> HostNode:
    """The call of one node."""
    evaluate, constants, types = node.spec.evaluate, node.constants, node.wire_types

    def compute(values: Sequence[Any]) -> Any:
        return evaluate(values, constants, types)

    ports = zip(layout.ports[index], node.types, strict=True)
    return HostNode(
        compute,
        tuple((layout.slot(w), t) for w, t in zip(node.operands, types, strict=True)),
        tuple((s, t, layout.texts.get(NodeWire(index, p), 0)) for p, (s, t) in enumerate(ports)),
    )
