"""`ProgramCore`: what every kernel of one program shares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from polydat.engines.choice import choose
from polydat.engines.evaluation import Evaluation
from polydat.engines.ledger import CompileLedger
from polydat.errors import UsageError
from polydat.graph import expand, lifecycle, presence, provenance
from polydat.graph.fold import is_constant
from polydat.graph.layout import Layout, lay_out
from polydat.graph.node import Graph, InputDef, Modifier, OutputDef
from polydat.graph.provenance import GraphAnalysis
from polydat.graph.resolved import ResolvedDag, is_passthrough


class ProgramCore:
    """A resolved graph and what follows from it; never changes, shared between threads.

    What engines build for it (plans, loaded code) is kept in `built`, so that a second
    kernel costs a state and nothing else.

    Attributes:
        source: of a lowered program the one that it was made from, else itself.
        present: of a lowered program, output number to that of the bool which says
            whether the output is there.
        given: of a lowered program, input number to that of the bool input which says
            whether it is set; other inputs take every output that reads them with them.
    """

    def __init__(
        self,
        dag: ResolvedDag,
        source: ProgramCore | None = None,
        present: Mapping[int, int] | None = None,
        given: Mapping[int, int] | None = None,
    ) -> None:
        self.dag = dag
        self.source = self if source is None else source
        self.present = present or {}
        self.given = given or {}
        self.graph: Graph = dag.graph
        self.inputs: tuple[InputDef, ...] = self.graph.inputs
        self.outputs: tuple[OutputDef, ...] = self.graph.outputs
        self.coordinates: tuple[int, ...] = dag.coordinates
        self.input_numbers = {d.name: i for i, d in enumerate(self.inputs)}
        self.output_numbers = {o.name: i for i, o in enumerate(self.outputs)}
        self.ledger: CompileLedger = CompileLedger() if source is None else source.ledger
        self.built: dict[Any, Any] = {}

    @cached_property
    def layout(self) -> Layout:
        """Slots of every wire."""
        return lay_out(self.graph)

    @cached_property
    def id(self) -> str:
        """Content hash of the resolved graph."""
        return self.dag.id

    @cached_property
    def analysis(self) -> GraphAnalysis:
        """Counts for choosing a variant."""
        return self.dag.analysis()

    @property
    def choice(self) -> str:
        """The variant that `auto` means for this graph, and why."""
        variant, reason = choose(self.analysis)
        return f"{variant.value}: {reason}"

    @cached_property
    def evaluation(self) -> Evaluation:
        """How the interpreter evaluates each node."""
        return Evaluation(self.dag)

    @cached_property
    def round_input(self) -> int | None:
        """Number of the input that stands for the round in masks; see `provenance`."""
        return provenance.round_input(self.graph)

    @cached_property
    def constants(self) -> dict[int, Any]:
        """Values of outputs that read no input, by output number."""
        nodes = self.graph.nodes
        wires = enumerate(o.wire.node for o in self.outputs)
        return {n: nodes[i].constants[0] for n, i in wires if is_constant(nodes[i])}

    @cached_property
    def lowered(self) -> ProgramCore:
        """The program that compiled engines run: the same, but `None` is data in it."""
        found = presence.run(self.graph)
        graph = expand.run(found.graph)
        if graph is self.graph:
            return self
        dag = ResolvedDag(graph, lifecycle.run(graph), provenance.run(graph))
        return ProgramCore(dag, self, found.present, found.inputs)

    @cached_property
    def made(self) -> tuple[int, ...]:
        """Numbers of the outputs that are no inputs: what is shown where nothing is asked for."""
        graph = self.graph
        return tuple(
            n
            for n, o in enumerate(self.outputs)
            if (o.modifier is Modifier.SHARED or not is_passthrough(graph, o.wire.node))
            and not is_internal(o.name)
        )

    def varying(self) -> int:
        """The input that a range varies: the coordinate `cycle`, else the first.

        Raises:
            UsageError: the program has no coordinate.
        """
        if not self.coordinates:
            raise UsageError("the program has no coordinate that a range could vary")
        named = self.input_numbers.get("cycle", -1)
        return named if named in self.coordinates else self.coordinates[0]

    @cached_property
    def output_masks(self) -> tuple[int, ...]:
        """Mask of inputs of every output."""
        return tuple(self.dag.provenance[o.wire.node] for o in self.outputs)


def is_internal(name: str) -> bool:
    """Whether an input or output is the compiler's own."""
    return name.startswith("__")
