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
    gives_wide,
    has_out_array,
    has_words,
    is_expression,
    needs_header,
    neutral,
    shape_of,
)
from polydat.codegen.operand import bits_literal, joined_slots, text_literal
from polydat.codegen.text_pieces import (
    append_pieces,
    append_value,
    fixed_room,
    through_buffer,
)
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout
from polydat.graph.node import Graph, Node, NodeWire, Wire
from polydat.nodes.declare import NodeSpec
from polydat.nodes.pieces import Shown, shown_as
from polydat.types import to_slot
from polydat.types.memory import to_memory, to_words


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
        includes = [f'#include "{name}"' for name in sorted(self.headers)]
        bodies = [expression_function(s) for _, s in sorted(self.functions.items())]
        return "\n".join(['#include "kernel.h"', *includes, "", *bodies, *self.statics])

    def static(self, declaration: str) -> str:
        """Add a constant table; `{}` in the declaration is its name."""
        name = f"table{len(self.statics)}"
        self.statics.append(declaration.format(name))
        return name

    def wire(self, wire: Wire) -> tuple[str, str]:
        """C expressions of the slots of a wire; the second is 0 where there is one."""
        if isinstance(wire, NodeWire):
            node = self.graph.nodes[wire.node]
            if is_constant(node):
                return self.constant(node)
        slot = self.layout.slot(wire)
        return f"s{slot}", f"s{slot + 1}" if self.graph.type_of(wire).width == 2 else "0"

    def constant(self, node: Node) -> tuple[str, str]:
        """A folded constant: the C compiler sees its value."""
        value, type = node.constants[0], node.types[0]
        if not type.is_reference:
            low, *high = map(bits_literal, to_words(value, type))
            return low, high[0] if high else "0"
        text = to_memory(value, type)
        return f"(uint64_t)(uintptr_t){text_literal(text)}", f"UINT64_C({len(text)})"

    def value(self, wire: Wire) -> str:
        """C expression of a wire for a call: raw bits, a pd_u128 or a pd_str."""
        return joined_slots(*self.wire(wire), self.graph.type_of(wire))

    def compute(self, index: int, fail: Sequence[str]) -> list[str]:
        """Statements that give a node's outputs the locals of their slots.

        What has an address is made by `text_into`; this is for everything else.
        """
        node = self.graph.nodes[index]
        spec = shape_of(node.spec, node.types)
        self.use(spec)
        slots = self.layout.ports[index]
        wires = [self.value(w) for w in node.operands]
        consts = self.constants(node)
        check = check_status(fail) if spec.fails else []
        if spec.fold:
            return self.folded(spec, wires, slots[0])
        if node.guarded:
            return self.guarded(index, spec, wires, consts, check)
        if gives_wide(spec):
            return [
                f"const pd_u128 v{slots[0]} = {call(spec, wires, consts)};",
                *check,
                f"const uint64_t s{slots[0]} = v{slots[0]}.low;",
                f"const uint64_t s{slots[0] + 1} = v{slots[0]}.high;",
            ]
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

    def guarded(
        self,
        index: int,
        spec: NodeSpec,
        wires: Sequence[str],
        consts: Sequence[str],
        check: Sequence[str],
    ) -> list[str]:
        """Statements that compute a node where its guard is set; else its outputs are 0."""
        node, slots = self.graph.nodes[index], self.layout.ports[index]
        out = f"o{slots[0]}"
        if has_out_array(spec):
            made = [f"{call(spec, wires, consts, f'{out}, 1')};"]
        elif gives_wide(spec):
            slots = (slots[0], slots[0] + 1)
            made = [f"const pd_u128 v = {call(spec, wires, consts)};"]
            made += [f"{out}[0] = v.low;", f"{out}[1] = v.high;"]
        else:
            made = [f"{out}[0] = {call(spec, wires, consts)};"]
        return [
            f"uint64_t {out}[{len(slots)}] = {{0}};",
            f"if ({self.guard(node)}) {{",
            *(f"    {line}" for line in (*made, *check)),
            "}",
            *(f"const uint64_t s{s} = {out}[{p}];" for p, s in enumerate(slots)),
        ]

    def guard(self, node: Node) -> str:
        """C expression of the guard of a guarded node."""
        return self.value(node.wires[0])

    def use(self, spec: NodeSpec) -> None:
        """Note that the function of a node is called."""
        if is_expression(spec):
            self.functions[spec.name] = spec
        if needs_header(spec):
            self.headers.add(spec.header)

    def folded(self, spec: NodeSpec, wires: Sequence[str], slot: int) -> list[str]:
        """Statements that join wires one by one: nesting them would be too deep for some C."""
        lines = [f"uint64_t f{slot} = {neutral(spec)};"]
        lines += [f"f{slot} = {call(spec, (f'f{slot}', wire), ())};" for wire in wires]
        return [*lines, f"const uint64_t s{slot} = f{slot};"]

    def constants(self, node: Node) -> list[str]:
        """C expressions of a node's constants; of a list or a table, pointer and count."""
        literals = const_literals(node.spec, node.constants)
        return literals + (self.words(list_words(node)) if has_words(node.spec) else [])

    def words(self, words: Sequence[int]) -> list[str]:
        """Pointer and count of a constant array."""
        bits = ", ".join(map(bits_literal, words or (0,)))  # C has no empty array
        size = max(1, len(words))
        name = self.static(f"static const uint64_t {{}}[{size}] = {{{{{bits}}}}};")
        return [name, str(len(words))]

    def text_into(self, index: int, text: str, fail: Sequence[str]) -> list[str]:
        """Statements that append what a node makes to the pd_text `text`, through `at`.

        Requires and ensures: as `append_pieces`.
        """
        node = self.graph.nodes[index]
        lines = self.text_lines(node, text, fail)
        if not node.guarded:
            return lines
        return [f"if ({self.guard(node)}) {{", *(f"    {line}" for line in lines), "}"]

    def text_lines(self, node: Node, text: str, fail: Sequence[str]) -> list[str]:
        """The statements of `text_into`, whether or not they are guarded."""
        if node.spec.pieces is not None:
            return append_pieces(
                pieces_of(node), lambda w: self.wire(node.operands[w]), text, self.piece, fail
            )
        spec = shape_of(node.spec, node.types)
        self.use(spec)
        wires, consts = [self.value(w) for w in node.operands], self.constants(node)
        if spec.appends:
            append = [f"{call(spec, wires, consts, text)};", *check_status(fail)]
        else:
            check = check_status(fail) if spec.fails else []
            append = append_value(call(spec, wires, consts), text, check, fail)
        return through_buffer(append, text)

    def text_room(self, index: int) -> int:
        """Bytes to reserve before `text_into`."""
        node = self.graph.nodes[index]
        return fixed_room(pieces_of(node)) if node.spec.pieces is not None else 0

    def piece(self, piece: Shown) -> str:
        return self.static(f"static const pd_piece {{}} = {piece_initializer(piece)};")


