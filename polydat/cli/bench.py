"""`polydat bench`: what a cycle costs on every engine, against hand-written C."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from polydat.bench import directives, floor, machine, rungs, workload
from polydat.bench.rungs import Result, Rung
from polydat.bench.timing import Budget
from polydat.bench.workload import Workload
from polydat.cli.output import add_json, count, table, write_json
from polydat.cli.source import STANDARD_INPUT, compiled, read_source, source_name
from polydat.codegen import toolchain
from polydat.codegen.toolchain import NoCompiler
from polydat.errors import CompileError, UsageError

OK = 0

SAMPLES = 10  # of each rung, in one iteration
SAMPLE_MS = 2.0
QUICK = Budget(rounds=3, sample_ms=0.3)

EPILOG = """\
examples:
  polydat bench users.polydat
  polydat bench bench/graphs/*.polydat --compare-modes
  polydat bench ladder.polydat --json results.json

A cycle writes the inputs that change and reads every output that is asked for; a row of a
batch is one cycle.  The loop that moves the inputs is timed by itself, and taken off.
Every rung's values are compared with the interpreter's before anything is timed, and all
rungs take turns; the number shown is the best sample.

Comments in a graph say how its inputs move and which outputs are read:

  /// @driver                   /// @selector
  /// cycle := every            /// user_id, bucket
  /// tenant := every 1000
  /// seed := fixed

Where hand-written C stands beside a graph (ladder.c beside ladder.polydat), it is timed
in the same run, and each rung is shown as a ratio to it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("graphs", metavar="GRAPH", nargs="+", help="a .polydat file")
    parser.add_argument(
        "--compare", action="store_true", help="the variant without bookkeeping as well"
    )
    parser.add_argument("--compare-modes", action="store_true", help="every variant")
    parser.add_argument(
        "--iters", metavar="N", default="5", help=f"times {SAMPLES} samples (default: 5)"
    )
    parser.add_argument("--quick", action="store_true", help="a fraction of a second: a trial")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure each graph, and print or write what it costs."""
    budget = QUICK if args.quick else Budget(SAMPLES * iterations(args.iters), SAMPLE_MS)
    results: list[Result] = []
    for graph in args.graphs:
        load = workload_of(graph)
        found, notes = chosen_rungs(load, variants(args), graph)
        measured = rungs.run(found, load, budget)
        results += measured
        if args.json != "-":
            print(report(load, measured, notes))
    if args.json:
        write_json(args.json, document(results))
    return OK


def iterations(text: str) -> int:
    """A count of iterations.

    Raises:
        UsageError: it is none.
    """
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise UsageError(f"--iters takes a number from 1 to 1000, got '{text}'")
    return int(text)


def variants(args: argparse.Namespace) -> Sequence[Any]:
    if args.compare_modes:
        return rungs.ALL_VARIANTS
    return rungs.AGAINST_RAW if args.compare else rungs.CHOSEN


def workload_of(graph: str) -> Workload:
    """What is timed of a GRAPH argument.

    Raises:
        UsageError: the graph cannot be read, or has nothing to time.
        CompileError: the text, or a directive in it, is rejected.
    """
    source, name = read_source(graph), source_name(graph)
    try:
        asked = directives.read(source)
        return workload.workload(name, compiled(source, name), asked)
    except CompileError as error:
        raise error.attach(source, name) from None


def chosen_rungs(load: Workload, modes: Sequence[Any], graph: str) -> tuple[list[Rung], list[str]]:
    """The rungs that this machine has, and what is to be said about the others."""
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        return rungs.engine_rungs(load, modes, False), [f"no native code: {compiler.reason}"]
    found = rungs.engine_rungs(load, modes, True)
    path = None if graph == STANDARD_INPUT else floor.find(graph)
    if path is None:
        return found, []
    made = floor.build(path)
    if isinstance(made, NoCompiler):
        return found, [made.reason]
    return found + rungs.floor_rungs(load, made), [f"c is {path}"]


def report(load: Workload, results: Sequence[Result], notes: Sequence[str]) -> str:
    """What one graph costs, for people."""
    head = ["rung", "variant", "ns/cycle", "ns/node", "per second", "spread", "to c"]
    rows = [
        (
            r.rung,
            r.variant or "-",
            f"{r.cost.best:,.2f}",
            f"{r.ns_per_node:,.2f}",
            f"{1e9 / r.cost.best:,.0f}",
            f"{r.cost.spread:.0%}",
            "-" if r.ratio_to_c is None else f"{r.ratio_to_c:,.2f}x",
        )
        for r in results
    ]
    title = f"{load.graph}: {count(load.nodes, 'node')}, {count(len(load.outputs), 'output')}"
    driver = max(r.driver_ns for r in results)
    told = [f"the loop around a cycle takes {driver:.2f} ns, which is taken off", *notes]
    lines = [title, table(head, rows, right=head[2:]), *(f"  ({note})" for note in told)]
    return "\n".join(lines)


def document(results: Sequence[Result]) -> dict[str, Any]:
    """The same for machines."""
    return {
        "machine": machine.facts(),
        "results": [
            {
                "graph": r.graph,
                "rung": r.rung,
                "variant": r.variant,
                "nodes": r.nodes,
                "ns_per_cycle": r.cost.best,
                "ns_per_node": r.ns_per_node,
                "cycles_per_second": 1e9 / r.cost.best,
                "spread": r.cost.spread,
                "driver_ns": r.driver_ns,
                "ratio_to_c": r.ratio_to_c,
            }
            for r in results
        ],
    }
