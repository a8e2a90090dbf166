"""Round trips: a value that is converted away from its type and back again.

Such a chain costs time and often bits, and was rarely meant.  It is a warning, and an
error where the reader's scope has `pragma strict_values`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache

from polydat.errors import Diagnostic, StrictError
from polydat.graph.events import EventLog, Warned
from polydat.graph.node import Graph, NodeWire
from polydat.nodes.adapters import adapter_name
from polydat.types import PortType

# Nodes that pass a value on, as itself or inside of a text.
CARRIERS = ("printf", "str_concat", "select_str", "identity")

# Types that are not looked at: views of one register are all the same bits.
LEFT_OUT = "reg"


@cache
def conversions() -> Mapping[str, tuple[PortType, PortType]]:
    """Types that a conversion goes from and to, by the name of its function."""
    types = [t for t in PortType if not t.keyword.startswith(LEFT_OUT) and t is not PortType.DYN]
    return {adapter_name(s, t): (s, t) for s in types for t in types if s is not t}


def run(graph: Graph, log: EventLog, strict: Set[str]) -> Graph:
    """The same graph, with a warning for every round trip.

    Args:
        strict: names of nodes for which it is an error.

    Raises:
        StrictError: a node of `strict` restores a type.
    """
    known = conversions()
    for index, node in enumerate(graph.nodes):
        if node.spec.name not in known:
            continue
        via, restored = known[node.spec.name]
        if via is PortType.JSON:
            continue
        departure = find_departure(graph, index, restored)
        if departure is None:
            continue
        message = (
            f"in '{owner(graph, index)}' {via.keyword} is turned back into {restored.keyword},"
            " of which it was made"
        )
        if "__" not in departure:
            message += f" in '{departure}'"
        if node.name in strict or strict & readers(graph, index):
            raise StrictError(
                Diagnostic(message, node.span, write=f"the {restored.keyword} itself")
            )
        log.add(Warned(message))
    return graph


def owner(graph: Graph, index: int) -> str:
    """The name that an author gave to a node, or to what it was made for."""
    names = sorted(readers(graph, index)) or [graph.nodes[index].name]
    return names[0].partition("__anon_")[0]


def readers(graph: Graph, index: int) -> set[str]:
    """Names of the nodes that read an adapter; of another node, nothing: it has its own mark."""
    if not graph.nodes[index].name.startswith("__adapt_"):
        return set()
    return {n.name for n in graph.nodes for w in n.wires if w == NodeWire(index)}


def find_departure(graph: Graph, index: int, restored: PortType) -> str | None:
    """Name of the node at which a value of this type left it, if it did."""
    known = conversions()
    pending = [w.node for w in graph.nodes[index].wires if isinstance(w, NodeWire)]
    seen: set[int] = set()
    while pending:
        at = pending.pop()
        if at in seen:
            continue
        seen.add(at)
        node = graph.nodes[at]
        if node.spec.name in known:
            if known[node.spec.name][0] is restored:
                return node.name
        elif node.spec.name not in CARRIERS:
            continue
        elif restored in node.wire_types and node.spec.name != "identity":
            return node.name
        pending += [w.node for w in node.wires if isinstance(w, NodeWire)]
    return None
