"""Columns that no writer has digits for, as columns that it has: texts, or cells as they are.

type              CSV, TSV   JSON lines              SQL
f16               as f32     as f32                  as f32
u128, i128        digits     text of digits          text of digits
bytes             hex        text of hex             binary literal
json              its text   itself                  text
vec_*, reg lanes  row text   array                   text of row text
reg128, ext       row text   text of row text        text of row text
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np

from polydat.batch.frame import Column, TextColumn, absent_rows, filled, presence
from polydat.errors import UsageError
from polydat.types import BITS, ELEMENTS, REGISTERS, PortType
from polydat.types.host import check_value
from polydat.types.memory import from_words
from polydat.types.registers import LANES, register_lanes
from polydat.types.text import json_number, row_text

Kind: TypeAlias = PortType | Literal["raw"]  # what C writes a cell as
Show: TypeAlias = Callable[[Any], str]

# Types that C has a cell for.
WRITTEN = frozenset(BITS) - {PortType.F16} | {PortType.STR}


class Cells:
    """How the cells of a column are made.

    Attributes:
        kind: of the column that C is handed.
        show: the text of a value; `None` where the column stays as it is.
    """

    def __init__(self, type: PortType, kind: Kind, show: Show | None = None) -> None:
        self.type = type
        self.kind = kind
        self.show = show

    def column(self, column: Column) -> Column:
        """The column that C is handed."""
        if self.kind is PortType.F32 and isinstance(column, np.ndarray):
            return column.astype(np.float32, copy=False)
        return column if self.show is None else self.texts(column, self.show)

    def texts(self, column: Column, show: Show) -> TextColumn:
        """The column as texts; absent rows stay absent."""
        missing = set(absent_rows(column))
        encoded = [
            b"" if row in missing else show(value).encode()
            for row, value in enumerate(values_of(filled(column), self.type))
        ]
        ends = np.zeros(len(encoded) + 1, np.int32)
        np.cumsum([len(text) for text in encoded], out=ends[1:])
        return TextColumn(ends, np.frombuffer(b"".join(encoded), np.uint8), presence(column))


def values_of(column: Column, type: PortType) -> list[Any]:
    """Values of the engine of every row, of which none is absent."""
    values = column.tolist()
    if type.is_wide and type not in REGISTERS:
        return [from_words(low, high, type) for low, high in values]
    return [check_value("value", v, type) for v in values]


def row_cells(type: PortType) -> Cells:
    """Cells that hold row text: those of CSV, TSV."""
    return plain_cells(type) or Cells(type, PortType.STR, lambda value: row_text(value, type))


def plain_cells(type: PortType) -> Cells | None:
    """Cells of a type that C writes.

    Raises:
        UsageError: values that no format holds.
    """
    if type in (PortType.HANDLE, PortType.DYN):
        raise UsageError(f"a value of type {type.keyword} cannot be written to a file")
    if type is PortType.F16:
        return Cells(type, PortType.F32)
    return Cells(type, type) if type in WRITTEN else None


def json_cells(type: PortType) -> Cells:
    """Cells of JSON lines."""
    if type is PortType.JSON:
        return Cells(type, "raw", str)
    if type in ELEMENTS:
        return Cells(type, "raw", lambda value: array_text(value, ELEMENTS[type]))
    if type in LANES:
        return Cells(type, "raw", lambda word: array_text(register_lanes(word, type), LANES[type]))
    return row_cells(type)


def array_text(values: tuple[Any, ...], element: PortType) -> str:
    """A JSON array; a float without digits is null."""
    if element.is_float:
        return f"[{','.join(json_number(v) if math.isfinite(v) else 'null' for v in values)}]"
    return json.dumps(values, separators=(",", ":"))


def sql_cells(type: PortType, binary: Show) -> Cells:
    """Cells of SQL.

    Args:
        binary: bytes as a literal of the dialect.
    """
    return Cells(type, "raw", binary) if type is PortType.BYTES else row_cells(type)
