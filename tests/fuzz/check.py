"""What has to hold for every text: how far it came, or an error that is an answer."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from polydat.api import Program
from polydat.engines.choice import Engine
from polydat.engines.core import ProgramCore
from polydat.errors import CompileError, InternalError, KernelError, ParseError
from polydat.graph import pipeline
from polydat.graph.events import EventLog
from polydat.graph.node import InputKind
from polydat.lang import tree
from polydat.lang.format import format_source
from polydat.lang.parser import parse
from polydat.lang.printer import print_file
from polydat.lower.binder import lower
from polydat.lower.prologue import Options
from polydat.settings import override
from polydat.types import PortType

OUTCOMES = ("not parsed", "not compiled", "compiled", "no value")

EXTERNS = (InputKind.ITERATION_EXTERN, InputKind.EXTERNAL_WRITE)
ROUNDS: tuple[dict[PortType, object], ...] = (
    {},
    {PortType.U64: 12345, PortType.F64: -2.5, PortType.STR: "\u00e9{}"},
)


def check(text: str) -> str:
    """Parse, print, lay out, compile and evaluate a text; one of `OUTCOMES`.

    Raises:
        AssertionError: an error has no place, or a tree does not survive its own text.
        Exception: anything else that a text must never lead to.
    """
    try:
        file = parse(text)
    except ParseError as error:
        check_error(error, text, 20)
        return "not parsed"
    assert same(parse(print_file(file)), file), "the tree is another one behind its own text"
    laid_out = format_source(text)  # compares the trees itself
    assert format_source(laid_out) == laid_out, "a layout has another layout"
    try:
        program = compiled(file)
    except InternalError:
        raise
    except CompileError as error:
        check_error(error, text, None)
        return "not compiled"
    check_strict(file, text)
    return evaluated(program)


def same(one: object, other: object) -> bool:
    """Whether two trees say the same: `==` without calls that nest, for chains of any length."""
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, tuple):
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif is_dataclass(a):
            names = [f.name for f in fields(a) if f.compare]
            pairs += [(getattr(a, name), getattr(b, name)) for name in names]
        elif a != b:
            return False
    return True


def compiled(file: tree.File, strict: bool = False) -> Program:
    """The program of a tree, with invariants checked after each pass."""
    events = EventLog()
    with override(verify=True):
        options = Options("fuzz", strict=strict)
        dag = pipeline.run(lower(file, options, events), events, strict)
    events.format()
    return Program(ProgramCore(dag), Engine.parse("interpreter:off"), events, None)


def check_strict(file: tree.File, text: str) -> None:
    """Strict compilation refuses more, at a place as well."""
    try:
        compiled(file, strict=True)
    except CompileError as error:
        check_error(error, text, None)


def evaluated(program: Program) -> str:
    """Two rounds of every output on the interpreter."""
    numbers = {definition.name: i for i, definition in enumerate(program.core.inputs)}
    try:
        kernel = program.kernel()
        for values in ROUNDS:
            given = [(d, values.get(d.type, d.default)) for d in program.inputs]
            kernel.set_inputs([v for d, v in given if d.kind is InputKind.COORDINATE])
            for definition, value in given:
                if definition.kind in EXTERNS:
                    kernel.set_input_at(numbers[definition.name], value)
            for output in program.outputs:
                kernel.pull(output.name)
    except KernelError as error:
        return "no value" if str(error) else ""
    return "compiled"


def check_error(error: CompileError, text: str, most: int | None) -> None:
    """An error is rendered, and each of its diagnostics has a place in the text."""
    assert str(error.attach(text, "fuzz"))
    assert error.diagnostics
    assert most is None or len(error.diagnostics) <= most, "too many diagnostics"
    for diagnostic in error.diagnostics:
        span = diagnostic.span
        assert span is not None, f"no place: {diagnostic.message}"
        shown = text.removeprefix("\ufeff") if span.file is None else span.file.text
        lines = shown.split("\n")
        assert 1 <= span.line <= len(lines), f"no such line: {diagnostic}"
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, f"no such column: {diagnostic}"
        assert span.length >= 1
