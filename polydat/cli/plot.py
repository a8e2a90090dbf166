"""`polydat plot`: how the values of an output are spread, or how they go on."""

from __future__ import annotations

import argparse
import math
import shutil
from collections import Counter
from typing import Any

from polydat.api import Program
from polydat.batch.files import open_output
from polydat.cli.output import count
from polydat.cli.run import count_of, row_numbers
from polydat.cli.source import add_engine, add_graph, load
from polydat.draw import characters, plot
from polydat.errors import UsageError, nearest_names
from polydat.types import OBJECTS, PortType

OK = 0
MOST_ROWS = 10_000_000  # that are held in memory
MOST_BINS = 1000
NAMED = 20  # texts that have a bar of their own
HEIGHT = 12  # lines

EPILOG = """\
examples:
  polydat plot users.polydat score                 how 100,000 values are spread
  polydat plot users.polydat label                 the most frequent texts
  polydat plot sensors.polydat reading --line --cycles 500
  polydat plot users.polydat score -o score.svg    a picture instead
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_graph(parser)
    parser.add_argument("output", metavar="OUTPUT", help="the output whose values are shown")
    parser.add_argument("assignments", metavar="name=value", nargs="*", help="fix an input")
    parser.add_argument("--cycles", metavar="N|A..B", default="100_000", help="rows that are read")
    parser.add_argument("--bins", metavar="N", help="bars of a histogram (default: 20, of SVG 80)")
    parser.add_argument("--line", action="store_true", help="values in their order")
    parser.add_argument("-o", dest="target", metavar="FILE", help="write an SVG")
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the values of one output."""
    rows = row_numbers(args.cycles, "1")
    if not 0 < len(rows) <= MOST_ROWS:
        raise UsageError(f"--cycles takes 1 to {MOST_ROWS:,} rows here, got {len(rows):,}")
    bins = count_of("--bins", args.bins or ("80" if args.target else "20"), MOST_BINS)
    program = load(args.graph, args.assignments, args.engine)
    type = type_of(program, args.output)
    batch = program.range(rows.start, rows.stop, outputs=[args.output])
    values = batch[args.output].tolist()
    title = f"{args.output}, rows {rows.start:,} to {rows.stop - 1:,}"
    if args.target is None:
        print("\n".join([title, *lines(values, type, bins, args.line)]))
        return OK
    with open_output(args.target) as stream:
        stream.write(svg(values, type, bins, args.line, title).encode())
    return OK


def type_of(program: Program, name: str) -> PortType:
    """The type of an output whose values can be drawn.

    Raises:
        UsageError: there is none of this name, or it has values of the host.
    """
    types = {o.name: o.type for o in program.outputs}
    if name not in types:
        near = ", ".join(nearest_names(name, list(types)))
        hint = f"; nearest: {near}" if near else f"; there are {', '.join(types)}"
        raise UsageError(f"no output named '{name}'{hint}")
    if types[name] in OBJECTS:
        raise UsageError(f"'{name}' has type {types[name].keyword}: its values cannot be drawn")
    return types[name]


def is_number(type: PortType) -> bool:
    return type.domain is not None and type is not PortType.BOOL


def numbers(values: list[Any]) -> tuple[list[float], list[str]]:
    """The values that have a place on an axis, and what is said about the others."""
    there = [v for v in values if v is not None]
    finite = [float(v) for v in there if math.isfinite(v)]
    said = []
    if len(there) < len(values):
        said.append(f"{len(values) - len(there):,} of {len(values):,} are absent")
    if len(finite) < len(there):
        said.append(f"{len(there) - len(finite):,} are infinite or NaN")
    return finite, said


def frequent(values: list[Any]) -> tuple[list[str], list[int], list[str]]:
    """The most frequent values with their counts, and what is said about the others."""
    counted = Counter("None" if v is None else shown(v) for v in values)
    common = counted.most_common(NAMED)
    left = len(counted) - len(common)
    said = [f"and {count(left, 'other value')}"] if left else []
    return [label for label, _ in common], [n for _, n in common], said


def shown(value: Any) -> str:
    """A value as a label: one line, not too long."""
    text = value.hex() if isinstance(value, bytes) else str(value)
    short = text if len(text) <= 40 else f"{text[:39]}\u2026"
    return short if short.isprintable() else ascii(short)[1:-1]


def lines(values: list[Any], type: PortType, bins: int, in_order: bool) -> list[str]:
    """The plot as lines for a terminal."""
    width = max(20, min(72, shutil.get_terminal_size().columns - 30))
    if not is_number(type):
        refuse_line(type, in_order)
        labels, counts, said = frequent(values)
        return [*characters.bars(labels, counts, width), *said]
    finite, said = numbers(values)
    if not finite:
        return ["no value to draw", *said]
    if in_order:
        return [*characters.line(finite, width, HEIGHT), *said]
    counts, low, high = plot.counted(finite, bins)
    over = len(finite) - sum(counts)
    said += [f"{over:,} lie beyond {plot.number(high)}"] if over else []
    return [*characters.bars(characters.stretches(counts, low, high), counts, width), *said]


def svg(values: list[Any], type: PortType, bins: int, in_order: bool, title: str) -> str:
    """The plot as a picture.

    Raises:
        UsageError: the values are no numbers.
    """
    if not is_number(type):
        raise UsageError(f"a picture is drawn of numbers, and the output has type {type.keyword}")
    finite, said = numbers(values)
    shown = ", ".join([title, *said])
    if in_order:
        return plot.line(finite, shown)
    return plot.histogram(*plot.counted(finite or [0.0], bins), shown)


def refuse_line(type: PortType, in_order: bool) -> None:
    if in_order:
        raise UsageError(f"--line draws numbers, and the output has type {type.keyword}")
