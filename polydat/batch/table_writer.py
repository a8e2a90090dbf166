"""A table for people: aligned columns under their names, numbers to the right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import BinaryIO

from polydat.batch.frame import Batch
from polydat.batch.row_text import cells
from polydat.types import PortType

GAP = "  "

# Characters that would move the cursor, or speak to the terminal, are shown as escapes.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class TableWriter:
    """Rows as lines of aligned cells.

    Widths are those of the first batch; a wider cell in a later one widens its column
    from there on, so that a table of any length is written as it is made.
    """

    def __init__(self) -> None:
        self.begun = False

    def begin(self, stream: BinaryIO, empty: Batch) -> None:
        """Nothing yet: the first rows say how wide the columns are."""
        self.put = stream.write
        self.names = [shown(name) for name in empty.names]
        self.right = [t.domain is not None and t is not PortType.BOOL for t in empty.types]
        self.widths = [width(name) for name in self.names]

    def write(self, batch: Batch) -> None:
        """Write the lines of a batch, under the names for the first one."""
        columns = [
            [shown(c) for c in cells(batch[n], t)] if t is PortType.STR else cells(batch[n], t)
            for n, t in zip(batch.names, batch.types, strict=True)
        ]
        self.widths = [
            max(w, max(map(width, column), default=0))
            for w, column in zip(self.widths, columns, strict=True)
        ]
        self.put_lines([*self.heading(), *map(self.line, zip(*columns, strict=True))])

    def end(self, whole: bool) -> None:
        """Write the names, where there was no row to stand under them."""
        self.put_lines(self.heading())

    def close(self) -> None:
        """Nothing is held."""

    def put_lines(self, lines: Sequence[str]) -> None:
        self.put("".join(f"{line}\n" for line in lines).encode())

    def heading(self) -> list[str]:
        """Names and a rule under them, the first time."""
        if self.begun:
            return []
        self.begun = True
        return [self.line(self.names), self.line(["-" * w for w in self.widths])]

    def line(self, texts: Sequence[str]) -> str:
        padded = [
            " " * (w - width(text)) + text if right else text + " " * (w - width(text))
            for text, w, right in zip(texts, self.widths, self.right, strict=True)
        ]
        return GAP.join(padded).rstrip(" ")


def shown(text: str) -> str:
    """A text without control characters."""
    return CONTROL.sub(lambda match: escape(match[0]), text)


def escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
