"""The passes, in order: from named wires to the engine-neutral `ResolvedDag`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from polydat.graph import (
    arity,
    const_capture,
    domains,
    fold,
    fusion,
    lifecycle,
    liveness,
    order,
    provenance,
    resolve,
    roundtrip,
    variance,
)
from polydat.graph import strict as strictness
from polydat.graph.assembler import Assembler
from polydat.graph.events import CompileLevelSelected, EventLog, Summary
from polydat.graph.node import Graph
from polydat.graph.resolved import ResolvedDag, is_passthrough
from polydat.graph.variance import InputVariance
from polydat.graph.verify import verify
from polydat.settings import current

# Sees a pass by its name, and the graph that it leaves.
Watch: TypeAlias = Callable[[str, Graph], None]

# From graph to graph, behind wire resolution and fusion.
PIPELINE = (liveness, order)


def run(
    assembler: Assembler,
    log: EventLog,
    strict: bool = False,
    watch: Watch | None = None,
    input_variance: InputVariance = InputVariance.FIXED,
) -> ResolvedDag:
    """The resolved graph of an assembler.

    Args:
        watch: is handed the name of each pass, and the graph behind it.

    Raises:
        CompileError: see the passes.
    """
    arity.run(assembler)
    variance.before_wires(assembler, input_variance)
    graph = resolve.run(assembler, log, strict)
    check(graph, "resolve", watch)
    domains.run(graph)
    graph = const_capture.run(graph)
    graph = variance.behind_consts(graph, input_variance)
    check(graph, "const_capture", watch)
    graph = fusion.run(graph, log)
    check(graph, "fusion", watch)
    if not assembler.filtered:
        strictness.unused(graph, log, strict)
    for stage in PIPELINE:
        graph = stage.run(graph)
        check(graph, stage.__name__.rpartition(".")[2], watch)
    variance.report(graph, input_variance, log)
    roundtrip.run(graph, log, {d.name for d in assembler.nodes if d.strict_values})
    for index, node in enumerate(graph.nodes):
        if not is_passthrough(graph, index):
            level = "native code" if node.spec.has_native else "reference evaluation"
            log.add(CompileLevelSelected(node.name, level))
    classes = lifecycle.run(graph)
    strictness.run(graph, classes, log, strict)
    before = len(log)
    graph = fold.run(graph, classes, log)
    folded = len(log) - before
    check(graph, "fold", watch)
    graph = liveness.run(graph)
    check(graph, "liveness", watch)
    log.add(Summary(len(graph.nodes), len(graph.outputs), folded))
    return ResolvedDag(graph, lifecycle.run(graph), provenance.run(graph))


def check(graph: Graph, stage: str, watch: Watch | None) -> None:
    if current().verify:
        verify(graph, stage)
    if watch is not None:
        watch(stage, graph)
