"""CSV and TSV: cells by RFC 4180, lines ended by a line feed.

A cell is quoted where it holds the delimiter, a quote, a line feed or a carriage return,
and where it is an empty text, so that it differs from an absent value.
"""

from __future__ import annotations

from collections.abc import Sequence

from polydat.batch.cells import row_cells
from polydat.batch.row_layout import RowLayout, TextForm
from polydat.types import PortType


def csv_layout(names: Sequence[str], types: Sequence[PortType], delimiter: str = ",") -> RowLayout:
    """Rows as lines of cells.

    Args:
        delimiter: what stands between cells, one ASCII character.
    """
    between = delimiter.encode()
    special = {ord(c): c.encode() for c in f"{delimiter}\n\r"}
    return RowLayout(
        name="CSV" if delimiter == "," else "TSV",
        cells=tuple(map(row_cells, types)),
        head=(delimiter.join(quote(name, delimiter) for name in names) + "\n").encode(),
        before=(b"", *(between for _ in names[1:])),
        after=b"\n",
        absent=b"",
        text=TextForm('"', always=False, escapes={**special, ord('"'): b'""'}),
    )


def quote(name: str, delimiter: str) -> str:
    """The name of a column as a cell."""
    if name and not any(c in name for c in f'{delimiter}"\n\r'):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
