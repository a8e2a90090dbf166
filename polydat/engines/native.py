"""The native engine's steps: segments of C made for the program, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from polydat.codegen.loader import Loaded, load
from polydat.codegen.segment import Segment, emit_program
from polydat.codegen.toolchain import NoCompiler
from polydat.engines._kernel import step_addresses
from polydat.engines.core import ProgramCore
from polydat.engines.fusion_units import units
from polydat.engines.ledger import Entry
from polydat.engines.plan import StepSpec, closure_step

MOST_NODES = 20_000  # beyond, a C compiler takes minutes: such a program runs as closures
# From here on the time of the compiler counts: functions for all groups at once would double it.
LARGE = 256


def native_steps(core: ProgramCore, whole: bool) -> tuple[StepSpec, ...] | None:
    """One step a segment, or `None` where there is no native code; the ledger says why.

    Args:
        whole: also make the functions that run all groups of a segment at once.
    """
    if len(core.graph.nodes) > MOST_NODES:
        core.ledger.add(Entry("native", False, f"more than {MOST_NODES} nodes"))
        return None
    parts = units(core.dag)
    made = [part for part in parts if isinstance(part, Segment)]
    if not made:
        return None if parts else ()
    large = len(core.graph.nodes) >= LARGE
    whole = whole and not large
    named = [f"pd_segment_{k}" for k in range(len(made))]
    wholes = [f"pd_whole_{k}" for k in range(len(made))] if whole else named
    code = load_code(
        core,
        "segment",
        lambda: emit_program(core.graph, core.layout, made, whole),
        sorted({*named, *wholes}),
        large,
    )
    if code is None:
        return None
    names = zip(named, wholes, strict=True)
    steps: list[StepSpec] = []
    for part in parts:
        if not isinstance(part, Segment):
            steps.append(closure_step(core, part, step_addresses()))
            continue
        name, all_of_it = next(names)
        steps.append(
            StepSpec(
                run=code.addresses[name],
                whole=code.addresses[all_of_it],
                groups=part.groups,
                node=part.nodes[0],
                native=True,
            )
        )
    return tuple(steps)


def load_code(
    core: ProgramCore,
    what: str,
    text: Callable[[], str],
    names: Sequence[str],
    large: bool = False,
    *parts: object,
) -> Loaded | None:
    """Code of a C text, kept with the program; `None`, with a ledger entry, without it.

    Args:
        large: the text is long to make and to compile: it is known by the program instead.
        parts: what it is made of, beside the program.
    """
    identity = repr((what, core.source.id, core is core.source, *parts)) if large else ""
    code = load(text, names, identity, large and what == "segment")
    if isinstance(code, NoCompiler):
        core.ledger.add(Entry("native", False, code.reason))
        return None
    core.built.setdefault("code", []).append(code)
    reason = "from the cache" if code.cached else "compiled"
    core.ledger.add(Entry(what, True, reason, code.cached, code.compiler, code.seconds))
    return code
