"""Text formats: a layout, and C that fills it from the columns of batches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import BinaryIO, Protocol

from polydat.batch._writers import BYTE, CHUNK, INFINITE, NAN, TOO_LARGE, RowFormatter
from polydat.batch.frame import Batch, Column
from polydat.batch.row_layout import RowLayout
from polydat.errors import OutputError
from polydat.types import U64_MAX, PortType

# What a format has not, by the code that C gives; with its name and its greatest integer.
REFUSALS = {
    NAN: "{0} has no NaN",
    INFINITE: "{0} has no infinities",
    TOO_LARGE: "{0} has integers up to {1}",
    BYTE: "{0} has no texts with the character U+0000",
}

SLICE = 8192  # rows that a thread makes at a time: a multiple of the rows of any group


class Writer(Protocol):
    """One format: batches in, bytes to a stream."""

    def begin(self, stream: BinaryIO, empty: Batch) -> None:
        """Write what stands before the rows; `empty` has the columns and no row."""

    def write(self, batch: Batch) -> None:
        """Write the rows of a batch."""

    def end(self, whole: bool) -> None:
        """Write what stands behind the rows; not `whole`: a row failed, and they are cut."""

    def close(self) -> None:
        """Let go of the stream and of threads; nothing is written any more."""


class LayoutOf(Protocol):
    """The layout of a text format for columns."""

    def __call__(self, names: Sequence[str], types: Sequence[PortType], /) -> RowLayout: ...


class RowWriter:
    """A text format whose rows are filled by C.

    Args:
        layout_of: the layout for names and types of columns.
        threads: how many make rows; the bytes are the same for any number.
    """

    def __init__(self, layout_of: LayoutOf, threads: int = 1) -> None:
        self.layout_of = layout_of
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.rows = 0
        self.group_bytes = 0

    def begin(self, stream: BinaryIO, empty: Batch) -> None:
        """Write what stands before the rows."""
        self.put: Callable[[bytes | memoryview], object] = stream.write
        self.layout = self.layout_of(empty.names, empty.types)
        kinds = [cells.kind for cells in self.layout.cells]
        self.formatters = [RowFormatter(self.layout, kinds) for _ in range(self.threads)]
        self.put(self.layout.head)

    def write(self, batch: Batch) -> None:
        """Write the rows of a batch.

        Raises:
            OutputError: a value that the format does not have; the rows before it are written.
        """
        columns = self.columns(batch)
        for formatter in self.formatters:
            formatter.take(columns, batch.rows)
        made = self.by_one if self.pool is None else partial(self.by_threads, self.pool)
        for formatter, row in made(batch.rows):
            with memoryview(formatter) as text:
                self.put(text)
            self.group_bytes = formatter.group_bytes
            if formatter.refused is not None:
                raise self.refusal(batch, row, *formatter.refused)
        self.rows += batch.rows

    def columns(self, batch: Batch) -> list[Column]:
        """The columns as C takes them."""
        pairs = zip(self.layout.cells, batch.values(), strict=True)
        return [cells.column(column) for cells, column in pairs]

    def end(self, whole: bool) -> None:
        """End the group of rows that is open."""
        if self.layout.group_rows and self.group_bytes:
            self.put(self.layout.last)

    def close(self) -> None:
        """Let go of the threads."""
        if self.pool is not None:
            self.pool.shutdown()

    def row_texts(self, batch: Batch) -> Iterator[bytes]:
        """What `write` would write next for each row of a batch."""
        formatter = self.formatters[0]
        formatter.take(self.columns(batch), batch.rows)
        formatter.begin_at(self.rows, self.group_bytes)
        for row in range(batch.rows):
            formatter.fill(row, row + 1, CHUNK)
            yield bytes(formatter)

    def by_one(self, rows: int) -> Iterator[tuple[RowFormatter, int]]:
        """A formatter that holds the text of the next rows, and the row behind them."""
        (formatter,) = self.formatters
        formatter.begin_at(self.rows, self.group_bytes)
        row = 0
        while row < rows:
            row = formatter.fill(row, rows, CHUNK)
            yield formatter, row

    def by_threads(self, pool: ThreadPoolExecutor, rows: int) -> Iterator[tuple[RowFormatter, int]]:
        """The same from several threads, each with a slice of the rows."""
        slices = deque(self.slices(rows))
        free = list(self.formatters)
        running: deque[tuple[RowFormatter, Future[int]]] = deque()
        try:
            while slices or running:
                while slices and free:
                    formatter = free.pop()
                    start, stop = slices.popleft()
                    # A group that is open ends at the start of every slice but the first.
                    formatter.begin_at(self.rows + start, 1 if start else self.group_bytes)
                    running.append((formatter, pool.submit(formatter.fill, start, stop, U64_MAX)))
                formatter, made = running.popleft()
                yield formatter, made.result()
                free.append(formatter)
        finally:
            wait([made for _, made in running])

    def slices(self, rows: int) -> Iterator[tuple[int, int]]:
        """Ranges of rows between the starts of groups."""
        start = 0
        while start < rows:
            stop = min(rows, start + SLICE - (self.rows + start) % SLICE)
            yield start, stop
            start = stop

    def refusal(self, batch: Batch, row: int, column: int, code: int) -> OutputError:
        reason = REFUSALS[code].format(self.layout.name, self.layout.most)
        return OutputError(
            f"cannot write '{batch.names[column]}' in row {self.rows + row}"
            f" (the first is row 0): {reason}"
        )
