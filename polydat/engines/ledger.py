"""What was built for a program, what was not, and why."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was built or left out.

    Attributes:
        what: `segment`, `rows` or `native`.
        built: whether it runs as native code.
        reason: why not, or what was done.
        cached: whether the code came from the cache.
        compiler: the compiler that made it.
        seconds: time in the compiler; 0 from the cache.
    """

    what: str
    built: bool
    reason: str
    cached: bool = False
    compiler: str = ""
    seconds: float = 0.0


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
