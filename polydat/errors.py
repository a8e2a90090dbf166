"""Every exception that polydat raises, and how one is shown.

A `CompileError` holds one or more diagnostics, each with the place in the source; it is
rendered with the source line and a caret once the text is attached.  The messages stand
where they are raised: this file only lays them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

SHOWN = 20  # diagnostics of one error that are printed


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text that a place may lie in, other than the program itself: a library of modules."""

    path: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Span:
    """A place in source text.

    Units:
        `line` and `column` count from 1, `column` and `length` in characters.

    Attributes:
        file: the text, where it is not that of the program.
    """

    line: int
    column: int
    length: int = 1
    file: SourceFile | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint: what is wrong, where, and what would be right.

    `nearest` are known names close to the one written; `write` is text to write instead;
    `notes` are further lines, such as where a type came from.
    """

    message: str
    span: Span | None = None
    found: str | None = None
    expected: str | None = None
    nearest: tuple[str, ...] = ()
    write: str | None = None
    notes: tuple[str, ...] = ()
    kind: str = ""

    def render(self, text: str | None = None, path: str | None = None) -> str:
        """The diagnostic as lines of text, with the source line and a caret where known."""
        if self.span is not None and self.span.file is not None:
            path, text = self.span.file.path, self.span.file.text
        where = path or "<source>"
        head = f"{self.kind}: {self.message}"
        if self.span is None:
            lines = [f"{where}: {head}" if path else head]
        else:
            lines = [f"{where}:{self.span.line}:{self.span.column}: {head}"]
            lines += caret(text, self.span) if text is not None else []
        if self.found is not None:
            lines.append(f"    = found: {self.found}")
        if self.expected is not None:
            lines.append(f"    = expected: {self.expected}")
        if self.nearest:
            lines.append(f"    = nearest: {', '.join(self.nearest)}")
        if self.write is not None:
            lines.append(f"    = write: {self.write}")
        lines += [f"    = note: {note}" for note in self.notes]
        return "\n".join(lines)


def caret(text: str, span: Span) -> list[str]:
    """The source line of `span` and a line of carets under it."""
    source = text.split("\n")
    if span.line > len(source):
        return []
    line = source[span.line - 1].rstrip("\r")
    before = "".join("\t" if c == "\t" else " " for c in line[: span.column - 1])
    width = max(1, min(span.length, len(line) - span.column + 1))
    number = str(span.line)
    return [f"  {number} | {line}", f"  {' ' * len(number)} | {before}{'^' * width}"]


def nearest_names(name: str, known: Sequence[str], count: int = 3) -> tuple[str, ...]:
    """Known names that are spelled like `name`, the closest first."""
    return tuple(get_close_matches(name, known, n=count))


class PolydatError(Exception):
    """Root of every error that polydat raises on purpose."""


class CompileError(PolydatError):
    """The program was rejected.

    Attributes:
        diagnostics: what is wrong, in source order, at least one.
        line, column, length: the place of the first diagnostic; 0 where it has none.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        name = type(self).__name__
        self.diagnostics = tuple(d if d.kind else replace(d, kind=name) for d in diagnostics)
        self.text: str | None = None
        self.path: str | None = None
        super().__init__(*self.diagnostics)

    @property
    def line(self) -> int:
        span = self.diagnostics[0].span
        return span.line if span else 0

    @property
    def column(self) -> int:
        span = self.diagnostics[0].span
        return span.column if span else 0

    @property
    def length(self) -> int:
        span = self.diagnostics[0].span
        return span.length if span else 0

    def attach(self, text: str | None, path: str | None) -> CompileError:
        """Remember the source, so that `str(error)` can show it; the first call wins."""
        if self.text is None and self.path is None:
            self.text, self.path = text, path
        return self

    def __str__(self) -> str:
        shown = [d.render(self.text, self.path) for d in self.diagnostics[:SHOWN]]
        hidden = len(self.diagnostics) - SHOWN
        if hidden > 0:
            shown.append(f"... and {hidden} more")
        return "\n".join(shown)


