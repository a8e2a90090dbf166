"""What is timed: a graph cut down to the outputs that are read, and the values it gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from polydat.api import Program
from polydat.bench.directives import FIXED, Directives
from polydat.engines.core import ProgramCore
from polydat.engines.fusion_units import live_nodes
from polydat.errors import UsageError
from polydat.graph import lifecycle, liveness, provenance
from polydat.graph.events import EventLog
from polydat.graph.resolved import ResolvedDag
from polydat.types import PortType, from_slot, integer_range, to_slot

CYCLES = 4096  # values of each coordinate: small enough to stay in the cache
CHECKED = 500  # cycles whose values are compared before anything is timed


@dataclass(frozen=True)
class Workload:
    """One graph as it is timed.

    Attributes:
        program: the graph, with the outputs that are read and no others.
        every: cycles between two values of each coordinate, 0 for never.
    """

    graph: str
    program: Program
    every: tuple[int, ...]

    @property
    def core(self) -> ProgramCore:
        return self.program.core

    @property
    def nodes(self) -> int:
        """Nodes that run: constants and handed-on inputs do not count."""
        return len(live_nodes(self.core.graph))

    @property
    def outputs(self) -> range:
        return range(len(self.core.outputs))

    @cached_property
    def values(self) -> list[list[Any]]:
        """Value of each coordinate in each cycle."""
        return [
            [value_at(self.core.inputs[number].type, cycle, every) for cycle in range(CYCLES)]
            for number, every in zip(self.core.coordinates, self.every, strict=True)
        ]

    @property
    def moving(self) -> list[int]:
        """Numbers of the inputs that move."""
        pairs = zip(self.core.coordinates, self.every, strict=True)
        return [number for number, every in pairs if every != FIXED]

    @cached_property
    def slots(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Slot bits in each cycle of each input that moves, `(len(moving), CYCLES)`."""
        values = dict(zip(self.core.coordinates, self.values, strict=True))
        bits = [[to_slot(v, self.core.inputs[n].type) for v in values[n]] for n in self.moving]
        return np.array(bits, np.uint64).reshape(len(bits), CYCLES)


def value_at(type: PortType, cycle: int, every: int) -> Any:
    """Value of a coordinate in a cycle: it counts up from zero, and wraps in its type."""
    step = 0 if every == FIXED else cycle // every
    if type.is_float:
        return float(step)
    return from_slot(step % (integer_range(type)[1] + 1), type)


def workload(graph: str, program: Program, directives: Directives) -> Workload:
    """The workload of a graph, as its directives say.

    Raises:
        ParseError: a directive names what is not there.
        UsageError: nothing to read.
    """
    core = program.core
    inputs = [core.inputs[i].name for i in core.coordinates]
    known = [o.name for o in core.outputs]
    directives.check(inputs, known)
    asked = directives.selector
    names = [n for n in known if n not in core.input_numbers] if asked is None else list(asked)
    if not names:
        raise UsageError(
            f"{graph} has no output to time: write a binding, such as x := hash(cycle)"
        )
    check_inputs(core, names)
    return Workload(
        graph,
        Program(ProgramCore(narrowed(core.dag, names)), program.engine, EventLog(), None),
        movements(core, directives.driver),
    )


def check_inputs(core: ProgramCore, names: Sequence[str]) -> None:
    """Refuse coordinates that do not count, and externs without a value.

    Raises:
        UsageError: there are such.
    """
    for number in core.coordinates:
        definition = core.inputs[number]
        if definition.type.domain is None or definition.type.width > 1:
            raise UsageError(
                f"coordinate '{definition.name}' has type {definition.type.keyword}:"
                " only numbers of one slot can be timed"
            )
    for name in names:
        mask = core.output_masks[core.output_numbers[name]]
        for index, definition in enumerate(core.inputs):
            if mask >> index & 1 and definition.default is None:
                raise UsageError(
                    f"extern '{definition.name}' has no value: give it a default in the graph"
                )


def movements(core: ProgramCore, driver: Mapping[str, int] | None) -> tuple[int, ...]:
    """Cycles between two values of each coordinate."""
    if driver is None:
        varying = core.varying() if core.coordinates else -1
        return tuple(1 if number == varying else FIXED for number in core.coordinates)
    return tuple(driver.get(core.inputs[number].name, FIXED) for number in core.coordinates)


def narrowed(dag: ResolvedDag, names: Sequence[str]) -> ResolvedDag:
    """The graph with these outputs only, and without the nodes that none of them needs."""
    by_name = {o.name: o for o in dag.graph.outputs}
    live = liveness.run(replace(dag.graph, outputs=tuple(by_name[name] for name in names)))
    return ResolvedDag(live, lifecycle.run(live), provenance.run(live))
