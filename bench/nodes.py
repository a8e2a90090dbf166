"""`python -m bench nodes`: each numeric node in a native batch, against numpy.

    python -m bench nodes                        every node with slots of plain numbers
    python -m bench nodes hash f64_add           some of them
    python -m bench nodes --json nodes.json      the numbers, for a program

A batch of the node alone reads one array a wire, as numpy does, and fills an array that is used
again.  Both take turns in one run; the numbers are medians.  Values are compared first.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

from bench.node_expressions import EXPRESSIONS, Timed
from polydat.api import Assembler
from polydat.batch._columns import Stop
from polydat.batch.filling import Filling
from polydat.batch.mapping import slots_of
from polydat.batch.rows import Rows
from polydat.bench.timing import Budget, Candidate, measure
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType

P = PortType
ROWS = 65_536  # those of a batch where nothing else is said
BUDGET = Budget(31, 1.0)
ALLOWED = 1.05
ALLOWED_ELEMENTARY = 4.0
NAMES = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class Result:
    """One node: nanoseconds a row, and the most that the ratio may be.

    Attributes:
        numpy, ratio: `None` where numpy has no such operation.
    """

    node: str
    ours: float
    numpy: float | None
    ratio: float | None
    allowed: float

    @property
    def holds(self) -> bool:
        return self.ratio is None or self.ratio <= self.allowed


def columns(spec: NodeSpec, timed: Timed) -> list[Any]:
    """Random values for each wire of a node, the same in every run."""
    source = np.random.default_rng(7)
    found = []
    for wire in spec.wires:
        if wire.type is P.F64:
            found.append(source.uniform(timed.low, timed.high, ROWS))
        else:
            low, high = max(0, int(timed.low)), int(timed.high)
            found.append(source.integers(low, high, ROWS, np.uint64))
    return found


def batch(spec: NodeSpec, timed: Timed, given: Sequence[Any], engine: str) -> tuple[Candidate, Any]:
    """A batch of a node alone, and the array that it fills."""
    graph = Assembler()
    names = NAMES[: len(given)]
    for name, wire in zip(names, spec.wires, strict=True):
        graph.add_input(name, wire.type or P.U64)
    graph.add_node("node", spec, list(names), list(timed.constants))
    graph.add_output("out", "node")
    core = graph.compile()._core
    slots = {i: slots_of(names[i], column, core.inputs[i].type) for i, column in enumerate(given)}
    state = CompiledKernel(core, Engine.closures(Provenance.PUSH))
    for i, array in slots.items():
        state.write_at(i, given[i][0].item() if array.size else 0)
    state.start()
    rows = Rows(0, 1, ROWS)
    filling = Filling(core, Engine.parse(engine), rows, (0,), None, state, 1, slots)
    arrays = filling.arrays()
    part, fill, stop = filling.pieces(arrays)[0], filling.filler(), Stop()

    def work(passes: int) -> int:
        began = perf_counter_ns()
        for _ in range(passes):
            fill(part, stop)
        return perf_counter_ns() - began

    return Candidate(work, ROWS), arrays[0]


def numpy_work(
    expression: Callable[..., Any], given: Sequence[Any], out: Any
) -> Callable[[int], int]:
    def work(passes: int) -> int:
        began = perf_counter_ns()
        for _ in range(passes):
            expression(*given, out=out)
        return perf_counter_ns() - began

    return work


def compare(
    spec: NodeSpec, timed: Timed, engine: str = "native", budget: Budget = BUDGET
) -> Result:
    """Time one node.

    Raises:
        SystemExit: numpy gives other values.
    """
    given = columns(spec, timed)
    ours, filled = batch(spec, timed, given, engine)
    allowed = ALLOWED_ELEMENTARY if timed.elementary else ALLOWED
    if timed.numpy is None:
        (took,) = measure([ours], budget)
        return Result(spec.name, took.median, None, None, allowed)
    out = np.empty_like(filled)
    theirs = Candidate(numpy_work(timed.numpy, given, out), ROWS)
    ours.work(1)
    theirs.work(1)
    if not np.allclose(filled, out, rtol=timed.close, atol=timed.close, equal_nan=True):
        at = int(np.argmax(filled != out))
        raise SystemExit(f"{spec.name} of {[g[at] for g in given]}: {filled[at]}, {out[at]}")
    took, other = measure([ours, theirs], budget)
    return Result(spec.name, took.median, other.median, took.median / other.median, allowed)


def measured(names: Iterable[str]) -> list[Result]:
    """Each node against numpy."""
    return [compare(registry.get(name), EXPRESSIONS[name]) for name in names]


def page(results: Sequence[Result]) -> str:
    lines = [f"{'node':<20} {'ns/row':>8} {'numpy':>8} {'ratio':>6}"]
    for r in sorted(results, key=lambda r: -(r.ratio or 0.0)):
        numpy = "-" if r.numpy is None else f"{r.numpy:.3f}"
        ratio = "-" if r.ratio is None else f"{r.ratio:.2f}"
        mark = "" if r.holds else f"  slower than {r.allowed:g} x"
        lines.append(f"{r.node:<20} {r.ours:8.3f} {numpy:>8} {ratio:>6}{mark}")
    compared = [r for r in results if r.ratio is not None]
    held = sum(r.holds for r in compared)
    lines.append(f"{held} of {len(compared)} hold; {len(results) - len(compared)} have no numpy")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Time the nodes; the exit code says whether all hold."""
    parser = argparse.ArgumentParser(prog="python -m bench nodes")
    parser.add_argument("names", nargs="*", metavar="NODE")
    parser.add_argument("--json", metavar="FILE", help="write the numbers to a file")
    read = parser.parse_args(arguments)
    unknown = [name for name in read.names if name not in EXPRESSIONS]
    if unknown:
        parser.error(f"no expression of {', '.join(unknown)} in bench/node_expressions.py")
    results = measured(read.names or EXPRESSIONS)
    print(page(results))
    if read.json:
        Path(read.json).write_text(json.dumps([asdict(r) for r in results], indent=2))
    return 0 if all(r.holds for r in results) else 1
