"""From a resolved graph to the arrays that the loops of `csrc/loop.h` read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from polydat.codegen.emission import makes_text, pieces_of
from polydat.codegen.functions import shape_of
from polydat.engines.core import ProgramCore
from polydat.engines.host_nodes import HostNode, host_node, runs_in_host
from polydat.graph.fold import is_constant
from polydat.graph.node import Node, NodeWire
from polydat.nodes.pieces import Written, shown_as
from polydat.types import OBJECTS, WIDE, PortType, to_slot
from polydat.types.memory import to_memory, to_words

# How a compiled kernel reads a slot back: numbers that the extension knows.
DECODE: dict[PortType, int] = {
    PortType.F64: 1,
    PortType.I64: 2,
    PortType.I32: 2,
    PortType.I16: 2,
    PortType.I8: 2,
    PortType.BOOL: 3,
    PortType.F32: 4,
    PortType.F16: 4,
    PortType.STR: 5,
    **dict.fromkeys(WIDE, 6),
    **{t: 7 for t in PortType if t.is_reference and t is not PortType.STR},
    **dict.fromkeys(OBJECTS, 8),
}
DECODE_U64 = 0


def coordinate_code(type: PortType) -> int:
    """How a coordinate is written: numbers that the extension knows."""
    if type.is_reference:
        return 4
    if type.is_wide:
        return 3
    return {PortType.U64: 0, PortType.F64: 1}.get(type, 2)


@dataclass(frozen=True, slots=True)
class StepSpec:
    """One step: the function to run and its operands.

    Attributes:
        run: address of the C function.
        whole: address of the function that runs all groups at once.
        inputs: first slot of each wire.
        constants: slot bits of each constant.
        out: first slot written.
        text: scratch entry of a text output.
        node: index of the node, of the first one for a segment.
        pieces: what a text-making step writes, as `piece_row` gives it.
        groups: nodes of each group.
        native: whether the step is a segment.
        inner: of a guarded step, the address of the function that the guard allows.
        guard: of a guarded step, the slot that is not 0 where it may run.
        out_count: slots written.
        host: of a step that runs in Python, its call.
    """

    run: int
    whole: int
    groups: tuple[tuple[int, ...], ...]
    inputs: tuple[int, ...] = ()
    constants: tuple[int, ...] = ()
    out: int = 0
    text: int = 0
    node: int = 0
    pieces: tuple[tuple[Any, ...], ...] = ()
    native: bool = False
    inner: int = 0
    guard: int = 0
    out_count: int = 0
    host: HostNode | None = None


def closure_step(core: ProgramCore, index: int, addresses: dict[str, int]) -> StepSpec:
    """The closure step of one node."""
    node, layout = core.graph.nodes[index], core.layout
    host = host_node(node, index, layout) if runs_in_host(node) else None
    inner = addresses[step_name(node)]
    run = addresses["guarded"] if node.guarded else inner
    return StepSpec(
        run=run,
        whole=run,
        inner=inner,
        guard=layout.slot(node.wires[0]) if node.guarded else 0,
        out_count=sum(type.width for type in node.types),
        groups=((index,),),
        inputs=tuple(layout.slot(w) for w in node.operands),
        constants=constant_bits(node) if host is None else (),
        out=layout.ports[index][0],
        text=layout.texts.get(NodeWire(index, 0), 0),
        node=index,
        pieces=piece_rows(node) if host is None else (),
        host=host,
    )


def step_name(node: Node) -> str:
    """Name of the step and of the column kernel of a node: all texts of pieces have one."""
    if runs_in_host(node):
        return "host"
    pieces = makes_text(node) and node.spec.pieces is not None
    return "text" if pieces else shape_of(node.spec, node.types).name


def constant_bits(node: Node) -> tuple[int, ...]:
    """Slot bits of the constants of a node, or its table; texts are in its pieces."""
    if node.spec.setup is not None:
        return node.spec.table(node.constants).words()
    typed = ((node.spec.const_param(i).type, v) for i, v in enumerate(node.constants))
    return tuple(to_slot(v, t) for t, v in typed if t is not None and t is not PortType.STR)


def piece_rows(node: Node) -> tuple[tuple[Any, ...], ...]:
    """Pieces of a text-making node: kind, text, wire, form, precision, width, fill, base."""
    if not makes_text(node) or node.spec.pieces is None:
        return ()
    rows: list[tuple[Any, ...]] = []
    for piece in pieces_of(node):
        if isinstance(piece, Written):
            rows.append((0, piece.text, 0, 0, 0, 0, 32, 100))
        else:
            kind = shown_as(piece)
            shape = (int(piece.form), piece.precision, piece.width)
            rows.append((kind, b"", piece.wire, *shape, ord(piece.fill), ord(piece.base)))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Places:
    """Where each node runs: its step and the bit of its group."""

    step: dict[int, int]
    bit: dict[int, int]

    def parts(self, nodes: Sequence[int]) -> list[tuple[int, int]]:
        """Groups that contain the nodes, as pairs of mask and step, in order of steps."""
        masks: dict[int, int] = {}
        for node in nodes:
            if node in self.step:
                step = self.step[node]
                masks[step] = masks.get(step, 0) | self.bit[node]
        return [(masks[step], step) for step in sorted(masks)]


def places(steps: Sequence[StepSpec]) -> Places:
    """Where each node of the steps runs."""
    found = Places({}, {})
    for number, step in enumerate(steps):
        for bit, group in enumerate(step.groups):
            for node in group:
                found.step[node] = number
                found.bit[node] = 1 << bit
    return found


def dependents(core: ProgramCore, where: Places) -> list[list[tuple[int, int]]]:
    """Groups that depend on each input."""
    readers: list[list[int]] = [[] for _ in range(len(core.inputs) + 1)]  # and the round
    for node in where.step:
        mask = core.dag.provenance[node]
        while mask:
            low = mask & -mask
            readers[low.bit_length() - 1].append(node)
            mask ^= low
    return [where.parts(nodes) for nodes in readers]


def guard_masks(core: ProgramCore, words: int) -> list[int]:
    """Inputs whose change makes each output stale.

    A node of several outputs that reads no input is not folded: it counts as a reader of
    everything, so that it runs once at least.
    """
    everything = (1 << 64 * words) - 1
    return [mask or everything for mask in core.output_masks]


@dataclass(frozen=True, slots=True)
class Image:
    """First contents of the slots: constants and defaults.

    Attributes:
        bits: of every slot.
        texts: what has an address: first slot of the pair and the bytes.
        objects: first slot of the pair and the object.
    """

    bits: list[int]
    texts: list[tuple[int, bytes]]
    objects: list[tuple[int, Any]]


def image(core: ProgramCore) -> Image:
    """What the slots of a new state hold."""
    bits = [0] * core.layout.size
    texts: list[tuple[int, bytes]] = []
    objects: list[tuple[int, Any]] = []

    def put(slot: int, value: Any, type: PortType) -> None:
        if type in OBJECTS:
            objects.append((slot, value))
        elif type.is_reference:
            texts.append((slot, to_memory(value, type)))
        else:
            bits[slot : slot + type.width] = to_words(value, type)

    for index, node in enumerate(core.graph.nodes):
        if is_constant(node):
            put(core.layout.nodes[index], node.constants[0], node.types[0])
    for number, definition in enumerate(core.inputs):
        if definition.default is not None:
            put(core.layout.inputs[number], definition.default, definition.type)
    return Image(bits, texts, objects)


DIVISIONS = frozenset({"div", "mod"})  # which fail for a divisor of 0, and for nothing else


def fallible(core: ProgramCore) -> bool:
    """Whether any node of a program can fail."""
    live = (n for n in core.graph.nodes if not is_constant(n))
    return any(can_fail(n) or makes_text(n) or runs_in_host(n) for n in live)


def can_fail(node: Node) -> bool:
    """Whether a node fails for some values of its wires."""
    if node.spec.name in DIVISIONS:
        return bool(node.constants[0] == 0)
    return node.spec.fails is not None
