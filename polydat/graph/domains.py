"""Domains: a permutation is refused where more values reach it than it has.

What is known of a wire is its type, where that is narrower than u64, or the bounds that its
function states.
"""

from __future__ import annotations

from polydat.errors import BindError, CompileError, Diagnostic, combine
from polydat.graph.node import Graph, InputWire, Wire
from polydat.nodes.adapters import adapter_name
from polydat.types import PortType, integer_range

NARROW = (PortType.U8, PortType.U16, PortType.U32)
WIDENING = {adapter_name(type, PortType.U64) for type in NARROW}


def run(graph: Graph) -> None:
    """Compare each domain with the greatest value of the wire that reaches it.

    Requires: adapters are in place.

    Raises:
        BindError: with every wire that exceeds a domain.
    """
    errors: list[CompileError] = []
    for node in graph.nodes:
        if node.spec.domain is None:
            continue
        size = node.spec.domain(*node.constants)
        most = greatest(graph, node.wires[0])
        if most is not None and most >= size:
            name = node.spec.wire_param(0).name
            errors.append(
                BindError(
                    Diagnostic(
                        f"values of '{node.spec.name}' would repeat: '{name}' reaches {most}",
                        node.span,
                        found=f"a size of {size}",
                        expected=f"a size of {most + 1} at least",
                        write="a larger size, or mod(...) of the position by the size",
                    )
                )
            )
    if errors:
        raise combine(errors)


def greatest(graph: Graph, wire: Wire) -> int | None:
    """The greatest value that a wire is known to have; `None` where nothing is known."""
    if isinstance(wire, InputWire):
        type = graph.inputs[wire.input].type
        return integer_range(type)[1] if type in NARROW else None
    source = graph.nodes[wire.node]
    if source.spec.name in WIDENING:
        known = greatest(graph, source.wires[0])
        return integer_range(source.wire_types[0])[1] if known is None else known
    if source.spec.name == "const_u64":
        return int(source.constants[0])
    return None if source.spec.bounds is None else source.spec.bounds(*source.constants)[1]
