"""`polydat fmt`: a program in its usual layout, comments kept."""

from __future__ import annotations

import argparse
import sys

from polydat.batch.files import open_output
from polydat.cli.source import STANDARD_INPUT, add_graph, read_source, source_name
from polydat.errors import CompileError, UsageError
from polydat.lang.format import format_source

OK, DIFFERS = 0, 1

EPILOG = """\
examples:
  polydat fmt users.polydat                  print it
  polydat fmt -w users.polydat               change the file
  polydat fmt --check users.polydat          change nothing, say whether it is laid out so

Exit code 0; with --check 1 where the layout differs; 2 where the graph does not parse.
What the program computes does not change.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_graph(parser)
    parser.add_argument("--check", action="store_true", help="only say whether it is laid out so")
    parser.add_argument("-w", "--write", action="store_true", help="change the file itself")


def run(args: argparse.Namespace) -> int:
    """Print the program, check its layout, or change the file."""
    if args.check and args.write:
        raise UsageError("--check and --write exclude each other")
    if args.write and args.graph == STANDARD_INPUT:
        raise UsageError("--write needs a file")
    name = source_name(args.graph)
    source = read_source(args.graph)
    try:
        result = format_source(source)
    except CompileError as error:
        raise error.attach(source, name) from None
    if args.check:
        return check(name, result == source)
    if args.write and result == source:
        return OK
    with open_output(args.graph if args.write else "-") as stream:
        stream.write(result.encode())
    return OK


def check(name: str, same: bool) -> int:
    if same:
        return OK
    print(f"{name}: 'polydat fmt -w {name}' would change it", file=sys.stderr)
    return DIFFERS
