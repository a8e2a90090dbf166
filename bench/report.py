"""`python -m bench report`: measures every promise about speed, and writes the page of them.

    python -m bench report                 writes docs/performance.md
    python -m bench report --quick -       a trial, printed

Each row is a number, the limit that it is held to, and how it was measured.  Everything
that is compared is timed in turns in one run; the number is the best sample.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import maths, nodes
from bench.suite import TEXTS
from polydat import api
from polydat.bench import directives, floor, machine, rungs, timing, workload
from polydat.bench.timing import Budget, Candidate
from polydat.bench.workload import Workload
from polydat.engines._timing import time_kernel
from polydat.engines.choice import Engine, Provenance, choose
from polydat.engines.compiled import CompiledKernel
from polydat.settings import override

ROOT = Path(__file__).parents[1]
GRAPHS = ROOT / "bench" / "graphs"
PAGE = ROOT / "docs" / "performance.md"
FULL, QUICK = Budget(40, 2.0), Budget(5, 0.5)
CALLS = 2000
VARIANTS = rungs.ALL_VARIANTS


@dataclass(frozen=True, slots=True)
class Row:
    """One promise.

    Attributes:
        limit: the most that is allowed, or the least where `at_least`.
    """

    what: str
    measured: float
    limit: float
    unit: str
    how: str
    at_least: bool = False

    @property
    def holds(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit


class Measures:
    """The rows, measured once; graphs and rungs are shared between them."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.texts = {path.stem: path.read_text() for path in sorted(GRAPHS.glob("*.polydat"))}
        self.texts |= TEXTS

    def load(self, name: str) -> Workload:
        text = self.texts[name]
        return workload.workload(name, api.compile(text), directives.read(text))

    def rows(self) -> Iterator[Row]:
        yield from self.ladder()
        yield from self.chain()
        yield from self.python()
        yield from self.guards()
        yield from self.gains()
        yield from self.choices()
        yield from self.builds()
        yield self.state()
        yield from self.columns()

    def ladder(self) -> Iterator[Row]:
        load = self.load("ladder")
        native = rungs.engine_rungs(load, (Provenance.RAW,), True)
        made = floor.build(GRAPHS / "ladder.c")
        assert isinstance(made, floor.Floor)
        results = rungs.run([*native[1:], *rungs.floor_rungs(load, made)], load, self.budget)
        ns = {r.rung: r.cost.best for r in results}
        how = "polydat bench bench/graphs/ladder.polydat --compare-modes"
        yield Row(
            "closures raw, ladder, to hand-written C", ns["closures"] / ns["c"], 3.2, "x", how
        )
        yield Row("closures raw, ladder", ns["closures"] / load.nodes, 4, "ns/node", how)
        yield Row("native raw, ladder, to hand-written C", ns["native"] / ns["c"], 1.15, "x", how)
        native_rows = ns["batch:native"]
        yield Row("native batch, ladder, to a C loop", native_rows / ns["c:batch"], 1.1, "x", how)
        columns = ns["batch:closures"] / native_rows
        yield Row("column kernels, ladder, to native batch", columns, 1.6, "x", how)

    def chain(self) -> Iterator[Row]:
        load = self.load("chain_100")
        results = self.variants(load, "closures")
        how = "python -m bench chain_100 --compare-modes"
        cost = results[Provenance.RAW] / load.nodes
        yield Row("closures raw, identity chain of 100", cost, 3, "ns/node", how)

    def variants(self, load: Workload, engine: str) -> dict[Provenance, float]:
        """Cost of a cycle of every variant, without the driver."""
        kernels = {v: CompiledKernel(load.core, Engine(engine, v)) for v in VARIANTS}
        found = self.cycles(load, list(kernels.values()))
        return dict(zip(kernels, found, strict=True))

    def cycles(self, load: Workload, kernels: list[CompiledKernel]) -> list[float]:
        def candidate(kernel: CompiledKernel) -> Candidate:
            return Candidate(
                lambda n: time_kernel(kernel, load.slots, load.moving, load.outputs, n)[0],
                workload.CYCLES,
            )

        each = [candidate(kernel) for kernel in kernels]
        *costs, idle = timing.measure([*each, rungs.idle(load)], self.budget)
        return [cost.without(idle).best for cost in costs]

    def python(self) -> Iterator[Row]:
        """Calls from Python: a loop of calls, less nothing."""
        how = "bench/report.py: a loop of Python over tuples of coordinates, best sample"
        ladder, chain = api.compile(self.texts["ladder"]), self.load("chain_100").program
        outputs = ["user", "bucket", "part", "key"]
        off, auto = ladder.kernel("interpreter:off"), ladder.kernel("interpreter:auto")
        native = ladder.kernel("native")
        links = chain.kernel("interpreter:off")
        nodes = self.load("ladder").nodes
        works = {
            "chain": calls(links, ["n99"], 1),
            "ladder": calls(off, outputs, 3),
            "auto": calls(auto, outputs, 3),
            "native": calls(native, outputs, 3),
            "one": calls(native, outputs[:1], 3),
            "clean": clean(self.load("dense_100").program.kernel("native:pull")),
        }
        measured = timing.measure([Candidate(w, CALLS) for w in works.values()], self.budget)
        ns = {name: t.best for name, t in zip(works, measured, strict=True)}
        yield Row("interpreter, cones off, identity chain", ns["chain"] / 100, 300, "ns/node", how)
        yield Row("interpreter, cones off, ladder", ns["ladder"] / nodes, 700, "ns/node", how)
        ratio = ns["auto"] / ns["native"]
        yield Row("cones auto, ladder, set_inputs and four pulls, to native", ratio, 2.5, "x", how)
        yield Row("set_inputs and one pull from Python, native", ns["one"], 200, "ns", how)
        yield Row("pull of a clean cone from Python, 100 nodes", ns["clean"], 80, "ns", how)

    def guards(self) -> Iterator[Row]:
        how = "python -m bench dense_100 --compare-modes"
        load = self.load("dense_100")
        still = Workload(load.graph, load.program, (0,) * len(load.every))
        kernel = CompiledKernel(still.core, Engine.native(Provenance.PULL))
        (inside,) = self.cycles(still, [kernel])
        note = f"{how} with an input that never changes"
        yield Row("pull of a clean cone, inside, 100 nodes", inside, 8, "ns", note)
        cost = self.variants(self.load("all_dirty"), "closures")
        raw = cost[Provenance.RAW]
        outputs = len(self.load("all_dirty").outputs)
        one = self.variants(load, "closures")
        through = one[Provenance.PULL] - one[Provenance.RAW]
        yield Row("pull guard that falls through, a pull", through, 3, "ns", how)
        share = (cost[Provenance.PUSH] / raw - 1) * 100
        how = f"python -m bench all_dirty --compare-modes ({outputs} outputs, closures)"
        yield Row("push, everything dirty, over raw", share, 35, "%", how)

    def gains(self) -> Iterator[Row]:
        how = "python -m bench stable --compare-modes (closures)"
        load = self.load("stable")
        cost = self.variants(load, "closures")
        raw = cost[Provenance.RAW]
        limits = {Provenance.PUSH: 1.5, Provenance.PULL: 3, Provenance.PUSH_PULL: 10}
        for variant, least in limits.items():
            name = rungs.VARIANT_NAMES[variant]
            yield Row(
                f"gain of {name} on the stable graph", raw / cost[variant], least, "x", how, True
            )

    def choices(self) -> Iterator[Row]:
        near: list[bool] = []
        for name in self.texts:
            load = self.load(name)
            chosen = choose(load.core.analysis)[0]
            for engine in ("closures", "native"):
                cost = self.variants(load, engine)
                best = min(cost.values())
                near.append(cost[chosen] <= 1.1 * best)
                if not near[-1]:
                    winner = min(cost, key=cost.__getitem__)
                    print(f"  {name} on {engine}: {chosen.value} {cost[chosen]:.2f} ns,"
                          f" {winner.value} {best:.2f} ns", file=sys.stderr)  # fmt: skip
        share = 100 * sum(near) / len(near)
        how = f"python -m bench --compare-modes ({len(self.texts)} graphs, both compiled engines)"
        yield Row("chosen variant within 10 % of the best", share, 95, "% of runs", how, True)

    def builds(self) -> Iterator[Row]:
        how = "bench/report.py: compile and first kernel of dense_1000, in an empty cache"
        text = self.texts["dense_1000"]
        cold: list[float] = []
        warm: list[float] = []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder, override(cache_dir=folder):
                cold.append(native_build(text))
                warm += [native_build(text) for _ in range(5)]
        yield Row("native build of 1,000 nodes, cold", min(cold) * 1e3, 700, "ms", how)
        yield Row("native build of 1,000 nodes, from the cache", min(warm) * 1e3, 15, "ms", how)

    def state(self) -> Row:
        core = self.load("dense_1000").core
        size = max(CompiledKernel(core, Engine(e)).state_bytes for e in ("closures", "native"))
        how = "CompiledKernel.state_bytes of dense_1000"
        return Row("state of one kernel, 1,000 nodes", size / 1024, 64, "KiB", how)

    def columns(self) -> Iterator[Row]:
        """Nodes against numpy, and elementary functions against the platform."""
        compared = [r for r in nodes.measured(nodes.EXPRESSIONS) if r.ratio is not None]
        share = 100 * sum(r.holds for r in compared) / len(compared)
        what = f"of {len(compared)} nodes in a native batch, those at most 5 % slower than numpy"
        what += " (4 x with elementary functions)"
        yield Row(what, share, 100, "%", "python -m bench nodes", True)
        called = maths.measured(maths.FUNCTIONS)
        share = 100 * sum(r.holds for r in called) / len(called)
        what = f"of {len(called)} elementary functions, those at most 3 x the platform's"
        what += " (pow, atan2 and inverse functions 4 x)"
        yield Row(what, share, 100, "%", "python -m bench maths", True)


