"""Statements for the nodes of a graph, with every wire in a C local.

Shared by segments and by batch loops, which differ in what they do with a value once it
is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.codegen.functions import (
    call,
    const_literals,
    expression_function,
    has_out_array,
    is_expression,
    list_param,
)
from polydat.codegen.operand import bits_literal, text_literal
from polydat.codegen.text_pieces import append_pieces, fixed_room
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout
from polydat.graph.node import Graph, Node, NodeWire, Wire
from polydat.nodes.declare import NodeSpec
from polydat.nodes.pieces import Form, Shown
from polydat.types import PortType, to_slot


class Emission:
    """What one translation unit needs at its top, gathered while its body is written."""

    def __init__(self, graph: Graph, layout: Layout) -> None:
        self.graph = graph
        self.layout = layout
        self.functions: dict[str, NodeSpec] = {}
        self.headers: set[str] = set()
        self.statics: list[str] = []

    def prelude(self) -> str:
        """Includes, functions of one-line declarations, and constant tables."""
        includes = [f'#include "ops/{name}.h"' for name in sorted(self.headers)]
        bodies = [expression_function(s) for _, s in sorted(self.functions.items())]
        return "\n".join(['#include "kernel.h"', *includes, "", *bodies, *self.statics])

    def static(self, declaration: str) -> str:
        """Add a constant table; `{}` in the declaration is its name."""
        name = f"table{len(self.statics)}"
        self.statics.append(declaration.format(name))
        return name

    def wire(self, wire: Wire) -> tuple[str, str]:
        """C expressions of the slot of a wire, or of the two slots of a text."""
        if isinstance(wire, NodeWire):
            node = self.graph.nodes[wire.node]
            if is_constant(node):
                return self.constant(node)
        slot = self.layout.slot(wire)
        return f"s{slot}", f"s{slot + 1}" if self.is_text(wire) else "0"

    def is_text(self, wire: Wire) -> bool:
        return self.graph.type_of(wire) is PortType.STR

    def constant(self, node: Node) -> tuple[str, str]:
        """A folded constant: the C compiler sees its value."""
        value, type = node.constants[0], node.types[0]
        if type is not PortType.STR:
            return bits_literal(to_slot(value, type)), "0"
        text = value.encode()
        return f"(uint64_t)(uintptr_t){text_literal(text)}", f"UINT64_C({len(text)})"

    def value(self, wire: Wire) -> str:
        """C expression of a wire for a call: raw bits, or a pd_str."""
        low, high = self.wire(wire)
        return f"pd_pair({low}, {high})" if self.is_text(wire) else low

    def compute(self, index: int, fail: Sequence[str]) -> list[str]:
        """Statements that give a node's outputs the locals of their slots.

        A text is made by `text_into`; this is for everything else.
        """
        node = self.graph.nodes[index]
        spec = node.spec
        if is_expression(spec):
            self.functions[spec.name] = spec
        else:
            self.headers.add(spec.header)
        slots = self.layout.ports[index]
        wires = [self.value(w) for w in node.wires]
        consts = const_literals(spec, node.constants)
        if list_param(spec) is not None:
            plain = len(spec.consts) - 1
            consts += self.list_constant(node.constants[plain:], spec)
        stop = ["if (PD_UNLIKELY(status)) {", *(f"    {x}" for x in fail), "}"]
        check = stop if spec.fails else []
        if has_out_array(spec):
            out = f"o{slots[0]}"
            outputs = [f"const uint64_t s{s} = {out}[{p}];" for p, s in enumerate(slots)]
            return [
                f"uint64_t {out}[{len(slots)}];",
                f"{call(spec, wires, consts, f'{out}, 1')};",
                *check,
                *outputs,
            ]
        return [f"const uint64_t s{slots[0]} = {call(spec, wires, consts)};", *check]

    def list_constant(self, values: Sequence[Any], spec: NodeSpec) -> list[str]:
        """Pointer and count of a constant list."""
        type = spec.consts[-1].type
        assert type is not None
        bits = ", ".join(bits_literal(to_slot(v, type)) for v in values)
        name = self.static(f"static const uint64_t {{}}[{len(values)}] = {{{{{bits}}}}};")
        return [name, str(len(values))]

    def text_into(self, index: int, text: str, fail: Sequence[str]) -> list[str]:
        """Statements that append a node's text to the pd_text `text`, through `at`.

        Requires and ensures: as `append_pieces`.
        """
        node = self.graph.nodes[index]
        return append_pieces(
            pieces_of(node), lambda w: self.wire(node.wires[w]), text, self.piece, fail
        )

    def text_room(self, index: int) -> int:
        """Bytes to reserve before `text_into`."""
        return fixed_room(pieces_of(self.graph.nodes[index]))

    def piece(self, piece: Shown) -> str:
        return self.static(f"static const pd_piece {{}} = {piece_initializer(piece)};")


def pieces_of(node: Node) -> Any:
    """The pieces that a text-making node writes."""
    assert node.spec.pieces is not None
    return node.spec.pieces(node.constants, node.wire_types)


def makes_text(node: Node) -> bool:
    """Whether a node's output is made of pieces."""
    return node.spec.pieces is not None and node.types[0] is PortType.STR


SHOWN_AS = {
    **dict.fromkeys((PortType.U64, PortType.U32, PortType.U16, PortType.U8), "PD_SHOWN_U64"),
    **dict.fromkeys((PortType.I64, PortType.I32, PortType.I16, PortType.I8), "PD_SHOWN_I64"),
    PortType.F64: "PD_SHOWN_F64",
    PortType.F32: "PD_SHOWN_F32",
    PortType.BOOL: "PD_SHOWN_BOOL",
    PortType.STR: "PD_SHOWN_STR",
}

FORMS = {Form.DISPLAY: "PD_DISPLAY", Form.PLAIN: "PD_PLAIN", Form.FIXED: "PD_FIXED"}


def piece_initializer(piece: Shown) -> str:
    """A C initializer of a pd_piece, braces doubled for `str.format`."""
    fields = {
        "wire": piece.wire,
        "width": piece.width,
        "precision": piece.precision,
        "what": SHOWN_AS[piece.type],
        "form": FORMS[piece.form],
        "fill": ord(piece.fill),
        "base": ord(piece.base),
    }
    return "{{" + ", ".join(f".{name} = {value}" for name, value in fields.items()) + "}}"
