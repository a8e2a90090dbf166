"""Rows of a program into files: one or several, with a manifest of what is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from polydat.batch.compression import compressed
from polydat.batch.files import Tally, file_sha256, open_output, remove_partial
from polydat.batch.formats import Format
from polydat.batch.frame import Batch
from polydat.batch.manifest import FileEntry, Manifest, Source, read_manifest
from polydat.batch.part_files import part_files
from polydat.batch.row_writer import Writer
from polydat.errors import EvalError, OutputError

if TYPE_CHECKING:
    from polydat.api import Program

ROWS = 65_536  # of a batch: memory is bounded by it, whatever the range

# Told of rows and bytes that were written since it was told last.
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Job:
    """Rows to write.

    Attributes:
        rows: coordinates; what varies is what `Program.range` varies.
        names: of the columns.
        threads: how many make rows, and their text.
    """

    program: Program
    rows: range
    names: Sequence[str]
    format: Format
    threads: int = 1

    def metadata(self, rows: range) -> dict[str, str]:
        """What files carry of where their rows come from."""
        return {
            "polydat.version": package_version(),
            "polydat.program": self.program.id,
            "polydat.range": f"{rows.start}..{rows.stop}",
            "polydat.step": str(rows.step),
        }

    def columns(self) -> tuple[tuple[str, str], ...]:
        """Names and types of the columns."""
        types = {o.name: o.type.keyword for o in self.program.outputs}
        return tuple((name, types[name]) for name in self.names)

    def batches(self, rows: range) -> Iterator[Batch]:
        """Rows in batches of bounded size."""
        return self.program.batches(
            rows.start, rows.stop, rows.step, ROWS, self.names, threads=self.threads
        )


def package_version() -> str:
    """Version of this package."""
    try:
        return version("polydat")
    except PackageNotFoundError:
        return "unknown"


def write_file(job: Job, target: str, rows: range, tell: Tell, hashing: bool) -> FileEntry:
    """Write rows to a target.

    Args:
        hashing: whether the entry has the hash of the bytes.

    Raises:
        OutputError: the target cannot be written, or a value has no form in the format.
        EvalError: a row has no value; the rows before it are written, unless the target is
            a file, which then does not appear.
        BrokenPipeError: the reader went away.
    """
    writer = job.format.writer(job.metadata(rows), job.threads)
    with open_output(target) as raw:
        tally = Tally(raw, hashing)
        with compressed(cast(BinaryIO, tally), job.format.compression) as stream:
            count = write_rows(job, writer, rows, stream, lambda n: tell(n, tally.take()))
        tell(0, tally.take())
    return FileEntry(Path(target).name, rows.start, rows.stop, count, tally.bytes, tally.sha256)


def write_rows(
    job: Job, writer: Writer, rows: range, stream: BinaryIO, tell: Callable[[int], None]
) -> int:
    """Write rows to a stream; returns how many there were."""
    count = 0
    writer.begin(stream, job.program.range(rows.start, rows.start, outputs=job.names))
    try:
        for batch in batches(job, rows):
            writer.write(batch)
            count += batch.rows
            tell(batch.rows)
        writer.end(whole=True)
    except (EvalError, OutputError):
        writer.end(whole=False)
        raise
    finally:
        writer.close()
    return count


def batches(job: Job, rows: range) -> Iterator[Batch]:
    """The rows in batches; where one fails, the rows before it come first.

    Raises:
        EvalError: of the first row that fails.
    """
    done = 0
    try:
        for batch in job.batches(rows):
            yield batch
            done += batch.rows
    except EvalError:
        yield from before_failure(job, rows[done : done + ROWS])
        raise


def before_failure(job: Job, rows: range) -> Iterator[Batch]:
    """The rows before the first one that fails, which is found by halving."""
    while len(rows) > 1:
        half = rows[: len(rows) // 2]
        try:
            yield job.program.range(half.start, half.stop, rows.step, outputs=job.names)
        except EvalError:
            rows = half
        else:
            rows = rows[len(half) :]


def write_single(job: Job, target: str, source: Source, manifest: str | None, tell: Tell) -> int:
    """Write all rows to one target, and a manifest where there is a name for it.

    Raises:
        As `write_file`.
    """
    entry = write_file(job, target, job.rows, tell, hashing=manifest is not None)
    if manifest is not None:
        new_manifest(job, source, parts=1).with_file(entry).write(manifest)
    return entry.rows


def write_parts(
    job: Job,
    target: str,
    parts: int,
    source: Source,
    manifest: str,
    resume: bool,
    tell: Tell,
) -> int:
    """Write the rows to files of their own, each of which appears when it is complete.

    The manifest is written anew behind every file, so that it names files that are there.

    Args:
        resume: keep the files that the manifest names and whose bytes are those it says.
        tell: told of rows that are kept as well.

    Raises:
        UsageError: the manifest is of other rows.
        As `write_file`.
    """
    files = list(part_files(target, job.rows, parts))
    known = new_manifest(job, source, len(files))
    if resume and os.path.exists(manifest):
        known = known.resumed(read_manifest(manifest), manifest)
    count = 0
    for file in files:
        entry = next((e for e in known.files if e.name == Path(file.path).name), None)
        if entry is None or not is_intact(file.path, entry):
            remove_partial(file.path)
            entry = write_file(job, file.path, file.rows, tell, hashing=True)
            known = known.with_file(entry)
            known.write(manifest)
        else:
            tell(entry.rows, entry.bytes)
        count += entry.rows
    return count


def is_intact(path: str, entry: FileEntry) -> bool:
    """Whether a file has the bytes that its entry says."""
    try:
        return os.path.getsize(path) == entry.bytes and file_sha256(path) == entry.sha256
    except OSError:
        return False


def new_manifest(job: Job, source: Source, parts: int) -> Manifest:
    """The manifest of a job of which no file is complete."""
    return Manifest(
        program=job.program.id,
        polydat=package_version(),
        source=source,
        rows=job.rows,
        format=job.format,
        columns=job.columns(),
        parts=parts,
    )
