"""What only convenience allows: warned of, or refused by strict compilation."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.errors import CompileError, Diagnostic, StrictError, combine
from polydat.graph.events import ConfigWireCycleWarning, EventLog, Warned
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, InputWire, Modifier, Wire
from polydat.graph.provenance import cone
from polydat.nodes.declare import Kind, Purity

ACKNOWLEDGED = (Modifier.VOLATILE, Modifier.CONST)


def run(graph: Graph, classes: Sequence[Lifecycle], log: EventLog, strict: bool) -> None:
    """Look at costly wires that change, and at chance that nobody asked for.

    Requires: nodes in topological order, `classes` of `lifecycle.run`.

    Raises:
        StrictError: with every finding, where `strict` is set.
    """
    errors: list[CompileError] = []
    named = [o.wire.node for o in graph.outputs if o.modifier in ACKNOWLEDGED]
    acknowledged = set(cone(graph, *named))

    def changes(wire: Wire) -> bool:
        return isinstance(wire, InputWire) or classes[wire.node] is not Lifecycle.COMPILE

    for index, node in enumerate(graph.nodes):
        for port, wire in enumerate(node.wires):
            param = node.spec.wire_param(port)
            if param.kind is Kind.CONFIG and changes(wire):
                if strict:
                    message = (
                        f"'{param.name}' of '{node.spec.name}' is costly to change, and changes"
                    )
                    errors.append(
                        StrictError(Diagnostic(message, node.span, write="a constant there"))
                    )
                else:
                    log.add(ConfigWireCycleWarning(node.name, param.name))
        chance = node.spec.purity is Purity.NONDETERMINISTIC and not node.name.startswith("__")
        if chance and index not in acknowledged:
            message = f"'{node.name}' differs from call to call"
            if strict:
                write = f"volatile {node.name} := ..., which says so"
                errors.append(StrictError(Diagnostic(message, node.span, write=write)))
            else:
                log.add(Warned(message))
    if errors:
        raise combine(errors)


def unused(graph: Graph, log: EventLog, strict: bool) -> None:
    """Look for nodes that nothing reads.

    Requires: adapters and fusion done, nothing dropped yet.

    Raises:
        StrictError: with every such node, where `strict` is set.
    """
    read = {w.node for n in graph.nodes for w in n.wires if not isinstance(w, InputWire)}
    read |= {output.wire.node for output in graph.outputs}
    errors: list[CompileError] = []
    for index, node in enumerate(graph.nodes):
        if index in read or "__" in node.name or node.spec.purity is Purity.SIDE_CHANNEL:
            continue
        message = f"nothing reads '{node.name}'"
        if strict:
            errors.append(
                StrictError(Diagnostic(message, node.span, write="an output, or nothing"))
            )
        else:
            log.add(Warned(message))
    if errors:
        raise combine(errors)
