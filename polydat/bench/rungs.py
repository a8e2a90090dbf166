"""The rungs of the ladder: each way to run one graph, checked first and timed in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any

import numpy as np

from polydat.batch._columns import Stop
from polydat.batch.filling import Filling
from polydat.batch.rows import Rows
from polydat.bench import floor
from polydat.bench.floor import Floor
from polydat.bench.timing import Budget, Candidate, Timing, measure
from polydat.bench.workload import CHECKED, CYCLES, Workload
from polydat.engines._timing import time_function, time_kernel
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.engines.kernel import Kernel
from polydat.errors import InternalError, UsageError
from polydat.types import PortType, from_slot, integer_range, to_slot

INTERPRETED = 64  # cycles of one pass of the interpreter
ROWS = 65_536  # of a timed batch: what `polydat run` takes at a time

VARIANT_NAMES = {
    Provenance.AUTO: "auto",
    Provenance.RAW: "raw",
    Provenance.PUSH: "push",
    Provenance.PULL: "pull",
    Provenance.PUSH_PULL: "pushpull",
}
NOTHING = Timing(0.0, 0.0, 0.0)

CHOSEN = (Provenance.AUTO,)
AGAINST_RAW = (Provenance.RAW, Provenance.AUTO)
ALL_VARIANTS = (Provenance.RAW, Provenance.PUSH, Provenance.PULL, Provenance.PUSH_PULL)


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to run a graph.

    Attributes:
        name: as in results: `closures`, `batch:native`, `c`.
        variant: how inputs and outputs are kept apart; `None` where there is no choice.
        work: what is timed, in cycles or rows.
        driven: by the C loop that moves the inputs, whose own time is taken off.
        check: compares values with the interpreter.
    """

    name: str
    variant: str | None
    work: Candidate
    driven: bool
    check: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What one rung costs.

    Attributes:
        nodes: that run in a cycle.
        cost: of one cycle or row, without the driver.
        driver_ns: the driver's cost of one cycle.
        ratio_to_c: to the hand-written form of the same kind, if there is one.
    """

    graph: str
    rung: str
    variant: str | None
    nodes: int
    cost: Timing
    driver_ns: float = 0.0
    ratio_to_c: float | None = None

    @property
    def ns_per_node(self) -> float:
        return self.cost.best / max(1, self.nodes)


def run(rungs: Sequence[Rung], load: Workload, budget: Budget) -> list[Result]:
    """Check every rung, then time all of them in turn.

    Raises:
        InternalError: a rung has other values than the interpreter.
    """
    for rung in rungs:
        rung.check()
    *timings, loop = measure([*(rung.work for rung in rungs), idle(load)], budget)
    found: list[Result] = []
    for rung, timing in zip(rungs, timings, strict=True):
        driver = loop if rung.driven else NOTHING
        cost = timing.without(driver)
        found.append(Result(load.graph, rung.name, rung.variant, load.nodes, cost, driver.best))
    return with_ratios(found)


def with_ratios(results: Sequence[Result]) -> list[Result]:
    """The results with their ratios to hand-written C: rows to rows, cycles to cycles."""
    ns = {r.rung: r.cost.best for r in results}

    def ratio(result: Result) -> float | None:
        rows = result.rung.startswith("batch") or result.rung == "c:batch"
        base = ns.get("c:batch" if rows else "c")
        return None if base is None else result.cost.best / base

    return [
        Result(r.graph, r.rung, r.variant, r.nodes, r.cost, r.driver_ns, ratio(r)) for r in results
    ]


def engine_rungs(load: Workload, variants: Sequence[Provenance], native: bool) -> list[Rung]:
    """Every engine, cycle by cycle and in batches; without native code where there is none."""
    expected = reference(load)
    engines = ("closures", "native") if native else ("closures",)
    found = [interpreter(load, expected)]
    for name in engines:
        found += [compiled(load, Engine(name, variant), expected) for variant in variants]
    if load.core.coordinates:
        found += [batch(load, name) for name in engines]
    return found


def interpreter(load: Workload, expected: list[list[Any]]) -> Rung:
    """Driven by Python, whose loop is too little of it to be taken off."""
    kernel = load.program.kernel(engine="interpreter:off")
    rows = list(zip(*load.values, strict=True))[:INTERPRETED] or [()] * INTERPRETED

    def work(passes: int) -> int:
        began = perf_counter_ns()
        for _ in range(passes):
            for row in rows:
                kernel.set_inputs(row)
                for output in load.outputs:
                    kernel.pull_at(output)
        return perf_counter_ns() - began

    return Rung(
        "interpreter",
        None,
        Candidate(work, INTERPRETED),
        False,
        lambda: compare(load, kernel, "interpreter", expected),
    )


def compiled(load: Workload, engine: Engine, expected: list[list[Any]]) -> Rung:
    kernel = CompiledKernel(load.core, engine)
    slots, moving, outputs = load.slots, load.moving, load.outputs
    return Rung(
        engine.name,
        VARIANT_NAMES[engine.provenance],
        Candidate(lambda passes: time_kernel(kernel, slots, moving, outputs, passes)[0], CYCLES),
        True,
        lambda: compare(load, kernel, str(engine), expected),
    )


def idle(load: Workload) -> Candidate:
    """The loop that moves the inputs, around a function that does nothing."""
    slots, moving = load.slots, load.moving
    given = [0] * len(load.core.inputs)
    return Candidate(lambda passes: time_function(0, slots, moving, given, 0, passes)[0], CYCLES)


def batch(load: Workload, engine: str) -> Rung:
    """Rows of a range, into columns that are used again: fresh memory is not timed."""
    rows = batch_rows(load)
    core, varying = load.core, load.core.varying()
    state = CompiledKernel(core, Engine.closures(Provenance.PUSH))
    outputs = tuple(load.outputs)
    filling = Filling(core, Engine.parse(engine), Rows(0, 1, rows), outputs, varying, state, 1)
    part = filling.pieces(filling.arrays())[0]
    fill, stop = filling.filler(), Stop()

    def work(passes: int) -> int:
        began = perf_counter_ns()
        for _ in range(passes):
            for buffer, _ in part.texts:
                buffer.clear()
            outcome = fill(part, stop)
            if outcome.status:
                raise filling.failed(part, outcome)
        return perf_counter_ns() - began

    def check() -> None:
        count = min(rows, CHECKED)
        want = load.program.range(0, count, engine="interpreter:off")
        got = load.program.range(0, count, engine=engine)
        for name in want:
            if repr(got[name].tolist()) != repr(want[name].tolist()):
                raise wrong(f"batch:{engine}", name)

    return Rung(f"batch:{engine}", None, Candidate(work, rows), False, check)


def batch_rows(load: Workload) -> int:
    """Rows of a timed batch: fewer where the coordinate cannot count so far."""
    type = load.core.inputs[load.core.varying()].type
    return ROWS if type.is_float else min(ROWS, integer_range(type)[1] + 1)


def floor_rungs(load: Workload, made: Floor) -> list[Rung]:
    """The hand-written forms.

    Raises:
        UsageError: outputs are texts, which the hand-written form cannot give.
    """
    texts = [o.name for o in load.core.outputs if o.type.width > 1]
    if texts:
        raise UsageError(f"output '{texts[0]}' does not fit one slot of hand-written C")
    inputs = [slot_of(d.default, d.type) for d in load.core.inputs]
    moving, width = load.moving, len(load.outputs)
    rungs = [
        Rung(
            "c",
            None,
            Candidate(made.cycles(load.slots, moving, inputs, width), CYCLES),
            True,
            lambda: compare_floor(load, made, inputs),
        )
    ]
    if made.rows is not None:
        out = np.empty((width, batch_rows(load)), np.uint64)
        rungs.append(
            Rung(
                "c:batch",
                None,
                Candidate(made.batches(inputs, out), out.shape[1]),
                False,
                lambda: compare_floor_rows(load, made, inputs, out),
            )
        )
    return rungs


def slot_of(value: Any, type: PortType) -> int:
    """Slot bits of an input; 0 for what has no value, which no output that is read needs."""
    return to_slot(value, type) if type.width == 1 and value is not None else 0


def reference(load: Workload) -> list[list[Any]]:
    """Values of the outputs by the interpreter, cycle by cycle."""
    return evaluated(load, load.program.kernel(engine="interpreter:off"))


def evaluated(load: Workload, kernel: Kernel) -> list[list[Any]]:
    found = []
    for cycle in range(CHECKED):
        kernel.set_inputs([row[cycle] for row in load.values])
        found.append([kernel.pull_at(output) for output in load.outputs])
    return found


def compare(load: Workload, kernel: Kernel, name: str, expected: list[list[Any]]) -> None:
    """Hold a kernel against the interpreter, bit for bit."""
    found = evaluated(load, kernel)
    for row, wanted in zip(found, expected, strict=True):
        for output, got, want in zip(load.core.outputs, row, wanted, strict=True):
            if repr(got) != repr(want):
                raise wrong(name, output.name)


def compare_floor(load: Workload, made: Floor, inputs: Sequence[int]) -> None:
    given = list(inputs)
    for cycle, want in enumerate(reference(load)):
        for place, row in zip(load.moving, load.slots, strict=True):
            given[place] = int(row[cycle])
        check_floor_row(load, made.row(given, len(load.outputs)), want)


def compare_floor_rows(
    load: Workload, made: Floor, inputs: Sequence[int], out: floor.Slots
) -> None:
    made.fill(inputs, out)
    count = min(CHECKED, out.shape[1])
    want = load.program.range(0, count, engine="interpreter:off")
    columns = [want[o.name].tolist() for o in load.core.outputs]
    for got, values in zip(out[:, :count].T.tolist(), zip(*columns, strict=True), strict=True):
        check_floor_row(load, got, list(values))


def check_floor_row(load: Workload, got: list[int], want: list[Any]) -> None:
    for output, bits, value in zip(load.core.outputs, got, want, strict=True):
        if repr(from_slot(bits, output.type)) != repr(value):
            raise UsageError(
                f"hand-written C gives {from_slot(bits, output.type)!r} for '{output.name}',"
                f" the graph gives {value!r}"
            )


def wrong(rung: str, output: str) -> InternalError:
    return InternalError(f"{rung} has another value of '{output}' than the interpreter")
