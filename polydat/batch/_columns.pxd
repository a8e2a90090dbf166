# cython: language_level=3
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from polydat.engines._kernel cimport LoopKernel, pd_append_str, pd_piece, pd_str, pd_text


cdef extern from "kernel.h":
    ctypedef struct pd_column:
        uint64_t *value
        pd_text *text
        int32_t *offset
        uint64_t mask

    ctypedef struct pd_column_step
    ctypedef size_t (*pd_run_column)(uint32_t *, const pd_column_step *, size_t) noexcept nogil

    ctypedef struct pd_column_step:
        pd_run_column run
        const pd_column *const *in_ "in"
        pd_column *out
        const uint64_t *k
        const pd_piece *piece
        size_t stride
        uint32_t in_count
        uint32_t k_count
        uint32_t piece_count
        uint32_t node
        uint32_t out_count
        pd_run_column inner
        pd_column *moved
        const pd_column *const *moved_in
        void *host

    ctypedef struct pd_rows:
        const uint64_t *slot
        uint64_t start
        uint64_t step
        size_t count
        const uint64_t **given
        void **out
        pd_text **text
        int32_t **offset
        pd_text *scratch
        uint32_t status
        uint32_t failed

    ctypedef size_t (*pd_run_rows)(pd_rows *) noexcept nogil

    pd_str pd_text_row(const pd_column *, size_t) noexcept nogil


cdef extern from "column_tables.h":
    ctypedef struct pd_column_entry:
        const char *name
        pd_run_column run
    const pd_column_entry *pd_column_table() noexcept nogil
    const int PD_STEP_COUNT


cdef extern from "column_ends.h":
    void pd_iota_bits(uint64_t *, size_t, int, size_t) noexcept nogil
    void pd_narrow(uint8_t *, const uint64_t *, size_t, size_t, size_t) noexcept nogil
    void pd_copy_text(uint32_t *, pd_text *, int32_t *, const pd_column *, size_t) noexcept nogil


ctypedef struct OutColumn:
    uint8_t *data
    size_t width
    pd_text *text
    int32_t *offset
    size_t column
    bint direct


cdef class TextBuffer:
    cdef pd_text text
    cdef uint8_t empty
    cdef readonly Py_ssize_t exports


cdef class Stop:
    cdef bint asked


cdef class Outcome:
    cdef readonly object rows
    cdef readonly object status
    cdef readonly object node
    cdef readonly object raised


cdef class HostColumn:
    cdef object compute
    cdef list wires
    cdef list outputs
    cdef list held
    cdef object raised

    cdef object value(self, const pd_column *column, size_t row, object type, size_t stride)
    cdef int put(self, const pd_column_step *step, size_t port, size_t row, object value, object type) except -1


cdef class ColumnRun:
    cdef LoopKernel state
    cdef object plan
    cdef pd_column *column
    cdef size_t column_count
    cdef pd_text *owned_text
    cdef uint64_t *values
    cdef int32_t *offsets
    cdef pd_column_step *step
    cdef size_t step_count
    cdef const pd_column **operands
    cdef pd_column *moved
    cdef const pd_column **moved_in
    cdef int varying_code
    cdef list hosts

    cdef make_steps(self)
    cdef fill_text(self, pd_column *column, size_t slot)
    cdef void begin_block(self, int32_t varying, uint64_t start, uint64_t step, size_t part,
                          OutColumn *texts, size_t text_count) noexcept nogil
    cdef void begin_given(self, const uint64_t **given, const int64_t *columns, size_t count,
                          size_t done) noexcept nogil
    cdef size_t run_block(self, size_t part, uint32_t *status, uint32_t *node) noexcept nogil
    cdef uint32_t end_block(self, size_t part, OutColumn *out, size_t number_count,
                            size_t text_count) noexcept nogil
