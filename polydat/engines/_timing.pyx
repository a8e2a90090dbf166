# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# Shapes are checked at the head of each function.
"""Timed loops: cycles of a kernel, and of a C function to compare it with.

Both are given the same coordinates in the same way, those that change and no others, so
that the difference between them is the kernel and nothing else.  The clock is read once
before and once after the loop.
"""

from time import perf_counter_ns

from libc.stdint cimport uint32_t, uint64_t, uintptr_t

from polydat.engines._kernel cimport Cone, LoopKernel, Plan, pd_part

from polydat.errors import UsageError

ctypedef void (*Cycle)(const uint64_t *inputs, uint64_t *outputs) noexcept nogil

cdef enum:
    MOST = 4096  # outputs and inputs of a timed function


def time_kernel(LoopKernel kernel, const uint64_t[:, ::1] coords, inputs, outputs,
                size_t passes):
    """Time cycles: write the coordinates that change, evaluate the outputs, read their slots.

    Args:
        coords: slot bits in each cycle of each coordinate that moves.
        inputs: numbers of these coordinates.
        outputs: numbers of the outputs that are read.
        passes: how often the cycles are run.

    Shape:
        coords: `(len(inputs), cycles)`.

    Returns:
        Nanoseconds, and all slots that were read folded into one number, which keeps the
        compiler from leaving work out.

    Raises:
        UsageError: as many rows as inputs are needed, and at most 4096 inputs and outputs.
        EvalError: a node has no value in some cycle.
    """
    cdef Plan plan = kernel.code
    cdef size_t cycles = coords.shape[1], i, p
    cdef uint32_t count = len(outputs), moving = len(inputs), c, j
    cdef uint32_t moved[MOST]
    cdef uint32_t slots[MOST]
    cdef uint64_t last[MOST]
    cdef uint32_t numbers[MOST]
    cdef const pd_part *parts[MOST]
    cdef uint32_t sizes[MOST]
    cdef uint32_t reads[MOST]
    cdef uint64_t sink = 0
    cdef bint pulls = kernel.pulls
    cdef Cone cone
    kernel.check_free()
    check_sizes(coords.shape[0], moving, count)
    for c in range(moving):
        moved[c], slots[c] = inputs[c], plan.input_slot[<uint32_t>inputs[c]]
        last[c] = kernel.loop.state.slot[slots[c]]
    for j in range(count):
        cone = plan.cone(outputs[j])
        numbers[j], parts[j], sizes[j] = outputs[j], cone.part, cone.count
        reads[j] = plan.output_slot[numbers[j]]
    kernel.busy = True
    began = perf_counter_ns()
    with nogil:
        for p in range(passes):
            for i in range(cycles):
                for c in range(moving):
                    if coords[c, i] != last[c]:
                        last[c] = coords[c, i]
                        kernel.variant.write(&kernel.loop, moved[c], slots[c], last[c])
                if not pulls:
                    kernel.variant.all(&kernel.loop)
                for j in range(count):
                    if pulls:
                        kernel.variant.eval(&kernel.loop, numbers[j], parts[j], sizes[j])
                    sink ^= kernel.loop.state.slot[reads[j]]
                if kernel.loop.state.status:
                    break
            if kernel.loop.state.status:
                break
    took = perf_counter_ns() - began
    kernel.busy = False
    if not kernel.push:
        kernel.fresh = True
    if kernel.loop.state.status:
        raise kernel.failed(outputs)
    return took, sink


def time_function(uintptr_t address, const uint64_t[:, ::1] coords, inputs, given, size_t count,
                  size_t passes):
    """Time a C function `void (const uint64_t *inputs, uint64_t *outputs)` over cycles.

    Args:
        address: of the function; 0 for one that does nothing, which times the loop itself.
        coords: slot bits in each cycle of each coordinate that moves.
        inputs: numbers of these coordinates.
        given: slot bits of all inputs, in declaration order.
        count: how many outputs the function writes.
        passes: how often the cycles are run.

    Shape:
        coords: `(len(inputs), cycles)`.

    Returns:
        Nanoseconds, and the outputs folded into one number.

    Raises:
        UsageError: as many rows as inputs are needed, and at most 4096 inputs and outputs.
    """
    cdef Cycle run = <Cycle>address if address else nothing
    cdef size_t cycles = coords.shape[1], i, p
    cdef uint32_t moving = len(inputs), width = count, c, j
    cdef uint64_t values[MOST]
    cdef uint64_t made[MOST]
    cdef uint32_t moved[MOST]
    cdef uint64_t last[MOST]
    cdef uint64_t sink = 0
    check_sizes(coords.shape[0], moving, max(width, len(given)))
    for i in range(<size_t>len(given)):
        values[i] = given[i]
    for c in range(moving):
        moved[c] = inputs[c]
        last[c] = values[moved[c]]
    for j in range(width):
        made[j] = 0
    began = perf_counter_ns()
    with nogil:
        for p in range(passes):
            for i in range(cycles):
                for c in range(moving):
                    if coords[c, i] != last[c]:
                        last[c] = coords[c, i]
                        values[moved[c]] = last[c]
                run(values, made)
                for j in range(width):
                    sink ^= made[j]
    return perf_counter_ns() - began, sink


cdef void nothing(const uint64_t *inputs, uint64_t *outputs) noexcept nogil:
    pass


cdef int check_sizes(Py_ssize_t rows, Py_ssize_t inputs, Py_ssize_t most) except -1:
    if rows != inputs:
        raise UsageError(f"{rows} rows of values for {inputs} inputs")
    if max(inputs, most) > MOST:
        raise UsageError(f"at most {MOST} inputs and outputs can be timed")
    return 0
