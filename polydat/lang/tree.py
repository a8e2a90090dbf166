"""The syntax tree: what a program says, each node with its place in the text.

Nodes are plain values.  Two trees are equal when they say the same, wherever it stands:
spans and the traces of how something was written are left out of comparisons.

Some spellings leave no trace of their own: a text with placeholders is a call of
`printf`, an `if` with blocks is a call of `if`, `input (a, b)` is two statements.
"""

# ruff: noqa: RUF009  (`place()` is the default of every span)

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from polydat.errors import Span
from polydat.types import PortType


def place() -> Any:
    """The span field of a node; a node made by hand has none."""
    return field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A wire by its name, or the target of a binding."""

    name: str
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Int:
    """An unsigned integer literal, at most 2**64 - 1."""

    value: int
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Float:
    """A float literal, never negative; infinite where it was written too large."""

    value: float
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Bool:
    """`true` or `false`."""

    value: bool
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Str:
    """A text without placeholders, escapes resolved."""

    value: str
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Array:
    """`[a, b, ...]`"""

    items: tuple[Expr, ...]
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call, with the name it was given by, if any."""

    value: Expr
    name: str | None = None
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Call:
    """A function and its arguments; `interpolated` where it was written as a text."""

    function: str
    arguments: tuple[Argument, ...]
    interpolated: bool = field(default=False, compare=False)
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands and an operator other than `+`; `operator_span` is where that stands."""

    operator: str
    left: Expr
    right: Expr
    operator_span: Span | None = place()
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or more terms joined by `+` on one level: a parenthesis makes a term of its own.

    One node for all of them, since `1 + 2 + "x"` joins three texts and `(1 + 2) + "x"` two.
    """

    terms: tuple[Expr, ...]
    operator_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Unary:
    """`-` or `!` and its operand."""

    operator: str
    operand: Expr
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Field:
    """`source.field`; of `a.b.c` the source is `a__b`."""

    source: str
    field: str
    span: Span | None = place()

    @property
    def wire(self) -> str:
        """Name of the wire that the field stands for."""
        return f"{self.source}__{self.field}"


@dataclass(frozen=True, slots=True)
class Cast:
    """`value as type`"""

    value: Expr
    type: PortType
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Producer:
    """A `for` expression, its comprehension as text."""

    text: str
    span: Span | None = place()


Expr: TypeAlias = (
    Name | Int | Float | Bool | Str | Array | Call | Binary | Sum | Unary | Field | Cast | Producer
)


class Modifier(Enum):
    """What may stand before a binding, in the order in which it is printed."""

    CONST = "const"
    SHARED = "shared"
    VOLATILE = "volatile"


@dataclass(frozen=True, slots=True)
class Pragma:
    """`pragma name`"""

    name: str
    doc: str = ""
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Input:
    """`input name: type`: a coordinate."""

    name: str
    type: PortType | None = None
    doc: str = ""
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Extern:
    """`extern name: type = default`: a value that the host writes.

    Attributes:
        assigned: whether the default was put there from outside, and stays for a whole run.
    """

    name: str
    type: PortType
    default: Expr | None = None
    doc: str = ""
    span: Span | None = place()
    assigned: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Cursor:
    """`cursor name = constructor over partitions`"""

    name: str
    constructor: Expr
    over: Expr | None = None
    doc: str = ""
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Binding:
    """`name := value`, or `(a, b) := value` with several targets.

    `type` is the annotation of a `shared` binding.
    """

    targets: tuple[Name, ...]
    value: Expr
    modifiers: frozenset[Modifier] = frozenset()
    type: PortType | None = None
    doc: str = ""
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Parameter:
    """An input or an output in the header of a module.

    `type` is `None` where a binding of a library serves as a module: it has no header.
    """

    name: str
    type: PortType | None
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class Module:
    """`name(parameters) -> (outputs) := { body }`"""

    name: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    doc: str = ""
    span: Span | None = place()


@dataclass(frozen=True, slots=True)
class For:
    """`for comprehension { body }`, the comprehension as text."""

    text: str
    body: tuple[Statement, ...]
    doc: str = ""
    span: Span | None = place()


class BodyKind(Enum):
    """How the body of a tile is written."""

    BLOCK = "block"
    HEREDOC = "heredoc"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class TileOptions:
    """What marks holes and directives, and how strictly a tile is read."""

    open: str = "${"
    close: str = "}"
    sigil: str = "@"
    strict: bool = False
    in_string: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """`tile name: encoding (options) := body`, the body as text."""

    name: str
    encoding: str
    options: TileOptions
    kind: BodyKind
    text: str
    doc: str = ""
    span: Span | None = place()


Statement: TypeAlias = Pragma | Input | Extern | Cursor | Binding | Module | For | Tile


@dataclass(frozen=True, slots=True)
class File:
    """A whole program."""

    statements: tuple[Statement, ...]
    span: Span | None = place()
