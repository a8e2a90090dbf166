"""Kernel build: segments of a graph as C functions over the slot buffer.

Two shapes of the same statements.  A group function runs any set of the segment's
groups: what an output needs, what is stale.  A whole function runs all of them with
every value in a local, for kernels that never ask for less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

from polydat.codegen.emission import Emission, makes_text
from polydat.codegen.writer import comment, indent, made_by
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout
from polydat.graph.node import Graph, InputWire, NodeWire, Wire


@dataclass(frozen=True, slots=True)
class Segment:
    """Nodes that one C function computes.

    Attributes:
        groups: nodes that always run together, at most 64 groups, in topological order.
        kept: outputs that somebody outside of the segment reads.
    """

    groups: tuple[tuple[int, ...], ...]
    kept: frozenset[NodeWire]

    @property
    def nodes(self) -> tuple[int, ...]:
        """All members; groups behind each other, so in topological order."""
        return tuple(index for group in self.groups for index in group)

    def is_kept(self, graph: Graph, index: int) -> bool:
        ports = range(len(graph.nodes[index].types))
        return any(NodeWire(index, port) in self.kept for port in ports)


TEMPLATES = Path(__file__).parent / "templates"


def template(name: str) -> Template:
    return Template((TEMPLATES / name).read_text())


def emit_program(graph: Graph, layout: Layout, segments: Sequence[Segment], whole: bool) -> str:
    """C text of all segments of a program: `pd_segment_0` and so on.

    With `whole` each has a second function, `pd_whole_0`, that runs all groups with every
    value in a local, and puts into slots only what is read outside of the segment.
    """
    emission = Emission(graph, layout)
    functions = [groups_function(emission, k, s) for k, s in enumerate(segments)]
    if whole:
        functions += [whole_function(emission, k, s) for k, s in enumerate(segments)]
    count = sum(len(s.nodes) for s in segments)
    return template("program.c.tmpl").substitute(
        made_by=made_by(f"Segments of {comment(graph.context)}: {count} nodes."),
        prelude=emission.prelude(),
        functions="\n".join(functions),
    )


def groups_function(emission: Emission, number: int, segment: Segment) -> str:
    blocks: list[str] = []
    crossing = read_by_other_groups(emission.graph, segment)
    for bit, members in enumerate(segment.groups):
        body = loads(emission, members)
        for index in members:
            body += compute(emission, index)
            if index in crossing or segment.is_kept(emission.graph, index):
                body += stores(emission, index)
        blocks += [f"if (need & UINT64_C({1 << bit})) {{", indent(body), "}"]
    return template("segment.c.tmpl").substitute(
        name=f"pd_segment_{number}",
        what="Runs the groups of `need`, which talk to each other through their slots.",
        body=indent(blocks),
    )


def read_by_other_groups(graph: Graph, segment: Segment) -> set[int]:
    """Members that a member of another group reads: what a group has to leave in slots."""
    group = {index: bit for bit, members in enumerate(segment.groups) for index in members}
    return {
        wire.node
        for index, bit in group.items()
        for wire in graph.nodes[index].wires
        if isinstance(wire, NodeWire) and group.get(wire.node, bit) != bit
    }


def whole_function(emission: Emission, number: int, segment: Segment) -> str:
    members = segment.nodes
    body = loads(emission, members)
    for index in members:
        body += compute(emission, index)
    for index in members:
        if segment.is_kept(emission.graph, index):
            body += stores(emission, index)
    return template("segment.c.tmpl").substitute(
        name=f"pd_whole_{number}",
        what="Runs all groups; keeps what is read outside.",
        body=indent(body),
    )


def outside(graph: Graph, members: Iterable[int]) -> list[Wire]:
    """Wires that members read and do not make, constants left out, each once."""
    inside = frozenset(members)
    found: dict[Wire, None] = {}
    for index in members:
        for wire in graph.nodes[index].wires:
            if isinstance(wire, InputWire) or (
                wire.node not in inside and not is_constant(graph.nodes[wire.node])
            ):
                found[wire] = None
    return list(found)


def loads(emission: Emission, members: Sequence[int]) -> list[str]:
    """Locals for what is read from outside."""
    lines: list[str] = []
    for wire in outside(emission.graph, members):
        at = emission.layout.slot(wire)
        slots = range(at, at + emission.graph.type_of(wire).width)
        lines += [f"const uint64_t s{s} = slot[{s}];" for s in slots]
    return lines


def compute(emission: Emission, index: int) -> list[str]:
    """Statements that compute one node."""
    node = emission.graph.nodes[index]
    fail = ["state->status = status;", f"state->failed = {index};", "return;"]
    if not makes_text(node):
        return emission.compute(index, fail)
    entry = emission.layout.texts[NodeWire(index, 0)]
    slot = emission.layout.ports[index][0]
    text = f"t{slot}"
    return [
        f"pd_text *const {text} = &state->text[{entry}];",
        f"{text}->size = 0;",
        f"if (!pd_reserve(&status, {text}, {max(1, emission.text_room(index))})) {{",
        *(f"    {line}" for line in fail),
        "}",
        "{",
        f"    uint8_t *at = {text}->data;",
        *(f"    {line}" for line in emission.text_into(index, text, fail)),
        f"    {text}->size = (uint64_t)(at - {text}->data);",
        "}",
        f"const uint64_t s{slot} = (uint64_t)(uintptr_t){text}->data;",
        f"const uint64_t s{slot + 1} = {text}->size;",
    ]


def stores(emission: Emission, index: int) -> list[str]:
    """Statements that put a node's outputs into their slots."""
    lines: list[str] = []
    node = emission.graph.nodes[index]
    for slot, type in zip(emission.layout.ports[index], node.types, strict=True):
        lines += [f"slot[{s}] = s{s};" for s in range(slot, slot + type.width)]
    return lines
