"""Rows for coordinates of any order: one array an input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from polydat.batch.filling import Filling
from polydat.batch.frame import DTYPES, Batch
from polydat.batch.ranges import check_threads, output_numbers, write_inputs
from polydat.batch.rows import Rows
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.engines.core import ProgramCore
from polydat.errors import UsageError, WriteError
from polydat.types import U64_MAX, PortType, from_slot, integer_range


def evaluate(
    core: ProgramCore,
    engine: Engine,
    columns: Mapping[str, Any],
    outputs: Sequence[str] | None,
    inputs: Mapping[str, Any] | None,
    threads: int,
    out: Batch | None = None,
) -> Batch:
    """One row for each element of the arrays.

    Args:
        columns: one-dimensional arrays of equal length, by the names of inputs.
        inputs: values of the other inputs; their defaults by default.
        out: a batch of the same program, outputs and number of rows, to be filled again.

    Raises:
        UsageError: no arrays, of unequal lengths, or for an input of type str.
        WriteError: an unknown input, or elements outside its type.
        EvalError: a node has no value in some row, the first of which is named.
    """
    state = CompiledKernel(core, Engine.closures(Provenance.PUSH))
    given: dict[int, np.ndarray[Any, Any]] = {}
    for name, column in columns.items():
        index = state.input_index(name)
        given[index] = slots_of(name, column, core.inputs[index].type)
    lengths = {len(array) for array in given.values()}
    if len(lengths) != 1:
        what = "no arrays" if not lengths else f"arrays of {sorted(lengths)} elements"
        raise UsageError(f"map takes arrays of one length, got {what}")
    others = {name: value for name, value in (inputs or {}).items() if name not in columns}
    if len(others) < len(inputs or {}):
        raise UsageError("an input is given twice: in the arrays and in inputs=")
    write_inputs(core, state, None, others)
    for index, array in given.items():
        if index not in core.coordinates and array.size:  # an extern that rows set is set
            state.write_at(index, from_slot(int(array[0]), core.inputs[index].type))
    state.start()
    rows = Rows(0, 1, lengths.pop())
    numbers = output_numbers(core, outputs)
    count = check_threads(threads)
    return Filling(core, engine, rows, numbers, None, state, count, given, out).batch()


def slots_of(name: str, column: Any, type: PortType) -> np.ndarray[Any, Any]:
    """Raw slots of an array of values.

    Shape:
        column: `(rows,)`; the result: `(rows,)` uint64.

    Raises:
        UsageError: not one-dimensional, or an input of type str.
        WriteError: elements that are no values of the type.
    """
    if type not in DTYPES:
        raise UsageError(f"map takes numbers, and '{name}' has type {type.keyword}")
    array = array_of(column)
    if array.ndim != 1:
        raise UsageError(f"'{name}' is an array of {array.ndim} dimensions: map takes one")
    if type is PortType.BOOL:
        if array.dtype != np.bool_ and array.size:
            raise wrong(name, type, array)
        return array.astype(np.uint64)
    if type.is_float:
        if array.dtype.kind not in "iuf" and array.size:
            raise wrong(name, type, array)
        exact = np.ascontiguousarray(array, DTYPES[type])
        bits = exact.view(np.uint64 if type is PortType.F64 else np.uint32)
        return bits.astype(np.uint64)
    if array.dtype.kind not in "iu" and array.size:
        raise wrong(name, type, array)
    low, high = integer_range(type)
    if array.size and (int(array.min()) < low or int(array.max()) > high):
        raise WriteError(
            f"input '{name}' takes {low} to {high}, got {array.min()} to {array.max()}", "range"
        )
    wide = np.int64 if low < 0 else np.uint64
    return np.ascontiguousarray(array, wide).view(np.uint64)


def array_of(column: Any) -> np.ndarray[Any, Any]:
    """An array of whatever a caller gives; numpy would make floats of a list with 2**64 - 1."""
    array = np.asarray(column)
    if isinstance(column, Sequence) and array.dtype.kind in "fO" and array.size:
        whole = array.ndim == 1 and all(type(value) is int for value in column)
        if whole and min(column) >= 0 and max(column) <= U64_MAX:
            return np.asarray(column, np.uint64)
    return array


def wrong(name: str, type: PortType, array: np.ndarray[Any, Any]) -> WriteError:
    return WriteError(
        f"input '{name}' has type {type.keyword}, got an array of {array.dtype}", "type"
    )
