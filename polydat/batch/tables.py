"""Tables of pyarrow from files, and where two of them differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from polydat.batch.arrow import import_library


class TableReader:
    """Rows of a Parquet or Arrow file, as many at a time as are asked for.

    Args:
        name: of the format, `parquet` or `arrow`.

    Raises:
        pyarrow.ArrowInvalid: the file is not whole.
    """

    def __init__(self, path: str, name: str) -> None:
        self.pa = import_library("pyarrow", "arrow")
        self.schema, self.batches = opened(path, name)
        self.waiting = self.schema.empty_table()

    def read(self, rows: int) -> Any:
        """A table of the next rows, of fewer where the file ends."""
        parts = [self.waiting]
        held = self.waiting.num_rows
        while held < rows:
            batch = next(self.batches, None)
            if batch is None:
                break
            parts.append(self.pa.Table.from_batches([batch], self.schema))
            held += batch.num_rows
        together = self.pa.concat_tables(parts)
        self.waiting = together.slice(rows)
        return together.slice(0, rows)


def opened(path: str, name: str) -> tuple[Any, Iterator[Any]]:
    """The schema and the record batches of a file."""
    pa = import_library("pyarrow", "arrow")
    if name == "parquet":
        from pyarrow import parquet

        file = parquet.ParquetFile(path)
        return file.schema_arrow, iter(file.iter_batches())
    with open(path, "rb") as stream:
        is_file = stream.read(6) == b"ARROW1"
    if not is_file:
        reader = pa.ipc.open_stream(pa.memory_map(path))
        return reader.schema, iter(reader)
    indexed = pa.ipc.open_file(pa.memory_map(path))
    return indexed.schema, (indexed.get_batch(i) for i in range(indexed.num_record_batches))


def first_difference(wanted: Any, found: Any) -> tuple[int, str] | None:
    """Row and column where two tables differ first; floats are compared by their bits.

    Returns:
        `None` where they are equal; the column is empty where their columns are others, or
        the second has fewer rows.
    """
    if [(f.name, f.type) for f in wanted.schema] != [(f.name, f.type) for f in found.schema]:
        return 0, ""
    rows = min(wanted.num_rows, found.num_rows)
    places = [
        (first_row(bits(wanted[name]).slice(0, rows), bits(found[name]).slice(0, rows)), name)
        for name in wanted.column_names
    ]
    row, column = min(places, default=(rows, ""))
    if row < rows:
        return row, column
    return None if wanted.num_rows == found.num_rows else (rows, "")


def bits(column: Any) -> Any:
    """A column as one array, floats as the integers of their bits."""
    pa = import_library("pyarrow", "arrow")
    whole = column.combine_chunks()
    array = pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole
    views = {pa.float64(): pa.int64(), pa.float32(): pa.int32()}
    return array.view(views[array.type]) if array.type in views else array


def first_row(wanted: Any, found: Any) -> int:
    """The first row where two arrays of one length differ, by halving; else their length."""
    low, high = 0, len(wanted)
    if wanted.equals(found):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if wanted.slice(low, middle - low).equals(found.slice(low, middle - low)):
            low = middle
        else:
            high = middle
    return low
