"""What every way to compile starts with: options, library folders, pragmas."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from polydat.errors import BindError, Diagnostic
from polydat.graph.events import EventLog, Parsed, PragmaAcknowledged, UnknownPragma
from polydat.lang import tree
from polydat.lower.library import Library
from polydat.types import PortType

Folder: TypeAlias = str | os.PathLike[str]

# Checks values on wires, acknowledged, and both with strict names.
PRAGMAS = ("strict_values", "strict_types", "strict")


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller asks for besides the text.

    Attributes:
        context: label of the program in messages.
        outputs: names of the outputs to keep; all by default.
        strict: refuse what is only convenient.
        libs: folders of modules.
        base_dir: folder that the program lives in; modules beside it are found first.
        outer: names of an enclosing scope, with their types: one that the program reads
            and does not define becomes an extern.
    """

    context: str = ""
    outputs: Sequence[str] | None = None
    strict: bool = False
    libs: Sequence[Folder] = ()
    base_dir: Folder | None = None
    outer: Mapping[str, PortType] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A program with everything that lowering asks about it.

    Attributes:
        pragmas: those of the program's own scope.
    """

    file: tree.File
    options: Options
    library: Library
    pragmas: frozenset[str]


def prepare(file: tree.File, options: Options, log: EventLog) -> Prepared:
    """The program of a tree, ready for lowering.

    Raises:
        BindError: a library folder does not exist.
    """
    log.add(Parsed(len(file.statements)))
    return Prepared(file, options, Library(folders(options)), pragmas_of(file, log))


def folders(options: Options) -> list[Path]:
    """Where modules are looked for, in order."""
    found = [] if options.base_dir is None else [Path(options.base_dir)]
    for folder in options.libs:
        path = Path(folder)
        if not path.is_dir():
            raise BindError(Diagnostic(f"library folder {path} does not exist"))
        found.append(path)
    return found


def checks_values(pragmas: Iterable[str]) -> bool:
    """Whether conditions of ports are checked in a scope with these pragmas."""
    return not {"strict", "strict_values"}.isdisjoint(pragmas)


def pragmas_of(file: tree.File, log: EventLog) -> frozenset[str]:
    """Names of the pragmas at the top of a file; unknown ones are warned of."""
    names: set[str] = set()
    for statement in file.statements:
        if isinstance(statement, tree.Pragma):
            line = statement.span.line if statement.span else 0
            known = statement.name in PRAGMAS
            log.add((PragmaAcknowledged if known else UnknownPragma)(statement.name, line))
            names.add(statement.name)
    return frozenset(names)
