"""`polydat run`: rows of a graph, streamed in batches of bounded size."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Protocol

from polydat.api import Program
from polydat.batch.csv_writer import CsvWriter
from polydat.batch.files import STANDARD_OUTPUT, open_output
from polydat.batch.frame import Batch
from polydat.batch.jsonl_writer import JsonLinesWriter
from polydat.batch.table_writer import TableWriter
from polydat.cli.source import add_engine, add_graph, load, source_name
from polydat.errors import EvalError, UsageError, nearest_names
from polydat.types import U64_MAX, PortType

OK = 0
ROWS = 65_536  # of a batch: memory is bounded by it, whatever the range

EPILOG = """\
examples:
  polydat run users.polydat --cycles 10
  polydat run users.polydat region=eu-west --cycles 5..8 --outputs user_id,label
  polydat run users.polydat --cycles 1_000_000 --emit jsonl -o users.jsonl --timing

A..B runs from A to B - 1; N is 0..N.  What varies is the coordinate 'cycle', else the
first.  Columns are the graph's bindings; inputs are shown where --outputs names them.
"""


class Writer(Protocol):
    """One format: what stands before the rows, and the rows of a batch."""

    def header(self, names: Sequence[str], types: Sequence[PortType]) -> bytes: ...

    def rows(self, batch: Batch) -> bytes: ...


def writers() -> dict[str, Writer]:
    """A new writer of each format."""
    return {
        "table": TableWriter(),
        "csv": CsvWriter(),
        "tsv": CsvWriter("\t"),
        "jsonl": JsonLinesWriter(),
    }


FORMATS = tuple(writers())
LATER = ("parquet", "arrow", "sql")
LATER_OPTIONS = ("threads", "dialect", "manifest", "parts")
LATER_SWITCHES = ("progress", "no-progress", "resume")


class NotYet(argparse.Action):
    """An option that a later version brings."""

    def __call__(self, parser: argparse.ArgumentParser, *others: object) -> None:
        parser.error(f"{self.option_strings[0]} is not available yet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_graph(parser)
    parser.add_argument(
        "assignments",
        metavar="name=value",
        nargs="*",
        help="fix an input or extern, typed by its declaration",
    )
    parser.add_argument("--cycles", metavar="N|A..B", default="10", help="rows (default: 10)")
    parser.add_argument("--step", metavar="S", default="1", help="from row to row (default: 1)")
    parser.add_argument(
        "--emit",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)} (default: table on a terminal, else csv)",
    )
    parser.add_argument("--outputs", metavar="a,b", help="columns, in this order")
    parser.add_argument(
        "-o", dest="target", metavar="FILE", default=STANDARD_OUTPUT, help="write to a file"
    )
    add_engine(parser)
    parser.add_argument("--timing", action="store_true", help="say how long it took")
    for name in LATER_OPTIONS:
        parser.add_argument(f"--{name}", action=NotYet, help=argparse.SUPPRESS)
    for name in LATER_SWITCHES:
        parser.add_argument(f"--{name}", action=NotYet, nargs=0, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Write the rows; a row that fails ends them, behind all rows before it."""
    rows = row_numbers(args.cycles, args.step)
    writer = writer_of(args.emit, args.target)
    began = time.perf_counter()
    program = load(args.graph, args.assignments, args.engine)
    names = columns(program, args.outputs, source_name(args.graph))
    check_externs(program, names)
    compiled = time.perf_counter()
    with open_output(args.target) as stream:
        count = write(program, rows, names, writer, stream)
    if args.timing:
        report(program, count, compiled - began, time.perf_counter() - compiled)
    return OK


def write(
    program: Program, rows: range, names: Sequence[str], writer: Writer, stream: BinaryIO
) -> int:
    """Write all rows; returns how many there were."""
    types = {o.name: o.type for o in program.outputs}
    stream.write(writer.header(names, [types[name] for name in names]))
    if not rows:
        stream.write(writer.rows(program.range(rows.start, rows.start, outputs=names)))
    count = 0
    for batch in batches(program, rows, names):
        stream.write(writer.rows(batch))
        count += batch.rows
    return count


