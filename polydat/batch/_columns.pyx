# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# Sizes are checked where a run begins; the arrays of a run are made for its block size.
"""Batches in C: blocks of column kernels, or the loop that was made for the program."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_FillInfo, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from polydat.engines._kernel cimport (
    LoopKernel, pd_append_str, pd_grow, pd_piece, pd_state, pd_step, pd_str, pd_text,
    pd_text_free, pd_text_init,
)
from polydat.errors import EvalError
from polydat.nodes.failures import HOST_FAILED, TEXT_TOO_LONG
from polydat.types import OBJECTS, from_slot
from polydat.types.memory import from_memory, from_words, to_memory, to_words

BLOCK = 1024  # rows of a block: its columns stay in the cache
cdef size_t ROWS = 1024
cdef size_t BLOCKS_A_LOOK = 256  # blocks between two looks for Ctrl-C

cdef dict COLUMNS = {}
cdef int _i
for _i in range(PD_STEP_COUNT):
    COLUMNS[(<bytes>pd_column_table()[_i].name).decode()] = <uintptr_t>pd_column_table()[_i].run


COLUMNS["host"] = <uintptr_t>&run_host_column


def column_addresses():
    """Address of the column kernel of every node function, by name."""
    return COLUMNS


cdef void *allocate(size_t count, size_t size) except NULL:
    cdef void *memory = PyMem_Calloc(count if count else 1, size)
    if memory == NULL:
        raise MemoryError()
    return memory


cdef uintptr_t address_of(array) except? 1:
    """Where the elements of a contiguous array lie; `array.ctypes.data` takes ten times as long."""
    cdef Py_buffer view
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    cdef uintptr_t address = <uintptr_t>view.buf
    PyBuffer_Release(&view)
    return address


cdef class TextBuffer:
    """Bytes that grow while a batch is made; afterwards a read-only buffer.

    Attributes:
        exports: how many hold its memory, which must not grow meanwhile.
    """

    def __cinit__(self):
        pd_text_init(&self.text)

    def __dealloc__(self):
        pd_text_free(&self.text)

    def __getbuffer__(self, Py_buffer *view, int flags):
        cdef void *data = self.text.data if self.text.data != NULL else <void *>&self.empty
        PyBuffer_FillInfo(view, self, data, <Py_ssize_t>self.text.size, 1, flags)
        self.exports += 1

    def __releasebuffer__(self, Py_buffer *view):
        self.exports -= 1

    def __len__(self):
        return self.text.size

    def clear(self):
        """Forget the bytes and keep their memory."""
        self.text.size = 0

    def reserve(self, uint64_t size):
        """Make room for a guess of the size; too small or too large a guess costs little."""
        if size > self.text.capacity and not pd_grow(&self.text, size):
            raise MemoryError()


cdef class Stop:
    """Asks runs in other threads to end at their next look."""

    def ask(self):
        """Ask."""
        self.asked = True


cdef class Outcome:
    """How a run ended: rows done, and what failed where it is fewer than asked for.

    An exception is here if it is to be raised as it is.
    """

    def __init__(self, rows, status, node, raised=None):
        self.rows, self.status, self.node, self.raised = rows, status, node, raised


cdef class HostColumn:
    """The call of a reference function, row by row.

    Args:
        call: the `HostNode` of the closure step.
    """

    def __init__(self, call):
        self.compute = call.compute
        self.wires = [type for _, type in call.wires]
        self.outputs = [type for _, type, _ in call.outputs]
        self.held = []

    def forget(self):
        """Let go of the objects that rows were given."""
        self.held.clear()

    def failure(self):
        """What was raised and is no failure of the node."""
        return self.raised

    cdef object value(self, const pd_column *column, size_t row, object type, size_t stride):
        cdef pd_str content
        if type in OBJECTS:
            if column.value[row] == 0:
                return None  # a guarded step did not run
            return <object><void *><uintptr_t>column.value[row]
        if type.is_reference:
            content = pd_text_row(column, row)
            data = PyBytes_FromStringAndSize(<const char *>content.data, content.size) \
                if content.size else b""
            return from_memory(data, type)
        if type.is_wide:
            return from_words(column.value[row], column.value[row + stride], type)
        return from_slot(column.value[row], type)

    cdef int put(self, const pd_column_step *step, size_t port, size_t row, object value,
                 object type) except -1:
        cdef pd_column *out = step.out
        cdef pd_str content
        cdef uint32_t status = 0
        if type in OBJECTS:
            self.held.append(value)
            out.value[port * step.stride + row] = <uint64_t><uintptr_t><void *>value
        elif type.is_reference:
            data = to_memory(value, type)
            content.data, content.size = <const uint8_t *>data, <uint64_t>len(data)
            if not pd_append_str(&status, out.text, content):
                raise MemoryError()
            if out.text.size > 0x7FFFFFFF:
                return TEXT_TOO_LONG.code
            out.offset[row + 1] = <int32_t>out.text.size
        else:
            for at, bits in enumerate(to_words(value, type)):
                out.value[(port + <size_t>at) * step.stride + row] = bits
        return 0


cdef size_t run_host_column(uint32_t *status, const pd_column_step *step,
                            size_t n) noexcept with gil:
    """The column kernel of a node that runs in Python."""
    cdef HostColumn call = <HostColumn>step.host
    cdef size_t row = 0, i
    cdef int code
    try:
        while row < n:
            values = [call.value(step.in_[i], row, type, step.stride)
                      for i, type in enumerate(call.wires)]
            result = call.compute(values)
            results = result if len(call.outputs) > 1 else (result,)
            for i, (value, type) in enumerate(zip(results, call.outputs)):
                code = call.put(step, i, row, value, type)
                if code:
                    status[0] = code
                    return row
            row += 1
    except BaseException as error:  # a C caller learns of it by the status
        if not isinstance(error, EvalError):
            call.raised = error
        status[0] = HOST_FAILED.code
    return row


def run_rows(LoopKernel state, uintptr_t address, uint64_t start, uint64_t step, size_t count,
             numbers, texts, given, Stop stop):
    """Run a generated loop.

    Args:
        state: holds the inputs that do not vary, and scratch.
        address: of the C function.
        start, step: number of the first row, and between rows.
        numbers: writable arrays of `count` rows.
        texts: pairs of a `TextBuffer` and an int32 array of `count + 1`.
        given: uint64 arrays of `count` raw slots, one an input that has values of its own.
        stop: ends the run where it is asked.
    """
    cdef pd_rows rows
    cdef size_t done = 0, part, got, i
    cdef pd_run_rows run = <pd_run_rows>address
    cdef Py_ssize_t n = len(numbers), t = len(texts)
    cdef void **out = <void **>allocate(n, sizeof(void *))
    cdef size_t *widths = <size_t *>allocate(n, sizeof(size_t))
    cdef pd_text **text = <pd_text **>allocate(t, sizeof(pd_text *))
    cdef int32_t **offset = <int32_t **>allocate(t, sizeof(int32_t *))
    cdef Py_ssize_t g = len(given)
    cdef const uint64_t **inputs = <const uint64_t **>allocate(g, sizeof(uint64_t *))
    cdef uint8_t too_long = 0
    try:
        for i in range(<size_t>g):
            inputs[i] = <const uint64_t *>address_of(given[i])
        for i in range(<size_t>n):
            out[i], widths[i] = <void *>address_of(numbers[i]), numbers[i].itemsize
        for i in range(<size_t>t):
            text[i] = &(<TextBuffer>texts[i][0]).text
            offset[i] = <int32_t *>address_of(texts[i][1])
            offset[i][0] = 0
        rows.slot = state.loop.state.slot
        rows.scratch = state.loop.state.text
        rows.step = step
        rows.out, rows.text, rows.offset = out, text, offset
        rows.given = inputs
        rows.status = rows.failed = 0
        while done < count:
            part = count - done
            if part > ROWS * BLOCKS_A_LOOK:
                part = ROWS * BLOCKS_A_LOOK
            rows.start = start + done * step
            rows.count = part
            with nogil:
                got = run(&rows)
                done += got
                for i in range(<size_t>n):
                    out[i] = <uint8_t *>out[i] + got * widths[i]
                for i in range(<size_t>g):
                    inputs[i] += got
                for i in range(<size_t>t):
                    offset[i] += got
                    too_long |= text[i].size > 0x7FFFFFFF
            if rows.status:
                return Outcome(done, rows.status, rows.failed)
            if too_long:
                return Outcome(done, TEXT_TOO_LONG.code, 0)
            PyErr_CheckSignals()
            if stop.asked:
                break
        return Outcome(done, 0, 0)
    finally:
        PyMem_Free(out)
        PyMem_Free(widths)
        PyMem_Free(text)
        PyMem_Free(offset)
        PyMem_Free(<void *>inputs)


cdef class ColumnRun:
    """Columns and steps of one batch call on the closures engine.

    Args:
        state: holds inputs and constants; runs what does not vary.
        plan: a `ColumnPlan`.
    """

    def __init__(self, LoopKernel state, plan):
        self.state = state
        self.plan = plan
        self.varying_code = plan.varying_code
        self.column_count = plan.columns
        self.column = <pd_column *>allocate(self.column_count, sizeof(pd_column))
        self.owned_text = <pd_text *>allocate(self.column_count, sizeof(pd_text))
        self.values = <uint64_t *>allocate(plan.buffers * ROWS, sizeof(uint64_t))
        self.offsets = <int32_t *>allocate(plan.offset_buffers * (ROWS + 1), sizeof(int32_t))
        cdef size_t i
        for i in range(self.column_count):
            pd_text_init(&self.owned_text[i])
            self.column[i].mask = <uint64_t>-1
        for number, at in plan.value_buffer.items():
            self.column[<size_t>number].value = self.values + <size_t>at * ROWS
        for number, at in plan.offset_buffer.items():
            self.column[<size_t>number].text = &self.owned_text[<size_t>number]
            self.column[<size_t>number].offset = self.offsets + <size_t>at * (ROWS + 1)
        self.hosts = []
        self.make_steps()

    cdef make_steps(self):
        cdef size_t i, j
        cdef pd_column_step *step
        cdef const pd_column **operands
        self.step_count = len(self.plan.steps)
        self.step = <pd_column_step *>allocate(self.step_count, sizeof(pd_column_step))
        total = sum(len(s.inputs) for s in self.plan.steps)
        self.operands = <const pd_column **>allocate(total, sizeof(void *))
        operands = self.operands
        # One place for the moved inputs of guarded steps, since one step runs at a time.
        most = max([len(s.inputs) for s in self.plan.steps], default=0)
        self.moved = <pd_column *>allocate(most, sizeof(pd_column))
        self.moved_in = <const pd_column **>allocate(most, sizeof(void *))
        cdef pd_column *moved = self.moved
        cdef const pd_column **moved_in = self.moved_in
        for i in range(<size_t>most):
            moved_in[i] = &moved[i]
        for i, spec in enumerate(self.plan.steps):
            step = &self.step[i]
            step.run = <pd_run_column><uintptr_t>spec.run
            step.in_ = <const pd_column *const *>operands
            for j, number in enumerate(spec.inputs):
                operands[j] = &self.column[<size_t>number]
            operands += len(spec.inputs)
            step.in_count = len(spec.inputs)
            step.out = &self.column[<size_t>spec.out]
            step.out_count = spec.out_count
            step.stride = ROWS
            step.node = spec.node
            step.inner = <pd_run_column><uintptr_t>spec.inner
            call = self.state.code.steps[spec.step].host
            if call is not None:
                self.hosts.append(HostColumn(call))
                step.host = <void *>self.hosts[len(self.hosts) - 1]
            step.moved = moved
            step.moved_in = <const pd_column *const *>moved_in
            # Constants and pieces are those of the closure step.
            step.k = self.state.code.wide[<size_t>spec.step].k
            step.k_count = self.state.code.wide[<size_t>spec.step].k_count
            step.piece = self.state.code.wide[<size_t>spec.step].piece
            step.piece_count = self.state.code.wide[<size_t>spec.step].piece_count

    def __dealloc__(self):
        cdef size_t i
        if self.owned_text != NULL:
            for i in range(self.column_count):
                pd_text_free(&self.owned_text[i])
        PyMem_Free(self.owned_text)
        PyMem_Free(self.column)
        PyMem_Free(self.values)
        PyMem_Free(self.offsets)
        PyMem_Free(self.step)
        PyMem_Free(<void *>self.operands)
        PyMem_Free(self.moved)
        PyMem_Free(<void *>self.moved_in)

    def fill_steady(self):
        """Compute what does not vary, and fill its columns; an `Outcome` where one failed."""
        cdef pd_state *state = &self.state.loop.state
        cdef const pd_step *step
        cdef size_t i
        cdef pd_column *column
        for number in self.plan.once_steps:
            step = &self.state.code.step[<size_t>number]
            step.run(state.slot, step, 1, state)
            if state.status:
                status, state.status = state.status, 0
                return Outcome(0, status, state.failed)
        for number, slot, blocks in self.plan.steady:
            column = &self.column[<size_t>number]
            if blocks == 0:
                self.fill_text(column, slot)
            for block in range(blocks):
                for i in range(ROWS):
                    column.value[<size_t>block * ROWS + i] = state.slot[<size_t>slot + block]
        return None

    cdef fill_text(self, pd_column *column, size_t slot):
        cdef uint64_t size = self.state.loop.state.slot[slot + 1]
        column.mask = 0
        column.text.size = 0
        if not pd_grow(column.text, size + 1):
            raise MemoryError()
        if size:
            memcpy(column.text.data, <void *><uintptr_t>self.state.loop.state.slot[slot], size)
        column.text.size = size
        column.offset[0] = 0
        column.offset[1] = <int32_t>size

    def run(self, uint64_t start, uint64_t step, size_t count, numbers, texts, given, Stop stop):
        """Make the rows; see `run_rows` for the arguments."""
        cdef size_t done = 0, looked = 0, part, got = 0, i
        cdef uint32_t status = 0, node = 0
        cdef int32_t varying = self.plan.varying_column
        cdef size_t number_count = len(numbers), text_count = len(texts)
        cdef OutColumn *out = <OutColumn *>allocate(number_count + text_count, sizeof(OutColumn))
        cdef size_t given_count = len(given)
        cdef const uint64_t **inputs = <const uint64_t **>allocate(given_count, sizeof(void *))
        cdef int64_t *columns = <int64_t *>allocate(given_count, sizeof(int64_t))
        try:
            for i, (array, number) in enumerate(zip(given, self.plan.given_columns)):
                inputs[i] = <const uint64_t *>address_of(array)
                columns[i] = number
            for i, (array, number) in enumerate(zip(numbers, self.plan.number_columns)):
                out[i].data = <uint8_t *>address_of(array)
                out[i].column, out[i].width = number, array.itemsize
            for i, ((buffer, offsets), (number, direct)) in enumerate(
                    zip(texts, self.plan.text_columns), number_count):
                out[i].text = &(<TextBuffer>buffer).text
                out[i].offset = <int32_t *>address_of(offsets)
                out[i].offset[0] = 0
                out[i].column, out[i].direct = number, direct
                if direct:
                    self.column[<size_t>number].text = out[i].text
            while done < count:
                with nogil:
                    while done < count and looked < BLOCKS_A_LOOK:
                        looked += 1
                        part = ROWS if count - done > ROWS else count - done
                        self.begin_block(varying, start + done * step, step, part,
                                         out + number_count, text_count)
                        self.begin_given(inputs, columns, given_count, done)
                        got = self.run_block(part, &status, &node)
                        if not status:
                            status = self.end_block(part, out, number_count, text_count)
                        done += got
                        if status:
                            break
                if status:
                    raised = [h.failure() for h in self.hosts if h.failure() is not None]
                    return Outcome(done, status, node, raised[0] if raised else None)
                for host in self.hosts:
                    host.forget()
                looked = 0
                PyErr_CheckSignals()
                if stop.asked:
                    break
            return Outcome(done, 0, 0)
        finally:
            PyMem_Free(out)
            PyMem_Free(<void *>inputs)
            PyMem_Free(columns)

    cdef void begin_given(self, const uint64_t **given, const int64_t *columns, size_t count,
                          size_t done) noexcept nogil:
        """Let the columns of given inputs lie in their arrays: kernels only read them."""
        cdef size_t i
        for i in range(count):
            if columns[i] >= 0:
                self.column[columns[i]].value = <uint64_t *>(given[i] + done)

    cdef void begin_block(self, int32_t varying, uint64_t start, uint64_t step, size_t part,
                          OutColumn *texts, size_t text_count) noexcept nogil:
        cdef size_t i
        cdef uint64_t *value
        cdef double number
        if varying >= 0:
            value = self.column[varying].value
            for i in range(part):
                value[i] = start + i * step
            if self.varying_code:
                pd_iota_bits(value, part, self.varying_code, ROWS)
        for i in range(self.column_count):
            if self.column[i].text == &self.owned_text[i] and self.column[i].mask:
                self.owned_text[i].size = 0
                self.column[i].offset[0] = 0
        for i in range(text_count):
            if texts[i].direct:
                self.column[texts[i].column].offset = texts[i].offset

    cdef size_t run_block(self, size_t part, uint32_t *status, uint32_t *node) noexcept nogil:
        """Run the steps; behind a failure only for the rows before it, so that the first
        failing row is found, and in it the first failing node."""
        cdef size_t i, got, least = part
        cdef uint32_t code
        for i in range(self.step_count):
            code = 0
            got = self.step[i].run(&code, &self.step[i], least)
            if code:
                least, status[0], node[0] = got, code, self.step[i].node
        return least

    cdef uint32_t end_block(self, size_t part, OutColumn *out, size_t number_count,
                            size_t text_count) noexcept nogil:
        cdef size_t i
        cdef uint32_t status = 0
        cdef OutColumn *column
        for i in range(number_count):
            pd_narrow(out[i].data, self.column[out[i].column].value, part, out[i].width, ROWS)
            out[i].data += part * out[i].width
        for i in range(number_count, number_count + text_count):
            column = &out[i]
            if not column.direct:
                pd_copy_text(&status, column.text, column.offset,
                             &self.column[column.column], part)
            column.offset += part
        return status
