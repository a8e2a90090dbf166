"""What a batch needs: which nodes vary with the row, and where their columns lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from polydat.codegen.rows import RowsPlan
from polydat.engines.core import ProgramCore
from polydat.engines.plan import step_name
from polydat.graph.fold import is_constant
from polydat.graph.node import InputWire, NodeWire, Wire
from polydat.types import OBJECTS, PortType


def rows_plan(
    core: ProgramCore, outputs: Sequence[int], varying: int | None, given: Sequence[int] = ()
) -> RowsPlan:
    """Nodes of the outputs' cones, split by whether they depend on the row."""
    wires = tuple(core.outputs[n].wire for n in outputs)
    members = sorted({i for wire in wires for i in core.dag.cone(wire.node)})
    live = [i for i in members if not is_constant(core.graph.nodes[i])]
    moving = sum(1 << i for i in given) | (0 if varying is None else 1 << varying)
    once = tuple(i for i in live if not core.dag.provenance[i] & moving)
    each = tuple(i for i in live if core.dag.provenance[i] & moving)
    return RowsPlan(wires, once, each, varying, tuple(given))


@dataclass(frozen=True, slots=True)
class ColumnStep:
    """One column kernel: its function, its columns, and the closure step with its constants.

    Attributes:
        inner: of a guarded node, what runs in rows where the first column is set.
        out: column of the first output; its block and those of `out_count` in all lie behind
            each other.
    """

    run: int
    inner: int
    inputs: tuple[int, ...]
    out: int
    out_count: int
    node: int
    step: int


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """Columns and steps of a batch on column kernels.

    Attributes:
        columns: how many there are.
        buffers, offset_buffers: blocks of slots and of text ends that they need.
        value_buffer, offset_buffer: column to its block.
        once_steps: closure steps to run once before the first row.
        steady: columns that are the same in every row: column, slot, and the blocks of
            slots that it fills, 0 for what has an address.
        steps: column kernels, in order.
        varying_column: column of row numbers, -1 for none.
        varying_code: 0 an integer, 1 f64, 2 f32, 3 f16, 4 one of 128 bits.
        given_columns: column of each input that has an array, -1 where nothing reads it.
        number_columns: column of each number output.
        text_columns: column of each text output, and whether it is written in place.
    """

    columns: int
    buffers: int
    offset_buffers: int
    value_buffer: dict[int, int]
    offset_buffer: dict[int, int]
    once_steps: tuple[int, ...]
    steady: tuple[tuple[int, int, int], ...]
    steps: tuple[ColumnStep, ...]
    varying_column: int
    varying_code: int
    given_columns: tuple[int, ...]
    number_columns: tuple[int, ...]
    text_columns: tuple[tuple[int, bool], ...]


VARYING_CODES = {
    PortType.F64: 1,
    PortType.F32: 2,
    PortType.F16: 3,
    PortType.U128: 4,
    PortType.I128: 4,
}


def column_plan(
    core: ProgramCore, plan: RowsPlan, step_of: dict[int, int], addresses: dict[str, int]
) -> ColumnPlan:
    """The columns of a batch.

    Args:
        step_of: closure step of each node.
        addresses: column kernels by node function.
    """
    return Columns(core, plan).plan(step_of, addresses)


def blocks_of(type: PortType) -> int:
    """Blocks of slots that a column fills: one of an object, none of what has an address."""
    if type in OBJECTS:
        return 1
    return 0 if type.is_reference else type.width


