# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# Places in the list of values are made by the evaluation that the list belongs to.
"""Cones of the interpreter: values into slots, native code, slots into values."""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact, PyFloat_FromDouble
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsLongLong, PyLong_AsUnsignedLongLong
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from polydat.engines._kernel cimport LoopKernel, Plan

from polydat.types import PortType, to_slot
from polydat.types.memory import to_memory

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object, Py_ssize_t *) except NULL

cdef enum:
    UNSIGNED
    FLOAT
    SIGNED
    TEXT
    SCALAR
    MEMORY

cdef uint32_t ABSENT = 0xFFFFFFFF


def code_of(type):
    """How a value of a type is written fastest."""
    if type is PortType.STR:
        return TEXT
    if type.is_reference:
        return MEMORY
    if type is PortType.F64:
        return FLOAT
    if type is PortType.BOOL:
        return UNSIGNED
    if not type.is_integer:
        return SCALAR
    return SIGNED if type.keyword.startswith("i") else UNSIGNED


cdef class ConeState(LoopKernel):
    """The slots of one cone in one kernel.

    Args:
        plan: a single step that runs all members.
        reads: for each input its place in the list of values, and its port there or -1.
        makes: place and number of outputs of each node whose result the cone gives.
        decisive: inputs without which the cone gives nothing at all.
        unfused: exception to raise where members have to be evaluated one by one.
    """

    cdef list reads
    cdef list makes
    cdef list codes
    cdef list types
    cdef object unfused
    cdef object decisive

    def __init__(self, Plan plan, reads, makes, decisive, unfused):
        LoopKernel.__init__(self, plan, 0)
        self.reads, self.makes = list(reads), list(makes)
        self.types = [d.type for d in plan.core.inputs]
        self.codes = [code_of(type) for type in self.types]
        self.decisive, self.unfused = frozenset(decisive), unfused

    def run(self, list values):
        """Evaluate the cone: the result of the first node, the others put into the list.

        Raises:
            unfused: a member has no value, or an input is `None` that not all need.
        """
        cdef Plan plan = self.code
        cdef Py_ssize_t i, count = len(self.reads)
        cdef uint32_t output = 0
        for i in range(count):
            at, port = <tuple>self.reads[i]
            value = values[<Py_ssize_t>at]
            if <int>port >= 0 and value is not None:
                value = value[port]
            if value is None:
                return self.absent(values, i)
            self.write_in(i, plan.input_slot[i], value)
        self.loop.state.status = 0
        plan.whole[0].run(self.loop.state.slot, &plan.whole[0], 0xFFFFFFFFFFFFFFFF,
                          &self.loop.state)
        if self.loop.state.status:
            self.loop.state.status = 0
            raise self.unfused
        first = None
        for i in range(len(self.makes)):
            at, ports = <tuple>self.makes[i]
            if <uint32_t>ports == 1:
                value = self.result(output)
            else:
                value = tuple([self.result(output + p) for p in range(<uint32_t>ports)])
                if value[0] is None:
                    value = None
            output += <uint32_t>ports
            if i == 0:
                first = value
            else:
                values[<Py_ssize_t>at] = value
        return first

    cdef object absent(self, list values, Py_ssize_t input):
        """What an input that is `None` makes of the cone: nothing, where all of it depends."""
        if input not in self.decisive:
            raise self.unfused
        for at, _ in self.makes:
            values[<Py_ssize_t>at] = None
        return None

    cdef int write_in(self, Py_ssize_t input, uint32_t slot, object value) except -1:
        cdef int code = <int>self.codes[input]
        cdef double number
        cdef Py_ssize_t size = 0
        cdef uint64_t *at = self.loop.state.slot + slot
        if code == UNSIGNED:
            at[0] = PyLong_AsUnsignedLongLong(value)
        elif code == FLOAT and PyFloat_CheckExact(value):
            number = PyFloat_AS_DOUBLE(value)
            memcpy(at, &number, 8)
        elif code == SIGNED:
            at[0] = <uint64_t>PyLong_AsLongLong(value)
        elif code == TEXT:  # the list of values keeps it alive while the cone runs
            at[0] = <uint64_t><uintptr_t>PyUnicode_AsUTF8AndSize(value, &size)
            at[1] = <uint64_t>size
        elif code == MEMORY:
            self.put_text(slot, to_memory(value, self.types[input]))
        else:
            at[0] = to_slot(value, self.types[input])
        return 0

    cdef object result(self, uint32_t output):
        """The value of an output, as the reference functions take it."""
        cdef Plan plan = self.code
        cdef uint32_t code = plan.output_code[output], companion
        cdef uint64_t *slot = self.loop.state.slot + plan.output_slot[output]
        cdef double number
        if plan.nullable:
            companion = plan.present[output]
            if companion != ABSENT and self.loop.state.slot[plan.output_slot[companion]] == 0:
                return None
        if code == 0:
            return slot[0]
        if code == 1:
            memcpy(&number, slot, 8)
            return PyFloat_FromDouble(number)
        if code == 2:
            return <int64_t>slot[0]
        if code == 3:
            return slot[0] != 0
        return self.read(plan.output_slot[output], plan.output_types[output])
