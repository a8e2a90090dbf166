"""A manifest: which rows are in which files, of which program, and the hashes of the files.

It holds the program's text, so that rows can be made again from it alone, unless the
program uses modules of other files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from polydat.batch.files import open_output
from polydat.batch.formats import Format
from polydat.errors import UsageError

VERSION = 1  # of the layout of a manifest


@dataclass(frozen=True, slots=True)
class Source:
    """Where a program came from: its text, and what was assigned to its inputs."""

    path: str
    text: str = field(repr=False)
    assignments: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """Hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file that is complete: rows `start` to `stop - 1`."""

    name: str
    start: int
    stop: int
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Rows of one program in files.

    Attributes:
        program: content hash of the program.
        polydat: version of the package.
        columns: names and types.
        parts: number of files that the rows go to.
        files: those that are complete.
    """

    program: str
    polydat: str
    source: Source
    rows: range
    format: Format
    columns: tuple[tuple[str, str], ...]
    parts: int = 1
    files: tuple[FileEntry, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all files are there."""
        return len(self.files) == self.parts

    def with_file(self, entry: FileEntry) -> Manifest:
        """The manifest with a file more, in the order of rows."""
        others = [f for f in self.files if f.name != entry.name]
        return replace(self, files=tuple(sorted([*others, entry], key=lambda f: f.start)))

    def resumed(self, earlier: Manifest, path: str) -> Manifest:
        """This manifest with the files of an earlier one of the same rows.

        Raises:
            UsageError: its rows are others.
        """
        different = earlier.differences(self)
        if different:
            raise UsageError(
                f"{path} is of other files: {'; '.join(different)}; without --resume they are"
                " made anew"
            )
        return replace(self, files=earlier.files)

    def differences(self, other: Manifest) -> list[str]:
        """What makes files of one manifest no files of the other, in words."""
        return [
            f"{what} ({theirs} there, {ours} here)"
            for what, theirs, ours in (
                ("the program", self.program[:12], other.program[:12]),
                ("the version of polydat", self.polydat, other.polydat),
                ("the range", shown(self.rows), shown(other.rows)),
                ("the columns", names(self.columns), names(other.columns)),
                ("the format", str(self.format), str(other.format)),
                ("the number of parts", self.parts, other.parts),
            )
            if theirs != ours
        ]

    def write(self, target: str) -> None:
        """Write the manifest; it appears whole or not at all.

        Raises:
            OutputError: it cannot be written.
        """
        text = json.dumps(self.as_json(), indent=2, ensure_ascii=False)
        with open_output(target) as stream:
            stream.write(text.encode() + b"\n")

    def as_json(self) -> dict[str, Any]:
        """The manifest as JSON has it."""
        return {
            "manifest": VERSION,
            "program": self.program,
            "polydat": self.polydat,
            "source": {
                "path": self.source.path,
                "sha256": self.source.sha256,
                "assignments": list(self.source.assignments),
                "text": self.source.text,
            },
            "range": {"start": self.rows.start, "stop": self.rows.stop, "step": self.rows.step},
            "format": {k: v for k, v in asdict(self.format).items() if v},
            "columns": [{"name": name, "type": type} for name, type in self.columns],
            "parts": self.parts,
            "complete": self.complete,
            "rows": sum(f.rows for f in self.files),
            "bytes": sum(f.bytes for f in self.files),
            "files": [asdict(f) for f in self.files],
        }


def shown(rows: range) -> str:
    return f"{rows.start}..{rows.stop}" + (f" step {rows.step}" if rows.step != 1 else "")


def names(columns: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name}: {type}" for name, type in columns)


def read_manifest(path: str) -> Manifest:
    """The manifest in a file.

    Raises:
        UsageError: the file cannot be read, or is no manifest.
    """
    try:
        with open(path, encoding="utf-8") as stream:
            found = json.load(stream)
    except OSError as error:
        raise UsageError(f"cannot read the manifest {path}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{path} is no manifest: {error}") from None
    if not isinstance(found, dict) or found.get("manifest") != VERSION:
        raise UsageError(f"{path} is no manifest that this version of polydat reads")
    try:
        return from_json(found)
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{path} is no manifest: {error!r}") from None


def from_json(found: Mapping[str, Any]) -> Manifest:
    source = Source(
        str(found["source"]["path"]),
        str(found["source"]["text"]),
        tuple(map(str, found["source"]["assignments"])),
    )
    if source.sha256 != found["source"]["sha256"]:
        raise ValueError("the text of the program is not that of its hash")
    form = dict(found["format"])
    form["table"] = tuple(form.get("table", ()))
    bounds = found["range"]
    return Manifest(
        program=str(found["program"]),
        polydat=str(found["polydat"]),
        source=source,
        rows=range(int(bounds["start"]), int(bounds["stop"]), int(bounds["step"])),
        format=Format(**form),
        columns=tuple((str(c["name"]), str(c["type"])) for c in found["columns"]),
        parts=int(found["parts"]),
        files=tuple(FileEntry(**f) for f in found["files"]),
    )
