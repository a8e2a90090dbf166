# cython: language_level=3, freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
# Places in the list of values are made by the evaluation that the list belongs to.
"""The loops of the interpreter: values in a list, reference functions called one by one.

What a node means is Python; what stands here only walks from one to the next.
"""

from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport uint64_t

from polydat.errors import EvalError, KernelError, UsageError

cdef extern from "Python.h":
    # Without the check for an error that the declaration of cpython.long adds.
    uint64_t unsigned_of "PyLong_AsUnsignedLongLong"(object) noexcept

cdef uint64_t MOST = 0xFFFFFFFFFFFFFFFF


class Unfused(Exception):
    """A cone gives no values here: its members have to be evaluated one by one."""


MISSING = object()  # what a node has that was not evaluated in this round
cdef object missing = MISSING

cdef enum:
    WHOLE  # the function takes the list of values
    ONE
    ONE_CONSTANT
    ONE_MORE
    ONE_OR_NONE
    TWO
    TWO_MORE


cdef class Call:
    """The evaluation of one node.

    Args:
        at: place of the result in the list of values.
        function: takes the values at `wires`, then the constants; of the list of values
            where `wires` is `None`.
        wires: one or two places.
        accepts_none: whether the function is called for `None`; else that is the result.
    """

    cdef readonly Py_ssize_t at
    cdef int shape
    cdef object function
    cdef Py_ssize_t first
    cdef Py_ssize_t second
    cdef object constant
    cdef tuple constants

    def __init__(self, at, function, wires=None, constants=(), accepts_none=False):
        self.at, self.function, self.constants = at, function, tuple(constants)
        if wires is None:
            self.shape = WHOLE
            return
        self.first, self.second = wires[0], wires[len(wires) - 1]
        if len(wires) == 2:
            self.shape = TWO_MORE if constants else TWO
        elif accepts_none:
            self.shape = ONE_OR_NONE
        elif len(constants) == 1:
            self.shape, self.constant = ONE_CONSTANT, constants[0]
        else:
            self.shape = ONE_MORE if constants else ONE

    def __call__(self, list values):
        return self.compute(values)

    cdef object compute(self, list values):
        cdef int shape = self.shape
        if shape == WHOLE:
            return self.function(values)
        x = values[self.first]
        if shape == ONE_OR_NONE:
            return self.function(x, *self.constants)
        if x is None:
            return None
        if shape == ONE_CONSTANT:
            return self.function(x, self.constant)
        if shape == ONE:
            return self.function(x)
        if shape == ONE_MORE:
            return self.function(x, *self.constants)
        y = values[self.second]
        if y is None:
            return None
        if shape == TWO:
            return self.function(x, y)
        return self.function(x, y, *self.constants)


cdef class ValueState:
    """Values of inputs and nodes, and what was evaluated so far.

    A subclass sets the fields and words the errors.
    """

    cdef public list _values
    cdef public bint _apart  # whether members of cones have been evaluated one by one
    cdef public object _plain
    cdef public object _evaluation
    cdef public dict _output_numbers
    cdef public list _targets  # of each output: place, node, and port or -1
    cdef public list _forms
    cdef public tuple _coordinates
    cdef public list _highest  # of each coordinate: the largest value, -1 where it is signed
    cdef public list _bits
    cdef public object _round  # bit of what every round changes, 0 where nothing does so
    cdef bint busy

    cpdef int check_free(self) except -1:
        """Refuse a second thread while a first one is inside.

        Raises:
            KernelError: there is one.
        """
        if self.busy:
            raise KernelError("this kernel is in use by another thread: give each thread its own")
        return 0

    def set_inputs(self, coords):
        """Write all coordinates, in order, and begin a round.

        Raises:
            WriteError: wrong count, type or range; nothing is changed.
        """
        cdef Py_ssize_t i, count = len(self._coordinates)
        cdef list checked
        self.check_free()
        if len(coords) != count:
            raise self.wrong_count(len(coords))
        checked = [None] * count
        for i in range(count):
            value = coords[i]
            if not (PyLong_CheckExact(value) and fits(value, self._highest[i])):
                value = self.checked(self._coordinates[i], value)
            checked[i] = value
        changed = self._round
        for i in range(count):
            if self.assign(self._coordinates[i], checked[i]):
                changed |= self._bits[i]
        if changed:
            self.forget(changed)

    cpdef bint assign(self, Py_ssize_t index, value) except *:
        """Write an input; whether it had another value."""
        old = self._values[index]
        self._values[index] = value
        if old is value:
            return False
        if PyLong_CheckExact(old) and PyLong_CheckExact(value):
            return old != value
        return not self.same(old, value)

    cpdef forget(self, changed):
        """Forget what depends on any input of a mask."""
        cdef list values = self._values
        if self._apart:
            self.invalidate_all()
            return
        found = self._evaluation.known_dependents.get(changed)
        if found is None:
            found = self._evaluation.dependents(changed)
        for at in <tuple>found:
            values[<Py_ssize_t>at] = missing

    def invalidate_all(self):
        """Forget everything computed."""
        cdef Py_ssize_t i
        self.check_free()
        for i in range(self._evaluation.first, len(self._values)):
            self._values[i] = missing
        self._apart = False

    def pull(self, name):
        """Value of an output, of which only the cone is evaluated, once a round.

        Raises:
            UsageError: no output of this name.
            EvalError: a node has no value for its inputs.
        """
        index = self._output_numbers.get(name)
        return self.pull_at(self.output_index(name) if index is None else index)

    def __getitem__(self, name):
        return self.pull(name)

    cpdef pull_at(self, Py_ssize_t index):
        """Value of an output by number; see `pull`."""
        if not 0 <= index < len(self._targets):
            raise UsageError(f"no output number {index}")
        at, node, port = <tuple>self._targets[index]
        value = self._values[<Py_ssize_t>at]
        if value is missing:
            self.check_free()
            self.busy = True
            try:
                self.compute(node)
            finally:
                self.busy = False
            value = self._values[<Py_ssize_t>at]
        if value is None:
            return None
        if <int>port >= 0:
            value = value[port]
        form = self._forms[index]
        return value if form is None or value is None else form(value)

    cdef int compute(self, node) except -1:
        """Evaluate what a node needs and has no value yet, the node itself last."""
        cdef list values = self._values
        cdef Call call = None
        evaluation = self._plain if self._apart else self._evaluation
        found = evaluation.known_cones.get(node)
        if found is None:
            found = evaluation.cone(node, values)
        try:
            for call in <tuple>found:
                if values[call.at] is missing:
                    values[call.at] = call.compute(values)
        except EvalError as error:
            raise self.failure(call.at - evaluation.first, error) from None
        except Unfused:
            self._apart = True
            self.compute(node)
        return 0


cdef inline bint fits(object value, object highest) noexcept:
    """Whether an int is an unsigned number up to the largest one; `None` fits nothing."""
    if highest is None:
        return False
    cdef uint64_t number = unsigned_of(value)
    if number == MOST and PyErr_Occurred() != NULL:
        PyErr_Clear()
        return False
    return number <= unsigned_of(highest)
