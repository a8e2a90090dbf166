"""`polydat run`: rows of a graph, in files or streams, in batches of bounded size."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from polydat.api import Program
from polydat.batch import formats
from polydat.batch.files import STANDARD_OUTPUT, is_stream
from polydat.batch.formats import FORMATS, Format
from polydat.batch.job import Job, write_parts, write_single
from polydat.batch.manifest import Source
from polydat.batch.sql_writer import table_name
from polydat.cli.progress import progress
from polydat.cli.source import (
    STANDARD_INPUT,
    add_engine,
    add_graph,
    compiled,
    read_source,
    source_name,
)
from polydat.errors import UsageError, nearest_names
from polydat.types import U64_MAX

OK = 0
MOST_PARTS, MOST_THREADS = 1_000_000, 1024

EPILOG = """\
examples:
  polydat run users.polydat --cycles 10
  polydat run users.polydat region=eu-west --cycles 5..8 --outputs user_id,label
  polydat run users.polydat --cycles 1_000_000 -o users.jsonl.gz --timing
  polydat run users.polydat --cycles 1_000_000 -o users.sql --dialect sqlite --table people
  polydat run users.polydat --cycles 10_000_000 -o users.parquet --parts 8 --resume

A..B runs from A to B - 1; N is 0..N.  What varies is the coordinate 'cycle', else the
first.  Columns are the graph's bindings; inputs are shown where --outputs names them.
The ending of the file picks the format where --emit does not; .gz and .zst compress text.
"""


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
        help=f"{', '.join(FORMATS)} (default: by the ending of FILE; else table on a terminal,"
        " csv elsewhere)",
    )
    parser.add_argument("--outputs", metavar="a,b", help="columns, in this order")
    parser.add_argument(
        "-o", dest="target", metavar="FILE", default=STANDARD_OUTPUT, help="write to a file"
    )
    add_engine(parser)
    parser.add_argument(
        "--threads", metavar="N", default="1", help="that make rows (default: 1); same bytes"
    )
    parser.add_argument(
        "--dialect", metavar="NAME", help="of SQL: postgresql (the default), mysql or sqlite"
    )
    parser.add_argument(
        "--table", metavar="NAME", help="that SQL inserts into (default: the name of the graph)"
    )
    parser.add_argument(
        "--manifest", metavar="FILE", help="write what is in which file, with hashes, for verify"
    )
    parser.add_argument("--parts", metavar="N", help="write N files, named by their rows")
    parser.add_argument(
        "--resume", action="store_true", help="keep the parts that are there and whole"
    )
    parser.add_argument("--timing", action="store_true", help="say how long it took")
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="say how far it is (default: a bar on a terminal, after a second)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the rows; a row that fails ends them, behind all rows before it."""
    rows = row_numbers(args.cycles, args.step)
    terminal = args.target == STANDARD_OUTPUT and sys.stdout is not None and sys.stdout.isatty()
    form = format_of(args, terminal)
    parts = part_count(args)
    threads = count_of("--threads", args.threads, MOST_THREADS)
    began = time.perf_counter()
    text, name = read_source(args.graph), source_name(args.graph)
    program = compiled(text, name, args.assignments, args.engine)
    names = columns(program, args.outputs, name)
    check_externs(program, names)
    job = Job(program, rows, names, form, threads)
    source = Source(name, text, tuple(args.assignments))
    ready = time.perf_counter()
    with progress(len(rows), args.progress, terminal) as tell:
        if parts is None:
            count = write_single(job, args.target, source, args.manifest, tell)
        else:
            manifest = args.manifest or f"{args.target}.manifest.json"
            count = write_parts(job, args.target, parts, source, manifest, args.resume, tell)
    if args.timing:
        report(program, count, ready - began, time.perf_counter() - ready)
    return OK


def format_of(args: argparse.Namespace, terminal: bool) -> Format:
    """The format that the options ask for.

    Raises:
        UsageError: there is none, or options exclude each other.
    """
    if args.table is not None:
        table = table_name(args.table)
    else:
        table = ("rows" if args.graph == STANDARD_INPUT else Path(args.graph).stem or "rows",)
    form = formats.choose(args.target, args.emit, args.dialect, table, terminal)
    if args.table is not None and form.name != "sql":
        raise UsageError(f"--table goes with --emit sql, not with {form.name}")
    return form


def part_count(args: argparse.Namespace) -> int | None:
    """How many files are asked for; `None`: one, under the name of the target.

    Raises:
        UsageError: it is no number, or the target is no file.
    """
    if args.parts is None:
        if args.resume:
            raise UsageError("--resume goes with --parts N: a run goes on where a part begins")
        return None
    parts = count_of("--parts", args.parts, MOST_PARTS)
    if args.target == STANDARD_OUTPUT or is_stream(args.target):
        raise UsageError("--parts needs a file name: write -o FILE")
    return parts


def count_of(option: str, text: str, most: int) -> int:
    """The number that an option takes.

    Raises:
        UsageError: it is none, or out of bounds.
    """
    found = number(text)
    if found is None or not 1 <= found <= most:
        raise UsageError(f"{option} takes a number from 1 to {most}, got '{text}'")
    return found


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
    """A count as a person writes it, such as 1_000_000 or 1M: suffixes are those of programs."""
    from polydat.lang.terminals import SCALES  # with the grammar, which help does not need

    digits = text.strip().replace("_", "")
    whole = digits.rstrip("KMGTPi")
    scale = SCALES.get(digits[len(whole) :], 0 if whole != digits else 1)
    return int(whole) * scale if scale and whole.isascii() and whole.isdigit() else None


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
