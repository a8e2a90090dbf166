# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# Columns are checked where a batch is taken: their number, types and lengths.
"""Rows of a batch as text, in C: one buffer that is filled and handed out, again and again."""

from cpython.buffer cimport PyBuffer_FillInfo
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from polydat.engines._kernel cimport pd_grow, pd_text_free, pd_text_init

import numpy as np

from polydat.batch.frame import TextColumn
from polydat.errors import InternalError
from polydat.types import PortType


# What a row of a batch could not be written for.
NAN, INFINITE, TOO_LARGE, BYTE = PD_ROWS_NAN, PD_ROWS_INFINITE, PD_ROWS_TOO_LARGE, PD_ROWS_BYTE

KINDS = {
    PortType.U8: PD_CELL_U8,
    PortType.U16: PD_CELL_U16,
    PortType.U32: PD_CELL_U32,
    PortType.U64: PD_CELL_U64,
    PortType.I8: PD_CELL_I8,
    PortType.I16: PD_CELL_I16,
    PortType.I32: PD_CELL_I32,
    PortType.I64: PD_CELL_I64,
    PortType.F32: PD_CELL_F32,
    PortType.F64: PD_CELL_F64,
    PortType.BOOL: PD_CELL_BOOL,
    PortType.STR: PD_CELL_STR,
    "raw": PD_CELL_RAW,
}
WIDTHS = {
    PD_CELL_U8: 1, PD_CELL_U16: 2, PD_CELL_U32: 4, PD_CELL_U64: 8,
    PD_CELL_I8: 1, PD_CELL_I16: 2, PD_CELL_I32: 4, PD_CELL_I64: 8,
    PD_CELL_F32: 4, PD_CELL_F64: 8, PD_CELL_BOOL: 1,
}

# Bytes that are handed out at a time: what is written is read again from the cache.
CHUNK = 1 << 18


