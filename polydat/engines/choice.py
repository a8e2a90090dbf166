"""Engines and their variants: names, text forms, and the automatic choice of a variant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from polydat.errors import UsageError, nearest_names
from polydat.graph.provenance import GraphAnalysis


class Provenance(Enum):
    """What a compiled kernel remembers between rounds."""

    AUTO = "auto"
    RAW = "raw"
    PUSH = "push"
    PULL = "pull"
    PUSH_PULL = "push_pull"


class JitMode(Enum):
    """Whether the interpreter runs parts of a graph as native code."""

    OFF = "off"
    AUTO = "auto"
    FORCE = "force"


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine and its mode: what runs a graph, never what it computes.

    Example:
        Engine.native(Provenance.PULL), Engine.parse("closures:push_pull")
    """

    name: str
    provenance: Provenance = Provenance.AUTO
    jit: JitMode = JitMode.AUTO
    lazy: bool = False

    @classmethod
    def interpreter(cls, jit: JitMode = JitMode.AUTO) -> Engine:
        """Reference evaluation in Python, with native code for cones unless `jit` is off."""
        return cls("interpreter", jit=jit)

    @classmethod
    def closures(cls, provenance: Provenance = Provenance.AUTO) -> Engine:
        """One compiled step a node."""
        return cls("closures", provenance)

    @classmethod
    def native(cls, provenance: Provenance = Provenance.AUTO, lazy: bool = False) -> Engine:
        """C code made for the program; closures where there is no compiler.

        A lazy one does not wait for the compiler: it runs closures until the code is there.
        """
        return cls("native", provenance, lazy=lazy)

    @classmethod
    def parse(cls, text: str) -> Engine:
        """The engine that a text such as `native` or `closures:pull` names.

        Raises:
            UsageError: no engine or no mode of this name.
        """
        name, _, mode = text.partition(":")
        if name not in ("interpreter", "closures", "native"):
            raise unknown("engine", name, ["interpreter", "closures", "native"])
        if not mode:
            return cls(name)
        if name == "interpreter":
            jit = {m.value: m for m in JitMode}
            if mode not in jit:
                raise unknown("mode of the interpreter", mode, list(jit))
            return cls(name, jit=jit[mode])
        modes = {p.value: p for p in Provenance}
        first, _, rest = mode.partition(":")
        lazy = name == "native" and first == "lazy"
        variant = (rest or Provenance.AUTO.value) if lazy else mode
        if variant not in modes:
            known = [*modes, "lazy"] if name == "native" and not lazy else list(modes)
            raise unknown(f"variant of {name}", variant, known)
        return cls(name, modes[variant], lazy=lazy)

    def __str__(self) -> str:
        if self.name == "interpreter":
            return f"interpreter:{self.jit.value}"
        lazy = "lazy:" if self.lazy else ""
        return f"{self.name}:{lazy}{self.provenance.value}"


def unknown(what: str, name: str, known: list[str]) -> UsageError:
    near = nearest_names(name, known)
    hint = f"; nearest: {', '.join(near)}" if near else ""
    return UsageError(f"no {what} named '{name}': there are {', '.join(known)}{hint}")


TINY = 15  # nodes below which bookkeeping costs more than it saves
SMALL_CONE = 0.5
STABLE = 0.3


def choose(analysis: GraphAnalysis) -> tuple[Provenance, str]:
    """The variant for `Provenance.AUTO`, and why."""
    if analysis.nodes < TINY and analysis.stable_ratio == 0:
        return Provenance.RAW, f"{analysis.nodes} nodes, all of them change with a coordinate"
    if analysis.cone_ratio < SMALL_CONE:
        return Provenance.PULL, f"no output needs more than {analysis.cone_ratio:.0%} of the nodes"
    if analysis.stable_ratio >= STABLE:
        return Provenance.PUSH_PULL, f"{analysis.stable_ratio:.0%} of the nodes are stable"
    return Provenance.PULL, "large cones of which little is stable"
