"""The native engine's steps: segments of C made for the program, loaded once."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.codegen.loader import Loaded, load
from polydat.codegen.segment import emit_program
from polydat.codegen.toolchain import NoCompiler
from polydat.engines.core import ProgramCore
from polydat.engines.fusion_units import segments
from polydat.engines.ledger import Entry
from polydat.engines.plan import StepSpec

MOST_NODES = 20_000  # beyond, a C compiler takes minutes: such a program runs as closures


def native_steps(core: ProgramCore, whole: bool) -> tuple[StepSpec, ...] | None:
    """One step a segment, or `None` where there is no native code; the ledger says why.

    Args:
        whole: also make the functions that run all groups of a segment at once.
    """
    if len(core.graph.nodes) > MOST_NODES:
        core.ledger.add(Entry("native", False, f"more than {MOST_NODES} nodes"))
        return None
    parts = segments(core.dag)
    if not parts:
        return ()
    named = [f"pd_segment_{k}" for k in range(len(parts))]
    wholes = [f"pd_whole_{k}" for k in range(len(parts))] if whole else named
    code = load_code(
        core,
        "segment",
        emit_program(core.graph, core.layout, parts, whole),
        sorted({*named, *wholes}),
    )
    if code is None:
        return None
    return tuple(
        StepSpec(
            run=code.addresses[name],
            whole=code.addresses[all_of_it],
            groups=part.groups,
            node=part.nodes[0],
            native=True,
        )
        for part, name, all_of_it in zip(parts, named, wholes, strict=True)
    )


def load_code(core: ProgramCore, what: str, text: str, names: Sequence[str]) -> Loaded | None:
    """Code of a C text, kept with the program; `None`, with a ledger entry, without it."""
    code = load(text, names)
    if isinstance(code, NoCompiler):
        core.ledger.add(Entry("native", False, code.reason))
        return None
    core.built[what, text] = code
    reason = "from the cache" if code.cached else "compiled"
    core.ledger.add(Entry(what, True, reason, code.cached, code.compiler, code.seconds))
    return code
