"""One batch call: which outputs need work, the memory they go to, and what failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from polydat.batch import parts
from polydat.batch._columns import ColumnRun, Outcome, Stop, column_addresses, run_rows
from polydat.batch.column_plan import column_plan, rows_plan
from polydat.batch.frame import (
    DTYPES,
    Batch,
    Column,
    TextColumn,
    absent_column,
    column_of,
    number_column,
    text_column,
)
from polydat.batch.memory import Memory, check_memory
from polydat.batch.parts import Part
from polydat.batch.rows import Rows
from polydat.codegen.rows import RowsPlan, emit_rows
from polydat.engines.choice import Engine, JitMode
from polydat.engines.compiled import CompiledKernel
from polydat.engines.core import ProgramCore
from polydat.engines.host_nodes import runs_in_host
from polydat.engines.interpreter import InterpreterKernel
from polydat.engines.lazy import in_background
from polydat.engines.native import MOST_NODES, load_code
from polydat.engines.replay import find_failure
from polydat.errors import EvalError, UsageError
from polydat.graph.node import InputKind
from polydat.nodes.failures import TEXT_TOO_LONG
from polydat.types import OBJECTS, PortType, from_slot


def unset_inputs(core: ProgramCore, state: CompiledKernel) -> int:
    """Mask of the inputs that have no value and take all that reads them with them."""
    known = core.lowered.given
    numbers = (i for i in range(len(core.inputs)) if i not in known)
    return sum(1 << i for i in numbers if state.input_value_at(i) is None)


class Filling:
    """One batch call.

    Attributes:
        lowered: the program in which `None` is data; its outputs begin with those of `core`.
        computed: outputs that need work; the others are `None` in every row.
        numbers, texts: columns to fill, by output of `lowered`: what is computed, and the
            companions that say which rows of it are there.
    """

    def __init__(
        self,
        core: ProgramCore,
        engine: Engine,
        rows: Rows,
        outputs: tuple[int, ...],
        varying: int | None,
        state: CompiledKernel,
        threads: int,
        given: Mapping[int, np.ndarray[Any, Any]] | None = None,
        out: Batch | None = None,
    ) -> None:
        self.core = core
        self.lowered = core.lowered
        self.engine = engine
        self.rows = rows
        self.outputs = outputs
        self.varying = varying
        self.state = state
        self.threads = threads
        self.given = given or {}
        self.out = out
        self.memory = Memory(core.id, outputs, rows.count)
        unset = unset_inputs(core, state)
        present = self.lowered.present
        self.computed = tuple(n for n in outputs if not core.output_masks[n] & unset)
        companions = dict.fromkeys(present[n] for n in self.computed if n in present)
        self.filled = self.computed + tuple(companions)
        types = {n: self.lowered.outputs[n].type for n in self.filled}
        self.texts = [n for n in self.filled if types[n].is_reference]
        self.numbers = [n for n in self.filled if not types[n].is_reference]

    def batch(self) -> Batch:
        """The batch.

        Raises:
            UsageError: a text column over 2 GiB, or a batch that cannot be filled again.
            EvalError: a node has no value in some row, the first of which is named.
        """
        holds_objects = any(self.core.outputs[n].type in OBJECTS for n in self.computed)
        if self.engine.name == "interpreter" or holds_objects:
            if self.out is not None:
                raise UsageError(
                    "out= needs columns of numbers and texts, on closures or native: these rows"
                    " come from Python values"
                )
            return self.interpreted()
        count = self.rows.count
        held = self.held_columns()
        arrays = self.arrays()
        pieces = self.pieces(arrays)
        if count and self.filled:
            for part, outcome in zip(pieces, parts.run(pieces, self.filler()), strict=True):
                if outcome.status:
                    raise self.failed(part, outcome)
        texts: dict[int, Any] = {}
        for place, number in enumerate(self.texts):
            joined = parts.join_texts(pieces, place, self.memory, number)
            if joined is None:
                raise UsageError(f"{TEXT_TOO_LONG.text} (in {count} rows)")
            texts[number] = joined
        columns = self.named({n: self.column(n, arrays, texts) for n in self.computed})
        if self.out is None:
            if len(pieces) > 1:
                self.memory.keep_texts(())  # copied into whole columns
            return self.made(columns, self.memory)
        self.out.refill({n: same_text(held.get(n), column) for n, column in columns.items()})
        return self.out

    def held_columns(self) -> dict[str, Column]:
        """The columns of the batch that is filled again, which has none until it is.

        Raises:
            UsageError: it cannot be filled with these rows.
        """
        if self.out is None:
            return {}
        self.memory = check_memory(self.out, self.core.id, self.outputs, self.rows.count)
        self.memory.drop_texts(self.out.values())
        return self.out.empty()

    def arrays(self) -> dict[int, np.ndarray[Any, Any]]:
        """Memory for the number columns, by output."""
        outputs = self.lowered.outputs
        return {n: self.memory.array(n, DTYPES[outputs[n].type]) for n in self.numbers}

    def pieces(self, arrays: Mapping[int, np.ndarray[Any, Any]]) -> list[Part]:
        """The rows, cut for threads, with the memory that each part fills."""
        found: list[Part] = []
        places = parts.cut(self.rows, self.threads)
        self.memory.keep_texts(places)
        for first, count in places:
            views = [arrays[n][first : first + count] for n in self.numbers]
            texts = [self.memory.text(n, first, count) for n in self.texts]
            state = parts.copy_state(self.state) if found else self.state
            given = [array[first : first + count] for array in self.given.values()]
            found.append(Part(first, self.rows.part(first, count), state, views, texts, given))
        return found

    def filler(self) -> parts.Fill:
        """What fills one part: the loop made for the program, or column kernels."""
        plan = self.built(
            ("rows plan",),
            lambda: rows_plan(self.lowered, self.filled, self.varying, tuple(self.given)),
        )
        address = self.native_address(plan) if self.engine.name == "native" else None
        if address is not None:
            where = address

            def loop(part: Part, stop: Stop) -> Outcome:
                at = part.rows
                return run_rows(
                    part.state,
                    where,
                    at.start,
                    at.step,
                    at.count,
                    part.numbers,
                    part.texts,
                    part.given,
                    stop,
                )

            return loop
        columns = self.built(
            ("column plan",),
            lambda: column_plan(self.lowered, plan, self.step_of(), column_addresses()),
        )

        def fill(part: Part, stop: Stop) -> Outcome:
            run, at = ColumnRun(part.state, columns), part.rows
            return run.fill_steady() or run.run(
                at.start, at.step, at.count, part.numbers, part.texts, part.given, stop
            )

        return fill

    def built(self, what: tuple[str, ...], make: Any) -> Any:
        """Something made once for these outputs."""
        key = (*what, self.filled, self.varying, tuple(self.given))
        built = self.lowered.built
        if key not in built:
            built[key] = make()
        return built[key]

    def step_of(self) -> dict[int, int]:
        return {step.node: number for number, step in enumerate(self.state.steps)}

    def native_address(self, plan: RowsPlan) -> int | None:
        """Address of the loop made for these outputs, `None` where there can be none."""
        nodes = self.lowered.graph.nodes
        in_python = any(runs_in_host(nodes[i]) for i in (*plan.once, *plan.each))
        if len(plan.each) > MOST_NODES or in_python:
            return None

        def make() -> int | None:
            graph, layout = self.lowered.graph, self.lowered.layout
            code = load_code(
                self.lowered, "rows", lambda: emit_rows(graph, layout, plan), ["pd_rows_run"]
            )
            return code.addresses["pd_rows_run"] if code is not None else None

        if self.engine.lazy:
            key = ("rows code", self.filled, self.varying, tuple(self.given))
            build = in_background(self.lowered, "rows", key, make)
            lazy: int | None = build.value if build.ready else None
            return lazy
        address: int | None = self.built(("rows code",), make)
        return address

    def column(
        self, number: int, arrays: Mapping[int, np.ndarray[Any, Any]], texts: Mapping[int, Any]
    ) -> Column:
        """A filled column, with the rows marked that are `None`."""
        companion = self.lowered.present.get(number)
        there = None if companion is None else arrays[companion]
        if number in texts:
            offsets, data = texts[number]
            return text_column(offsets, data, there, self.core.outputs[number].type)
        return number_column(arrays[number], there)

    def made(self, columns: Mapping[str, Column], memory: Memory | None = None) -> Batch:
        """The batch of all columns."""
        types = [self.core.outputs[n].type for n in self.outputs]
        return Batch(columns, types, self.rows.count, memory)

    def named(self, columns: Mapping[int, Column]) -> dict[str, Column]:
        """All columns by name; those that are missing have no value in any row."""
        outputs = self.core.outputs
        missing = [n for n in self.outputs if n not in columns]
        absent = {n: absent_column(outputs[n].type, self.rows.count) for n in missing}
        return {outputs[n].name: {**absent, **columns}[n] for n in self.outputs}

    def failed(self, part: Part, outcome: Outcome) -> Exception:
        """The error of the row that failed, with the values of that row."""
        if isinstance(outcome.raised, Exception):
            return outcome.raised
        row = part.first + outcome.rows
        if outcome.status == TEXT_TOO_LONG.code:
            return UsageError(f"{TEXT_TOO_LONG.text} (row {row} was the last)")
        inputs = [self.state.input_value_at(i) for i in range(len(self.core.inputs))]
        for index, value in self.row_inputs(row).items():
            inputs[index] = value
        error = find_failure(self.lowered, inputs, self.computed, outcome.status, outcome.node)
        return with_row(error, self.row_name(row)) if isinstance(error, EvalError) else error

    def row_inputs(self, row: int) -> dict[int, Any]:
        """Values of the inputs that change from row to row."""
        inputs = self.core.inputs
        found = {i: from_slot(int(array[row]), inputs[i].type) for i, array in self.given.items()}
        if self.varying is not None:
            found[self.varying] = coordinate(self.rows.number(row), inputs[self.varying].type)
        return found

    def row_name(self, row: int) -> str:
        if self.varying is not None:
            return f"{self.core.inputs[self.varying].name} = {self.rows.number(row)}"
        values = (f"{self.core.inputs[i].name} = {v}" for i, v in self.row_inputs(row).items())
        return ", ".join((f"row {row}", *values)) if self.given else f"row {row}"

    def interpreted(self) -> Batch:
        """The batch by the reference evaluation, row by row."""
        named = self.engine.name == "interpreter"
        kernel = InterpreterKernel(
            self.core, self.engine if named else Engine.interpreter(JitMode.OFF)
        )
        for index, definition in enumerate(self.core.inputs):
            if definition.kind is not InputKind.COORDINATE:
                kernel.write_at(index, self.state.input_value_at(index))
        coords = {i: self.state.input_value_at(i) for i in self.core.coordinates}
        values: list[list[Any]] = [[] for _ in self.computed]
        for row in range(self.rows.count):
            for index, value in self.row_inputs(row).items():
                if index in coords:
                    coords[index] = value
                else:
                    kernel.write_at(index, value)
            kernel.set_inputs(list(coords.values()))
            try:
                for column, output in zip(values, self.computed, strict=True):
                    column.append(kernel.pull_at(output))
            except EvalError as error:
                raise with_row(error, self.row_name(row)) from None
        present = self.lowered.present
        columns = {
            n: column_of(v, self.core.outputs[n].type, n in present)
            for n, v in zip(self.computed, values, strict=True)
        }
        return self.made(self.named(columns))


def same_text(known: Column | None, made: Column) -> Column:
    """The new rows in the text column that was known, so that who holds it sees them."""
    if not isinstance(known, TextColumn) or not isinstance(made, TextColumn):
        return made
    known.offsets, known.data, known.present = made.offsets, made.data, made.present
    return known


def coordinate(number: int, type: PortType) -> Any:
    """A coordinate of a range as a value of its type."""
    if type.is_float:
        return float(number)
    return bool(number) if type is PortType.BOOL else number


def with_row(error: EvalError, row: str) -> EvalError:
    """The same error, with the row it happened in."""
    return type(error)(
        f"{error.reason} (at {row})", error.node, error.outputs, error.inputs, error.context
    )
