# cython: language_level=3, freethreading_compatible=True
"""Batches by the Arrow C data and stream interfaces, without pyarrow.

Source: the Arrow C data interface and the Arrow PyCapsule interface, as published by the
Apache Arrow project.  Memory is shared: an exported array keeps the columns alive.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int64_t
from libc.string cimport memset

cdef int64_t NULLABLE = 2
cdef int EIO = 5


cdef void *allocate(size_t count, size_t size) except NULL:
    cdef void *memory = PyMem_RawCalloc(count if count else 1, size)
    if memory == NULL:
        raise MemoryError()
    return memory


# ---- schema ------------------------------------------------------------------------

cdef void release_schema(ArrowSchema *schema) noexcept with gil:
    cdef int64_t i
    for i in range(schema.n_children):
        if schema.children[i].release != NULL:
            schema.children[i].release(schema.children[i])
        PyMem_RawFree(schema.children[i])
    PyMem_RawFree(schema.children)
    Py_DECREF(<object>schema.private_data)
    schema.release = NULL


cdef int fill_schema(ArrowSchema *schema, field) except -1:
    """Fill a schema from a `Field`."""
    cdef int64_t i
    name, format, nullable, metadata, children = field
    texts = [name.encode(), format.encode(), metadata]
    memset(schema, 0, sizeof(ArrowSchema))
    schema.children = <ArrowSchema **>allocate(len(children), sizeof(ArrowSchema *))
    schema.name, schema.format = texts[0], texts[1]
    if metadata is not None:
        schema.metadata = <const char *><bytes>metadata
    schema.flags = NULLABLE if nullable else 0
    for child in children:
        i = schema.n_children
        schema.children[i] = <ArrowSchema *>allocate(1, sizeof(ArrowSchema))
        schema.n_children += 1
        fill_schema(schema.children[i], child)
    Py_INCREF(texts)
    schema.private_data = <void *>texts
    schema.release = release_schema
    return 0


cdef void free_schema(object capsule) noexcept:
    cdef ArrowSchema *schema = <ArrowSchema *>PyCapsule_GetPointer(capsule, "arrow_schema")
    if schema.release != NULL:
        schema.release(schema)
    PyMem_RawFree(schema)


def schema_capsule(fields):
    """A capsule `arrow_schema` of a struct with these `Field`s."""
    cdef ArrowSchema *schema = <ArrowSchema *>allocate(1, sizeof(ArrowSchema))
    fill_schema(schema, ("", "+s", False, None, fields))
    return PyCapsule_New(schema, "arrow_schema", free_schema)


# ---- array -------------------------------------------------------------------------

cdef class Buffers:
    """Views of the buffers of one array, held until it is released."""

    cdef Py_buffer *views
    cdef bint *taken
    cdef Py_ssize_t count

    def __cinit__(self, buffers):
        self.views = <Py_buffer *>allocate(len(buffers), sizeof(Py_buffer))
        self.taken = <bint *>allocate(len(buffers), sizeof(bint))
        for buffer in buffers:
            if buffer is not None:
                PyObject_GetBuffer(buffer, &self.views[self.count], PyBUF_SIMPLE)
                self.taken[self.count] = True
            self.count += 1

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.count):
            if self.taken[i]:
                PyBuffer_Release(&self.views[i])
        PyMem_RawFree(self.views)
        PyMem_RawFree(self.taken)


cdef void release_array(ArrowArray *array) noexcept with gil:
    cdef int64_t i
    for i in range(array.n_children):
        if array.children[i].release != NULL:
            array.children[i].release(array.children[i])
        PyMem_RawFree(array.children[i])
    PyMem_RawFree(array.children)
    PyMem_RawFree(array.buffers)
    Py_DECREF(<object>array.private_data)
    array.release = NULL


cdef int fill_array(ArrowArray *array, column) except -1:
    """Fill an array from a `Held`."""
    cdef int64_t i
    length, nulls, buffers, children = column
    cdef Buffers held = Buffers(buffers)
    memset(array, 0, sizeof(ArrowArray))
    array.length, array.null_count = length, nulls
    array.n_buffers = len(buffers)
    array.buffers = <const void **>allocate(len(buffers), sizeof(void *))
    for i in range(array.n_buffers):
        array.buffers[i] = held.views[i].buf
    array.children = <ArrowArray **>allocate(len(children), sizeof(ArrowArray *))
    for child in children:
        i = array.n_children
        array.children[i] = <ArrowArray *>allocate(1, sizeof(ArrowArray))
        array.n_children += 1
        fill_array(array.children[i], child)
    Py_INCREF(held)
    array.private_data = <void *>held
    array.release = release_array
    return 0


cdef void free_array(object capsule) noexcept:
    cdef ArrowArray *array = <ArrowArray *>PyCapsule_GetPointer(capsule, "arrow_array")
    if array.release != NULL:
        array.release(array)
    PyMem_RawFree(array)


def array_capsule(rows, columns):
    """A capsule `arrow_array` of a struct of columns, a `Held` each."""
    cdef ArrowArray *array = <ArrowArray *>allocate(1, sizeof(ArrowArray))
    fill_array(array, (rows, 0, [None], columns))
    return PyCapsule_New(array, "arrow_array", free_array)


# ---- stream ------------------------------------------------------------------------

cdef class Source:
    """What a stream reads: fields, and batches as rows and columns."""

    cdef object fields
    cdef object batches
    cdef bytes error

    def __init__(self, fields, batches):
        self.fields, self.batches, self.error = fields, batches, b""


cdef int stream_schema(ArrowArrayStream *stream, ArrowSchema *out) noexcept with gil:
    cdef Source source = <Source>stream.private_data
    try:
        fill_schema(out, ("", "+s", False, None, source.fields))
        return 0
    except BaseException as error:
        source.error = str(error).encode()
        return EIO


cdef int stream_next(ArrowArrayStream *stream, ArrowArray *out) noexcept with gil:
    cdef Source source = <Source>stream.private_data
    try:
        found = next(source.batches, None)
        if found is None:
            memset(out, 0, sizeof(ArrowArray))
            return 0
        fill_array(out, (found[0], 0, [None], found[1]))
        return 0
    except BaseException as error:  # a C caller learns of it by a number and a text
        source.error = f"{type(error).__name__}: {error}".encode()
        return EIO


cdef const char *stream_error(ArrowArrayStream *stream) noexcept with gil:
    cdef Source source = <Source>stream.private_data
    return <const char *>source.error


cdef void release_stream(ArrowArrayStream *stream) noexcept with gil:
    Py_DECREF(<object>stream.private_data)
    stream.release = NULL


cdef void free_stream(object capsule) noexcept:
    cdef ArrowArrayStream *stream = <ArrowArrayStream *>PyCapsule_GetPointer(
        capsule, "arrow_array_stream")
    if stream.release != NULL:
        stream.release(stream)
    PyMem_RawFree(stream)


def stream_capsule(fields, batches):
    """A capsule `arrow_array_stream`.

    Args:
        fields: a `Field` a column.
        batches: an iterator of pairs of rows and columns, as `array_capsule` takes them.
    """
    cdef ArrowArrayStream *stream = <ArrowArrayStream *>allocate(1, sizeof(ArrowArrayStream))
    source = Source(fields, batches)
    Py_INCREF(source)
    stream.private_data = <void *>source
    stream.get_schema, stream.get_next = stream_schema, stream_next
    stream.get_last_error, stream.release = stream_error, release_stream
    return PyCapsule_New(stream, "arrow_array_stream", free_stream)
