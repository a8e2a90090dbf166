"""The order of bindings: each behind those that it reads, else as written."""

from __future__ import annotations

from collections.abc import Container, Sequence

from polydat.graph.order import cycle_error, kahn
from polydat.lang import tree
from polydat.lang.names import reads as reads_of


def in_order(bindings: Sequence[tree.Binding], inputs: Container[str] = ()) -> list[tree.Binding]:
    """Bindings in dependency order, the earliest that can come first.

    Args:
        inputs: names that are read as inputs, even where a binding has the same name.

    Raises:
        CycleDetected: some read each other in a circle.
    """
    places = {
        target.name: i
        for i, binding in enumerate(bindings)
        for target in binding.targets
        if target.name not in inputs
    }
    reads = [
        [places[name] for name in wire_names(binding.value) if name in places]
        for binding in bindings
    ]
    order = kahn(reads)
    if len(order) < len(reads):
        names = [binding.targets[0].name for binding in bindings]
        spans = [binding.targets[0].span for binding in bindings]
        raise cycle_error(reads, set(order), names, spans)
    return [bindings[i] for i in order]


def wire_names(expr: tree.Expr) -> set[str]:
    """Names of the wires that an expression reads."""
    return {read.name if isinstance(read, tree.Name) else read.wire for read in reads_of(expr)}
