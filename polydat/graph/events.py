"""What a compilation did, as a log of events that tools read and `explain` narrates."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar


class Level(Enum):
    """How much a reader of the log has to care."""

    INFO = "info"
    ADVISORY = "advisory"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that one stage did or noticed."""

    level: ClassVar[Level] = Level.INFO

    @property
    def text(self) -> str:
        """The event in words, without its level."""
        raise NotImplementedError

    def as_json(self) -> dict[str, Any]:
        """The event for machines: its name, level, fields and text."""
        facts = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        name = type(self).__name__
        return {"event": name, "level": self.level.value, **facts, "text": self.text}


@dataclass(frozen=True, slots=True)
class Parsed(Event):
    """The text was read."""

    statements: int

    @property
    def text(self) -> str:
        return f"parsed {self.statements} statements"


@dataclass(frozen=True, slots=True)
class BindingResolved(Event):
    """A binding became a use of a node function."""

    name: str
    node_type: str

    @property
    def text(self) -> str:
        return f"'{self.name}' is a node {self.node_type}"


@dataclass(frozen=True, slots=True)
class ModuleInlined(Event):
    """The body of a module was put in the place of a call."""

    name: str
    nodes_added: int

    @property
    def text(self) -> str:
        return f"module '{self.name}' adds {self.nodes_added} nodes"


@dataclass(frozen=True, slots=True)
class PragmaAcknowledged(Event):
    """A pragma that is known is in force."""

    level: ClassVar[Level] = Level.ADVISORY
    name: str
    line: int

    @property
    def text(self) -> str:
        return f"pragma {self.name} in line {self.line}"


@dataclass(frozen=True, slots=True)
class UnknownPragma(Event):
    """A pragma that is not known does nothing."""

    level: ClassVar[Level] = Level.WARNING
    name: str
    line: int

    @property
    def text(self) -> str:
        return f"pragma {self.name} in line {self.line} is unknown and does nothing"


@dataclass(frozen=True, slots=True)
class OutputDeclared(Event):
    """A binding can be asked for."""

    name: str

    @property
    def text(self) -> str:
        return f"'{self.name}' is an output"


@dataclass(frozen=True, slots=True)
class TypeWidening(Event):
    """A number becomes one of a wider type, which holds every value of its own."""

    level: ClassVar[Level] = Level.ADVISORY
    source: str
    target: str
    context: str

    @property
    def text(self) -> str:
        return f"{self.source} widens to {self.target} in {self.context}"


@dataclass(frozen=True, slots=True)
class TypeAdapterInserted(Event):
    """A conversion was put between two nodes whose types differ."""

    level: ClassVar[Level] = Level.ADVISORY
    from_node: str
    to_node: str
    adapter: str

    @property
    def text(self) -> str:
        return f"adapter {self.adapter} between '{self.from_node}' and '{self.to_node}'"


@dataclass(frozen=True, slots=True)
class AssertionInserted(Event):
    """A check was put before a node, since nothing proves what the node asks of its wire."""

    level: ClassVar[Level] = Level.ADVISORY
    from_node: str
    to_node: str
    kind: str

    @property
    def text(self) -> str:
        return f"check that {self.kind} between '{self.from_node}' and '{self.to_node}'"


@dataclass(frozen=True, slots=True)
class AssertionSkipped(Event):
    """A check was left out, and why."""

    level: ClassVar[Level] = Level.ADVISORY
    from_node: str
    to_node: str
    reason: str

    @property
    def text(self) -> str:
        return f"no check between '{self.from_node}' and '{self.to_node}': {self.reason}"


@dataclass(frozen=True, slots=True)
class ConfigWireCycleWarning(Event):
    """A wire that is costly to change is fed by something that changes."""

    level: ClassVar[Level] = Level.WARNING
    node: str
    port: str

    @property
    def text(self) -> str:
        return f"'{self.port}' of '{self.node}' is costly to change, and changes"


@dataclass(frozen=True, slots=True)
class CompileLevelSelected(Event):
    """The best that can evaluate a node: native code, or its reference function."""

    node: str
    level_name: str

    @property
    def text(self) -> str:
        return f"'{self.node}' can run as {self.level_name}"


@dataclass(frozen=True, slots=True)
class ExternWithoutDefault(Event):
    """An extern has no value until the host writes one."""

    level: ClassVar[Level] = Level.WARNING
    name: str
    port_type: str

    @property
    def text(self) -> str:
        return f"extern '{self.name}: {self.port_type}' has no default and is None until set"


@dataclass(frozen=True, slots=True)
class InputConverterInserted(Event):
    """An input that takes any value is converted where it is read."""

    input: str
    to: str
    node: str
    origin: str
    severity: Level

    @property
    def text(self) -> str:
        return f"input '{self.input}' ({self.origin}) is read as {self.to} by {self.node}"

    def as_json(self) -> dict[str, Any]:
        facts = {"input": self.input, "to": self.to, "node": self.node, "origin": self.origin}
        name, level = type(self).__name__, self.severity.value
        return {"event": name, "level": level, **facts, "text": self.text}


@dataclass(frozen=True, slots=True)
class ConstantFolded(Event):
    """A node that reads no input was computed, and is its value from now on."""

    node: str
    value: str

    @property
    def text(self) -> str:
        return f"{self.node} reads no input and is {self.value}"


@dataclass(frozen=True, slots=True)
class FusionApplied(Event):
    """One node does the work of several."""

    rule: str
    consumed: tuple[str, ...]
    fused: str
    name: str

    @property
    def text(self) -> str:
        return f"{self.rule}: '{self.name}' is {self.fused} and takes in {', '.join(self.consumed)}"


@dataclass(frozen=True, slots=True)
class Warned(Event):
    """A warning without a shape of its own; `Warning` is a builtin of Python."""

    level: ClassVar[Level] = Level.WARNING
    message: str

    @property
    def text(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Summary(Event):
    """What was made."""

    nodes: int
    outputs: int
    constants_folded: int

    @property
    def text(self) -> str:
        return (
            f"{self.nodes} nodes, {self.outputs} outputs, {self.constants_folded} constants folded"
        )


class EventLog:
    """Events in the order in which they happened."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def add(self, event: Event) -> None:
        self._events.append(event)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def at(self, level: Level) -> list[Event]:
        """Events of one level."""
        return [event for event in self._events if event.level is level]

    def format(self) -> str:
        """One line an event, such as `polydat[info]: parsed 3 statements`."""
        return "\n".join(f"polydat[{e.level.value}]: {e.text}" for e in self._events)