class Columns:
    """Columns as they are handed out, and the blocks that become free again."""

    def __init__(self, core: ProgramCore, rows: RowsPlan) -> None:
        self.core = core
        self.rows = rows
        self.number: dict[Wire, int] = {}
        self.value_buffer: dict[int, int] = {}
        self.offset_buffer: dict[int, int] = {}
        self.steady: list[tuple[int, int, int]] = []
        self.free: list[int] = []
        self.blocks = 0
        self.last_reader = self.find_last_readers()

    def find_last_readers(self) -> dict[Wire, int]:
        """Last node that reads each wire; wires of outputs are read behind all nodes."""
        last: dict[Wire, int] = {}
        for index in self.rows.each:
            last.update(dict.fromkeys(self.core.graph.nodes[index].wires, index))
        last.update(dict.fromkeys(self.rows.outputs, len(self.core.graph.nodes)))
        return last

    def has_ends(self, wire: Wire) -> bool:
        """Whether rows of a column have sizes of their own: what lies behind an address."""
        return blocks_of(self.core.graph.type_of(wire)) == 0

    def plan(self, step_of: dict[int, int], addresses: dict[str, int]) -> ColumnPlan:
        varying = self.rows.varying
        moving = InputWire(-1 if varying is None else varying)
        given = tuple(map(InputWire, self.rows.given))
        for own in (moving, *given):
            if own in self.last_reader:
                self.new_column(own)
        each = frozenset(self.rows.each)
        for wire in self.last_reader:
            changes = wire == moving or wire in given
            if not changes and not (isinstance(wire, NodeWire) and wire.node in each):
                at = self.new_column(wire)
                self.steady.append((at, self.core.layout.slot(wire), self.blocks_of(wire)))
        steps = tuple(self.step(i, step_of[i], addresses) for i in self.rows.each)
        wires = self.rows.outputs
        numbers = tuple(self.number[w] for w in wires if not self.has_ends(w))
        type = None if varying is None else self.core.inputs[varying].type
        return ColumnPlan(
            columns=len(self.number),
            buffers=self.blocks,
            offset_buffers=len(self.offset_buffer),
            value_buffer=self.value_buffer,
            offset_buffer=self.offset_buffer,
            once_steps=tuple(step_of[i] for i in self.rows.once),
            steady=tuple(self.steady),
            steps=steps,
            varying_column=self.number.get(moving, -1),
            varying_code=VARYING_CODES.get(type, 0) if type is not None else 0,
            given_columns=tuple(self.number.get(wire, -1) for wire in given),
            number_columns=numbers,
            text_columns=self.text_columns(each),
        )

    def text_columns(self, each: frozenset[int]) -> tuple[tuple[int, bool], ...]:
        """A text that is made for each row is written straight to its first output."""
        found: list[tuple[int, bool]] = []
        seen: set[Wire] = set()
        for wire in self.rows.outputs:
            if self.has_ends(wire):
                found.append((self.number[wire], wire.node in each and wire not in seen))
                seen.add(wire)
        return tuple(found)

    def new_column(self, wire: Wire) -> int:
        number = self.number[wire] = len(self.number)
        if self.has_ends(wire):
            self.offset_buffer[number] = len(self.offset_buffer)
        elif self.blocks_of(wire) == 1:
            self.value_buffer[number] = self.take_block()
        else:  # the high halves lie one block behind the low ones
            self.value_buffer[number] = self.blocks
            self.blocks += 2
        return number

    def blocks_of(self, wire: Wire) -> int:
        """Blocks of slots that a column fills."""
        return blocks_of(self.core.graph.type_of(wire))

    def take_block(self) -> int:
        if self.free:
            return self.free.pop()
        self.blocks += 1
        return self.blocks - 1

    def step(self, index: int, step: int, addresses: dict[str, int]) -> ColumnStep:
        node = self.core.graph.nodes[index]
        inputs = tuple(self.number[w] for w in node.wires)
        out = len(self.number)
        if len(node.types) > 1:
            self.adjacent_columns(index)
        else:
            self.new_column(NodeWire(index))
        for wire in dict.fromkeys(node.wires):
            if self.last_reader[wire] == index and self.is_loose(wire):
                self.free.append(self.value_buffer[self.number[wire]])
        inner = addresses[step_name(node)]
        run = addresses["guarded"] if node.guarded else inner
        blocks = sum(map(blocks_of, node.types))
        return ColumnStep(run, inner, inputs, out, blocks, index, step)

    def is_loose(self, wire: Wire) -> bool:
        """Whether a column's block may be used again: it is one slot, made for each row."""
        if not isinstance(wire, NodeWire) or wire.node not in self.rows.each:
            return False
        return self.blocks_of(wire) == 1 and len(self.core.graph.nodes[wire.node].types) == 1

    def adjacent_columns(self, index: int) -> None:
        """Columns of a node with several outputs: one behind the other, in new blocks."""
        for port in range(len(self.core.graph.nodes[index].types)):
            number = self.number[NodeWire(index, port)] = len(self.number)
            self.value_buffer[number] = self.blocks
            self.blocks += 1
