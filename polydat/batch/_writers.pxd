# cython: language_level=3
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from polydat.engines._kernel cimport pd_text


cdef extern from "polydat.h":
    ctypedef struct pd_str:
        const uint8_t *data
        uint64_t size


cdef extern from "row_writers.h":
    int PD_CELL_U8, PD_CELL_U16, PD_CELL_U32, PD_CELL_U64
    int PD_CELL_I8, PD_CELL_I16, PD_CELL_I32, PD_CELL_I64
    int PD_CELL_F32, PD_CELL_F64, PD_CELL_BOOL, PD_CELL_STR, PD_CELL_RAW
    int PD_ROWS_OK, PD_ROWS_NO_MEMORY, PD_ROWS_NAN, PD_ROWS_INFINITE, PD_ROWS_TOO_LARGE
    int PD_ROWS_BYTE
    size_t PD_LITERAL_STEP, PD_MAX_NUMBER
    int PD_REFUSED

    ctypedef struct pd_escape:
        uint8_t text[15]
        uint8_t size

    ctypedef struct pd_text_form:
        pd_escape escape[256]
        uint8_t more[256]
        uint8_t mark[4]
        uint8_t low
        uint8_t quote
        uint8_t always

    ctypedef struct pd_row_form:
        pd_str after, absent, yes, no, nan, infinite, minus_infinite
        pd_str first, between, last
        uint64_t group_rows, group_bytes, most
        int json
        pd_text_form text

    ctypedef struct pd_row_column:
        pd_str before
        const uint8_t *values
        const uint8_t *values_end
        const int32_t *offset
        const uint8_t *mask
        uint8_t absent
        uint8_t kind

    ctypedef struct pd_row_writer:
        pd_row_form form
        pd_row_column *column
        size_t count
        uint64_t room
        uint64_t row
        uint64_t bytes
        uint32_t status
        size_t failed

    size_t pd_write_rows(pd_row_writer *, pd_text *, size_t, size_t, uint64_t) noexcept nogil


cdef class RowFormatter:
    cdef pd_row_writer writer
    cdef pd_text out
    cdef list literals  # owners of the texts that C reads
    cdef list arrays  # owners of the columns
    cdef tuple kinds
    cdef size_t count
    cdef int exports

    cdef pd_str literal(self, content) except *
    cdef fill_text_form(self, form)
    cdef take_column(self, size_t at, column)
