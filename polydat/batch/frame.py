"""`Batch`: the rows of a range as columns, in numpy memory and in Arrow's text layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from polydat.batch import arrow
from polydat.engines.host_forms import host_form, to_host
from polydat.errors import UsageError, nearest_names
from polydat.types import OBJECTS, REGISTERS, PortType
from polydat.types.host import check_value
from polydat.types.memory import from_memory, to_memory, to_words, zero_of

if TYPE_CHECKING:
    import pyarrow as pa

    from polydat.batch.memory import Memory

# A 128-bit integer: numpy has none, so its halves.
HALVES = np.dtype([("low", np.uint64), ("high", np.uint64)])

DTYPES: dict[PortType, np.dtype[Any]] = {
    PortType.U64: np.dtype(np.uint64),
    PortType.I64: np.dtype(np.int64),
    PortType.U32: np.dtype(np.uint32),
    PortType.I32: np.dtype(np.int32),
    PortType.U16: np.dtype(np.uint16),
    PortType.I16: np.dtype(np.int16),
    PortType.U8: np.dtype(np.uint8),
    PortType.I8: np.dtype(np.int8),
    PortType.F64: np.dtype(np.float64),
    PortType.F32: np.dtype(np.float32),
    PortType.F16: np.dtype(np.float16),
    **dict.fromkeys((PortType.U128, PortType.I128), HALVES),
    **dict.fromkeys(REGISTERS, np.dtype("V16")),
    PortType.BOOL: np.dtype(np.bool_),
    **dict.fromkeys(OBJECTS, np.dtype(object)),
}


class TextColumn(Sequence[Any]):
    """Texts of one column, as Arrow lays them out: one buffer of UTF-8 and where rows end.

    Bytes, JSON values and vectors lie in the same way; a row is what a kernel would give.

    Attributes:
        offsets: `(rows + 1,)` int32; row i is `data[offsets[i]:offsets[i + 1]]`.
        data: `(bytes,)` uint8.
        present: `(rows,)` bool, false where a row is `None`; `None` where none is.
        type: port type of the rows.
    """

    def __init__(
        self,
        offsets: np.ndarray[Any, Any],
        data: np.ndarray[Any, Any],
        present: np.ndarray[Any, Any] | None = None,
        type: PortType = PortType.STR,
    ) -> None:
        self.offsets = offsets
        self.data = data
        self.present = present
        self.type = type

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self._row(i) for i in range(*row.indices(len(self)))]
        index = row + len(self) if row < 0 else row
        if not 0 <= index < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        return self._row(index)

    def _row(self, index: int) -> Any:
        if self.present is not None and not self.present[index]:
            return None
        return self._value(self.data[self.offsets[index] : self.offsets[index + 1]].tobytes())

    def _value(self, data: bytes) -> Any:
        return to_host(from_memory(data, self.type), self.type)

    def tolist(self) -> list[Any]:
        """All rows as Python values."""
        data = self.data.tobytes()
        ends = self.offsets.tolist()
        if self.type is PortType.STR:
            values = [data[a:b].decode() for a, b in pairwise(ends)]
        else:
            values = [self._value(data[a:b]) for a, b in pairwise(ends)]
        if self.present is None:
            return values
        return [v if there else None for v, there in zip(values, self.present, strict=True)]

    def to_arrow(self) -> pa.Array:
        """The same memory as a pyarrow array."""
        return array_of(self, self.type)

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        more = ", ..." if len(self) > 3 else ""
        what = "text" if self.type is PortType.STR else self.type.keyword
        return f"<polydat {what} column of {len(self)} rows: {shown}{more}>"


Column: TypeAlias = "np.ndarray[Any, Any] | TextColumn"


class Batch(Mapping[str, Column]):
    """Columns by name, in the order of the outputs asked for; read-only.

    A number column is a numpy array, a masked one where rows may be `None`.

    Attributes:
        memory: what it was filled into, where it can be filled again.
    """

    def __init__(
        self,
        columns: Mapping[str, Column],
        types: Sequence[PortType],
        rows: int,
        memory: Memory | None = None,
    ) -> None:
        self._columns = dict(columns)
        self._types = tuple(types)
        self.rows = rows
        self.memory = memory

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "memory": None}  # a copy has other memory

    def empty(self) -> dict[str, Column]:
        """Give up the columns, before their memory is filled again."""
        columns, self._columns = self._columns, {}
        return columns

    def refill(self, columns: Mapping[str, Column]) -> None:
        """Take columns that were made in the same memory."""
        self._columns = dict(columns)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self._columns)

    @property
    def types(self) -> tuple[PortType, ...]:
        """Port types of the columns."""
        return self._types

    def __getitem__(self, name: str) -> Column:
        if name not in self._columns:
            near = nearest_names(name, self.names)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise UsageError(f"no column named '{name}'{hint}")
        return self._columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_arrow(self) -> pa.RecordBatch:
        """The columns as a `pyarrow.RecordBatch`; no column is copied but those of bool.

        Raises:
            UsageError: pyarrow is not installed.
        """
        pa = arrow.import_library("pyarrow", "arrow")
        held = arrow.columns(self)
        arrays = [library_array(h, t) for h, t in zip(held, self.types, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, names=list(self.names))

    def to_pandas(self) -> Any:
        """The columns as a `pandas.DataFrame`, through pyarrow.

        Raises:
            UsageError: pandas or pyarrow is not installed.
        """
        arrow.import_library("pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """The columns as a `polars.DataFrame`; no column is copied but those of bool.

        Raises:
            UsageError: polars is not installed.
        """
        return arrow.import_library("polars").DataFrame(self)

    def __arrow_c_schema__(self) -> Any:
        """The columns as a capsule of the Arrow C data interface."""
        from polydat.batch._arrow import schema_capsule

        return schema_capsule(arrow.fields(self.names, self.types))

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The rows as a pair of capsules of the Arrow C data interface: a struct array."""
        from polydat.batch._arrow import array_capsule

        return self.__arrow_c_schema__(), array_capsule(self.rows, arrow.columns(self))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows as a capsule of the Arrow C stream interface: a stream of one batch."""
        from polydat.batch._arrow import stream_capsule

        whole = iter([(self.rows, arrow.columns(self))])
        return stream_capsule(arrow.fields(self.names, self.types), whole)

    def __repr__(self) -> str:
        fields = ", ".join(f"{n}: {t.keyword}" for n, t in zip(self.names, self.types, strict=True))
        return f"<polydat batch of {self.rows} rows: {fields}>"


def presence(column: Column) -> np.ndarray[Any, Any] | None:
    """Which rows are there, as bools; `None` where all are."""
    if isinstance(column, TextColumn):
        return column.present
    if isinstance(column, np.ma.MaskedArray):
        mask: Any = np.ma.getmaskarray(column)
        if mask.dtype.names is not None:  # halves are masked together
            mask = mask["low"]
        there: np.ndarray[Any, Any] = ~mask
        return there
    return None


def absent_rows(column: Column) -> list[int]:
    """Numbers of the rows that are `None`."""
    present = presence(column)
    rows: list[int] = [] if present is None else np.flatnonzero(~present).tolist()
    return rows


def filled(column: Column) -> Column:
    """The same column with 0 and the empty text in the place of `None`."""
    if isinstance(column, TextColumn):
        return TextColumn(column.offsets, column.data, None, column.type)
    return column.data if isinstance(column, np.ma.MaskedArray) else column


def array_of(column: Column, type: PortType) -> Any:
    """A column as a pyarrow array; only bools are copied."""
    return library_array(arrow.buffers(column, type), type)


def library_array(held: arrow.Held, type: PortType) -> Any:
    """The memory of a column as a pyarrow array."""
    pa = arrow.import_library("pyarrow", "arrow")
    views = [None if b is None else pa.py_buffer(b) for b in held.buffers]
    kind = arrow.library_type(type)
    children = [element_array(kind.value_type, child.buffers[1]) for child in held.children]
    made = pa.Array.from_buffers(kind, held.rows, views, held.nulls, children=children)
    if type is PortType.JSON and hasattr(pa, "json_"):
        return pa.ExtensionArray.from_storage(pa.json_(), made)
    return made


def element_array(kind: Any, elements: np.ndarray[Any, Any]) -> Any:
    """The elements of all vectors of a column as one pyarrow array."""
    pa = arrow.import_library("pyarrow", "arrow")
    return pa.Array.from_buffers(kind, len(elements), [None, pa.py_buffer(elements)], 0)


def number_column(values: np.ndarray[Any, Any], present: np.ndarray[Any, Any] | None) -> Column:
    """A read-only column of numbers; absent rows hold 0 under the mask.

    Args:
        present: `(rows,)` bool, or `None` where every row is there.
    """
    if present is None:
        values.flags.writeable = False
        return values
    mask = ~present
    values[mask] = np.zeros((), values.dtype)
    values.flags.writeable = False
    masked = np.ma.MaskedArray(values, mask=mask)
    masked.flags.writeable = False
    return masked


def text_column(
    offsets: np.ndarray[Any, Any],
    data: np.ndarray[Any, Any],
    present: np.ndarray[Any, Any] | None,
    type: PortType = PortType.STR,
) -> TextColumn:
    """A read-only column of what has an address; see `TextColumn`."""
    for array in (offsets, data, present):
        if array is not None:
            array.flags.writeable = False
    return TextColumn(offsets, data, present, type)


def column_of(values: Sequence[Any], type: PortType, nullable: bool) -> Column:
    """A column from values of a kernel, `None` among them where it is nullable."""
    present = np.array([v is not None for v in values], np.bool_) if nullable else None
    if type in OBJECTS:
        objects = np.empty(len(values), object)
        objects[:] = values
        return number_column(objects, None)
    zero = zero_of(type)
    given = [zero if v is None else v for v in values]
    if host_form(type) is not None:
        given = [check_value("value", v, type) for v in given]
    if type.is_wide:
        words = np.array([to_words(v, type) for v in given], np.uint64).reshape(-1, 2)
        return number_column(words.view(DTYPES[type]).reshape(-1), present)
    if not type.is_reference:
        return number_column(np.array(given, DTYPES[type]), present)
    encoded = [to_memory(v, type) for v in given]
    ends = np.zeros(len(values) + 1, np.int32)
    np.cumsum([len(e) for e in encoded], out=ends[1:])
    return text_column(ends, np.frombuffer(b"".join(encoded), np.uint8), present, type)


def absent_column(type: PortType, rows: int) -> Column:
    """A column that is `None` in every row."""
    return column_of([None] * rows, type, nullable=True)