def pieces_of(node: Node) -> Any:
    """The pieces that a text-making node writes."""
    assert node.spec.pieces is not None
    return node.spec.pieces(node.constants, node.wire_types)


def makes_text(node: Node) -> bool:
    """Whether a node's output has an address, and so lies in a buffer."""
    return node.types[0].is_reference


def list_words(node: Node) -> tuple[int, ...]:
    """Words of a node's table, or of its constant list."""
    spec = node.spec
    if spec.setup is not None:
        return spec.table(node.constants).words()
    type = spec.consts[-1].type
    assert type is not None
    return tuple(to_slot(value, type) for value in node.constants[len(spec.consts) - 1 :])


def check_status(fail: Sequence[str]) -> list[str]:
    """Statements that leave where the status is set."""
    return ["if (PD_UNLIKELY(status)) {", *(f"    {line}" for line in fail), "}"]


def piece_initializer(piece: Shown) -> str:
    """A C initializer of a pd_piece, braces doubled for `str.format`."""
    fields = {
        "wire": piece.wire,
        "width": piece.width,
        "precision": piece.precision,
        "what": shown_as(piece),
        "form": int(piece.form),
        "fill": ord(piece.fill),
        "base": ord(piece.base),
    }
    return "{{" + ", ".join(f".{name} = {value}" for name, value in fields.items()) + "}}"
