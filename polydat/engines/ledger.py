"""What was built for a program, what was not, and why."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone of the interpreter, formed or left as it was.

    Attributes:
        context: label of the program.
        kind: `Formed`, `Codegen` where there is no code for it, `InputBound` for a node that
            reads more than a cone may.
        label: `jit_cone[mod+hash]`.
        members: names of nodes, in order.
        outputs: names of the outputs that members give, sorted.
        boundary_inputs, boundary_outputs: how many values cross its border.
    """

    context: str
    kind: str
    label: str
    members: tuple[str, ...]
    outputs: tuple[str, ...]
    boundary_inputs: int
    boundary_outputs: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was built or left out.

    Attributes:
        what: `segment`, `rows`, `native` or `cone`.
        built: whether it runs as native code.
        reason: why not, or what was done.
        cached: whether the code came from the cache.
        compiler: the compiler that made it.
        seconds: time in the compiler; 0 from the cache.
        cone: of an entry about a cone, which.
    """

    what: str
    built: bool
    reason: str
    cached: bool = False
    compiler: str = ""
    seconds: float = 0.0
    cone: Cone | None = None

    @property
    def text(self) -> str:
        """The entry in one line."""
        if self.cone is None:
            return self.reason
        cone = self.cone
        reads, makes = cone.boundary_inputs, cone.boundary_outputs
        if not self.built:
            return f"{cone.label} stays interpreted ({cone.kind}): {self.reason}"
        return f"{cone.label}: {len(cone.members)} nodes, {reads} in, {makes} out, {self.reason}"


@dataclass(slots=True)
class CompileLedger:
    """Entries in the order in which things were tried."""

    entries: list[Entry] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        """Note an entry, once."""
        if entry not in self.entries:
            self.entries.append(entry)

    def refusals(self) -> list[Entry]:
        """What was not built."""
        return [entry for entry in self.entries if not entry.built]


@dataclass(frozen=True, slots=True)
class EnginePlan:
    """How many nodes run in which way in a kernel."""

    native_segments: int
    native_nodes: int
    closure_steps: int
    interpreted_nodes: int
