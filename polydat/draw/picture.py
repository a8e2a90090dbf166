"""What a drawing of a program shows, whatever it is drawn in: boxes, arrows and groups."""

from __future__ import annotations

from dataclasses import dataclass

from polydat.engines.core import ProgramCore
from polydat.graph.dump import constant
from polydat.graph.fold import is_constant
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import InputWire, Node, Wire
from polydat.graph.resolved import is_passthrough


@dataclass(frozen=True, slots=True)
class Box:
    """One thing that is drawn.

    Attributes:
        key: an identifier without other characters than letters, digits and `_`.
        kind: `input`, `constant`, `scope`, `dynamic` or `output`.
        lines: what is written in it, the name first.
        segment: number of the piece of native code that it runs in, -1 for none.
    """

    key: str
    kind: str
    lines: tuple[str, ...]
    segment: int = -1


@dataclass(frozen=True, slots=True)
class Picture:
    """Boxes in an order in which arrows point forwards, and arrows by their keys and types."""

    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[tuple[str, str, str], ...]


KINDS = {
    Lifecycle.COMPILE: "constant",
    Lifecycle.SCOPE: "scope",
    Lifecycle.DYNAMIC: "dynamic",
}


def picture_of(core: ProgramCore, segments: dict[int, int] | None = None) -> Picture:
    """The drawing of a program; what only hands an input on is left out.

    Args:
        segments: number of the segment of each node that has one.
    """
    graph = core.graph
    boxes = [
        Box(f"i{i}", "input", (d.name, f"{d.kind.value}, {d.type.keyword}"))
        for i, d in enumerate(graph.inputs)
    ]
    arrows: list[tuple[str, str, str]] = []
    shown = [i for i in range(len(graph.nodes)) if not is_passthrough(graph, i)]
    for index in shown:
        node = graph.nodes[index]
        kind = KINDS[core.dag.lifecycle[index]]
        segment = (segments or {}).get(index, -1)
        boxes.append(Box(f"n{index}", kind, (node.name, call_text(node)), segment))
        for wire in node.wires:
            arrows.append((key_of(wire), f"n{index}", graph.type_of(wire).keyword))
    visible = set(shown)
    for number, output in enumerate(graph.outputs):
        if output.wire.node in visible:
            boxes.append(Box(f"o{number}", "output", (output.name, output.type.keyword)))
            arrows.append((f"n{output.wire.node}", f"o{number}", output.type.keyword))
    return Picture(graph.context, tuple(boxes), tuple(arrows))


def key_of(wire: Wire) -> str:
    return f"i{wire.input}" if isinstance(wire, InputWire) else f"n{wire.node}"


def call_text(node: Node) -> str:
    """A node's function with its constants: `mod(_, 64)`."""
    if is_constant(node):
        return f"{node.types[0].keyword} {shortened(constant_text(node.constants[0]))}"
    wires = ["_"] * len(node.operands)
    args = node.spec.join(wires, [shortened(constant_text(c)) for c in node.constants])
    return f"{node.spec.name}({', '.join(args)})"


def constant_text(value: object) -> str:
    return repr(value) if isinstance(value, float) else constant(value)


def shortened(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:21]}..."
