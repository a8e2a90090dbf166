"""CSV and TSV: cells by RFC 4180, lines ended by a line feed.

A cell is quoted where it holds the delimiter, a quote, a line feed or a carriage return,
and where it is an empty text, so that it differs from an absent value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from polydat.batch.frame import Batch, Column, TextColumn, absent_rows
from polydat.batch.row_text import cells
from polydat.types import PortType


class CsvWriter:
    """Rows as lines of cells.

    Args:
        delimiter: what stands between cells, one ASCII character.
    """

    def __init__(self, delimiter: str = ",") -> None:
        self.delimiter = delimiter
        self.special = re.compile(f'[{re.escape(delimiter)}"\n\r]')

    def header(self, names: Sequence[str], types: Sequence[PortType]) -> bytes:
        """The line of column names."""
        return (self.delimiter.join(map(self.quote, names)) + "\n").encode()

    def rows(self, batch: Batch) -> bytes:
        """The lines of a batch."""
        if not batch.rows:
            return b""
        columns = [self.quoted(batch[n], t) for n, t in zip(batch.names, batch.types, strict=True)]
        lines = map(self.delimiter.join, zip(*columns, strict=True))
        return ("\n".join(lines) + "\n").encode()

    def quoted(self, column: Column, type: PortType) -> list[str]:
        texts = cells(column, type)
        if isinstance(column, TextColumn) and self.needs_quotes(column):
            texts = list(map(self.quote, texts))
            for row in absent_rows(column):
                texts[row] = ""  # no quotes: that would be an empty text
        return texts

    def needs_quotes(self, column: TextColumn) -> bool:
        """Whether any cell of a column has to be quoted: one look for the whole column."""
        ends = column.offsets
        if (ends[1:] == ends[:-1]).any():
            return True
        content = column.data.tobytes()
        return any(c.encode() in content for c in (self.delimiter, '"', "\n", "\r"))

    def quote(self, text: str) -> str:
        """A text as a cell."""
        if text and not self.special.search(text):
            return text
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
