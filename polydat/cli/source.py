"""From a GRAPH argument to a program: reading, `name=value`, compiling."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from polydat.api import Program, engine_of
from polydat.engines.core import ProgramCore
from polydat.errors import CompileError, UsageError, nearest_names
from polydat.graph import pipeline
from polydat.graph.events import EventLog
from polydat.lang.parser import parse
from polydat.lang.transform import assign
from polydat.lower.binder import lower
from polydat.lower.prologue import Options
from polydat.settings import without_collections

STANDARD_INPUT = "-"


def add_graph(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH", help="a .polydat file; - is standard input")


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        metavar="ENGINE",
        help="interpreter, closures or native (the default), with a variant behind a colon: "
        "closures:pull",
    )


def load(
    graph: str,
    assignments: Sequence[str] = (),
    engine: str | None = None,
    outputs: Sequence[str] | None = None,
    strict: bool = False,
    libs: Sequence[str] = (),
    log: EventLog | None = None,
) -> Program:
    """The program of a GRAPH argument.

    Args:
        assignments: `name=value` texts, each of which fixes an input or extern.
        outputs: names of the outputs to keep; all by default.
        libs: folders in which modules are looked for, behind the graph's own.

    Raises:
        UsageError: the graph cannot be read, or an assignment is not one.
        CompileError: the text is rejected.
    """
    return compiled(
        read_source(graph), source_name(graph), assignments, engine, outputs, strict, libs, log
    )


def compiled(
    source: str,
    name: str,
    assignments: Sequence[str] = (),
    engine: str | None = None,
    outputs: Sequence[str] | None = None,
    strict: bool = False,
    libs: Sequence[str] = (),
    log: EventLog | None = None,
    watch: pipeline.Watch | None = None,
) -> Program:
    """The program of a text that is called `name` in messages; see `load`."""
    chosen = engine_of(engine)
    events = EventLog() if log is None else log
    base = None if name == source_name(STANDARD_INPUT) else Path(name).parent
    options = Options(name, outputs, strict, libs, base)
    try:
        with without_collections():
            file = parse(source)
            for assignment in assignments:
                file = assign(file, *split(assignment))
            dag = pipeline.run(lower(file, options, events), events, strict, watch)
    except CompileError as error:
        raise error.attach(source, name) from None
    return Program(ProgramCore(dag), chosen, events, None)


def source_name(graph: str) -> str:
    """What a graph is called in messages."""
    return "<stdin>" if graph == STANDARD_INPUT else graph


def split(assignment: str) -> tuple[str, str]:
    """Name and value of a `name=value`."""
    name, equals, value = assignment.partition("=")
    if not equals or not name:
        raise UsageError(f"'{assignment}' is no name=value")
    return name.strip(), value


def read_source(graph: str) -> str:
    """The text of a GRAPH argument.

    Raises:
        UsageError: it cannot be read, or is not UTF-8.
    """
    name = source_name(graph)
    try:
        if graph == STANDARD_INPUT:
            content = sys.stdin.buffer.read() if sys.stdin is not None else b""
        else:
            content = Path(graph).read_bytes()
    except FileNotFoundError:
        raise UsageError(missing(graph)) from None
    except OSError as error:
        what = "it is a folder" if error.errno == errno.EISDIR else error.strerror
        raise UsageError(f"cannot read {name}: {what}") from None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{name} is not UTF-8 text: line {line}, byte {content[error.start]:#04x}"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def missing(graph: str) -> str:
    """The message for a file that is not there, with files whose names come close."""
    folder, name = os.path.split(graph)
    near: tuple[str, ...] = ()
    try:
        near = nearest_names(name, os.listdir(folder or "."))
    except OSError:
        return f"cannot read {graph}: there is no folder {folder}"
    hint = f"; nearest: {', '.join(os.path.join(folder, n) for n in near)}" if near else ""
    return f"cannot read {graph}: there is no such file{hint}"
