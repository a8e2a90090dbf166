"""`polydat explain`: the story of a program on its way through the compiler.

A phase is a function from the story to rows, which print as a table and as JSON alike,
with words before and behind them for people.  Everything is read from the text, the tree,
the graph behind each pass and the log of events; nothing is found out here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from polydat.cli import explain_graph, explain_text
from polydat.cli.output import add_json, table, write_json
from polydat.cli.source import add_engine, add_graph
from polydat.cli.story import Row, Story
from polydat.errors import CompileError, UsageError, nearest_names

OK = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase.

    Attributes:
        what: it in a few words.
        about: what happens in it, for people who see it for the first time.
        rows: what there is to tell.
        sums: the rows in one sentence.
        seen: the rows as people see them.
    """

    what: str
    about: str
    rows: Callable[[Story], list[Row]]
    sums: Callable[[Story, list[Row]], str]
    seen: Callable[[list[Row]], list[Row]] = list


LATER = ("traversals",)

EPILOG = """\
examples:
  polydat explain users.polydat                    every phase
  polydat explain users.polydat wires lifecycle    two of them
  polydat explain users.polydat --json -           all, for machines

phases:
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    phases = "\n".join(f"  {name:<11} {phase.what}" for name, phase in PHASES.items())
    parser.epilog = EPILOG + phases
    add_graph(parser)
    parser.add_argument(
        "phases", metavar="PHASE", nargs="*", help=f"of {', '.join(PHASES)}; default: all"
    )
    add_engine(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tell the phases asked for; where the program is refused, those before."""
    names = chosen(args.phases)
    story = Story(args.graph, args.engine)
    found: dict[str, list[Row]] = {}
    try:
        for name in names:
            found[name] = PHASES[name].rows(story)
        identity = story.program.id
    except CompileError:
        if args.json != "-" and found:
            print(told_all(story, found))
        raise
    if args.json:
        write_json(args.json, {"graph": story.name, "id": identity, **found})
    if args.json != "-":
        print(told_all(story, found))
    return OK


def chosen(asked: Sequence[str]) -> list[str]:
    """Names of phases, in the order in which they are asked for.

    Raises:
        UsageError: there is no such phase.
    """
    for name in asked:
        if name in LATER:
            raise UsageError(f"phase '{name}' is not available yet: there are {', '.join(PHASES)}")
        if name not in PHASES:
            near = nearest_names(name, list(PHASES)) or tuple(PHASES)
            raise UsageError(f"no phase named '{name}'; nearest: {', '.join(near)}")
    return list(dict.fromkeys(asked)) or list(PHASES)


def told_all(story: Story, found: dict[str, list[Row]]) -> str:
    return "\n\n".join(told(story, name, rows) for name, rows in found.items())


def told(story: Story, name: str, rows: list[Row]) -> str:
    """A phase for people."""
    phase = PHASES[name]
    parts = [f"{name}: {phase.what}", f"{phase.about}\n"]
    if rows:
        parts.append(f"{rows_told(phase.seen(rows))}\n")
    return "\n".join((*parts, phase.sums(story, rows)))


def rows_told(rows: Sequence[Row]) -> str:
    """Rows as a table; columns without any content are left out."""
    head = [key for key in rows[0] if any(row[key] not in (None, "", []) for row in rows)]
    numbers = [k for k in head if all(isinstance(row[k] or 0, int) for row in rows)]
    return table(head, [[cell(row[key]) for key in head] for row in rows], numbers)


def cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value).replace("\n", "\\n")


PHASES = {
    "tokens": Phase(
        "what the text is made of",
        "The text is cut into words, numbers, texts and signs. Blanks and comments only part them.",
        explain_text.tokens,
        explain_text.tokens_told,
    ),
    "ast": Phase(
        "what the statements say, as trees",
        "Tokens make statements, and values that hold other values: those stand below, one step\n"
        "to the right. What binds more tightly lies deeper. No name has a meaning yet.",
        explain_text.syntax,
        explain_text.syntax_told,
        explain_text.indented,
    ),
    "wires": Phase(
        "nodes in the order of evaluation, and what they read",
        "Names have found what they stand for: each value is a node, a call of a function that\n"
        "reads other nodes over wires. A node that nobody named is called after the binding that\n"
        "needs it. Shown is the graph as it is run, behind all passes.",
        explain_graph.wires,
        explain_graph.wires_told,
    ),
    "types": Phase(
        "inputs, outputs, and conversions put in between",
        "Every wire has one type. Where a function reads another one, a conversion that cannot\n"
        "fail is put in between.",
        explain_graph.types,
        explain_graph.types_told,
    ),
    "fusion": Phase(
        "nodes that were replaced by one that does the work of several",
        "Patterns of nodes have cheaper equals. The values stay the same, bit for bit.",
        explain_graph.fusion,
        explain_graph.fusion_told,
    ),
    "lifecycle": Phase(
        "when each node is evaluated",
        "A node is evaluated as seldom as what it reads allows.",
        explain_graph.lifecycle,
        explain_graph.lifecycle_told,
    ),
    "constants": Phase(
        "what was computed while compiling",
        "A node that reads no input has one value for ever, and becomes it.",
        explain_graph.constants,
        explain_graph.constants_told,
    ),
    "passes": Phase(
        "the graph before and behind each pass",
        "A pass makes a graph from a graph, the next one goes on with it.",
        explain_graph.passes,
        explain_graph.passes_told,
        explain_graph.unfolded,
    ),
    "provenance": Phase(
        "the inputs that each output depends on",
        "An output depends on an input if a chain of wires leads from one to the other.",
        explain_graph.provenance,
        explain_graph.provenance_told,
    ),
    "engines": Phase(
        "what runs the graph on this machine",
        "The graph is handed to an engine, which evaluates it for every row.",
        explain_graph.engines,
        explain_graph.engines_told,
    ),
}
