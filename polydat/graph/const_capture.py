"""Const capture: a `const` that reads an input is computed once, into a slot of its own.

A const that reads nothing folds like any constant.  One that reads inputs which a scope
fixes becomes

    __init_<name>    an output with the expression, evaluated when a kernel starts
    __const_<name>   an input that only the kernel writes, which all readers read
    <name>           an input for the value of an outer scope, used where the expression is
                     `None`; left out where the program has an input of that name

A const may not read what changes later: a coordinate, an extern with a default, a
nondeterministic node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from polydat.errors import BindError, ConstContractError, Diagnostic
from polydat.graph.node import (
    ConstInit,
    Graph,
    InputDef,
    InputKind,
    InputWire,
    Modifier,
    Node,
    NodeWire,
    OutputDef,
    Wire,
)
from polydat.graph.order import kahn, rewired
from polydat.graph.provenance import cone
from polydat.nodes import registry
from polydat.nodes.declare import Purity

CHANGING = {
    InputKind.COORDINATE: "coordinate",
    InputKind.EXTERNAL_WRITE: "extern",
}


def run(graph: Graph) -> Graph:
    """The graph with every const that reads inputs captured.

    Requires: wires resolved and typed, no cycle.
    Ensures:  `graph.inits` names the captured consts, each behind those that it reads.

    Raises:
        ConstContractError: a const reads something that changes while a scope lives.
    """
    graph = add_starts(graph)
    consts = [o for o in graph.outputs if o.modifier is Modifier.CONST]
    if not consts:
        return graph
    moving = reach_inputs(graph)
    captured = [o for o in consts if o.wire.node in moving and read_by(graph, o)]
    captured.sort(key=lambda output: output.wire.node)
    names = [output.name for output in captured]
    while names:
        graph, names = capture(graph, names)
    return replace(graph, inits=in_order(graph, graph.inits))


def add_starts(graph: Graph) -> Graph:
    """The graph with the computed starts of `shared` bindings among its inits.

    Raises:
        BindError: a start reads a coordinate.
    """
    places = {definition.name: i for i, definition in enumerate(graph.inputs)}
    starts: list[ConstInit] = []
    for output in graph.outputs:
        name = output.name.removeprefix("__init_")
        if output.modifier is not Modifier.SHARED or name == output.name:
            continue
        for index in cone(graph, output.wire.node):
            for wire in graph.nodes[index].wires:
                if not isinstance(wire, InputWire):
                    continue
                if graph.inputs[wire.input].kind is InputKind.COORDINATE:
                    read = graph.inputs[wire.input].name
                    raise BindError(
                        Diagnostic(
                            f"the start of shared '{name}' reads the coordinate '{read}'",
                            graph.nodes[output.wire.node].span,
                        )
                    )
        starts.append(ConstInit(name, places[name], output.name, places[name]))
    return replace(graph, inits=tuple(starts)) if starts else graph


def reach_inputs(graph: Graph) -> set[int]:
    """Nodes that read an input, or that differ from call to call, directly or not."""
    order = kahn([[w.node for w in n.wires if isinstance(w, NodeWire)] for n in graph.nodes])
    found: set[int] = set()
    for index in order:
        node = graph.nodes[index]
        if node.spec.purity is Purity.NONDETERMINISTIC or any(
            isinstance(wire, InputWire) or wire.node in found for wire in node.wires
        ):
            found.add(index)
    return found


def read_by(graph: Graph, output: OutputDef) -> list[int]:
    """Inputs that a const reads.

    Raises:
        ConstContractError: one of them, or a node between, changes while a scope lives.
    """
    inputs: dict[int, None] = {}
    for index in cone(graph, output.wire.node):
        node = graph.nodes[index]
        if node.spec.purity is Purity.NONDETERMINISTIC:
            raise broken(graph, output, f"'{node.spec.name}', which differs from call to call")
        inputs.update((wire.input, None) for wire in node.wires if isinstance(wire, InputWire))
    for number in inputs:
        definition = graph.inputs[number]
        if definition.kind in CHANGING:
            raise broken(graph, output, f"the {CHANGING[definition.kind]} '{definition.name}'")
    return list(inputs)


def broken(graph: Graph, output: OutputDef, what: str) -> ConstContractError:
    """The error of a const that reads something that changes."""
    return ConstContractError(
        Diagnostic(
            f"const '{output.name}' reads {what}",
            graph.nodes[output.wire.node].span,
            write=f"{output.name} without 'const': it is then computed when it is read",
        )
    )


def capture(graph: Graph, names: Sequence[str]) -> tuple[Graph, list[str]]:
    """The graph with consts captured, and the names of those that have to wait.

    All at once, since every node is looked at; of several consts that are one wire, the
    others then are the first.
    """
    known = {output.name: output for output in graph.outputs}
    numbers = {definition.name: i for i, definition in enumerate(graph.inputs)}
    identity = registry.get("identity")
    inputs, nodes = list(graph.inputs), list(graph.nodes)
    starts: list[OutputDef] = []
    inits = list(graph.inits)
    readers: dict[Wire, NodeWire] = {}
    waiting: list[str] = []
    for name in names:
        source, type = known[name].wire, known[name].type
        if source in readers:
            waiting.append(name)
            continue
        slot = len(inputs)
        inputs.append(InputDef(f"__const_{name}", type, InputKind.CONST, None, declared=False))
        if name not in numbers:
            numbers[name] = len(inputs)
            inputs.append(InputDef(name, type, InputKind.ITERATION_EXTERN, None, declared=False))
        expression = nodes[source.node]
        if expression.name == name:
            nodes[source.node] = replace(expression, name=f"__init_{name}")
        readers[source] = NodeWire(len(nodes))
        wires = (InputWire(slot),)
        nodes.append(Node(name, identity, wires, (), (type,), (type,), expression.span))
        starts.append(OutputDef(f"__init_{name}", source, type, Modifier.CONST))
        inits.append(ConstInit(name, slot, f"__init_{name}", numbers[name]))
    moved = [rewired(n, tuple(readers.get(wire, wire) for wire in n.wires)) for n in nodes]
    outputs = [replace(o, wire=readers.get(o.wire, o.wire)) for o in graph.outputs]
    captured = replace(
        graph,
        inputs=tuple(inputs),
        nodes=tuple(moved),
        outputs=(*outputs, *starts),
        inits=tuple(inits),
    )
    return captured, waiting


def in_order(graph: Graph, inits: tuple[ConstInit, ...]) -> tuple[ConstInit, ...]:
    """Captured consts, each behind those whose slots it reads."""
    place = {init.slot: i for i, init in enumerate(inits)}
    wires = {o.name: o.wire.node for o in graph.outputs}
    reads: list[list[int]] = []
    for init in inits:
        members = (graph.nodes[i] for i in cone(graph, wires[init.output]))
        found = {w.input for node in members for w in node.wires if isinstance(w, InputWire)}
        reads.append([place[slot] for slot in found if slot in place])
    return tuple(inits[i] for i in kahn(reads))