cdef class RowFormatter:
    """Rows in one layout; a group of rows may go on from batch to batch.

    Args:
        layout: a `RowLayout`.
        kinds: of the cells of each column: a port type, or `raw` for texts as they are.
    """

    def __cinit__(self):
        pd_text_init(&self.out)

    def __init__(self, layout, kinds):
        unknown = [k for k in kinds if k not in KINDS]
        if unknown or len(layout.before) != len(kinds):
            raise InternalError(f"no cells of {unknown} in {len(layout.before)} columns")
        self.literals, self.arrays = [], []
        self.kinds = tuple(KINDS[k] for k in kinds)
        if self.writer.column != NULL or not pd_grow(&self.out, CHUNK):
            raise MemoryError()
        self.writer.count = len(kinds)
        self.writer.column = <pd_row_column *>PyMem_Calloc(
            max(1, len(kinds)), sizeof(pd_row_column))
        if self.writer.column == NULL:
            raise MemoryError()
        cdef pd_row_form *form = &self.writer.form
        for i, (before, kind) in enumerate(zip(layout.before, self.kinds)):
            self.writer.column[<size_t>i].before = self.literal(before)
            self.writer.column[<size_t>i].kind = kind
        form.after, form.absent = self.literal(layout.after), self.literal(layout.absent)
        form.yes, form.no = self.literal(layout.yes), self.literal(layout.no)
        nan, infinite, minus_infinite = layout.not_finite
        form.nan, form.infinite = self.literal(nan), self.literal(infinite)
        form.minus_infinite = self.literal(minus_infinite)
        form.first, form.between = self.literal(layout.first), self.literal(layout.between)
        form.last = self.literal(layout.last)
        form.group_rows, form.group_bytes = layout.group_rows, layout.group_bytes
        form.most, form.json = layout.most, layout.json
        self.fill_text_form(layout.text)
        self.writer.room = self.row_room()

    def __dealloc__(self):
        PyMem_Free(self.writer.column)
        pd_text_free(&self.out)

    cdef pd_str literal(self, content) except *:
        """A text that C may read beyond its end; it lives as long as the formatter."""
        cdef pd_str made
        made.data, made.size = NULL, 0
        if content is not None:
            padded = bytes(content) + bytes(PD_LITERAL_STEP)
            self.literals.append(padded)
            made.data, made.size = <const uint8_t *>padded, len(content)
        return made

    cdef fill_text_form(self, form):
        cdef pd_text_form *text = &self.writer.form.text
        text.quote, text.always = ord(form.quote), form.always
        low, marks = form.marks()
        text.low = low
        for i in range(4):
            text.mark[<size_t>i] = marks[i]
        for byte, escape in form.escapes.items():
            if escape is None:
                text.more[<size_t>byte] = PD_REFUSED
                continue
            if not 0 < len(escape) <= 15:
                raise InternalError(f"an escape of {len(escape)} bytes")
            text.more[<size_t>byte] = text.escape[<size_t>byte].size = len(escape)
            memcpy(text.escape[<size_t>byte].text, <const uint8_t *><bytes>escape, len(escape))

    def row_room(self):
        """Bytes that a row may use besides its texts, with what writers overshoot."""
        cell = max(len(padded) for padded in self.literals) + PD_MAX_NUMBER
        return sum(map(len, self.literals)) + (cell + PD_LITERAL_STEP) * (len(self.kinds) + 2)

    def begin_at(self, uint64_t row, uint64_t group_bytes):
        """Go on as if `row` rows had been written, with so many bytes of the open group."""
        self.writer.row, self.writer.bytes = row, group_bytes

    def take(self, columns, size_t count):
        """Hold the columns of a batch.

        Args:
            columns: of `count` rows, in the order of the types.
        """
        if len(columns) != len(self.kinds):
            raise InternalError(f"{len(columns)} columns for {len(self.kinds)}")
        self.arrays.clear()
        self.count = 0
        for i, column in enumerate(columns):
            if <size_t>len(column) != count:
                raise InternalError(f"{len(column)} rows of {count}")
            self.take_column(i, column)
        self.count = count

    def fill(self, size_t start, size_t stop, uint64_t limit=CHUNK):
        """Make the text of rows; the buffer then holds it and nothing else.

        Args:
            limit: bytes after which no row is begun, give or take a block of rows.

        Returns:
            The row behind the last; where it has a value that the layout has not, `refused`
            says which.

        Raises:
            MemoryError: the rows are too large.
        """
        cdef size_t row
        if self.exports:
            raise InternalError("rows are still being read")
        if not start <= stop <= self.count:
            raise InternalError(f"rows {start} to {stop} of {self.count}")
        self.out.size = self.writer.status = 0
        with nogil:
            row = pd_write_rows(&self.writer, &self.out, start, stop, limit)
        if self.writer.status == <uint32_t>PD_ROWS_NO_MEMORY:
            raise MemoryError()
        return row

    @property
    def refused(self):
        """Column and code of the value that ended the last `fill`, or `None`."""
        return (self.writer.failed, self.writer.status) if self.writer.status else None

    @property
    def group_bytes(self):
        """Bytes of the group of rows that is open; 0 where none is."""
        return self.writer.bytes

    cdef take_column(self, size_t at, column):
        """Let C see a column; its arrays are held until the rows are written."""
        cdef pd_row_column *to = &self.writer.column[at]
        to.mask = NULL
        if isinstance(column, TextColumn):
            if to.kind != PD_CELL_STR and to.kind != PD_CELL_RAW:
                raise InternalError("a column of texts where numbers stand")
            offsets = np.ascontiguousarray(column.offsets, np.int32)
            values = np.ascontiguousarray(column.data, np.uint8)
            present = column.present
            to.absent = 0
            to.offset = <const int32_t *><uintptr_t>offsets.ctypes.data
            self.arrays.append(offsets)
            if int(offsets[0]) < 0 or int(offsets[len(offsets) - 1]) > len(values):
                raise InternalError("texts end outside of their bytes")
        else:
            present = None
            to.absent = 1
            if isinstance(column, np.ma.MaskedArray):
                present, column = np.ma.getmaskarray(column), column.data
            values = np.ascontiguousarray(column)
            if to.kind not in WIDTHS or values.itemsize != WIDTHS[to.kind]:
                raise InternalError(f"a column of {values.dtype} where others stand")
        to.values = <const uint8_t *><uintptr_t>values.ctypes.data
        to.values_end = to.values + <size_t>values.nbytes
        self.arrays.append(values)
        if present is not None:
            mask = np.ascontiguousarray(present, np.bool_)
            to.mask = <const uint8_t *><uintptr_t>mask.ctypes.data
            self.arrays.append(mask)

    def __getbuffer__(self, Py_buffer *view, int flags):
        PyBuffer_FillInfo(view, self, self.out.data, <Py_ssize_t>self.out.size, 1, flags)
        self.exports += 1

    def __releasebuffer__(self, Py_buffer *view):
        self.exports -= 1
