"""Batches from Python values, and columns that are drawn: every type, with its extremes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from polydat.batch.frame import Batch, column_of
from polydat.batch.row_writer import Writer
from polydat.types import PortType, integer_range

INTEGERS = [t for t in PortType if t.is_integer and t.keyword not in ("u128", "i128")]
TYPES = [*INTEGERS, PortType.F64, PortType.F32, PortType.BOOL, PortType.STR]

# Where writers branch: what is quoted, escaped or empty, and lengths around a copy of 16.
TEXTS = ["", "a", '"', '""', ",", "\t", "\n", "\r", "\r\n", "\\", "'", "''", "a'b", "\x1a", "\x00",
         "\x1f", "\x7f", " ", "NULL", "é", "漢字", "😀", "\u2028", "x" * 15, "x" * 16, "x" * 17,
         "x" * 15 + ",", "-", "=1+1", "\x0b", "a\x00b"]  # fmt: skip
FLOATS = [0.0, -0.0, 1.0, 0.1, 1e-4, 9.999e-5, 1e-5, 9.99e-6, 1.5e-7, 1e15, 1e16,
          123456789012345680.0, 1e22, 1e100, 1.5e300, 5e-324, 1.7976931348623157e308,
          2231889947293916.25, float("inf"), float("-inf"), float("nan")]  # fmt: skip

NAMES = ["a", "b c", 'q"', "d'e", "f`g", "x,y"]


def values(type: PortType) -> st.SearchStrategy[Any]:
    """Values of a type, its extremes often."""
    if type is PortType.STR:
        return st.one_of(st.sampled_from(TEXTS), st.text(max_size=40))
    if type is PortType.BOOL:
        return st.booleans()
    if type is PortType.F64:
        return st.one_of(st.sampled_from(FLOATS), st.floats())
    if type is PortType.F32:
        narrow = [float(np.float32(x)) for x in FLOATS if not 1e38 < abs(x) < float("inf")]
        return st.one_of(st.sampled_from(narrow), st.floats(width=32))
    low, high = integer_range(type)
    return st.one_of(st.sampled_from([low, high, 0, 9, 10, 99, 100]), st.integers(low, high))


@st.composite
def tables(draw: st.DrawFn, most_rows: int = 12) -> tuple[list[str], list[PortType], list[Any]]:
    """Names, types and rows."""
    types = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=5))
    count = len(types)
    named = st.one_of(st.sampled_from(NAMES), st.text("xyz", min_size=1))
    names = draw(st.lists(named, min_size=count, max_size=count, unique=True))
    cells = [st.one_of(st.none(), values(t)) if draw(st.booleans()) else values(t) for t in types]
    rows = draw(st.lists(st.tuples(*cells), max_size=most_rows))
    return names, types, rows


def batch_of(names: Sequence[str], types: Sequence[PortType], rows: Sequence[Any]) -> Batch:
    """A batch of rows; a column may hold `None` where one of its values does."""
    columns = {}
    for at, (name, type) in enumerate(zip(names, types, strict=True)):
        own = [row[at] for row in rows]
        columns[name] = column_of(own, type, nullable=None in own)
    return Batch(columns, types, len(rows))


def written(writer: Writer, *batches: Batch) -> bytes:
    """What a writer makes of batches, of which the first may be empty."""
    stream = io.BytesIO()
    first = batches[0]
    writer.begin(stream, batch_of(first.names, first.types, []))
    for batch in batches:
        writer.write(batch)
    writer.end(whole=True)
    writer.close()
    return stream.getvalue()