def native_build(text: str) -> float:
    """Seconds from a resolved program to a kernel that runs: C text, compiler, loader, plan."""
    read = directives.read(text).selector
    program = api.compile(text, engine="native", outputs=list(read or ()))
    began = time.perf_counter()
    program.kernel()
    return time.perf_counter() - began


def calls(kernel: Any, outputs: list[str], coordinates: int) -> Callable[[int], int]:
    """Rounds from Python: one `set_inputs`, then pulls."""
    rows = [(i, *range(3, 2 + coordinates)) for i in range(CALLS)]

    def work(passes: int) -> int:
        write, pull = kernel.set_inputs, kernel.pull
        began = time.perf_counter_ns()
        if len(outputs) == 1:
            (name,) = outputs
            for _ in range(passes):
                for row in rows:
                    write(row)
                    pull(name)
        else:
            first, second, third, fourth = outputs
            for _ in range(passes):
                for row in rows:
                    write(row)
                    pull(first)
                    pull(second)
                    pull(third)
                    pull(fourth)
        return time.perf_counter_ns() - began

    return work


def clean(kernel: Any) -> Callable[[int], int]:
    """Pulls of an output that is up to date."""
    (name,) = kernel.output_names
    kernel.set_inputs([5])
    kernel.pull(name)

    def work(passes: int) -> int:
        pull = kernel.pull
        began = time.perf_counter_ns()
        for _ in range(passes * CALLS):
            pull(name)
        return time.perf_counter_ns() - began

    return work


