# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# The methods check counts, types and ranges once, at their heads; a plan's arrays are
# made by its constructor with the sizes that the loops rely on.
"""Plans and states of the compiled engines: the loops of `csrc/loop.h` over slots."""

from itertools import accumulate

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact, PyFloat_FromDouble
from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcmp, memcpy, memset

from polydat.engines import plan as planning
from polydat.engines.interpreter import check_coordinate, wrong_count
from polydat.engines.kernel import check_writable
from polydat.errors import EngineRefused, EvalError, KernelError, UsageError, WriteError
from polydat.nodes.failures import HOST_FAILED
from polydat.types import OBJECTS, from_slot, to_slot
from polydat.engines.host_forms import host_form, to_host
from polydat.types.host import check_value
from polydat.types.memory import from_memory, from_words, to_memory, to_words


cdef extern from "Python.h":
    # Without the check for an error that the declaration of cpython.long adds.
    uint64_t unsigned_of "PyLong_AsUnsignedLongLong"(object) noexcept


cdef dict STEPS = {}
cdef int _i
for _i in range(PD_STEP_COUNT):
    STEPS[(<bytes>pd_step_table[_i].name).decode()] = <uintptr_t>pd_step_table[_i].run


STEPS["host"] = <uintptr_t>&run_host


def step_addresses():
    """Address of the closure step of every node function, by name."""
    return STEPS


cdef uint32_t HOST_STATUS = HOST_FAILED.code
cdef uint32_t ABSENT = 0xFFFFFFFF  # an output that is always there has no companion


cdef void *allocate(size_t count, size_t size) except NULL:
    cdef void *memory = PyMem_Calloc(count if count else 1, size)
    if memory == NULL:
        raise MemoryError()
    return memory


cdef class Cone:
    """The parts that one output needs."""

    def __cinit__(self, parts):
        cdef Py_ssize_t i
        self.count = <uint32_t>len(parts)
        self.part = <pd_part *>allocate(self.count, sizeof(pd_part))
        for i, (need, step) in enumerate(parts):
            self.part[i].need = need
            self.part[i].step = step

    def __dealloc__(self):
        PyMem_Free(self.part)


