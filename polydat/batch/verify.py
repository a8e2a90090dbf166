"""Files against the rows that they should hold, which are made again.

Text is compared byte by byte, Arrow and Parquet column by column.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import numpy as np

from polydat.batch.arrow import import_library
from polydat.batch.compression import broken_errors, decompressed
from polydat.batch.files import file_sha256
from polydat.batch.formats import BINARY
from polydat.batch.job import Job
from polydat.batch.manifest import FileEntry
from polydat.batch.row_writer import RowWriter
from polydat.batch.tables import TableReader, first_difference

SHOWN = 200  # characters of a row


def find_difference(job: Job, path: str, entry: FileEntry) -> str | None:
    """What is wrong with a file, in words; `None` where nothing is.

    Args:
        job: the rows, of which the file has those of its entry.

    Raises:
        OSError: the file cannot be read.
        EvalError: a row has no value.
    """
    rows = range(entry.start, entry.stop, job.rows.step)
    compare = compare_tables if job.format.name in BINARY else compare_text
    found = compare(job, path, rows)
    if found is not None:
        return found
    if os.path.getsize(path) != entry.bytes or file_sha256(path) != entry.sha256:
        return "every row is right, but the bytes are not those of the manifest"
    return None


class Comparer:
    """A stream that compares what is written with what it reads.

    Attributes:
        at: bytes that were equal, and the place of the first one that is not.
        differs: whether there was one.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.at = 0
        self.differs = False

    def write(self, content: Any) -> int:
        """Compare bytes with the next ones of the stream."""
        wanted = bytes(content)
        if not self.differs:
            found = read_exactly(self.stream, len(wanted))
            self.differs = found != wanted
            self.at += common_bytes(wanted, found) if self.differs else len(found)
        return len(wanted)


def read_exactly(stream: BinaryIO, size: int) -> bytes:
    """Bytes of a stream, as many as are asked for unless it ends."""
    parts: list[bytes] = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def common_bytes(one: bytes, other: bytes) -> int:
    """How many bytes at the beginning are equal."""
    size = min(len(one), len(other))
    differ = np.frombuffer(one, np.uint8)[:size] != np.frombuffer(other, np.uint8)[:size]
    return int(np.argmax(differ)) if differ.any() else size


def compare_text(job: Job, path: str, rows: range) -> str | None:
    """The first difference of a text file."""
    broken: tuple[type[Exception], ...] = (*broken_errors(), OSError)
    with open(path, "rb") as raw:
        try:
            with decompressed(raw, job.format.compression) as stream:
                return compare_stream(job, rows, Comparer(stream), path)
        except broken as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # the file cannot be read; what is said of its content has no number
            return f"it cannot be decompressed: {error}"


def compare_stream(job: Job, rows: range, comparer: Comparer, path: str) -> str | None:
    writer = job.format.writer(job.metadata(rows))
    writer.begin(cast(BinaryIO, comparer), job.program.range(0, 0, outputs=job.names))
    if comparer.differs:
        return f"byte {comparer.at} differs, before the first row"
    done = 0
    for batch in job.batches(rows):
        began = comparer.at
        state = (writer.rows, writer.group_bytes) if isinstance(writer, RowWriter) else None
        writer.write(batch)
        if comparer.differs and isinstance(writer, RowWriter) and state is not None:
            writer.rows, writer.group_bytes = state
            return describe(job, rows, done, writer.row_texts(batch), began, comparer.at, path)
        if comparer.differs:
            return f"byte {comparer.at} differs"
        done += batch.rows
    writer.end(whole=True)
    if comparer.differs:
        return f"byte {comparer.at} differs, behind the last row"
    return "there are bytes behind the last row" if comparer.stream.read(1) else None


def describe(
    job: Job, rows: range, row: int, texts: Iterator[bytes], began: int, at: int, path: str
) -> str:
    """The row in which a byte differs: its text as it should be and as it is."""
    for text in texts:
        if began + len(text) > at:
            break
        began += len(text)
        row += 1
    with open(path, "rb") as raw, decompressed(raw, job.format.compression) as stream:
        skip(stream, began)
        found = read_exactly(stream, len(text))
    return (
        f"{row_name(job, rows[row])} differs\n"
        f"  expected: {shown(text)}\n"
        f"  found:    {shown(found) if found else 'the end of the file'}"
    )


def skip(stream: BinaryIO, size: int) -> None:
    while size > 0:
        size -= len(read_exactly(stream, min(size, 1 << 20)))


def shown(text: bytes) -> str:
    """A row for people: one line, cut where it is long."""
    line = text.decode(errors="backslashreplace").rstrip("\n")
    line = line.encode("unicode_escape").decode() if not line.isprintable() else line
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}..."


def row_name(job: Job, number: int) -> str:
    """A row as errors name it."""
    core = job.program.core
    varying = core.inputs[core.varying()].name if core.coordinates else "row"
    return f"the row of {varying} = {number}"


def compare_tables(job: Job, path: str, rows: range) -> str | None:
    """The first difference of a file of columns."""
    pa = import_library("pyarrow", "arrow")
    try:
        reader = TableReader(path, job.format.name)
    except pa.ArrowInvalid as error:
        return f"it is no whole {job.format.name} file: {error}"
    done = 0
    for batch in job.batches(rows):
        wanted = pa.Table.from_batches([batch.to_arrow()])
        try:
            found = reader.read(batch.rows)
        except (pa.ArrowInvalid, OSError) as error:
            return f"it cannot be read behind row {done}: {error}"
        place = first_difference(wanted, found)
        if place is not None:
            row, column = place
            number = row_name(job, rows[done + row])
            return f"{number} differs" + (f" in column '{column}'" if column else "")
        done += batch.rows
    return "there are rows behind the last" if reader.read(1).num_rows else None
