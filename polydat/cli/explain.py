"""`polydat explain`: what the compiler made of a graph, phase by phase.

Everything shown is read from the event log and the resolved graph; nothing is found out
here.  A phase is a function from a compiled program to rows, which print as a table and
as JSON alike.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from polydat.api import Program
from polydat.cli.output import add_json, table, write_json
from polydat.cli.source import add_engine, add_graph, load, source_name
from polydat.errors import UsageError, nearest_names
from polydat.graph.events import (
    ConstantFolded,
    EventLog,
    ExternWithoutDefault,
    FusionApplied,
    TypeAdapterInserted,
    TypeWidening,
)
from polydat.graph.fold import is_constant
from polydat.graph.node import Graph, InputWire, Node, Wire
from polydat.graph.provenance import volatile_nodes
from polydat.graph.resolved import is_passthrough
from polydat.nodes.declare import Purity

OK = 0

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase: what it tells, and its rows."""

    what: str
    rows: Callable[[Program], list[Row]]


LATER = ("tokens", "traversals")

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
    """Tell the phases asked for."""
    names = chosen(args.phases)
    program = load(args.graph, engine=args.engine)
    found = {name: PHASES[name].rows(program) for name in names}
    if args.json:
        write_json(args.json, {"graph": source_name(args.graph), "id": program.id, **found})
    if args.json != "-":
        print("\n\n".join(told(name, rows) for name, rows in found.items()))
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


def told(name: str, rows: Sequence[Row]) -> str:
    """A phase for people."""
    title = f"{name}: {PHASES[name].what}"
    if not rows:
        return f"{title}\n  nothing"
    head = [key for key in rows[0] if any(row[key] not in (None, "", []) for row in rows)]
    numbers = [key for key in head if all(isinstance(row[key], int) for row in rows)]
    return f"{title}\n" + table(head, [[cell(row[k]) for k in head] for row in rows], numbers)


def cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)


def wires(program: Program) -> list[Row]:
    """Every node, with what it reads and who reads it."""
    graph = program.core.graph
    readers: list[list[str]] = [[] for _ in graph.nodes]
    for node in graph.nodes:
        for wire in node.wires:
            if not isinstance(wire, InputWire):
                readers[wire.node].append(node.name)
    outputs: dict[int, list[str]] = {}
    for output in graph.outputs:
        outputs.setdefault(output.wire.node, []).append(output.name)
    return [
        {
            "node": node.name,
            "is": call_text(graph, index),
            "read by": list(dict.fromkeys(readers[index])),
            "output": outputs.get(index, []),
        }
        for index, node in shown(graph)
    ]


def shown(graph: Graph) -> list[tuple[int, Node]]:
    """Nodes that mean something to a reader: not those that only hand an input on."""
    return [(i, node) for i, node in enumerate(graph.nodes) if not is_passthrough(graph, i)]


def call_text(graph: Graph, index: int) -> str:
    """`mod(hashed, 1000000)`"""
    node = graph.nodes[index]
    names = [wire_name(graph, wire) for wire in node.wires]
    return f"{node.spec.name}({', '.join(node.spec.join(names, map(literal, node.constants)))})"


def literal(value: Any) -> str:
    """A constant as a program would write it."""
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def wire_name(graph: Graph, wire: Wire) -> str:
    if isinstance(wire, InputWire):
        return graph.inputs[wire.input].name
    node = graph.nodes[wire.node]
    return f"{node.name}.{wire.port}" if len(node.types) > 1 else node.name


def types(program: Program) -> list[Row]:
    """Inputs, outputs and the conversions that were put in between."""
    rows = [
        {"what": i.kind.value, "name": i.name, "type": i.type.keyword, "about": i.doc}
        for i in program.inputs
    ]
    inputs = program.core.input_numbers
    rows += [
        {"what": "output", "name": o.name, "type": o.type.keyword, "about": o.doc}
        for o in program.outputs
        if o.name not in inputs
    ]
    told = (TypeAdapterInserted, TypeWidening, ExternWithoutDefault)
    rows += [
        {"what": event.level.value, "name": "", "type": "", "about": event.text}
        for event in events(program.events, *told)
    ]
    return rows


def lifecycle(program: Program) -> list[Row]:
    """When each node is evaluated, and why then."""
    dag = program.core.dag
    chance = volatile_nodes(dag.graph)
    return [
        {
            "node": node.name,
            "evaluated": WHEN[dag.lifecycle[index].name],
            "because": reason(program, index, index in chance),
        }
        for index, node in shown(dag.graph)
    ]


WHEN = {"COMPILE": "once, at compile time", "SCOPE": "once a scope", "DYNAMIC": "every round"}


def reason(program: Program, index: int, by_chance: bool) -> str:
    graph = program.core.graph
    if is_constant(graph.nodes[index]):
        return "it is a constant"
    if graph.nodes[index].spec.purity is Purity.NONDETERMINISTIC:
        return "its value is not decided by its inputs"
    if by_chance:
        return "it reads a value that is not decided by inputs"
    names = names_in(program, program.core.dag.provenance[index])
    return f"it depends on {', '.join(names)}" if names else "it reads no input"


def constants(program: Program) -> list[Row]:
    """What was computed while compiling."""
    return [
        {"node": event.node, "value": event.value}
        for event in events(program.events, ConstantFolded)
    ]


def fusion(program: Program) -> list[Row]:
    """Nodes that took in others."""
    return [
        {
            "node": event.name,
            "is now": event.fused,
            "took in": list(event.consumed),
            "by": event.rule,
        }
        for event in events(program.events, FusionApplied)
    ]


def provenance(program: Program) -> list[Row]:
    """The inputs that each output depends on, and the size of its cone."""
    core = program.core
    return [
        {
            "output": output.name,
            "depends on": names_in(program, core.output_masks[number]),
            "nodes": core.analysis.cones[number],
            "of": core.analysis.nodes,
        }
        for number, output in enumerate(core.outputs)
    ]


def names_in(program: Program, mask: int) -> list[str]:
    """Names of the inputs of a mask."""
    return [d.name for number, d in enumerate(program.inputs) if mask >> number & 1]


def engines(program: Program) -> list[Row]:
    """What runs the graph here."""
    plan = program.plan
    analysis = program.analysis
    found = [
        ("engine", str(program.engine)),
        ("variant", program.choice),
        ("native segments", plan.native_segments),
        ("native nodes", plan.native_nodes),
        ("closure steps", plan.closure_steps),
        ("interpreted nodes", plan.interpreted_nodes),
        ("largest cone", f"{analysis.cone_ratio:.0%} of the nodes"),
        ("stable", f"{analysis.stable_ratio:.0%} of the nodes"),
    ]
    found += [(entry.what, entry.reason) for entry in program.ledger.entries]
    return [{"what": what, "is": value} for what, value in found]


def events(log: EventLog, *kinds: type) -> list[Any]:
    """Events of some kinds, each text once."""
    by_text = {event.text: event for event in log if isinstance(event, kinds)}
    return list(by_text.values())


PHASES = {
    "wires": Phase("nodes in the order of evaluation, and what they read", wires),
    "types": Phase("inputs, outputs, and conversions put in between", types),
    "lifecycle": Phase("when each node is evaluated", lifecycle),
    "constants": Phase("what was computed while compiling", constants),
    "fusion": Phase("nodes that were replaced by one that does the work of several", fusion),
    "provenance": Phase("the inputs that each output depends on", provenance),
    "engines": Phase("what runs the graph on this machine", engines),
}
