"""Input variance: inputs whose type nobody wrote may take whatever the host has.

Such an input is *open*.  With a policy other than `fixed` it takes any value, and every
type that it is read as gets a converter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from polydat.errors import Diagnostic, OpenInputs
from polydat.graph.assembler import Assembler
from polydat.graph.events import EventLog, InputConverterInserted, Level
from polydat.graph.node import Graph, InputDef, InputKind, InputWire, NodeWire
from polydat.nodes.converters import converter_name
from polydat.types import OBJECTS, PortType


class InputVariance(Enum):
    """What becomes of open inputs."""

    FIXED = "fixed"  # they keep the type that was found for them
    ERROR = "error"  # there must be none
    WARN = "warn"  # they take any value, with a warning each
    INFO = "info"  # the same, with a note each


LEVELS = {InputVariance.WARN: Level.WARNING, InputVariance.INFO: Level.INFO}
CONVERTERS = {converter_name(t): t for t in PortType if t not in OBJECTS}
NOBODY = "(none: nothing reads it)"


def is_open(definition: InputDef) -> bool:
    """Whether the type of an input was found, not written."""
    externs = (InputKind.ITERATION_EXTERN, InputKind.EXTERNAL_WRITE)
    return (
        definition.kind in externs
        and not definition.declared
        and definition.type is not PortType.DYN
    )


def opened(definition: InputDef) -> InputDef:
    """An open input that takes any value; another one stays."""
    if not is_open(definition):
        return definition
    return replace(definition, type=PortType.DYN, converts_to=definition.type)


def before_wires(assembler: Assembler, policy: InputVariance) -> None:
    """Open the inputs of an assembler, if the policy says so."""
    if policy in LEVELS:
        assembler.inputs = {name: opened(d) for name, d in assembler.inputs.items()}


def behind_consts(graph: Graph, policy: InputVariance) -> Graph:
    """The graph with the inputs opened that consts brought.

    Raises:
        OpenInputs: the policy is `error` and there are open inputs.
    """
    if policy is InputVariance.ERROR:
        refuse_open(graph.inputs)
    if policy not in LEVELS:
        return graph
    return replace(graph, inputs=tuple(map(opened, graph.inputs)))


def refuse_open(inputs: Iterable[InputDef]) -> None:
    found = [d for d in inputs if is_open(d)]
    if not found:
        return
    shown = ", ".join(f"'{d.name}': {d.type.keyword}" for d in found)
    raise OpenInputs(
        Diagnostic(
            f"inputs have types that nobody wrote: {shown}",
            found[0].span,
            write="\n".join(f"extern {d.name}: {d.type.keyword}" for d in found),
        )
    )


def report(graph: Graph, policy: InputVariance, log: EventLog) -> None:
    """Log the converters that are left, and opened inputs that nothing reads."""
    level = LEVELS.get(policy, Level.INFO)
    readers: dict[int, list[str]] = {}
    for node in graph.nodes:
        for wire in node.wires:
            if isinstance(wire, NodeWire) and graph.nodes[wire.node].spec.name in CONVERTERS:
                readers.setdefault(wire.node, []).append(node.name)
    read: set[str] = set()
    for index, node in enumerate(graph.nodes):
        target = CONVERTERS.get(node.spec.name)
        if target is None or not isinstance(node.wires[0], InputWire):
            continue
        definition = graph.inputs[node.wires[0].input]
        read.add(definition.name)
        names = ", ".join(readers.get(index, ())) or node.name
        inferred = definition.converts_to is not None
        origin = "inferred" if inferred else "declared dyn"
        at = level if inferred else Level.INFO
        log.add(InputConverterInserted(definition.name, target.keyword, names, origin, at))
    for definition in graph.inputs:
        if definition.converts_to is not None and definition.name not in read:
            wanted = definition.converts_to.keyword
            log.add(InputConverterInserted(definition.name, wanted, NOBODY, "inferred", level))