def page(rows: list[Row]) -> str:
    facts = machine.facts()
    lines = [
        "# Performance",
        "",
        "What polydat promises about speed, and what this machine measured. Made by"
        " `python -m bench report`;",
        "every row says how it was measured, and can be measured again.",
        "",
        "| measure | measured | limit | holds | how |",
        "|---|---:|---:|---|---|",
    ]
    for row in rows:
        sign = "at least " if row.at_least else "at most "
        lines.append(
            f"| {row.what} | {row.measured:,.2f} {row.unit} | {sign}{row.limit:g} {row.unit} "
            f"| {'yes' if row.holds else '**no**'} | `{row.how}` |"
        )
    held = sum(row.holds for row in rows)
    lines += [
        "",
        f"{held} of {len(rows)} hold. Where one does not, the page says so.",
        "",
        "## The machine",
        "",
        *(f"* {name}: {shown(value)}" for name, value in facts.items()),
        f"* numpy: {np.__version__}",
        "",
        "## What is not claimed",
        "",
        "* Numbers are the best of many samples; a loaded machine is slower. Ratios carry over to",
        "  other machines better than times do.",
        "* Graphs of integers and hashes, whose values lie in the cache. Texts cost what they",
        "  cost, and are in no row.",
        "* One thread. Batches of several threads are in no row.",
        "* Times of the C compiler are those of the one named above.",
    ]
    return "\n".join(lines) + "\n"


def shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def main(arguments: list[str]) -> int:
    """Measure everything; the exit code says whether all of it holds."""
    quick = "--quick" in arguments
    targets = [a for a in arguments if a != "--quick"]
    rows: list[Row] = []
    for row in Measures(QUICK if quick else FULL).rows():
        rows.append(row)
        mark = " " if row.holds else "!"
        print(f"{mark} {row.measured:10,.2f} {row.unit:<10} {row.what}", file=sys.stderr)
    text = page(rows)
    if targets == ["-"]:
        print(text, end="")
    else:
        Path(targets[0] if targets else PAGE).write_text(text, encoding="utf-8")
    middle = statistics.median(row.measured / row.limit for row in rows)
    print(f"measured over limit, in the middle: {middle:.2f}", file=sys.stderr)
    return 0 if all(row.holds for row in rows) else 1
