"""`polydat check`: compile without running; say what is wrong or worth knowing."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from polydat.api import Program
from polydat.cli.output import add_json, count, table, write_json
from polydat.cli.source import add_graph, load, source_name
from polydat.errors import CompileError, Diagnostic
from polydat.graph.events import EventLog, Level

OK = 0

EPILOG = """\
examples:
  polydat check users.polydat
  polydat check users.polydat --stats --manifest
  generate-graph | polydat check - --json report.json

Exit code 0 where the graph compiles, 2 where it does not.  Warnings and diagnostics go to
standard error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_graph(parser)
    parser.add_argument("--strict", action="store_true", help="refuse automatic conversions")
    parser.add_argument("--stats", action="store_true", help="count nodes, inputs and outputs")
    parser.add_argument("--manifest", action="store_true", help="list inputs and outputs")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compile, and print what was found."""
    name = source_name(args.graph)
    log = EventLog()
    began = time.perf_counter()
    try:
        program = load(args.graph, strict=args.strict, log=log)
    except CompileError as error:
        if args.json:
            found = [diagnostic(d) for d in error.diagnostics]
            write_json(args.json, {"graph": name, "ok": False, "diagnostics": found, "events": []})
        raise
    took = time.perf_counter() - began
    for event in log.at(Level.WARNING):
        print(f"{name}: warning: {event.text}", file=sys.stderr)
    if args.json:
        write_json(args.json, facts(name, program, log))
    if args.json != "-":
        print(f"ok: {name} compiles in {took * 1e3:.1f} ms")
        if args.stats:
            print("\n" + table(("what", "count"), tuple(stats(program).items()), right=("count",)))
        if args.manifest:
            print("\n" + manifest_text(program))
    return OK


def facts(name: str, program: Program, log: EventLog) -> dict[str, Any]:
    """Everything about a program that compiles, for machines."""
    return {
        "graph": name,
        "ok": True,
        "id": program.id,
        "diagnostics": [],
        "stats": stats(program),
        **manifest(program),
        "events": [event.as_json() for event in log],
    }


def diagnostic(found: Diagnostic) -> dict[str, Any]:
    """A diagnostic for machines."""
    span = found.span
    return {
        "kind": found.kind,
        "message": found.message,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "length": span.length if span else None,
        "found": found.found,
        "expected": found.expected,
        "nearest": list(found.nearest),
        "write": found.write,
        "notes": list(found.notes),
    }


def stats(program: Program) -> dict[str, int]:
    """Counts of a program."""
    graph = program.core.graph
    return {
        "inputs": len(graph.inputs),
        "outputs": len(graph.outputs),
        "nodes": program.analysis.nodes,
        "wires": sum(len(node.wires) for node in graph.nodes),
        "largest cone": max(program.analysis.cones, default=0),
        "events": len(program.events),
    }


def manifest(program: Program) -> dict[str, Any]:
    """What a program takes and gives."""
    return {
        "inputs": [
            {
                "name": i.name,
                "type": i.type.keyword,
                "kind": i.kind.value,
                "default": i.default,
                "doc": i.doc,
            }
            for i in program.inputs
        ],
        "outputs": [
            {"name": o.name, "type": o.type.keyword, "modifier": o.modifier.value, "doc": o.doc}
            for o in program.outputs
        ],
    }


def manifest_text(program: Program) -> str:
    """The manifest for people."""
    inputs = [
        (i.name, i.type.keyword, i.kind.value, "-" if i.default is None else i.default, i.doc)
        for i in program.inputs
    ]
    outputs = [(o.name, o.type.keyword, o.modifier.value, o.doc) for o in program.outputs]
    return "\n".join(
        (
            count(len(inputs), "input"),
            table(("name", "type", "kind", "default", "about"), inputs),
            "",
            count(len(outputs), "output"),
            table(("name", "type", "modifier", "about"), outputs),
        )
    )
