"""Rows of a range of coordinates: checked, planned, and computed in C."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from polydat.batch._columns import ColumnRun, Outcome, TextBuffer, column_addresses, run_rows
from polydat.batch.column_plan import column_plan, rows_plan
from polydat.batch.frame import (
    DTYPES,
    Batch,
    Column,
    absent_column,
    column_of,
    number_column,
    text_column,
)
from polydat.codegen.rows import RowsPlan, emit_rows
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.engines.core import ProgramCore
from polydat.engines.interpreter import InterpreterKernel
from polydat.engines.native import MOST_NODES, load_code
from polydat.engines.replay import find_failure
from polydat.errors import EvalError, UsageError, nearest_names
from polydat.graph.node import InputKind
from polydat.nodes.failures import TEXT_TOO_LONG
from polydat.types import U64_MAX, PortType, integer_range


@dataclass(frozen=True, slots=True)
class Rows:
    """The numbers of the rows: `count` of them from `start`, `step` apart."""

    start: int
    step: int
    count: int

    @property
    def last(self) -> int:
        return self.start + (self.count - 1) * self.step


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
) -> Batch:
    """The rows as a batch.

    Args:
        outputs: names of the columns; by default all outputs that are no inputs.
        inputs: values of the inputs that do not vary; their defaults by default.

    Raises:
        UsageError: an unknown output, a coordinate outside its type, or a text column over
            2 GiB.
        WriteError: a value of `inputs` does not fit.
        EvalError: a node has no value in some row, which is named.
    """
    numbers = output_numbers(core, outputs)
    varying = core.varying() if core.coordinates else None
    check_coordinate_range(core, varying, rows)
    state = CompiledKernel(core, Engine.closures(Provenance.PUSH))
    write_inputs(core, state, varying, inputs or {})
    state.start()
    return Filling(core, engine, rows, numbers, varying, state).batch()


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


def unset_inputs(core: ProgramCore, state: CompiledKernel) -> int:
    """Mask of the inputs that have no value."""
    return sum(1 << i for i in range(len(core.inputs)) if state.input_value_at(i) is None)


class Filling:
    """One batch call: its columns and how they are filled.

    Attributes:
        lowered: the program in which `None` is data; its outputs begin with those of `core`.
        computed: outputs that need work; the others are `None` in every row.
        filled: these, and the companions that say which rows of them are there.
    """

    def __init__(
        self,
        core: ProgramCore,
        engine: Engine,
        rows: Rows,
        outputs: tuple[int, ...],
        varying: int | None,
        state: CompiledKernel,
    ) -> None:
        self.core = core
        self.lowered = core.lowered
        self.engine = engine
        self.rows = rows
        self.outputs = outputs
        self.varying = varying
        self.state = state
        unset = unset_inputs(core, state)
        present = self.lowered.present
        self.computed = tuple(n for n in outputs if not core.output_masks[n] & unset)
        companions = dict.fromkeys(present[n] for n in self.computed if n in present)
        self.filled = self.computed + tuple(companions)
        self.columns: dict[int, Any] = {}
        self.numbers: list[np.ndarray[Any, Any]] = []
        self.texts: list[tuple[TextBuffer, np.ndarray[Any, Any]]] = []

    def batch(self) -> Batch:
        if self.engine.name == "interpreter":
            return self.interpreted()
        self.allocate()
        if self.rows.count and self.filled:
            outcome = self.fill()
            if outcome.status:
                raise self.failed(outcome)
        return self.made({n: self.column(n) for n in self.computed})

    def made(self, columns: Mapping[int, Column]) -> Batch:
        """The batch of some columns; those that are missing have no value in any row."""
        outputs = self.core.outputs
        absent = {n: absent_column(outputs[n].type, self.rows.count) for n in self.outputs}
        named = {outputs[n].name: {**absent, **columns}[n] for n in self.outputs}
        return Batch(named, [outputs[n].type for n in self.outputs], self.rows.count)

    def allocate(self) -> None:
        """Memory for every column that is filled."""
        count = self.rows.count
        for number in self.filled:
            type = self.lowered.outputs[number].type
            if type is PortType.STR:
                ends = np.empty(count + 1, np.int32)
                ends[0] = 0
                self.columns[number] = (TextBuffer(), ends)
                self.texts.append(self.columns[number])
            else:
                self.columns[number] = np.empty(count, DTYPES[type])
                self.numbers.append(self.columns[number])

    def column(self, number: int) -> Column:
        """A filled column, with the rows marked that are `None`."""
        companion = self.lowered.present.get(number)
        there = None if companion is None else self.columns[companion]
        if self.core.outputs[number].type is PortType.STR:
            buffer, offsets = self.columns[number]
            return text_column(offsets, np.frombuffer(memoryview(buffer), np.uint8), there)
        return number_column(self.columns[number], there)

    def fill(self) -> Outcome:
        plan = self.built(
            ("rows plan",), lambda: rows_plan(self.lowered, self.filled, self.varying)
        )
        address = self.native_address(plan) if self.engine.name == "native" else None
        where = (self.rows.start, self.rows.step, self.rows.count, self.numbers, self.texts)
        if address is not None:
            return run_rows(self.state, address, *where)
        columns = self.built(
            ("column plan",),
            lambda: column_plan(self.lowered, plan, self.step_of(), column_addresses()),
        )
        run = ColumnRun(self.state, columns)
        return run.fill_steady() or run.run(*where)

    def built(self, what: tuple[str, ...], make: Any) -> Any:
        """Something made once for these outputs."""
        key = (*what, self.filled, self.varying)
        built = self.lowered.built
        if key not in built:
            built[key] = make()
        return built[key]

    def step_of(self) -> dict[int, int]:
        return {step.node: number for number, step in enumerate(self.state.steps)}

    def native_address(self, plan: RowsPlan) -> int | None:
        """Address of the loop made for these outputs, `None` where there is no compiler."""
        if len(plan.each) > MOST_NODES:
            return None

        def make() -> int | None:
            text = emit_rows(self.lowered.graph, self.lowered.layout, plan)
            code = load_code(self.lowered, "rows", text, ["pd_rows_run"])
            return code.addresses["pd_rows_run"] if code is not None else None

        address: int | None = self.built(("rows code",), make)
        return address

    def failed(self, outcome: Outcome) -> Exception:
        """The error of the row that failed, with the values of that row."""
        if outcome.status == TEXT_TOO_LONG.code:
            return UsageError(f"{TEXT_TOO_LONG.text} (row {outcome.rows} was the last)")
        inputs = [self.state.input_value_at(i) for i in range(len(self.core.inputs))]
        number = self.rows.start + outcome.rows * self.rows.step
        if self.varying is not None:
            inputs[self.varying] = coordinate(number, self.core.inputs[self.varying].type)
        error = find_failure(self.core, inputs, self.computed, outcome.status, outcome.node)
        return with_row(error, self.row_name(number)) if isinstance(error, EvalError) else error

    def row_name(self, number: int) -> str:
        if self.varying is None:
            return f"row {number}"
        return f"{self.core.inputs[self.varying].name} = {number}"

    def interpreted(self) -> Batch:
        """The batch by the reference evaluation, row by row."""
        kernel = InterpreterKernel(self.core, self.engine)
        for index, definition in enumerate(self.core.inputs):
            if definition.kind is not InputKind.COORDINATE:
                kernel.write_at(index, self.state.input_value_at(index))
        coords = [self.state.input_value_at(i) for i in self.core.coordinates]
        values: list[list[Any]] = [[] for _ in self.computed]
        for row in range(self.rows.count):
            number = self.rows.start + row * self.rows.step
            if self.varying is not None:
                type = self.core.inputs[self.varying].type
                coords[self.core.coordinates.index(self.varying)] = coordinate(number, type)
            kernel.set_inputs(coords)
            try:
                for column, output in zip(values, self.computed, strict=True):
                    column.append(kernel.pull_at(output))
            except EvalError as error:
                raise with_row(error, self.row_name(number)) from None
        present = self.lowered.present
        return self.made(
            {
                n: column_of(v, self.core.outputs[n].type, n in present)
                for n, v in zip(self.computed, values, strict=True)
            }
        )


def coordinate(number: int, type: PortType) -> Any:
    """A coordinate of a range as a value of its type."""
    if type.is_float:
        return float(number)
    return bool(number) if type is PortType.BOOL else number


def with_row(error: EvalError, row: str) -> EvalError:
    """The same error, with the row it happened in."""
    return EvalError(
        f"{error.reason} (at {row})", error.node, error.outputs, error.inputs, error.context
    )
