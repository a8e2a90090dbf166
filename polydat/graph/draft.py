"""Types and places of drafts: what the passes ask of an assembler's named wires."""

from __future__ import annotations

from collections.abc import Mapping

from polydat.errors import Diagnostic, Span, UnknownWire, nearest_names
from polydat.graph.assembler import Assembler, WireName
from polydat.graph.node import InputWire, NodeWire, Wire


class Names:
    """Every name that a wire of an assembler may use, and what it stands for."""

    def __init__(self, assembler: Assembler) -> None:
        self.inputs: Mapping[str, int] = {n: i for i, n in enumerate(assembler.inputs)}
        self.nodes: Mapping[str, int] = {d.name: i for i, d in enumerate(assembler.nodes)}

    def wire(self, name: WireName, span: Span | None) -> Wire:
        """The wire that a name stands for.

        Raises:
            UnknownWire: nothing has this name.
        """
        base, port = (name, 0) if isinstance(name, str) else name
        if isinstance(name, str) and base in self.inputs:
            return InputWire(self.inputs[base])
        if base in self.nodes:
            return NodeWire(self.nodes[base], port)
        if base in self.inputs:
            raise UnknownWire(Diagnostic(f"'{base}' is an input, and output {port} is read", span))
        known = [n for n in (*self.inputs, *self.nodes) if not n.startswith("__")]
        raise UnknownWire(
            Diagnostic(f"no wire named '{base}'", span, nearest=nearest_names(base, known))
        )
