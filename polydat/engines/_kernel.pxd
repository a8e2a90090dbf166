# cython: language_level=3
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef extern from "kernel.h":
    ctypedef struct pd_text:
        uint8_t *data
        uint64_t size
        uint64_t capacity

    ctypedef struct pd_piece:
        const uint8_t *text
        uint64_t size
        uint32_t wire
        uint32_t width
        uint32_t precision
        uint8_t what
        uint8_t form
        uint8_t fill
        uint8_t base

    ctypedef struct pd_state:
        uint64_t *slot
        pd_text *text
        uint32_t status
        uint32_t failed
        void *owner

    ctypedef struct pd_step
    ctypedef void (*pd_run)(uint64_t *, const pd_step *, uint64_t, pd_state *) noexcept nogil

    ctypedef struct pd_wide:
        const uint32_t *in_ "in"
        const uint64_t *k
        const pd_piece *piece
        uint32_t in_count
        uint32_t k_count
        uint32_t piece_count
        pd_run inner
        uint32_t guard
        uint32_t out_count
        void *host

    ctypedef struct pd_step:
        pd_run run
        uint64_t k[2]
        uint32_t in_ "in"[4]
        uint32_t out
        uint32_t text
        uint32_t node
        const pd_wide *wide

    ctypedef struct pd_part:
        uint64_t need
        uint32_t step


cdef extern from "runtime/text.h":
    ctypedef struct pd_str:
        const uint8_t *data
        uint64_t size

    int pd_append_str(uint32_t *, pd_text *, pd_str) noexcept nogil


cdef extern from "runtime/arena.h":
    void pd_text_init(pd_text *) noexcept nogil
    void pd_text_free(pd_text *) noexcept nogil
    int pd_grow(pd_text *, uint64_t) noexcept nogil


cdef extern from "loop.h":
    ctypedef struct pd_loop:
        const pd_step *step
        const pd_step *whole
        uint32_t step_count
        uint32_t words
        const uint32_t *dependents
        const pd_part *parts
        const uint64_t *provenance
        uint32_t output_count
        uint32_t fallible
        pd_state state
        uint64_t *stale
        uint64_t *changed
        uint64_t *pending
        uint32_t any_changed
        uint32_t round
        uint32_t *stamp
        uint32_t served
        uint32_t eager

    ctypedef struct pd_variant:
        void (*write)(pd_loop *, uint32_t, uint32_t, uint64_t) noexcept nogil
        void (*touch)(pd_loop *, uint32_t) noexcept nogil
        void (*all)(pd_loop *) noexcept nogil
        void (*eval)(pd_loop *, uint32_t, const pd_part *, uint32_t) noexcept nogil
        size_t (*scan)(pd_loop *, uint32_t, uint32_t, uint64_t, size_t, uint64_t **,
                       const uint32_t *, const uint32_t *, const pd_part **, const uint32_t *,
                       uint32_t) noexcept nogil

    const pd_variant pd_variants[16]
    int pd_is_dirty(pd_loop *, uint32_t, int) noexcept nogil
    void pd_settle(pd_loop *, uint32_t, int) noexcept nogil
    void pd_pull_stale(pd_loop *, const pd_part *, uint32_t) noexcept nogil


cdef extern from "steps.h":
    ctypedef struct pd_step_entry:
        const char *name
        pd_run run
    const pd_step_entry pd_step_table[]
    const int PD_STEP_COUNT


cdef class Cone:
    cdef pd_part *part
    cdef uint32_t count


cdef class Plan:
    cdef readonly object core
    cdef readonly object steps
    cdef object where
    cdef list owned
    cdef list cones
    cdef Py_ssize_t room
    cdef pd_step *step
    cdef pd_step *whole
    cdef pd_wide *wide
    cdef uint32_t step_count
    cdef uint32_t *dependents
    cdef pd_part *parts
    cdef uint64_t *provenance
    cdef uint32_t words
    cdef uint32_t output_count
    cdef uint32_t *output_slot
    cdef uint32_t *output_code
    cdef uint32_t *present
    cdef bint nullable
    cdef uint32_t *input_slot
    cdef uint32_t *input_code
    cdef uint32_t *coord_input
    cdef uint32_t *row_numbers
    cdef uint32_t coord_count
    cdef size_t slots
    cdef size_t texts
    cdef bint fallible
    cdef bint eager
    cdef dict output_numbers
    cdef dict output_of_slot
    cdef set pair_slots
    cdef set reference_slots
    cdef list output_types
    cdef list host_forms
    cdef object image
    cdef dict companion_inputs
    cdef uint32_t round_input

    cdef fill_step(self, Py_ssize_t i, spec)
    cdef void *own(self, size_t count, size_t size) except NULL
    cdef uint32_t *own_u32(self, values) except NULL
    cdef uint64_t *own_u64(self, values) except NULL
    cdef pd_part *own_parts(self, parts) except NULL
    cdef pd_piece *own_pieces(self, rows) except NULL
    cdef fill_dependents(self)
    cdef fill_outputs(self)
    cdef fill_inputs(self)
    cdef Cone cone(self, uint32_t output)
    cdef Cone kept(self, uint32_t output)


cdef class LoopKernel:
    cdef Plan code
    cdef int mode
    cdef bint push
    cdef bint pulls
    cdef bint fresh
    cdef bint busy
    cdef const pd_variant *variant
    cdef pd_loop loop
    cdef uint64_t *memory
    cdef uint64_t *given
    cdef uint32_t text_count
    cdef dict texts
    cdef dict objects
    cdef object raised
    cdef object unset
    cdef bint any_unset

    cdef int attach(self, Plan plan) except -1
    cdef put_text(self, uint32_t slot, bytes text)
    cdef put_object(self, uint32_t slot, value)
    cdef int assign(self, uint32_t index, object typed) except -1
    cdef bint is_unset(self, index) except -1
    cdef object read(self, uint32_t slot, object type)
    cdef int write_result(self, object value, uint32_t slot, object type, uint32_t entry) except -1
    cdef void invalidate(self) noexcept
    cdef int check_free(self) except -1
    cdef int write_coords(self, coords) except -1
    cdef uint64_t bits_of(self, value, uint32_t input, uint64_t *high) except? 0xFFFFFFFFFFFFFFFF
    cdef object value_of(self, uint32_t output)
    cdef int refresh(self, uint32_t output) except -1
    cdef Cone stale_cone(self, uint32_t output)
    cdef bint is_absent(self, uint32_t output) except *
    cdef object decode(self, uint32_t output)
    cdef object failed(self, outputs)
    cdef void settle_all(self) noexcept
    cdef int check_slot(self, slot) except -1
    cdef int check_scan(self) except -1
