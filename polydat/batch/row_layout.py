"""`RowLayout`: what a row of a text format is made of, as data that C reads.

A row is literal texts and cells in turn; rows may stand in groups, as those of one INSERT
do.  The loop over rows is `csrc/row_writers.h`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from polydat.batch.cells import Cells
from polydat.errors import InternalError
from polydat.types import U64_MAX

MARKS = 4  # bytes that one look can find, beside a range of control characters
CONTROLS = 0x20


@dataclass(frozen=True, slots=True)
class TextForm:
    """How a text stands in a cell.

    Attributes:
        quote: one ASCII character.
        always: whether quotes stand around every text; else around those that are empty or
            hold an escape.
        escapes: what is written for a byte; `None` where the format cannot hold it.
    """

    quote: str
    always: bool
    escapes: Mapping[int, bytes | None]

    def marks(self) -> tuple[int, bytes]:
        """A bound and four bytes: only bytes below the bound, and those four, have escapes."""
        low = 0
        if len(self.escapes) > MARKS:
            low = max((b + 1 for b in self.escapes if b < CONTROLS), default=0)
        above = bytes(sorted(b for b in self.escapes if b >= low))
        if not 0 < len(above) <= MARKS:
            raise InternalError(f"{len(above)} marks of a text form")
        return low, above.ljust(MARKS, above[:1])


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The texts around cells, and the forms of cells.

    Attributes:
        name: of the format, in messages.
        cells: how those of each column are made.
        head: what stands before all rows.
        before: what stands before each cell.
        after: what stands behind the last one.
        absent: the cell of `None`.
        not_finite: cells of NaN, infinity and minus infinity; `None` where there is none.
        json: whether floats are JSON numbers; else they have the display form.
        first, between, last: before the first row of a group, before every other row,
            behind a group.
        group_rows: a group ends before every row whose number this divides, 0 for no groups.
        group_bytes: a group also ends when it has as many.
        most: the greatest integer of u64 that the format has.
    """

    name: str
    cells: tuple[Cells, ...]
    before: tuple[bytes, ...]
    after: bytes
    absent: bytes
    text: TextForm
    head: bytes = b""
    yes: bytes = b"true"
    no: bytes = b"false"
    not_finite: tuple[bytes | None, bytes | None, bytes | None] = (b"NaN", b"inf", b"-inf")
    json: bool = False
    first: bytes = b""
    between: bytes = b""
    last: bytes = b""
    group_rows: int = 0
    group_bytes: int = U64_MAX
    most: int = U64_MAX