cdef class Plan:
    """The steps of a program and what their loops read; never changes, shared.

    Args:
        core: the program.
        steps: `StepSpec`s in the order in which they run.
    """

    def __cinit__(self, core, steps):
        cdef Py_ssize_t i, count = len(steps)
        self.core = core
        self.steps = steps
        self.where = planning.places(steps)
        self.owned = []
        self.step_count = <uint32_t>count
        self.step = <pd_step *>allocate(count, sizeof(pd_step))
        self.whole = <pd_step *>allocate(count, sizeof(pd_step))
        self.wide = <pd_wide *>allocate(count, sizeof(pd_wide))
        for i in range(count):
            self.fill_step(i, steps[i])
        self.fill_dependents()
        self.fill_outputs()
        self.fill_inputs()
        self.slots = core.layout.size
        self.texts = len(core.layout.texts)
        self.fallible = planning.fallible(core)
        self.eager = all(step.host is None for step in steps)
        self.cones = [None] * len(core.outputs)
        self.room = 10_000 + 8 * count

    cdef fill_step(self, Py_ssize_t i, spec):
        cdef pd_step *step = &self.step[i]
        cdef Py_ssize_t j
        step.run = <pd_run><uintptr_t>spec.run
        step.out, step.text, step.node = spec.out, spec.text, spec.node
        step.wide = &self.wide[i]
        for j in range(min(4, len(spec.inputs))):
            step.in_[j] = spec.inputs[j]
        for j in range(min(2, len(spec.constants))):
            step.k[j] = spec.constants[j]
        self.wide[i].in_ = <const uint32_t *>self.own_u32(spec.inputs)
        self.wide[i].in_count = len(spec.inputs)
        self.wide[i].k = <const uint64_t *>self.own_u64(spec.constants)
        self.wide[i].k_count = len(spec.constants)
        self.wide[i].piece = self.own_pieces(spec.pieces)
        self.wide[i].piece_count = len(spec.pieces)
        self.wide[i].inner = <pd_run><uintptr_t>spec.inner
        self.wide[i].guard = spec.guard
        self.wide[i].out_count = spec.out_count
        self.wide[i].host = <void *>spec.host  # kept alive by the steps
        self.whole[i] = step[0]
        self.whole[i].run = <pd_run><uintptr_t>spec.whole

    cdef void *own(self, size_t count, size_t size) except NULL:
        """Zeroed memory that lives as long as the plan."""
        cdef bytes memory = bytes((count if count else 1) * size + 8)
        self.owned.append(memory)
        return <void *>((<uintptr_t>PyBytes_AS_STRING(memory) + 7) & ~<uintptr_t>7)

    cdef uint32_t *own_u32(self, values) except NULL:
        cdef uint32_t *array = <uint32_t *>self.own(len(values), sizeof(uint32_t))
        cdef Py_ssize_t i
        for i, value in enumerate(values):
            array[i] = value
        return array

    cdef uint64_t *own_u64(self, values) except NULL:
        cdef uint64_t *array = <uint64_t *>self.own(len(values), sizeof(uint64_t))
        cdef Py_ssize_t i
        for i, value in enumerate(values):
            array[i] = value
        return array

    cdef pd_part *own_parts(self, parts) except NULL:
        cdef pd_part *array = <pd_part *>self.own(len(parts), sizeof(pd_part))
        cdef Py_ssize_t i
        for i, (need, step) in enumerate(parts):
            array[i].need = need
            array[i].step = step
        return array

    cdef pd_piece *own_pieces(self, rows) except NULL:
        cdef pd_piece *array = <pd_piece *>self.own(len(rows), sizeof(pd_piece))
        cdef Py_ssize_t i
        for i, (kind, text, wire, form, precision, width, fill, base) in enumerate(rows):
            self.owned.append(text)
            array[i].text = <const uint8_t *>PyBytes_AS_STRING(text)
            array[i].size = PyBytes_GET_SIZE(text)
            array[i].wire, array[i].width, array[i].precision = wire, width, precision
            array[i].what, array[i].form, array[i].fill, array[i].base = kind, form, fill, base
        return array

    cdef fill_dependents(self):
        lists = planning.dependents(self.core, self.where)
        starts = [0, *accumulate(map(len, lists))]
        self.dependents = self.own_u32(starts)
        self.parts = self.own_parts([part for parts in lists for part in parts])

    cdef fill_outputs(self):
        outputs = self.core.outputs
        slots = [self.core.layout.slot(o.wire) for o in outputs]
        self.output_count = <uint32_t>len(outputs)
        self.round_input = ABSENT if self.core.round_input is None else self.core.round_input
        inputs = len(self.core.inputs) + (self.round_input != ABSENT)
        self.words = <uint32_t>max(1, (inputs + 63) // 64)
        self.output_slot = self.own_u32(slots)
        self.output_code = self.own_u32(
            [planning.DECODE.get(o.type, planning.DECODE_U64) for o in outputs]
        )
        self.nullable = bool(self.core.present)
        self.present = self.own_u32([self.core.present.get(n, ABSENT) for n in range(len(outputs))])
        self.provenance = self.own_u64(
            [mask >> (64 * w) & 0xFFFFFFFFFFFFFFFF
             for mask in planning.guard_masks(self.core, self.words) for w in range(self.words)]
        )
        self.output_numbers = self.core.output_numbers
        self.output_of_slot = {slot: n for n, slot in reversed(list(enumerate(slots)))}
        self.output_types = [o.type for o in outputs]
        self.host_forms = [host_form(o.type) for o in outputs]
        layout = self.core.layout
        typed = zip(layout.inputs, self.core.inputs)
        self.reference_slots = {s for s, d in typed if d.type.is_reference}
        made = {layout.slot(w) for w in layout.texts}
        self.pair_slots = {at for s in made | self.reference_slots for at in (s, s + 1)}

    cdef fill_inputs(self):
        inputs = self.core.inputs
        self.input_slot = self.own_u32(self.core.layout.inputs)
        self.input_code = self.own_u32(
            [planning.coordinate_code(d.type) for d in inputs]
        )
        self.coord_count = <uint32_t>len(self.core.coordinates)
        self.coord_input = self.own_u32(self.core.coordinates)
        self.companion_inputs = dict(self.core.given)
        self.image = planning.image(self.core)

    cdef Cone cone(self, uint32_t output):
        if self.cones[output] is None:
            nodes = self.core.dag.cone(self.core.outputs[output].wire.node)
            self.cones[output] = Cone(self.where.parts(nodes))
        return <Cone>self.cones[output]

    cdef Cone kept(self, uint32_t output):
        """The cone of an output while there is room for it, else `None`.

        All cones of a long chain whose links are outputs take memory with its square.
        """
        if self.cones[output] is None and self.room > 0:
            self.room -= self.cone(output).count
        return <Cone>self.cones[output]

    def __dealloc__(self):
        PyMem_Free(self.step)
        PyMem_Free(self.whole)
        PyMem_Free(self.wide)


cdef void run_host(uint64_t *slot, const pd_step *step, uint64_t need,
                   pd_state *state) noexcept with gil:
    """The step of a node that runs in Python."""
    cdef LoopKernel kernel = <LoopKernel>state.owner
    call = <object>step.wide.host
    try:
        values = [kernel.read(at, type) for at, type in call.wires]
        result = call.compute(values)
        results = result if len(call.outputs) > 1 else (result,)
        for value, (at, type, entry) in zip(results, call.outputs):
            kernel.write_result(value, at, type, entry)
    except BaseException as error:  # a C caller learns of it by the status
        kernel.raised = error
        state.status, state.failed = HOST_STATUS, step.node


cdef class LoopKernel:
    """One state of a plan, in one of the four provenance variants.

    Args:
        plan: the plan; kept alive.
        mode: 0 raw, 1 push, 2 pull, 3 both.
    """

    def __init__(self, Plan plan, int mode):
        if self.memory != NULL:
            raise UsageError("a kernel is made once")
        self.mode = mode
        self.push = mode & 1
        self.pulls = mode & 2
        one = plan.words == 1
        self.variant = &pd_variants[mode + (4 if plan.fallible else 0) + (8 if one else 0)]
        self.attach(plan)
        cdef pd_loop *loop = &self.loop
        loop.state.text = <pd_text *>allocate(plan.texts, sizeof(pd_text))
        self.text_count = plan.texts
        for i in range(plan.texts):
            pd_text_init(&loop.state.text[i])
        for i in range(plan.slots):
            loop.state.slot[i] = plan.image.bits[i]
        loop.state.owner = <void *>self
        self.texts, self.objects = {}, {}
        for slot, text in plan.image.texts:
            self.put_text(slot, text)
        for slot, value in plan.image.objects:
            self.put_object(slot, value)
        self.unset = sum(
            (<object>1) << i for i, d in enumerate(plan.core.inputs)
            if d.default is None and i not in plan.companion_inputs
        )
        self.any_unset = self.unset != 0
        self.invalidate()

    cdef int attach(self, Plan plan) except -1:
        """Take memory for a plan; slots that there are already keep their contents."""
        cdef uint32_t words = plan.words, outputs = plan.output_count
        cdef size_t cells = plan.slots + 1 + plan.step_count + words * (outputs + 1)
        cells += (outputs + 1) // 2  # a stamp is half a cell
        cdef uint64_t *memory = <uint64_t *>allocate(
            cells + 2 * plan.coord_count, sizeof(uint64_t))
        if self.memory != NULL:
            memcpy(memory, self.memory, plan.slots * sizeof(uint64_t))
            PyMem_Free(self.memory)
        self.memory = memory
        self.code = plan
        cdef pd_loop *loop = &self.loop
        loop.step, loop.whole, loop.step_count = plan.step, plan.whole, plan.step_count
        loop.words, loop.output_count, loop.fallible = words, outputs, plan.fallible
        loop.dependents, loop.parts, loop.provenance = plan.dependents, plan.parts, plan.provenance
        loop.state.slot = memory
        loop.stale = memory + plan.slots + 1
        loop.changed = loop.stale + plan.step_count
        loop.pending = loop.changed + words
        loop.stamp = <uint32_t *>(loop.pending + <size_t>words * outputs)
        loop.any_changed = 0
        loop.round, loop.served = 1, 0
        loop.eager = plan.eager
        self.given = memory + cells
        return 0

    def swap(self, Plan plan):
        """Go on with other steps for the same graph: inputs stay, the rest is computed again.

        Raises:
            UsageError: the plan is of another graph.
        """
        self.check_free()
        if plan.core is not self.code.core:
            raise UsageError("a kernel can only take another plan of its own graph")
        self.attach(plan)
        self.invalidate()

    def __dealloc__(self):
        cdef size_t i
        # The count is the kernel's own: garbage collection may have taken the plan already.
        if self.loop.state.text != NULL:
            for i in range(self.text_count):
                pd_text_free(&self.loop.state.text[i])
            PyMem_Free(self.loop.state.text)
        PyMem_Free(self.memory)

    cdef put_text(self, uint32_t slot, bytes text):
        """Make a pair of slots name bytes that the kernel keeps."""
        self.texts[slot] = text
        self.loop.state.slot[slot] = <uint64_t><uintptr_t>PyBytes_AS_STRING(text)
        self.loop.state.slot[slot + 1] = <uint64_t>PyBytes_GET_SIZE(text)

    cdef put_object(self, uint32_t slot, value):
        """Make a pair of slots name an object that the kernel keeps."""
        self.objects[slot] = value
        self.loop.state.slot[slot] = <uint64_t><uintptr_t><void *>value
        self.loop.state.slot[slot + 1] = 1

    cdef object read(self, uint32_t slot, object type):
        """The value of a slot, as the reference functions take it."""
        cdef uint64_t *at = self.loop.state.slot + slot
        if type in OBJECTS:
            return self.objects.get(slot)
        if type.is_reference:
            data = b""
            if at[1]:
                data = PyBytes_FromStringAndSize(<const char *><uintptr_t>at[0], at[1])
            return from_memory(data, type)
        return from_words(at[0], at[1], type) if type.is_wide else from_slot(at[0], type)

    cdef int write_result(self, object value, uint32_t slot, object type, uint32_t entry) except -1:
        """Put what a reference function gave into its slots."""
        cdef pd_text *text
        cdef pd_str content
        cdef uint32_t status = 0
        if type in OBJECTS:
            self.put_object(slot, value)
        elif type.is_reference:
            data = to_memory(value, type)
            content.data, content.size = <const uint8_t *>data, <uint64_t>len(data)
            text = &self.loop.state.text[entry]
            text.size = 0
            if not pd_append_str(&status, text, content):
                raise MemoryError()
            self.loop.state.slot[slot] = <uint64_t><uintptr_t>text.data
            self.loop.state.slot[slot + 1] = text.size
        else:
            for at, bits in enumerate(to_words(value, type), slot):
                self.loop.state.slot[<size_t>at] = bits
        return 0

    cdef void invalidate(self) noexcept:
        memset(self.loop.stale, 0xFF, self.loop.step_count * sizeof(uint64_t))
        memset(self.loop.pending, 0xFF,
               <size_t>self.loop.output_count * self.loop.words * sizeof(uint64_t))
        self.fresh = False

    def invalidate_all(self):
        """Forget everything computed."""
        self.check_free()
        self.invalidate()

    cdef int check_free(self) except -1:
        if self.busy:
            raise KernelError("this kernel is in use by another thread: give each thread its own")
        return 0

    # ---- writing -------------------------------------------------------------------

    def set_inputs(self, coords):
        """Write all coordinates, in order, and begin a round.

        Raises:
            WriteError: wrong count, type or range; nothing is changed.
        """
        self.check_free()
        self.write_coords(coords)

    cdef int write_coords(self, coords) except -1:
        cdef Plan plan = self.code
        cdef uint32_t i, input
        cdef uint64_t *given = self.given
        if len(coords) != plan.coord_count:
            raise wrong_count(plan.core, len(coords))
        for i in range(plan.coord_count):
            given[i] = self.bits_of(coords[i], plan.coord_input[i], &given[plan.coord_count + i])
        for i in range(plan.coord_count):
            input = plan.coord_input[i]
            if plan.input_code[input] == 4:
                self.assign(input, check_value("", coords[i], plan.core.inputs[input].type))
                continue
            self.variant.write(&self.loop, input, plan.input_slot[input], given[i])
            if plan.input_code[input] == 3:
                self.variant.write(&self.loop, input, plan.input_slot[input] + 1,
                                   given[plan.coord_count + i])
        if plan.round_input != ABSENT:
            self.variant.touch(&self.loop, plan.round_input)
        if not self.push:
            # Raw copies without a look; Pull saw a change exactly where a mask says so.
            if not self.pulls or self.loop.any_changed:
                self.fresh = True
        return 0

    cdef uint64_t bits_of(self, value, uint32_t input, uint64_t *high) except? 0xFFFFFFFFFFFFFFFF:
        cdef uint32_t code = self.code.input_code[input]
        cdef double number
        cdef uint64_t bits
        if code == 0 and PyLong_CheckExact(value):
            bits = unsigned_of(value)
            if bits != 0xFFFFFFFFFFFFFFFF or PyErr_Occurred() == NULL:
                return bits
            PyErr_Clear()  # the check below words the range
        elif code == 1 and PyFloat_CheckExact(value):
            number = PyFloat_AS_DOUBLE(value)
            memcpy(&bits, &number, 8)
            return bits
        definition = self.code.core.inputs[input]
        typed = check_coordinate(definition.name, value, definition.type)
        if code == 4:
            return 0
        if code == 3:
            words = to_words(typed, definition.type)
            high[0] = words[1]
            return words[0]
        return to_slot(typed, definition.type)

    def set_input_at(self, index, value):
        """Write an extern by number; `None` makes it unset.

        Raises:
            WriteError: a coordinate, wrong type or range; nothing is changed.
        """
        self.check_free()
        cdef Plan plan = self.code
        if not 0 <= index < len(plan.core.source.inputs):
            raise WriteError(f"no input number {index}", "unknown")
        check_writable(plan.core.inputs[index])
        self.write_at(index, value)

    def write_at(self, index, value):
        """Write any input but a coordinate by number, a const slot too."""
        cdef Plan plan = self.code
        definition = plan.core.inputs[index]
        self.assign(index, check_value(definition.name, value, definition.type))

    cdef int assign(self, uint32_t index, typed) except -1:
        """Write the engine's value of an input."""
        cdef Plan plan = self.code
        definition = plan.core.inputs[index]
        cdef uint32_t slot = plan.input_slot[index]
        bit = (<object>1) << index  # of a Python number: there may be more inputs than 64
        was_unset = self.is_unset(index)
        companion = plan.companion_inputs.get(index)
        if companion is not None:
            self.assign(companion, typed is not None)
        if typed is None:
            if companion is None:
                self.unset |= bit
            same = was_unset
        else:
            self.unset &= ~bit
            if definition.type in OBJECTS:
                same = not was_unset and self.objects.get(slot) is typed
                self.put_object(slot, typed)
            elif slot in plan.reference_slots:
                text = to_memory(typed, definition.type)
                same = not was_unset and self.texts.get(slot) == text
                self.put_text(slot, text)
            else:
                same = not was_unset
                for at, bits in enumerate(to_words(typed, definition.type), slot):
                    same = same and self.loop.state.slot[<size_t>at] == bits
                    self.loop.state.slot[<size_t>at] = bits
        self.any_unset = self.unset != 0
        if not same or not (self.push or self.pulls):
            self.variant.touch(&self.loop, index)
            if not self.push:
                self.fresh = True

    cdef bint is_unset(self, index) except -1:
        """Whether an input has no value."""
        companion = self.code.companion_inputs.get(index)
        if companion is None:
            return self.unset >> index & 1
        return not self.loop.state.slot[self.code.input_slot[<size_t>companion]]

    def input_value_at(self, index):
        """Present value of an input."""
        cdef Plan plan = self.code
        definition = plan.core.inputs[index]
        if self.is_unset(index):
            return None
        slot = plan.input_slot[index]
        if definition.type in OBJECTS:
            return self.objects[slot]
        if slot in plan.reference_slots:
            return to_host(from_memory(self.texts[slot], definition.type), definition.type)
        if definition.type.width == 2:
            words = self.loop.state.slot[slot], self.loop.state.slot[slot + 1]
            return from_words(*words, definition.type)
        return from_slot(self.loop.state.slot[slot], definition.type)

    # ---- reading -------------------------------------------------------------------

    def pull(self, name):
        """Value of an output, of which only the cone is evaluated, once a round.

        Raises:
            UsageError: no output of this name.
            EvalError: a node has no value for its inputs.
        """
        index = self.code.output_numbers.get(name)
        if index is None:
            index = self.output_index(name)
        return self.value_of(index)

    def __getitem__(self, name):
        return self.pull(name)

    def pull_at(self, index):
        """Value of an output by number; see `pull`."""
        if not 0 <= index < self.code.output_count:
            raise UsageError(f"no output number {index}")
        return self.value_of(index)

    cdef object value_of(self, uint32_t output):
        self.check_free()
        if self.any_unset and self.unset & self.code.core.output_masks[output]:
            return None
        self.refresh(output)
        if self.code.nullable and self.is_absent(output):
            return None
        return self.decode(output)

    cdef Cone stale_cone(self, uint32_t output):
        """The part of a cone that has to run, found by walking past nothing that is up to date."""
        where, reads = self.code.where, self.code.core.evaluation.reads
        node = self.code.core.outputs[output].wire.node
        found = {node}
        pending = [node]
        while pending:
            for source in reads[pending.pop()]:
                step = where.step.get(source)
                if step is None or source in found:
                    continue
                if self.loop.stale[<size_t>step] & <uint64_t>where.bit[source]:
                    found.add(source)
                    pending.append(source)
        return Cone(where.parts(found))

    cdef bint is_absent(self, uint32_t output) except *:
        """Whether an output that was just refreshed is `None`."""
        cdef uint32_t companion = self.code.present[output]
        if companion == ABSENT:
            return False
        self.refresh(companion)
        return self.loop.state.slot[self.code.output_slot[companion]] == 0

    cdef int refresh(self, uint32_t output) except -1:
        """Bring the slots of an output up to date, whatever the variant."""
        cdef Cone cone
        if self.pulls and not pd_is_dirty(&self.loop, output, 0):
            return 0
        if self.fresh:
            memset(self.loop.stale, 0xFF, self.loop.step_count * sizeof(uint64_t))
            self.fresh = False
        cone = self.code.cones[output]
        if cone is None:
            cone = self.code.kept(output)
            if cone is None:
                cone = self.stale_cone(output)
        self.busy = True  # a step in Python lets other threads run
        pd_pull_stale(&self.loop, cone.part, cone.count)
        self.busy = False
        if self.loop.state.status:
            raise self.failed((output,))
        if self.pulls:
            pd_settle(&self.loop, output, 0)
        return 0

    cdef object decode(self, uint32_t output):
        cdef uint32_t code = self.code.output_code[output]
        cdef uint64_t *slot = self.loop.state.slot + self.code.output_slot[output]
        cdef double number
        if code == 0:
            return slot[0]
        if code == 1:
            memcpy(&number, slot, 8)
            return PyFloat_FromDouble(number)
        if code == 2:
            return <int64_t>slot[0]
        if code == 3:
            return slot[0] != 0
        if code == 4:
            return from_slot(slot[0], self.code.output_types[output])
        if code == 6:
            return from_words(slot[0], slot[1], self.code.output_types[output])
        if code == 8:
            return self.objects[self.code.output_slot[output]]
        if slot[1] == 0:
            data = b""
        elif code == 5:
            return PyUnicode_DecodeUTF8(
                <const char *><uintptr_t>slot[0], <Py_ssize_t>slot[1], NULL)
        else:
            data = PyBytes_FromStringAndSize(<const char *><uintptr_t>slot[0], slot[1])
        value = from_memory(data, self.code.output_types[output])
        form = self.code.host_forms[output]
        return value if form is None else form(value)

    cdef object failed(self, outputs):
        """The exception for what failed while `outputs` were evaluated; nothing is kept."""
        from polydat.engines.replay import find_failure

        status, node = self.loop.state.status, self.loop.state.failed
        self.loop.state.status = 0
        raised, self.raised = self.raised, None
        if raised is not None and not isinstance(raised, EvalError):
            self.invalidate()
            return raised
        self.invalidate()
        core = self.code.core
        inputs = [self.input_value_at(i) for i in range(len(core.source.inputs))]
        companions = {companion: number for number, companion in core.present.items()}
        asked = [companions.get(number, number) for number in outputs]
        return find_failure(core, inputs, asked, status, node)

    def eval(self):
        """Evaluate every output.

        Raises:
            EvalError: a node has no value for its inputs.
        """
        cdef uint32_t output
        self.check_free()
        if self.any_unset or self.push:
            for output in range(self.code.output_count):
                if not self.unset & self.code.core.output_masks[output]:
                    self.refresh(output)
            return
        self.busy = True
        self.variant.all(&self.loop)
        self.busy = False
        if self.loop.state.status:
            raise self.failed(range(self.code.output_count))
        self.settle_all()

    cdef void settle_all(self) noexcept:
        memset(self.loop.stale, 0, self.loop.step_count * sizeof(uint64_t))
        memset(self.loop.changed, 0, self.loop.words * sizeof(uint64_t))
        memset(self.loop.pending, 0,
               <size_t>self.loop.output_count * self.loop.words * sizeof(uint64_t))
        self.loop.any_changed = 0
        self.fresh = False

    @property
    def state_bytes(self):
        """Bytes of slots, masks and scratch that this kernel has to itself, texts included."""
        cdef Plan plan = self.code
        cdef size_t i, cells = plan.slots + 1 + plan.step_count
        cells += plan.words * (plan.output_count + 1) + (plan.output_count + 1) // 2
        cells += 2 * plan.coord_count
        cdef size_t total = sizeof(pd_loop) + cells * sizeof(uint64_t)
        for i in range(self.text_count):
            total += sizeof(pd_text) + self.loop.state.text[i].capacity
        return total

    # ---- slots ---------------------------------------------------------------------

    def resolve_output(self, name):
        """First slot of an output.

        Raises:
            UsageError: no output of this name.
        """
        return self.code.output_slot[self.output_index(name)]

    cdef int check_slot(self, slot) except -1:
        if not 0 <= slot < self.code.slots:
            raise UsageError(f"slot {slot} is not one of the {self.code.slots} of this program")
        if slot in self.code.pair_slots:
            raise EngineRefused(
                f"slot {slot} is half of an address and a length: read it with get_value"
            )
        return 0

    def get_slot(self, slot):
        """Raw bits of a slot as they stand.

        Raises:
            EngineRefused: the slot belongs to a text.
        """
        self.check_slot(slot)
        return self.loop.state.slot[<size_t>slot]

    def get(self, name):
        """Raw bits of an output as they stand."""
        return self.get_slot(self.resolve_output(name))

    def get_value(self, name):
        """Value of an output as it stands, decoded."""
        output = self.output_index(name)
        cdef uint32_t companion = self.code.present[<size_t>output]
        if self.unset & self.code.core.output_masks[output]:
            return None
        if companion != ABSENT and not self.loop.state.slot[self.code.output_slot[companion]]:
            return None
        return self.decode(output)

    def eval_for_slot(self, coords, slot):
        """Write the coordinates, run what the variant says, and give the slot's bits.

        Raises:
            EngineRefused: the slot belongs to a text, or its output is `None`.
            EvalError: a node has no value for its inputs.
        """
        cdef Cone cone
        self.check_free()
        self.check_slot(slot)
        number = self.code.output_of_slot.get(slot)
        if number is None:
            raise UsageError(f"slot {slot} is no output: ask resolve_output for one")
        if self.any_unset and self.unset & self.code.core.output_masks[number]:
            raise EngineRefused("the output depends on an extern that is not set: it is None")
        self.write_coords(coords)
        cone = self.code.cone(number)
        self.busy = True
        self.variant.eval(&self.loop, number, cone.part, cone.count)
        self.busy = False
        if self.loop.state.status:
            raise self.failed((number,) if self.pulls else range(self.code.output_count))
        if self.code.nullable and self.is_absent(number):
            raise EngineRefused("the output is None, which no slot holds: read it with pull")
        return self.loop.state.slot[<size_t>slot]

    def eval_at(self, coords):
        """Write the coordinates and run every step."""
        self.check_free()
        self.write_coords(coords)
        self.eval()

    def eval_range(self, uint64_t start, uint64_t[:, ::1] out):
        """Evaluate consecutive values of the varying coordinate, by the scalar loop.

        The kernel's coordinate is left at its last value.

        Args:
            start: the first value; later ones wrap modulo 2**64.
            out: raw slots, to be viewed as f64 where the output is one.

        Shape:
            out: `(outputs, n)`, C order.

        Raises:
            UsageError: another number of rows than outputs, or no coordinate of one slot.
            EngineRefused: an output is a text, or is `None`.
            EvalError: a node failed; columns before that row are written.
        """
        cdef Py_ssize_t j, n = out.shape[1]
        cdef Plan plan = self.code
        cdef uint32_t width = plan.output_count
        cdef size_t done = 0
        self.check_free()
        self.check_scan()
        if out.shape[0] != width:
            raise UsageError(f"out has {out.shape[0]} rows for {width} outputs")
        if n == 0 or width == 0:
            return
        cdef uint32_t number = plan.core.varying()
        cdef list cones = [plan.cone(j) for j in range(width)]
        cdef uint32_t *numbers = plan.own_u32(range(width)) if plan.row_numbers == NULL else NULL
        if numbers != NULL:
            plan.row_numbers = numbers
        cdef uint64_t **rows = <uint64_t **>allocate(width, sizeof(uint64_t *))
        cdef const pd_part **parts = <const pd_part **>allocate(width, sizeof(pd_part *))
        cdef uint32_t *counts = <uint32_t *>allocate(width, sizeof(uint32_t))
        for j in range(width):
            rows[j] = &out[j, 0]
            parts[j] = (<Cone>cones[j]).part
            counts[j] = (<Cone>cones[j]).count
        self.busy = True
        try:
            with nogil:
                done = self.variant.scan(
                    &self.loop, number, plan.input_slot[number], start, n, rows,
                    plan.output_slot, plan.row_numbers, parts, counts, width)
        finally:
            self.busy = False
            PyMem_Free(rows)
            PyMem_Free(parts)
            PyMem_Free(counts)
        if not self.push:
            self.fresh = True
        if self.loop.state.status:
            raise self.failed(range(self.code.output_count))

    cdef int check_scan(self) except -1:
        core = self.code.core
        for number in core.present:
            raise EngineRefused(f"output '{core.outputs[number].name}' may be None: use a batch")
        texts = [o.name for o in core.outputs if o.type.width > 1]
        if texts:
            raise EngineRefused(f"output '{texts[0]}' does not fit one slot: use a batch")
        missing = [o.name for o, m in zip(core.outputs, core.output_masks) if self.unset & m]
        if missing:
            raise EngineRefused(f"output '{missing[0]}' depends on an extern that is not set")
        return 0
