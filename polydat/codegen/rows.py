"""Kernel build: a batch as one C loop over rows, for a set of outputs.

The loop keeps every value of a row in a local; numbers go straight to the columns, in
the element type of the column, and texts are appended straight to theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from polydat.codegen.emission import Emission, makes_text
from polydat.codegen.operand import c_type, pack
from polydat.codegen.segment import loads, template
from polydat.codegen.writer import comment, indent, made_by
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout
from polydat.graph.node import Graph, InputWire, NodeWire


@dataclass(frozen=True, slots=True)
class RowsPlan:
    """What a batch loop computes.

    Attributes:
        outputs: the wire of each column, numbers and texts each in their own order.
        once: nodes that do not depend on the row, in topological order.
        each: nodes that do.
        varying: the input that takes the number of the row.
        given: inputs that take their values from arrays, one element a row.
    """

    outputs: tuple[NodeWire, ...]
    once: tuple[int, ...]
    each: tuple[int, ...]
    varying: int | None
    given: tuple[int, ...] = ()


def emit_rows(graph: Graph, layout: Layout, plan: RowsPlan) -> str:
    """C text of the loop."""
    return RowsEmission(graph, layout, plan).text()


class RowsEmission:
    """The parts of one batch loop."""

    def __init__(self, graph: Graph, layout: Layout, plan: RowsPlan) -> None:
        self.emission = Emission(graph, layout)
        self.graph = graph
        self.layout = layout
        self.plan = plan
        wires = plan.outputs
        self.numbers = [w for w in wires if not graph.type_of(w).is_reference]
        self.texts = [w for w in wires if graph.type_of(w).is_reference]
        # A text that is made in the loop and is a column is written there at once.
        self.direct = {w.node: t for t, w in enumerate(self.texts) if w.node in plan.each}
        self.opened: set[int] = set(self.direct)

    def text(self) -> str:
        once = self.inputs()
        for index in self.plan.once:
            once += self.compute(index)
        each = self.row_number()
        for index in self.plan.each:
            each += self.compute(index)
        each += self.stores()
        count = len(self.plan.once) + len(self.plan.each)
        what = f"Rows of {comment(self.graph.context)}: {count} nodes."
        return template("rows.c.tmpl").substitute(
            made_by=made_by(what),
            prelude=self.emission.prelude(),
            once=indent(once),
            open=indent(self.open()),
            each=indent(each, 2),
            close=indent(self.close()),
        )

    def inputs(self) -> list[str]:
        """Locals of the inputs that do not vary."""
        members = (*self.plan.once, *self.plan.each)
        lines = loads(self.emission, members)
        varying = () if self.plan.varying is None else (self.plan.varying,)
        moving = [slot for i in (*varying, *self.plan.given) for slot in self.slots(i)]
        own = tuple(f"const uint64_t s{slot} =" for slot in moving)
        return [line for line in lines if not line.startswith(own)] if own else lines

    def slots(self, index: int) -> range:
        """Slots of an input."""
        first = self.layout.slot(InputWire(index))
        return range(first, first + self.graph.inputs[index].type.width)

    def row_number(self) -> list[str]:
        """The inputs of a row: its number, in the type of that input, or elements of arrays."""
        lines: list[str] = []
        for number, index in enumerate(self.plan.given):
            slot = self.layout.slot(InputWire(index))
            lines += [f"const uint64_t s{slot} = given{number}[i];", f"(void)s{slot};"]
        if self.plan.varying is None:
            return lines
        type = self.graph.inputs[self.plan.varying].type
        slot = self.layout.slot(InputWire(self.plan.varying))
        value = "rows->start + i * rows->step"
        if type.is_float:
            value = pack(f"({c_type(type).name})({value})", type)
        lines += [f"const uint64_t s{slot} = {value};", f"(void)s{slot};"]
        if type.is_wide:
            lines += [f"const uint64_t s{slot + 1} = 0;", f"(void)s{slot + 1};"]
        return lines

    def fail(self, index: int) -> list[str]:
        return [f"failed = {index};", "goto stop;"]

    def compute(self, index: int) -> list[str]:
        node = self.graph.nodes[index]
        if not makes_text(node):
            return self.emission.compute(index, self.fail(index))
        if index in self.direct:
            return self.append(index)
        return self.scratch(index)

    def append(self, index: int) -> list[str]:
        """A text that is a column: appended to it."""
        number = self.direct[index]
        slot = self.layout.ports[index][0]
        text, at = f"text{number}", f"at{number}"
        room = max(1, self.emission.text_room(index))
        fail = self.fail(index)
        read = self.is_read(index)
        written = self.emission.text_into(index, text, fail)
        grows = any(f"{text}->size =" in line for line in written)
        after = [
            f"const uint64_t s{slot} = (uint64_t)(uintptr_t)({text}->data + start{number});",
            f"const uint64_t s{slot + 1} = (uint64_t)(at{number} - {text}->data) - start{number};",
        ]
        before = [f"const uint64_t start{number} = (uint64_t)({at} - {text}->data);"]
        return [
            *(before if read else []),
            f"if (PD_UNLIKELY((uint64_t)(end{number} - {at}) < {room})) {{",
            f"    {text}->size = (uint64_t)({at} - {text}->data);",
            f"    if (!pd_reserve(&status, {text}, {room})) {{",
            *(f"        {line}" for line in fail),
            "    }",
            f"    {at} = {text}->data + {text}->size;",
            f"    end{number} = {text}->data + {text}->capacity;",
            "}",
            "{",
            f"    uint8_t *at = {at};",
            *(f"    {line}" for line in written),
            f"    {at} = at;",
            *([f"    end{number} = {text}->data + {text}->capacity;"] if grows else []),
            "}",
            *(after if read else []),
            f"offset{number}[i + 1] = (int32_t)({at} - {text}->data);",
        ]

    def is_read(self, index: int) -> bool:
        """Whether another node, or a second column, reads this text."""
        wire = NodeWire(index, 0)
        members = (*self.plan.once, *self.plan.each)
        read = any(wire in self.graph.nodes[i].wires for i in members)
        return read or self.texts.count(wire) > 1

    def scratch(self, index: int) -> list[str]:
        """A text that is no column: made anew in each row."""
        slot = self.layout.ports[index][0]
        text = f"&rows->scratch[{self.layout.texts[NodeWire(index, 0)]}]"
        fail = self.fail(index)
        return [
            f"pd_text *const t{slot} = {text};",
            f"t{slot}->size = 0;",
            f"if (!pd_reserve(&status, t{slot}, {max(1, self.emission.text_room(index))})) {{",
            *(f"    {line}" for line in fail),
            "}",
            "{",
            f"    uint8_t *at = t{slot}->data;",
            *(f"    {line}" for line in self.emission.text_into(index, f"t{slot}", fail)),
            f"    t{slot}->size = (uint64_t)(at - t{slot}->data);",
            "}",
            f"const uint64_t s{slot} = (uint64_t)(uintptr_t)t{slot}->data;",
            f"const uint64_t s{slot + 1} = t{slot}->size;",
        ]

    def stores(self) -> list[str]:
        """Numbers into their columns, and texts that are not appended directly."""
        lines: list[str] = []
        for number, wire in enumerate(self.numbers):
            type = self.graph.type_of(wire)
            value = self.emission.value(wire)
            element = c_type(type).narrow.format(value) if type.width == 1 else value
            lines.append(f"out{number}[i] = {element};")
        for number, wire in enumerate(self.texts):
            if self.direct.get(wire.node) != number:
                lines += self.copy(number, wire)
        return lines

    def copy(self, number: int, wire: NodeWire) -> list[str]:
        """A text from elsewhere, copied into its column."""
        low, high = self.emission.wire(wire)
        text, at = f"text{number}", f"at{number}"
        return [
            f"if (PD_UNLIKELY((uint64_t)(end{number} - {at}) < {high})) {{",
            f"    {text}->size = (uint64_t)({at} - {text}->data);",
            f"    if (!pd_reserve(&status, {text}, {high})) {{",
            *(f"        {line}" for line in self.fail(wire.node)),
            "    }",
            f"    {at} = {text}->data + {text}->size;",
            f"    end{number} = {text}->data + {text}->capacity;",
            "}",
            f"if (PD_LIKELY({high}))",  # an empty text may have no address
            f"    memcpy({at}, (const uint8_t *)(uintptr_t){low}, {high});",
            f"{at} += {high};",
            f"offset{number}[i + 1] = (int32_t)({at} - {text}->data);",
        ]

    def open(self) -> list[str]:
        """Pointers to the columns, and to the arrays of inputs."""
        lines = [
            f"const uint64_t *PD_RESTRICT const given{number} = rows->given[{number}];"
            for number in range(len(self.plan.given))
        ]
        for number, wire in enumerate(self.numbers):
            element = c_type(self.graph.type_of(wire)).column
            lines.append(f"{element} *PD_RESTRICT const out{number} = rows->out[{number}];")
        for number in range(len(self.texts)):
            lines += [
                f"pd_text *const text{number} = rows->text[{number}];",
                f"int32_t *PD_RESTRICT const offset{number} = rows->offset[{number}];",
                f"uint8_t *at{number} = text{number}->data + text{number}->size;",
                f"uint8_t *end{number} = text{number}->data + text{number}->capacity;",
            ]
        return lines

    def close(self) -> list[str]:
        """Ends of the texts."""
        return [
            f"text{number}->size = (uint64_t)(at{number} - text{number}->data);"
            for number in range(len(self.texts))
        ]


def split(graph: Graph, members: Sequence[int], varies: Sequence[bool]) -> tuple[list[int], ...]:
    """Members that do not depend on the row, and those that do; constants left out."""
    live = [i for i in members if not is_constant(graph.nodes[i])]
    return [i for i in live if not varies[i]], [i for i in live if varies[i]]
