"""Rows of a range of coordinates: arguments are checked here, and everything is handed on."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from polydat.batch.filling import Filling
from polydat.batch.frame import Batch
from polydat.batch.rows import Rows
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.engines.core import ProgramCore
from polydat.errors import UsageError, nearest_names
from polydat.types import U64_MAX, integer_range


def check_rows(start: Any, stop: Any, step: Any) -> Rows:
    """The rows of `range(start, stop, step)`.

    Raises:
        UsageError: not integers, outside u64, or going down.
    """
    try:
        first, behind, apart = map(operator.index, (start, stop, step))
    except TypeError:
        raise UsageError("start, stop and step of a range are integers") from None
    if not 0 <= first <= U64_MAX or not 0 <= behind <= U64_MAX + 1:
        raise UsageError(f"a range lies in 0 to 2**64, got {first} to {behind}")
    if apart < 1:
        raise UsageError(f"the step of a range is at least 1, got {apart}")
    return Rows(first, apart, max(0, -(-(behind - first) // apart)))


def evaluate(
    core: ProgramCore,
    engine: Engine,
    rows: Rows,
    outputs: Sequence[str] | None = None,
    inputs: Mapping[str, Any] | None = None,
    threads: int = 1,
    out: Batch | None = None,
) -> Batch:
    """The rows as a batch.

    Args:
        outputs: names of the columns; by default all outputs that are no inputs.
        inputs: values of the inputs that do not vary; their defaults by default.
        threads: how many work on it; the rows are the same for any number.
        out: a batch of the same program, outputs and number of rows, to be filled again.

    Raises:
        UsageError: an unknown output, less than one thread, a coordinate outside its type,
            or a text column over 2 GiB.
        WriteError: a value of `inputs` does not fit.
        EvalError: a node has no value in some row, which is named.
    """
    numbers = output_numbers(core, outputs)
    varying = core.varying() if core.coordinates else None
    check_coordinate_range(core, varying, rows)
    state = CompiledKernel(core, Engine.closures(Provenance.PUSH))
    write_inputs(core, state, varying, inputs or {})
    state.start()
    count = check_threads(threads)
    return Filling(core, engine, rows, numbers, varying, state, count, out=out).batch()


def check_threads(threads: Any) -> int:
    """A number of threads.

    Raises:
        UsageError: no integer, or less than 1.
    """
    try:
        count = operator.index(threads)
    except TypeError:
        count = 0
    if count < 1:
        raise UsageError(f"threads is a number from 1 on, got {threads!r}")
    return count


def output_numbers(core: ProgramCore, outputs: Sequence[str] | None) -> tuple[int, ...]:
    if outputs is None:
        return core.made or tuple(range(len(core.outputs)))
    if isinstance(outputs, str):
        raise UsageError(f"outputs is a list of names: write ['{outputs}']")
    found: list[int] = []
    for name in outputs:
        if name not in core.output_numbers:
            near = nearest_names(name, list(core.output_numbers))
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise UsageError(f"no output named '{name}'{hint}")
        found.append(core.output_numbers[name])
    if len(set(found)) < len(found):
        raise UsageError("an output is asked for twice")
    return tuple(found)


def check_coordinate_range(core: ProgramCore, varying: int | None, rows: Rows) -> None:
    if varying is None or rows.count == 0:
        return
    definition = core.inputs[varying]
    if definition.type.is_float:
        return
    if definition.type.domain is None:
        raise UsageError(f"a range cannot vary '{definition.name}' of {definition.type.keyword}")
    high = integer_range(definition.type)[1]
    if rows.last > high:
        raise UsageError(
            f"'{definition.name}' has type {definition.type.keyword} and takes up to {high},"
            f" and the range goes to {rows.last}"
        )


def write_inputs(
    core: ProgramCore, state: CompiledKernel, varying: int | None, inputs: Mapping[str, Any]
) -> None:
    """Write the values of inputs that do not vary."""
    coords = {i: state.input_value_at(i) for i in core.coordinates}
    for name, value in inputs.items():
        index = state.input_index(name)
        if index == varying:
            raise UsageError(f"'{name}' is what the range varies")
        if index in coords:
            coords[index] = value
        else:
            state.set_input_at(index, value)
    state.set_inputs(list(coords.values()))
