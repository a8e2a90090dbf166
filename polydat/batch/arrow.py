"""Columns as Arrow arrays: formats and buffers, for the C interface and for pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from polydat.errors import UsageError
from polydat.types import PortType

if TYPE_CHECKING:
    from polydat.batch.frame import Batch, Column

# Format strings of the Arrow C data interface.
FORMATS = {
    PortType.U64: "L",
    PortType.I64: "l",
    PortType.U32: "I",
    PortType.I32: "i",
    PortType.U16: "S",
    PortType.I16: "s",
    PortType.U8: "C",
    PortType.I8: "c",
    PortType.F64: "g",
    PortType.F32: "f",
    PortType.BOOL: "b",
    PortType.STR: "u",
}

Field: TypeAlias = tuple[str, str, bool]
Buffers: TypeAlias = tuple[int, list[Any]]


def fields(names: Sequence[str], types: Sequence[PortType]) -> list[Field]:
    """Name, format and nullability of each column."""
    return [(name, FORMATS[type], True) for name, type in zip(names, types, strict=True)]


def packed(bits: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Bools as Arrow packs them: one bit each, the lowest first."""
    return np.packbits(bits, bitorder="little")


def buffers(column: Column, type: PortType) -> Buffers:
    """Null count and buffers of a column; only bools are copied."""
    from polydat.batch.frame import TextColumn, filled, presence

    present = presence(column)
    nulls = 0 if present is None else len(present) - int(np.count_nonzero(present))
    validity = None if present is None else packed(present)
    if isinstance(column, TextColumn):
        return nulls, [validity, column.offsets, column.data]
    values = filled(column)
    data = packed(np.asarray(values)) if type is PortType.BOOL else values
    return nulls, [validity, data]


def columns(batch: Batch) -> list[Buffers]:
    """The columns of a batch."""
    return [buffers(batch[n], t) for n, t in zip(batch.names, batch.types, strict=True)]


class Reader:
    """Batches as an Arrow stream, made while it is read.

    Anything that reads Arrow streams takes it: `pyarrow.RecordBatchReader.from_stream`,
    `polars.DataFrame`, a query of duckdb.  Each export begins again at the first row.
    """

    def __init__(
        self,
        names: Sequence[str],
        types: Sequence[PortType],
        batches: Callable[[], Iterator[Batch]],
    ) -> None:
        self.names = tuple(names)
        self.types = tuple(types)
        self._batches = batches

    def __iter__(self) -> Iterator[Batch]:
        return self._batches()

    def __arrow_c_schema__(self) -> Any:
        """The columns as a capsule of the Arrow C data interface."""
        from polydat.batch._arrow import schema_capsule

        return schema_capsule(fields(self.names, self.types))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The batches as a capsule of the Arrow C stream interface."""
        from polydat.batch._arrow import stream_capsule

        parts = ((batch.rows, columns(batch)) for batch in self._batches())
        return stream_capsule(fields(self.names, self.types), parts)

    def to_arrow(self) -> Any:
        """A `pyarrow.RecordBatchReader` over the same batches.

        Raises:
            UsageError: pyarrow is not installed.
        """
        return import_library("pyarrow", "arrow").RecordBatchReader.from_stream(self)

    def __repr__(self) -> str:
        shown = ", ".join(f"{n}: {t.keyword}" for n, t in zip(self.names, self.types, strict=True))
        return f"<polydat reader: {shown}>"


def import_library(name: str, extra: str | None = None) -> Any:
    """A library that is not required.

    Raises:
        UsageError: it is not installed; says how to get it.
    """
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        how = f"'polydat[{extra}]'" if extra else name
        raise UsageError(f"{name} is not installed: pip install {how}") from None
