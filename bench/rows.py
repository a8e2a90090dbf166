"""`python -m bench rows`: rows a second of a record of four columns, against C by hand.

Ours and the C of bench/record.c, compiled in the same run with the flags of generated code, make
the same rows on one thread: into memory that is used again, and into new memory for each batch.
Then two threads against one.  All take turns; the numbers are the best samples.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

import polydat
from polydat.api import Program
from polydat.batch.frame import Batch
from polydat.bench.timing import Budget, Candidate, Timing, measure
from polydat.codegen import toolchain
from polydat.codegen.toolchain import NoCompiler

SOURCE = """
input cycle: u64
hashed := hash(cycle)
user_id := mod(hashed, 1000000)
bucket := mod(hashed, 64)
score := unit_interval(hashed)
label := "user-{user_id}"
"""
NUMBERS = ("user_id", "bucket", "score")
RECORD = (*NUMBERS, "label")
ROWS = 65_536
MANY_ROWS = 1 << 22  # for threads: what each starts with is small beside its rows
MOST_BYTES = 11  # of a label
SPARE = 8  # bytes that the C by hand may touch behind the last label
BUDGET = Budget(25, 20.0)
LEAST_TEXT, LEAST_NUMBERS, LEAST_THREADS = 0.6, 0.85, 1.7


@dataclass(frozen=True, slots=True)
class Result:
    """Million rows a second of ours and of what it is compared with."""

    what: str
    ours: float
    other: float
    ratio: float
    least: float

    @property
    def holds(self) -> bool:
        return self.ratio >= self.least


class Columns:
    """Memory for the rows of the C by hand."""

    def __init__(self, names: Sequence[str], rows: int) -> None:
        self.rows = rows
        self.arrays: list[np.ndarray[Any, Any]] = [np.empty(rows, t) for t in ("u8", "u8", "f8")]
        if names == RECORD:
            self.arrays.append(np.empty(rows + 1, np.int32))
            self.arrays.append(np.empty(rows * MOST_BYTES + SPARE, np.uint8))

    def fill(self, library: ctypes.CDLL, start: int) -> int:
        """Fill them by the C by hand; the bytes of text where there is text."""
        function = (
            library.record_rows if len(self.arrays) > len(NUMBERS) else library.record_numbers
        )
        pointers = (ctypes.c_void_p(address(array)) for array in self.arrays)
        size = function(ctypes.c_uint64(start), ctypes.c_size_t(self.rows), *pointers)
        return size or 0


def address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


def build() -> ctypes.CDLL:
    """The C by hand.

    Raises:
        SystemExit: there is no compiler.
    """
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        raise SystemExit(compiler.reason)
    with tempfile.TemporaryDirectory(prefix="polydat-") as folder:
        built = Path(folder) / "record.so"
        source = Path(__file__).with_name("record.c")
        toolchain.compile_shared(compiler, toolchain.flags(), source, built)
        library = ctypes.CDLL(str(built))
    library.record_rows.restype = ctypes.c_size_t
    library.record_numbers.restype = None
    return library


def check(library: ctypes.CDLL, program: Program) -> None:
    """Compare the rows.

    Raises:
        SystemExit: they differ.
    """
    columns, batch = Columns(RECORD, ROWS), program.range(7, 7 + ROWS)
    size = columns.fill(library, 7)
    label: Any = batch["label"]
    *held, text = columns.arrays
    made = [*(batch[n] for n in NUMBERS), label.offsets, label.data]
    if not all(map(np.array_equal, [*held, text[:size]], made)):
        raise SystemExit("the rows of polydat and of the C by hand differ")


def candidate(make: Callable[[int], Any], rows: int) -> Candidate:
    """Batches behind each other; `make` takes the number of the first row."""

    def work(passes: int) -> int:
        began = perf_counter_ns()
        for number in range(passes):
            make(number * rows)
        return perf_counter_ns() - began

    return Candidate(work, rows)


def against_c(
    library: ctypes.CDLL, program: Program, names: tuple[str, ...], budget: Budget
) -> list[Result]:
    """Rows into memory that is used again and into new memory."""
    columns, batch = Columns(names, ROWS), program.range(0, ROWS, outputs=names)

    def reused(start: int) -> Batch:
        return program.range(start, start + ROWS, outputs=names, out=batch)

    works: list[Callable[[int], Any]] = [
        reused,
        lambda start: columns.fill(library, start),
        lambda start: program.range(start, start + ROWS, outputs=names),
        lambda start: Columns(names, ROWS).fill(library, start),
    ]
    again, again_c, fresh, fresh_c = measure([candidate(w, ROWS) for w in works], budget)
    what, least = ("numbers", LEAST_NUMBERS) if names == NUMBERS else ("record", LEAST_TEXT)
    return [
        result(f"{what}, memory used again", again, again_c, least),
        result(f"{what}, new memory", fresh, fresh_c, least),
    ]


def threads(library: ctypes.CDLL, program: Program, budget: Budget) -> list[Result]:
    """Two threads against one, into memory that is used again; then the same of the C by hand.

    What the C reaches is what the machine has to give: it joins nothing, and each thread
    keeps its half.
    """
    halves = [Columns(RECORD, MANY_ROWS // 2) for _ in range(2)]

    def both(pool: ThreadPoolExecutor, start: int) -> None:
        list(pool.map(lambda half: half.fill(library, start), halves))

    held = [program.range(0, MANY_ROWS, threads=count) for count in (1, 2)]

    def fill(count: int) -> Callable[[int], Batch]:
        out = held[count - 1]
        return lambda start: program.range(start, start + MANY_ROWS, threads=count, out=out)

    with ThreadPoolExecutor(1) as single, ThreadPoolExecutor(2) as double:
        works = [fill(1), fill(2), partial(both, single), partial(both, double)]
        one, two, one_c, two_c = measure([candidate(w, MANY_ROWS) for w in works], budget)
    return [
        result("record, two threads to one", two, one, LEAST_THREADS),
        result("the same of the C by hand", two_c, one_c, 0.0),
    ]


def result(what: str, ours: Timing, other: Timing, least: float) -> Result:
    return Result(what, 1e3 / ours.best, 1e3 / other.best, other.best / ours.best, least)


def measured(budget: Budget) -> list[Result]:
    """All comparisons."""
    library, program = build(), polydat.compile(SOURCE, engine="native")
    check(library, program)
    found = [r for names in (RECORD, NUMBERS) for r in against_c(library, program, names, budget)]
    return [*found, *threads(library, program, budget)]


def page(results: Sequence[Result]) -> str:
    lines = [f"{'million rows a second':<28} {'ours':>8} {'other':>8} {'ratio':>6} {'least':>6}"]
    for r in results:
        mark = "" if r.holds else "  too slow"
        lines.append(f"{r.what:<28} {r.ours:8.1f} {r.other:8.1f} {r.ratio:6.2f} {r.least:6g}{mark}")
    return "\n".join([*lines, f"{sum(r.holds for r in results)} of {len(results)} hold"])


def main(arguments: Sequence[str]) -> int:
    """Time the rows; the exit code says whether all hold."""
    parser = argparse.ArgumentParser(prog="python -m bench rows")
    parser.add_argument("--json", metavar="FILE", help="write the numbers to a file")
    parser.add_argument("--rounds", type=int, default=BUDGET.rounds, help="samples of each")
    read = parser.parse_args(arguments)
    results = measured(Budget(read.rounds, BUDGET.sample_ms))
    print(page(results))
    if read.json:
        Path(read.json).write_text(json.dumps([asdict(r) for r in results], indent=2))
    return 0 if all(r.holds for r in results) else 1
