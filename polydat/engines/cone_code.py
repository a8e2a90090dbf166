"""Native code for the cones of an interpreter, and the interpreter's view of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from polydat.codegen.cones import cone_name, emit_cones, segment
from polydat.codegen.loader import Loaded, load
from polydat.codegen.toolchain import NoCompiler
from polydat.engines import cones
from polydat.engines._cone import ConeState
from polydat.engines._kernel import Plan
from polydat.engines._values import Call, Unfused
from polydat.engines.choice import JitMode
from polydat.engines.cones import ConePlan
from polydat.engines.core import ProgramCore
from polydat.engines.evaluation import Evaluation, Values, place, reached
from polydat.engines.ledger import Cone, Entry
from polydat.engines.plan import StepSpec
from polydat.errors import BuildError, Diagnostic, InternalError, NativeConeError
from polydat.graph import lifecycle, provenance
from polydat.graph.fold import is_constant
from polydat.graph.node import Graph, InputDef, InputKind, InputWire, NodeWire, OutputDef, Wire
from polydat.graph.order import kahn, rewired
from polydat.graph.resolved import ResolvedDag

Code: TypeAlias = Loaded | NoCompiler | BuildError

LEAST = {JitMode.AUTO: 2, JitMode.FORCE: 1}


@dataclass(frozen=True)
class BuiltCone:
    """A cone with its code.

    Attributes:
        core: the cone as a program of its own, in which `None` is data.
        code: loaded code; `address` of the cone's function in it.
        decisive: places in `plan.reads` on which everything that the cone makes depends.
    """

    plan: ConePlan
    core: ProgramCore
    code: Loaded
    address: int
    decisive: frozenset[int]

    @cached_property
    def loops(self) -> Plan:
        """What the cone's state runs over, shared by kernels."""
        live = segment(self.core.graph).groups
        return Plan(self.core, (StepSpec(self.address, self.address, live, native=True),))


def cones_of(core: ProgramCore, mode: JitMode) -> tuple[BuiltCone, ...]:
    """The cones of a program in a mode, built once; the ledger tells of each.

    Raises:
        NativeConeError: the mode is `force`, and a cone has no native code.
    """
    key = ("cones", mode)
    if key not in core.built:
        core.built[key] = build(core, mode)
    built: tuple[BuiltCone, ...] = core.built[key]
    return built


def build(core: ProgramCore, mode: JitMode) -> tuple[BuiltCone, ...]:
    if mode is JitMode.OFF:
        return ()
    graph = core.graph
    formed = cones.form(core.dag, LEAST[mode])
    for index, count in formed.over_bound:
        reason = f"{count} distinct boundary inputs, at most {cones.MOST_INPUTS} fit a cone"
        fallback(core, (index,), count, "InputBound", reason)
    programs = [subprogram(graph, plan) for plan in formed.cones]
    code = built_code(core, programs)
    found: list[BuiltCone] = []
    for plan, program, (made, name) in zip(formed.cones, programs, code, strict=True):
        if isinstance(made, Loaded):
            found.append(entered(core, plan, program, made, name))
            continue
        reason = str(made) if isinstance(made, BuildError) else made.reason
        if mode is JitMode.FORCE:
            raise refused(graph, plan, reason)
        fallback(core, plan.members, len(plan.reads), "Codegen", reason)
    return tuple(found)


def entered(
    core: ProgramCore, plan: ConePlan, program: ProgramCore, code: Loaded, name: str
) -> BuiltCone:
    """A cone with its code, told to the ledger."""
    reason = "from the cache" if code.cached else "compiled"
    facts = describe(core.graph, plan.members, len(plan.reads), len(plan.makes), "Formed")
    core.ledger.add(Entry("cone", True, reason, code.cached, code.compiler, code.seconds, facts))
    return BuiltCone(plan, program, code, code.addresses[name], decisive(program))


def refused(graph: Graph, plan: ConePlan, reason: str) -> NativeConeError:
    """The error of a cone that has to be native code and is not."""
    return NativeConeError(
        Diagnostic(
            f"{cones.label(graph, plan.members)} has no native code: {reason}",
            graph.nodes[plan.members[0]].span,
            write="interpreter:auto, which evaluates such nodes one by one",
        )
    )


def fallback(core: ProgramCore, members: Sequence[int], reads: int, kind: str, reason: str) -> None:
    """Note that a cone stays interpreted."""
    facts = describe(core.graph, members, reads, 0, kind)
    core.ledger.add(Entry("cone", False, reason, cone=facts))


def describe(graph: Graph, members: Sequence[int], reads: int, makes: int, kind: str) -> Cone:
    inside = frozenset(members)
    return Cone(
        context=graph.context,
        kind=kind,
        label=cones.label(graph, members),
        members=tuple(graph.nodes[i].name for i in members),
        outputs=tuple(sorted(o.name for o in graph.outputs if o.wire.node in inside)),
        boundary_inputs=reads,
        boundary_outputs=makes,
    )


