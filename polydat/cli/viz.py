"""`polydat viz`: the graph of a program as a drawing."""

from __future__ import annotations

import argparse

from polydat.api import Program
from polydat.batch.files import STANDARD_OUTPUT, open_output
from polydat.cli.source import add_graph, load
from polydat.codegen.segment import Segment
from polydat.draw import dot, mermaid, svg
from polydat.draw.picture import picture_of
from polydat.engines.fusion_units import units

OK = 0
FORMATS = {"dot": dot.draw, "mermaid": mermaid.draw, "svg": svg.draw}

EPILOG = """\
examples:
  polydat viz users.polydat --format svg -o users.svg
  polydat viz users.polydat --format dot | dot -Tpdf > users.pdf
  polydat viz users.polydat                  Mermaid, for a page that draws it

Inputs are blue, outputs green; what is computed once is grey or yellow.  Boxes of one
segment run as one piece of native code.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_graph(parser)
    parser.add_argument("--format", choices=tuple(FORMATS), default="mermaid")
    parser.add_argument("-o", "--out", metavar="FILE", default=STANDARD_OUTPUT)


def run(args: argparse.Namespace) -> int:
    """Draw the graph."""
    program = load(args.graph)
    text = FORMATS[args.format](picture_of(program.core, segment_numbers(program)))
    with open_output(args.out) as stream:
        stream.write(text.encode())
    return OK


def segment_numbers(program: Program) -> dict[int, int]:
    """The segment of each node; none where the compiled graph has other nodes."""
    if program.core.lowered is not program.core:
        return {}
    parts = [u for u in units(program.core.dag) if isinstance(u, Segment)]
    return {index: number for number, part in enumerate(parts) for index in part.nodes}
