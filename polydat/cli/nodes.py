"""`polydat nodes`: the function reference, from the registry that the compiler uses."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from polydat.cli.output import add_json, write_json
from polydat.errors import UsageError
from polydat.nodes import registry
from polydat.nodes.declare import REQUIRED, NodeSpec
from polydat.nodes.remarks import remarks
from polydat.nodes.signature import signature

OK = 0

EPILOG = """\
examples:
  polydat nodes                 every function, by category
  polydat nodes hash_range      one function
  polydat nodes arithmetic      one category
  polydat nodes remainder       functions whose page has the word
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("name", metavar="NAME", nargs="?", help="a function, category or word")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the reference, or the part of it that a name picks."""
    found = find(args.name)
    if args.json:
        write_json(args.json, [facts(spec) for spec in found])
    if args.json == "-":
        return OK
    if args.name is not None and len(found) == 1:
        print(page(found[0]))
    else:
        print(overview(found))
    return OK


def find(name: str | None) -> Sequence[NodeSpec]:
    """Functions that a name picks: its own, its category's, or those that mention it.

    Raises:
        UsageError: none; names the nearest.
    """
    everything = sorted(registry.public().values(), key=lambda s: (s.category, s.name))
    if name is None:
        return everything
    exact = registry.find(name)
    if exact is not None and exact in everything:
        return [exact]
    word = name.lower()
    found = [s for s in everything if s.category == word]
    found = found or [s for s in everything if word in s.name or word in s.doc.lower()]
    if not found:
        near = registry.nearest(name)
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise UsageError(f"no function named '{name}'{hint}")
    return found


def overview(specs: Sequence[NodeSpec]) -> str:
    """A line a function, under its category."""
    lines: list[str] = []
    for category, group in groupby(specs, key=lambda s: s.category):
        members = [(signature(spec), spec.doc.partition("\n")[0]) for spec in group]
        lines += ["", category] if lines else [category]
        width = min(56, max(len(s) for s, _ in members))
        lines += [f"  {s.ljust(width)}  {first}" for s, first in members]
    return "\n".join(lines)


def page(spec: NodeSpec) -> str:
    """Everything about one function."""
    return "\n".join(
        [signature(spec), "", spec.doc, "", f"Category: {spec.category}", *remarks(spec)]
    )


def facts(spec: NodeSpec) -> dict[str, Any]:
    """A function for machines."""
    return {
        "name": spec.name,
        "category": spec.category,
        "signature": signature(spec),
        "parameters": [
            {
                "name": p.name,
                "type": None if p.type is None else p.type.keyword,
                "kind": p.kind.value,
                "default": None if p.default is REQUIRED else p.default,
                "variadic": p.variadic,
            }
            for p in spec.params
        ],
        "returns": [None if t is None else t.keyword for t in spec.returns],
        "aliases": list(spec.aliases),
        "fails": None if spec.fails is None else spec.fails.text,
        "doc": spec.doc,
    }