def built_code(core: ProgramCore, programs: Sequence[ProgramCore]) -> list[tuple[Code, str]]:
    """Code and function of every cone: all in one unit, or one by one where that fails."""
    if not programs:
        return []
    together = compiled(core, programs)
    if isinstance(together, BuildError) and len(programs) > 1:
        return [(compiled(core, [program]), cone_name(0)) for program in programs]
    return [(together, cone_name(number)) for number in range(len(programs))]


def compiled(core: ProgramCore, programs: Sequence[ProgramCore]) -> Code:
    text = emit_cones([(p.graph, p.layout) for p in programs], core.graph.context)
    try:
        return load(lambda: text, [cone_name(n) for n in range(len(programs))])
    except BuildError as error:
        return error


def subprogram(graph: Graph, plan: ConePlan) -> ProgramCore:
    """A cone as a program: its reads are inputs, every result that it makes an output."""
    inputs = tuple(
        InputDef(f"c{n}", graph.type_of(wire), InputKind.COORDINATE, None)
        for n, wire in enumerate(plan.reads)
    )
    inside = frozenset(plan.members)
    wires = (w for i in plan.members for w in graph.nodes[i].wires if isinstance(w, NodeWire))
    constants = {w.node for w in wires if w.node not in inside}
    constants = {i for i in constants if is_constant(graph.nodes[i])}
    order = sorted(constants | inside)
    moved: dict[Wire, Wire] = {wire: InputWire(n) for n, wire in enumerate(plan.reads)}
    for new, old in enumerate(order):
        for port in range(len(graph.nodes[old].types)):
            moved[NodeWire(old, port)] = NodeWire(new, port)
    nodes = tuple(
        rewired(graph.nodes[i], tuple(moved[w] for w in graph.nodes[i].wires)) for i in order
    )
    outputs: list[OutputDef] = []
    for index in plan.makes:
        for port, type in enumerate(graph.nodes[index].types):
            wire = moved[NodeWire(index, port)]
            assert isinstance(wire, NodeWire)
            outputs.append(OutputDef(f"o{len(outputs)}", wire, type))
    part = Graph(inputs, nodes, tuple(outputs), graph.context)
    return ProgramCore(ResolvedDag(part, lifecycle.run(part), provenance.run(part))).lowered


def decisive(program: ProgramCore) -> frozenset[int]:
    """Inputs of a cone's program that reach all of its outputs."""
    every = -1
    for output in program.outputs:
        every &= program.dag.provenance[output.wire.node]
    return frozenset(i for i in range(len(program.inputs)) if every >> i & 1)


class ConeEvaluation(Evaluation):
    """The evaluation of a graph with cones, for one kernel: a cone has a state.

    Places are those of the plain evaluation; what stays inside of a cone has no value.
    """

    def __init__(self, dag: ResolvedDag, plain: Evaluation, built: Sequence[BuiltCone]) -> None:
        super().__init__(dag)
        self.plain = plain
        graph = dag.graph
        found, unit = cones.units(graph, [cone.plan.members for cone in built])
        reads = cones.unit_reads(graph, found, unit)
        order = kahn(reads)
        if len(order) < len(found):
            raise InternalError("cones of the interpreter read each other in a circle")
        self._unit, self._unit_reads = unit, reads
        self._rank = {number: rank for rank, number in enumerate(order)}
        self._masks = list(dag.provenance)
        self._unit_calls = [plain.calls[members[0]] for members in found]
        for cone in built:
            plan = cone.plan
            self._unit_calls[unit[plan.members[0]]] = self.call(cone)
            union = 0
            for index in plan.members:
                union |= dag.provenance[index]
                self._masks[index] = 0
            for index in plan.makes:
                self._masks[index] = union

    def call(self, cone: BuiltCone) -> Call:
        """The evaluation of a cone: gives the first result, and writes the others."""
        plan, graph = cone.plan, self.dag.graph
        state = ConeState(
            cone.loops,
            [(place(self.first, w), port_of_several(graph, w)) for w in plan.reads],
            [(self.first + i, len(graph.nodes[i].types)) for i in plan.makes],
            sorted(cone.decisive),
            Unfused,
        )
        return Call(self.first + plan.makes[0], state.run)

    def gather(self, node: int, values: Values | None) -> tuple[Call, ...]:
        needed = reached(self._unit[node], self._unit_reads, self._unit_calls, values)
        ranked = sorted(needed, key=self._rank.__getitem__)
        return tuple(self._unit_calls[number] for number in ranked)

    def masks(self) -> Sequence[int]:
        return self._masks


def port_of_several(graph: Graph, wire: Wire) -> int:
    """Port of a wire that is one of several outputs of a node, else -1."""
    if isinstance(wire, NodeWire) and len(graph.nodes[wire.node].types) > 1:
        return wire.port
    return -1
