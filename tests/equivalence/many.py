"""Many random programs in one: each with inputs, nodes and outputs of its own.

A compiler run is shared by all of them, and the inputs together are more than one word of a
mask holds. Drawn by `random`, which takes a hundredth of the time that hypothesis does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from polydat.api import Assembler, Program
from polydat.errors import EvalError
from polydat.graph.node import InputKind
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType, integer_range
from tests.strategies import (
    COORDINATES,
    FLOAT_EDGES,
    FUNCTIONS,
    U64_EDGES,
    fits,
    wanted,
    wires_of,
)
from tests.support import bits

# A function with a domain refuses wires that may reach beyond it, and with them the graph.
DRAWN = [spec for spec in FUNCTIONS if spec.domain is None]
EXTERNS = (PortType.U64, PortType.F64, PortType.STR)
TEXTS = ("", "a", "7", "-3.5", "\u00e9\u2713", "x" * 40)


@dataclass
class Many:
    """Programs side by side in one graph.

    Attributes:
        coordinates, externs: names with their types.
        outputs: names.
    """

    graph: Assembler = field(default_factory=lambda: Assembler(context="many"))
    coordinates: list[tuple[str, PortType]] = field(default_factory=list)
    externs: list[tuple[str, PortType]] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)


def value(dice: random.Random, type: PortType) -> Any:
    """A value of a type, edges often."""
    if type is PortType.STR:
        return dice.choice(TEXTS)
    if type is PortType.BOOL:
        return dice.random() < 0.5
    if type.is_float:
        return dice.choice(FLOAT_EDGES) if dice.random() < 0.3 else dice.uniform(-1e3, 1e3)
    low, high = integer_range(type)
    near = [edge for edge in U64_EDGES if low <= edge <= high]
    return dice.choice(near) if dice.random() < 0.4 else dice.randint(low, high)


def many(seed: int, programs: int, most: int = 12) -> Many:
    """So many random programs of at most `most` nodes."""
    dice, made = random.Random(seed), Many()
    for number in range(programs):
        add(dice, made, f"p{number}", dice.randint(2, most))
    return made


def add(dice: random.Random, made: Many, name: str, size: int) -> None:
    """Add one random program."""
    wires: list[tuple[Any, PortType]] = []
    for number in range(dice.randint(1, 3)):
        type = dice.choice(COORDINATES)
        made.coordinates.append((f"{name}x{number}", type))
        made.graph.add_input(*made.coordinates[-1])
        wires.append(made.coordinates[-1])
    if dice.random() < 0.5:
        type = dice.choice(EXTERNS)
        made.externs.append((f"{name}e", type))
        default = None if dice.random() < 0.3 else value(dice, type)
        made.graph.add_input(f"{name}e", type, InputKind.EXTERNAL_WRITE, default)
        wires.append(made.externs[-1])
    results: list[Any] = []
    for _ in range(size):
        spec = dice.choice(DRAWN)
        found = use(dice, spec, wires)
        if found is None:
            continue
        chosen, types, consts = found
        node = f"{name}n{len(results)}"
        made.graph.add_node(node, spec.name, chosen, consts)
        for port, type in enumerate(spec.output_types(consts, types)):
            wires.append(((node, port), type))
            results.append((node, port))
    for number, wire in enumerate(dice.sample(results, min(len(results), dice.randint(1, 4)))):
        made.outputs.append(f"{name}o{number}")
        made.graph.add_output(made.outputs[-1], wire)


def use(
    dice: random.Random, spec: NodeSpec, wires: list[tuple[Any, PortType]]
) -> tuple[list[Any], list[PortType], tuple[Any, ...]] | None:
    """Wires, their types and constants for a function; `None` where no wire fits."""
    consts = spec.split(dice.choice(spec.golden)[0])[1] if spec.golden else ()
    if not spec.golden and spec.consts:
        return None
    count = wires_of(spec, dice.randint(0, 3))
    if spec.name == "printf":
        consts, count = ("{}|{:05}",) if count < 2 else ("{}",), max(2, count)
    chosen: list[Any] = []
    types: list[PortType] = []
    for port in range(count):
        type = wanted(spec, port, count, types)
        fitting = [w for w in wires if fits(w[1], type)]
        if not fitting:
            return None
        wire, source = fitting[-1] if dice.random() < 0.4 else dice.choice(fitting)
        chosen.append(wire)
        types.append(type or source)
    return chosen, types, consts


Step = tuple[str, Any]


def script(seed: int, made: Many, rounds: int) -> list[Step]:
    """Writes and pulls: some coordinates change, some are written again, externs come and go."""
    dice = random.Random(seed)
    coords = [value(dice, type) for _, type in made.coordinates]
    steps: list[Step] = []
    for _ in range(rounds):
        for at in dice.sample(range(len(coords)), dice.choice((0, 1, 3, len(coords)))):
            coords[at] = value(dice, made.coordinates[at][1])
        steps.append(("set", list(coords)))
        for name, type in dice.sample(made.externs, min(len(made.externs), dice.randint(0, 4))):
            given = None if dice.random() < 0.3 else value(dice, type)
            steps.append(("write", (name, given)))
        asked = dice.sample(made.outputs, dice.randint(1, len(made.outputs)))
        steps += [("pull", name) for name in asked]
    return steps


def play(program: Program, engine: str, steps: list[Step]) -> list[Any]:
    """What a kernel answers to the pulls of a script: bits, or the text of a failure."""
    kernel = program.kernel(engine)
    types = {o.name: o.type for o in program.outputs}
    answers: list[Any] = []
    for what, given in steps:
        if what == "set":
            kernel.set_inputs(given)
        elif what == "write":
            kernel.set_input(*given)
        else:
            try:
                answers.append(bits(kernel.pull(given), types[given]))
            except EvalError as error:
                answers.append(f"fails: {error}")
    return answers