def combine(errors: Sequence[CompileError]) -> CompileError:
    """One error with the diagnostics of all, in source order, of the class of the first."""
    in_order = sorted(errors, key=lambda e: (e.line, e.column))
    diagnostics = [d for error in in_order for d in error.diagnostics]
    return type(in_order[0])(*diagnostics)


class ParseError(CompileError):
    """The text is not a program of the language."""


class BindError(CompileError):
    """A name, an argument, a module or a modifier is used in a way that has no meaning."""


class UnknownWire(CompileError):
    """A name stands for no input and no binding."""


class TypeMismatch(CompileError):
    """A value of one type is read as another, and no automatic conversion exists."""


class ArityError(CompileError):
    """A function is called with too many or too few arguments."""


class DuplicateNode(CompileError):
    """Two bindings have one name."""


class CycleDetected(CompileError):
    """Bindings read each other in a circle."""


class StrictError(CompileError):
    """Something that only strict compilation refuses."""


class OpenInputs(CompileError):
    """Inputs of inferred type, where the caller asked for none."""


class ConstContractError(CompileError):
    """A `const` reads something that changes."""


class ConstantFoldError(CompileError):
    """A node that reads no input has no value."""


class NativeConeError(CompileError):
    """Native code was demanded and could not be made."""


class KernelError(PolydatError):
    """A compiled program could not be run."""


class EvalError(KernelError):
    """A node has no value for its inputs.

    Attributes:
        reason: the text of the failure, without the place.
        node: name of the node function; empty inside a node function itself.
        outputs: names of the outputs that the node feeds, sorted.
        inputs: the node's input values.
        context: label of the program.
    """

    def __init__(
        self,
        reason: str,
        node: str = "",
        outputs: Sequence[str] = (),
        inputs: Sequence[Any] = (),
        context: str = "",
    ) -> None:
        self.reason = reason
        self.node = node
        self.outputs = tuple(outputs)
        self.inputs = tuple(inputs)
        self.context = context
        super().__init__(reason, node, self.outputs, self.inputs, context)

    def __str__(self) -> str:
        if not self.node:
            return self.reason
        place = f" in {self.context}" if self.context else ""
        feeds = f", which feeds {', '.join(self.outputs)}" if self.outputs else ""
        values = ", ".join(repr(value) for value in self.inputs)
        return f"{self.node}({values}){feeds}{place}: {self.reason}"


class AssertionFailure(EvalError):
    """A value broke a constraint that the program states."""


class WriteError(KernelError):
    """A value cannot be written to an input; nothing was changed.

    Attributes:
        kind: `unknown`, `type`, `range`, `count`, `coordinate` or `const`.
    """

    def __init__(self, message: str, kind: str) -> None:
        self.kind = kind
        super().__init__(message, kind)

    def __str__(self) -> str:
        return str(self.args[0])


class ConstInitError(KernelError):
    """A `const` could not be computed when a kernel started."""


class EngineRefused(KernelError):
    """An engine cannot do what was asked of it."""


class BuildError(PolydatError):
    """The C compiler did not build what polydat generated.

    Attributes:
        command: the command line.
        output: what the compiler printed.
        source: the C text.
    """

    def __init__(self, message: str, command: str = "", output: str = "", source: str = "") -> None:
        self.command = command
        self.output = output
        self.source = source
        super().__init__(message, command, output, source)

    def __str__(self) -> str:
        return "\n".join(part for part in (str(self.args[0]), self.command, self.output) if part)


class OutputError(PolydatError):
    """Rows or a report could not be written where they were to go."""


class UsageError(PolydatError, ValueError):
    """The library was called in a way that it does not offer."""


class InternalError(PolydatError):
    """An invariant of polydat broke: a fault of ours, worth a report."""
