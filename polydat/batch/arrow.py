"""Columns as Arrow arrays: formats and buffers, for the C interface and for pyarrow."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from polydat.errors import UsageError
from polydat.types import ELEMENTS, OBJECTS, REGISTERS, PortType
from polydat.types.memory import element_bytes

if TYPE_CHECKING:
    from polydat.batch.frame import Batch, Column

# Format strings of the Arrow C data interface, and what pyarrow calls the same types.
FORMATS = {
    PortType.U64: ("L", "uint64"),
    PortType.I64: ("l", "int64"),
    PortType.U32: ("I", "uint32"),
    PortType.I32: ("i", "int32"),
    PortType.U16: ("S", "uint16"),
    PortType.I16: ("s", "int16"),
    PortType.U8: ("C", "uint8"),
    PortType.I8: ("c", "int8"),
    PortType.F64: ("g", "float64"),
    PortType.F32: ("f", "float32"),
    PortType.F16: ("e", "float16"),
    PortType.BOOL: ("b", "bool_"),
    PortType.STR: ("u", "string"),
    PortType.JSON: ("u", "string"),
    PortType.BYTES: ("z", "binary"),
}
DIGITS = 39  # of a 128-bit integer: one more than a decimal of 128 bits has
DECIMAL_LIMBS = 4  # of 64 bits

# Metadata of a JSON column: the canonical extension type, whose storage is text.
JSON_METADATA = {
    "ARROW:extension:name": "arrow.json",
    "ARROW:extension:metadata": "",
}


class Field(NamedTuple):
    """A column as the C interface describes it."""

    name: str
    format: str
    nullable: bool = True
    metadata: bytes | None = None
    children: tuple[Field, ...] = ()


class Held(NamedTuple):
    """The memory of a column; `None` stands for a validity buffer that is not needed."""

    rows: int
    nulls: int
    buffers: list[Any]
    children: tuple[Held, ...] = ()


def field(name: str, type: PortType) -> Field:
    """A column of a type, by its name.

    Raises:
        UsageError: a type of objects, which Arrow has not.
    """
    if type in OBJECTS:
        raise UsageError(f"column '{name}' holds objects ({type.keyword}): Arrow has no such type")
    if type in ELEMENTS:
        return Field(name, "+l", children=(Field("item", FORMATS[ELEMENTS[type]][0], False),))
    if type in REGISTERS:
        return Field(name, "w:16")
    if type.is_wide:
        return Field(name, f"d:{DIGITS},0,256")
    metadata = packed_metadata(JSON_METADATA) if type is PortType.JSON else None
    return Field(name, FORMATS[type][0], metadata=metadata)


def fields(names: Sequence[str], types: Sequence[PortType]) -> list[Field]:
    """The columns of a batch."""
    return [field(name, type) for name, type in zip(names, types, strict=True)]


def packed_metadata(entries: dict[str, str]) -> bytes:
    """Metadata as the C interface lays it out: counts and sizes of 32 bits before each text."""
    count = len(entries).to_bytes(4, sys.byteorder)
    texts = (text.encode() for entry in entries.items() for text in entry)
    return count + b"".join(len(t).to_bytes(4, sys.byteorder) + t for t in texts)


def library_type(type: PortType) -> Any:
    """The type of a column as pyarrow names it."""
    pa = import_library("pyarrow", "arrow")
    if type in OBJECTS:
        raise UsageError(f"a column holds objects ({type.keyword}): Arrow has no such type")
    if type in ELEMENTS:
        return pa.list_(pa.field("item", library_type(ELEMENTS[type]), False))
    if type in REGISTERS:
        return pa.binary(16)
    if type.is_wide:
        return pa.decimal256(DIGITS, 0)
    return getattr(pa, FORMATS[type][1])()


def packed(bits: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Bools as Arrow packs them: one bit each, the lowest first."""
    return np.packbits(bits, bitorder="little")


def buffers(column: Column, type: PortType) -> Held:
    """The memory of a column; bools, 128-bit integers and ends of vectors are copied."""
    from polydat.batch.frame import TextColumn, filled, presence

    present = presence(column)
    nulls = 0 if present is None else len(present) - int(np.count_nonzero(present))
    validity = None if present is None else packed(present)
    rows = len(column)
    if isinstance(column, TextColumn):
        if type not in ELEMENTS:
            return Held(rows, nulls, [validity, column.offsets, column.data])
        elements = column.data.view(f"V{element_bytes(type)}")
        ends = column.offsets // element_bytes(type)
        item = Held(len(elements), 0, [None, elements])
        return Held(rows, nulls, [validity, ends], (item,))
    values = np.asarray(filled(column))
    if type is PortType.BOOL:
        values = packed(values)
    elif type.is_integer and type.is_wide:
        values = decimals(values, signed=type is PortType.I128)
    return Held(rows, nulls, [validity, values])


def decimals(halves: np.ndarray[Any, Any], signed: bool) -> np.ndarray[Any, Any]:
    """128-bit integers as decimals of 256 bits without places, lowest limb first.

    Shape:
        halves: `(rows,)` of low and high; the result: `(rows, 4)` uint64.
    """
    limbs = np.zeros((len(halves), DECIMAL_LIMBS), np.uint64)
    limbs[:, 0], limbs[:, 1] = halves["low"], halves["high"]
    if signed:
        sign = (halves["high"].view(np.int64) >> 63).view(np.uint64)
        limbs[:, 2:] = sign[:, np.newaxis]
    return limbs


def columns(batch: Batch) -> list[Held]:
    """The columns of a batch."""
    made = [buffers(batch[n], t) for n, t in zip(batch.names, batch.types, strict=True)]
    if batch.memory is None:
        return made
    lend = batch.memory.lend
    return [h._replace(buffers=[None if b is None else lend(b) for b in h.buffers]) for h in made]


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
