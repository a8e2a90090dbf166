"""Kernels of the compiled engines: `_kernel` runs the loops, this names what it runs."""

from __future__ import annotations

from polydat.engines import plan as planning
from polydat.engines._kernel import LoopKernel, Plan, step_addresses
from polydat.engines.choice import Engine, Provenance, choose
from polydat.engines.core import ProgramCore
from polydat.engines.fusion_units import live_nodes
from polydat.engines.kernel import Kernel
from polydat.engines.ledger import EnginePlan
from polydat.engines.native import native_steps
from polydat.engines.vector_reads import VectorReads

MODES = {Provenance.RAW: 0, Provenance.PUSH: 1, Provenance.PULL: 2, Provenance.PUSH_PULL: 3}


class CompiledKernel(LoopKernel, Kernel, VectorReads):
    """A state of the closures or the native engine, with the surface of slots."""

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        Kernel.__init__(self, core, engine)
        provenance = resolved_variant(core, engine)
        steps = steps_of(core.lowered, engine.name, runs_whole(core.lowered, provenance))
        self.steps = steps
        LoopKernel.__init__(self, plan_of(core.lowered, engine.name, steps), MODES[provenance])

    @property
    def plan(self) -> EnginePlan:
        """How many nodes run in which way."""
        native = [s for s in self.steps if s.native]
        nodes = sum(len(g) for s in native for g in s.groups)
        in_python = sum(s.host is not None for s in self.steps)
        closures = len(self.steps) - len(native) - in_python
        return EnginePlan(len(native), nodes, closures, in_python)

    @property
    def variant(self) -> Provenance:
        """The provenance variant in use."""
        return resolved_variant(self.core, self.engine)


def resolved_variant(core: ProgramCore, engine: Engine) -> Provenance:
    if engine.provenance is not Provenance.AUTO:
        return engine.provenance
    return choose(core.analysis)[0]


MOST_WHOLE = 300  # nodes: a second form of more takes a compiler longer than it is worth


def runs_whole(core: ProgramCore, provenance: Provenance) -> bool:
    """Whether a variant runs all groups at once, often enough for a form of its own."""
    small = len(core.graph.nodes) <= MOST_WHOLE
    return provenance is Provenance.RAW or (provenance is Provenance.PULL and small)


def steps_of(core: ProgramCore, name: str, whole: bool) -> tuple[planning.StepSpec, ...]:
    """The steps of a program on an engine, built once."""
    key = ("steps", name, whole and name == "native")
    if key not in core.built:
        made = native_steps(core, whole) if name == "native" else None
        core.built[key] = made if made is not None else closure_steps(core)
    steps: tuple[planning.StepSpec, ...] = core.built[key]
    return steps


def closure_steps(core: ProgramCore) -> tuple[planning.StepSpec, ...]:
    addresses = step_addresses()
    return tuple(planning.closure_step(core, i, addresses) for i in live_nodes(core.graph))


def plan_of(core: ProgramCore, name: str, steps: tuple[planning.StepSpec, ...]) -> Plan:
    """The plan of a program's steps, built once and shared by its kernels."""
    key = ("plan", name, id(steps))
    if key not in core.built:
        core.built[key] = Plan(core, steps)
    plan: Plan = core.built[key]
    return plan
