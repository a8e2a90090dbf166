"""The phases of `explain` about the graph: read from it and from the log of events."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from polydat.api import Program
from polydat.cli.names import function_name, input_name, node_name, output_name, wire_name
from polydat.cli.output import count
from polydat.cli.story import Row, Story
from polydat.graph.events import (
    ConstantFolded,
    EventLog,
    ExternWithoutDefault,
    FusionApplied,
    TypeAdapterInserted,
    TypeWidening,
)
from polydat.graph.fold import is_constant
from polydat.graph.fusion import rules
from polydat.graph.lifecycle import Lifecycle
from polydat.graph.node import Graph, InputWire, Node
from polydat.graph.provenance import volatile_nodes
from polydat.graph.resolved import is_passthrough
from polydat.graph.rewrite import Pattern
from polydat.nodes.declare import Purity
from polydat.nodes.signature import constant_text


def wires(story: Story) -> list[Row]:
    """Every node, with what it reads and who reads it."""
    graph = story.program.core.graph
    readers: list[list[str]] = [[] for _ in graph.nodes]
    for index, node in enumerate(graph.nodes):
        for wire in node.wires:
            if not isinstance(wire, InputWire):
                readers[wire.node].append(node_name(graph, index))
    outputs: dict[int, list[str]] = {}
    for output in graph.outputs:
        outputs.setdefault(output.wire.node, []).append(output_name(output.name))
    return [
        {
            "node": node_name(graph, index),
            "is": call_text(graph, index),
            "read by": list(dict.fromkeys(readers[index])),
            "output": outputs.get(index, []),
        }
        for index, _ in shown(graph)
    ]


def wires_told(story: Story, rows: list[Row]) -> str:
    graph = story.program.core.graph
    reads = sum(len(node.wires) for _, node in shown(graph))
    named = sum(bool(row["output"]) for row in rows)
    return (
        f"{count(len(rows), 'node')} and {count(reads, 'wire')}; {named} have a name of an output."
    )


def shown(graph: Graph) -> list[tuple[int, Node]]:
    """Nodes that mean something to a reader: not those that only hand an input on."""
    return [(i, node) for i, node in enumerate(graph.nodes) if not is_passthrough(graph, i)]


def call_text(graph: Graph, index: int) -> str:
    """`mod(hashed, 1000000)`"""
    node = graph.nodes[index]
    names = [wire_name(graph, wire) for wire in node.wires]
    given = node.spec.join(names, map(constant_text, node.constants))
    return f"{function_name(node.spec)}({', '.join(given)})"


def types(story: Story) -> list[Row]:
    """Inputs, outputs and the conversions that were put in between."""
    program = story.program
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


def types_told(story: Story, rows: list[Row]) -> str:
    made = sum(row["what"] == "output" for row in rows)
    return f"{count(len(story.program.inputs), 'input')} and {count(made, 'output')}."


def lifecycle(story: Story) -> list[Row]:
    """When each node is evaluated, and why then."""
    program = story.program
    dag = program.core.dag
    chance = volatile_nodes(dag.graph)
    return [
        {
            "node": node_name(dag.graph, index),
            "evaluated": WHEN[dag.lifecycle[index].name],
            "because": reason(program, index, index in chance),
        }
        for index, _ in shown(dag.graph)
    ]


WHEN = {"COMPILE": "once, at compile time", "SCOPE": "once a scope", "DYNAMIC": "every round"}


def lifecycle_told(story: Story, rows: list[Row]) -> str:
    dag = story.program.core.dag
    counted = [dag.lifecycle[index] for index, _ in shown(dag.graph)]
    parts = [f"{count(counted.count(c), 'node')} {WHEN[c.name]}" for c in Lifecycle if c in counted]
    return f"{'; '.join(parts)}." if parts else "There are no nodes."


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


def constants(story: Story) -> list[Row]:
    """What was computed while compiling."""
    return [
        {"node": event.node, "value": event.value}
        for event in events(story.program.events, ConstantFolded)
    ]


def constants_told(story: Story, rows: list[Row]) -> str:
    return f"{count(len(rows), 'node')} became a value." if rows else "No node did."


def fusion(story: Story) -> list[Row]:
    """Nodes that took in others, and the rule by which they did."""
    patterns = {rule.name: rule for rule in rules()}
    return [
        {
            "node": event.name,
            "is now": event.fused,
            "took in": list(event.consumed),
            "by": event.rule,
            "before": pattern_text(patterns[event.rule].before),
            "after": pattern_text(patterns[event.rule].after),
        }
        for event in events(story.program.events, FusionApplied)
    ]


def pattern_text(pattern: Pattern | str) -> str:
    """`mod(hash(x), k)`"""
    if isinstance(pattern, str):
        return pattern
    wires = map(pattern_text, pattern.wires)
    given = pattern.spec.join(wires, map(ast.unparse, pattern.constants))
    return f"{pattern.spec.name}({', '.join(given)})"


def fusion_told(story: Story, rows: list[Row]) -> str:
    saved = sum(len(row["took in"]) for row in rows)
    return f"{count(saved, 'node')} fewer." if rows else "No rule did."


# --- passes -----------------------------------------------------------------------------------

PASSES = {
    "resolve": "names become wires, conversions are put in",
    "const_capture": "a const that reads externs gets a slot of its own",
    "fusion": "one node for several, where one is cheaper",
    "liveness": "what no output needs is dropped",
    "order": "every node behind those that it reads",
    "fold": "what reads no input becomes its value",
}


def passes(story: Story) -> list[Row]:
    """The nodes behind each pass, and what it did to them."""
    before: Graph | None = None
    rows: list[Row] = []
    _ = story.program
    for name, graph in story.passes:
        rows.append(
            {
                "pass": name,
                "is for": PASSES[name],
                "before": None if before is None else len(shown(before)),
                "after": len(shown(graph)),
                "did": list(changes(before, graph)),
            }
        )
        before = graph
    return rows


def changes(before: Graph | None, after: Graph) -> Iterator[str]:
    """What differs between two graphs, in words."""
    new = calls_of(after)
    if before is None:
        adapters = [n for n, node in shown(after) if node.name.startswith("__adapt_")]
        yield from (f"puts in {call_text(after, n)}" for n in adapters)
        return
    old = calls_of(before)
    yield from (f"drops {name}" for name in old if name not in new)
    yield from (f"adds {name} = {new[name]}" for name in new if name not in old)
    for name in new:
        if name in old and new[name] != old[name]:
            yield f"{name}: {old[name]} becomes {new[name]}"
    kept = [name for name in old if name in new]
    if kept != [name for name in new if name in old]:
        yield "moves nodes"


def calls_of(graph: Graph) -> dict[str, str]:
    return {node_name(graph, index): call_text(graph, index) for index, _ in shown(graph)}


def unfolded(rows: list[Row]) -> list[Row]:
    """A row for each thing that a pass did."""
    found: list[Row] = []
    for row in rows:
        facts = row["did"] or ["nothing"]
        found.append({**row, "did": facts[0]})
        found += [{**dict.fromkeys(row, ""), "did": fact} for fact in facts[1:]]
    return found


def passes_told(story: Story, rows: list[Row]) -> str:
    return f"{count(rows[0]['after'], 'node')} at first, {rows[-1]['after']} in the end."


# --- what depends on what, and what runs it ----------------------------------------------------


def provenance(story: Story) -> list[Row]:
    """The inputs that each output depends on, and the size of its cone."""
    program = story.program
    core = program.core
    return [
        {
            "output": output_name(output.name),
            "depends on": names_in(program, core.output_masks[number]),
            "nodes": core.analysis.cones[number],
            "of": core.analysis.nodes,
        }
        for number, output in enumerate(core.outputs)
    ]


def names_in(program: Program, mask: int) -> list[str]:
    """Names of the inputs of a mask."""
    inputs = enumerate(program.core.inputs)
    return [input_name(d.name) for number, d in inputs if mask >> number & 1]


def provenance_told(story: Story, rows: list[Row]) -> str:
    return "When an input changes, only what depends on it has to be computed again."


def engines(story: Story) -> list[Row]:
    """What runs the graph here."""
    program = story.program
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
    found += [(entry.what, entry.text) for entry in program.ledger.entries]
    return [{"what": what, "is": value} for what, value in found]


def events(log: EventLog, *kinds: type) -> list[Any]:
    """Events of some kinds, each text once."""
    by_text = {event.text: event for event in log if isinstance(event, kinds)}
    return list(by_text.values())


def engines_told(story: Story, rows: list[Row]) -> str:
    return "Every engine gives the same values."