def batches(program: Program, rows: range, names: Sequence[str]) -> Iterator[Batch]:
    """The rows in batches; where one fails, the rows before it come first.

    Raises:
        EvalError: of the first row that fails.
    """
    done = 0
    try:
        whole = program.batches(rows.start, rows.stop, rows.step, rows=ROWS, outputs=names)
        for batch in whole:
            yield batch
            done += batch.rows
    except EvalError:
        yield from before_failure(program, rows[done : done + ROWS], names)
        raise


def before_failure(program: Program, rows: range, names: Sequence[str]) -> Iterator[Batch]:
    """The rows before the first one that fails, which is found by halving."""
    while len(rows) > 1:
        half = rows[: len(rows) // 2]
        try:
            yield program.range(half.start, half.stop, rows.step, outputs=names)
        except EvalError:
            rows = half
        else:
            rows = rows[len(half) :]


def row_numbers(cycles: str, step: str) -> range:
    """The rows that `--cycles` and `--step` mean.

    Raises:
        UsageError: they are no numbers, or outside of u64.
    """
    first, dots, behind = cycles.partition("..")
    start, stop = (number(first), number(behind)) if dots else (0, number(cycles))
    apart = number(step)
    if None in (start, stop) or start is None or stop is None:
        raise UsageError(f"--cycles takes N or A..B, got '{cycles}'")
    if apart is None or apart < 1:
        raise UsageError(f"--step takes a number from 1 on, got '{step}'")
    if stop < start:
        raise UsageError(f"--cycles {cycles} ends before it begins")
    if stop > U64_MAX + 1:
        raise UsageError(f"--cycles ends at 2**64 at the latest, got '{cycles}'")
    return range(start, stop, apart)


def number(text: str) -> int | None:
    """A count as a person writes it, such as 1_000_000."""
    digits = text.strip().replace("_", "")
    return int(digits) if digits.isascii() and digits.isdigit() else None


def writer_of(emit: str | None, target: str) -> Writer:
    """The writer of a format, by default what suits where the rows go.

    Raises:
        UsageError: there is no such format.
    """
    terminal = target == STANDARD_OUTPUT and sys.stdout is not None and sys.stdout.isatty()
    name = emit or ("table" if terminal else "csv")
    if name in LATER:
        raise UsageError(f"--emit {name} is not available yet: write {', '.join(FORMATS)}")
    found = writers().get(name)
    if found is None:
        near = nearest_names(name, FORMATS)
        hint = f"; nearest: {near[0]}" if near else ""
        raise UsageError(f"--emit takes {', '.join(FORMATS)}, got '{name}'{hint}")
    return found


def columns(program: Program, asked: str | None, graph: str) -> list[str]:
    """Names of the columns: those asked for, else the bindings, else the inputs.

    Raises:
        UsageError: a name that is no output, one asked for twice, or none at all.
    """
    known = [o.name for o in program.outputs]
    if not known:
        raise UsageError(f"{graph} has no output to run: write a binding, such as x := hash(cycle)")
    if asked is None:
        return [program.core.outputs[n].name for n in program.core.made] or known
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in known:
            near = nearest_names(name, known) or tuple(known)
            raise UsageError(f"--outputs: no output named '{name}'; nearest: {', '.join(near)}")
    if len(set(names)) < len(names) or not names:
        raise UsageError(f"--outputs takes names, each once, got '{asked}'")
    return names


def check_externs(program: Program, names: Sequence[str]) -> None:
    """Ask for the externs that columns need and that have no value.

    Raises:
        UsageError: there are such.
    """
    core = program.core
    needed = 0
    for name in names:
        needed |= core.output_masks[core.output_numbers[name]]
    # What a kernel computes when it starts needs the externs that this reads instead.
    for init in reversed(core.graph.inits):
        if needed >> init.slot & 1:
            needed &= ~(1 << init.slot)
            needed |= core.output_masks[core.output_numbers[init.output]]
    for index, definition in enumerate(core.inputs):
        if needed >> index & 1 and definition.default is None:
            raise UsageError(
                f"extern '{definition.name}' has no value: write {definition.name}=VALUE"
                f" of type {definition.type.keyword}"
            )


def report(program: Program, rows: int, compiling: float, running: float) -> None:
    """Times, to standard error."""
    rate = rows / running if running else 0.0
    print(
        f"polydat: {rows:,} rows in {running:.3f} s ({rate:,.0f} rows/s),"
        f" compiled in {compiling * 1e3:.1f} ms, engine {program.engine}",
        file=sys.stderr,
    )
