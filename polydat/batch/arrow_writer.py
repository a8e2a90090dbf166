"""Arrow IPC and Parquet, by pyarrow: batches go to the file as they are made.

Both carry where the rows come from in the metadata of their schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

from polydat.batch.arrow import import_library
from polydat.batch.files import Detachable
from polydat.batch.frame import Batch

# A row group of Parquet ends after so many rows, or so many bytes of columns: larger ones
# are read a little faster, and all of it is held in memory.
GROUP_ROWS, GROUP_BYTES = 1 << 18, 1 << 26


class ArrowWriter:
    """Record batches of Arrow IPC.

    Args:
        metadata: texts for the schema.
        streaming: the format for pipes, which ends in no index; else the file format.
    """

    def __init__(self, metadata: Mapping[str, str], streaming: bool = False) -> None:
        self.metadata = metadata
        self.streaming = streaming
        self.pa = import_library("pyarrow", "arrow")

    def begin(self, stream: BinaryIO, empty: Batch) -> None:
        """Write the schema."""
        self.stream = Detachable(stream)
        schema = empty.to_arrow().schema.with_metadata(self.metadata)
        new = self.pa.ipc.new_stream if self.streaming else self.pa.ipc.new_file
        self.writer = new(self.stream, schema)

    def write(self, batch: Batch) -> None:
        """Write the rows of a batch as one record batch."""
        made = batch.to_arrow().replace_schema_metadata(self.metadata)
        self.writer.write_batch(made)

    def end(self, whole: bool) -> None:
        """Write the end, without which no reader takes the file for whole."""
        if whole:
            self.writer.close()

    def close(self) -> None:
        """Let go of the stream."""
        self.stream.detach()
        self.writer.close()


class ParquetWriter:
    """Row groups of a Parquet file.

    Args:
        metadata: texts for the schema.
    """

    def __init__(self, metadata: Mapping[str, str]) -> None:
        self.metadata = metadata
        self.pa = import_library("pyarrow", "arrow")
        self.waiting: list[Any] = []

    def begin(self, stream: BinaryIO, empty: Batch) -> None:
        """Write the first bytes."""
        from pyarrow import parquet

        self.stream = Detachable(stream)
        schema = empty.to_arrow().schema.with_metadata(self.metadata)
        self.writer = parquet.ParquetWriter(self.stream, schema)

    def write(self, batch: Batch) -> None:
        """Hold the rows of a batch, and write a row group when there are enough."""
        made = batch.to_arrow().replace_schema_metadata(self.metadata)
        self.waiting.append(made)
        rows = sum(b.num_rows for b in self.waiting)
        if rows >= GROUP_ROWS or sum(b.nbytes for b in self.waiting) >= GROUP_BYTES:
            self.write_group()

    def write_group(self) -> None:
        rows = self.pa.Table.from_batches(self.waiting)
        self.waiting = []
        self.writer.write_table(rows, row_group_size=max(1, rows.num_rows))

    def end(self, whole: bool) -> None:
        """Write the last row group and the index, without which the file is not whole."""
        if not whole:
            return
        if self.waiting:
            self.write_group()
        self.writer.close()

    def close(self) -> None:
        """Let go of the stream."""
        self.stream.detach()
        self.writer.close()
