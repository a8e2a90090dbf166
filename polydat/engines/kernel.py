"""The surface of every kernel: names and facts of the program, and what to evaluate.

Evaluation itself is the engine's: `interpreter.py`, `compiled.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from polydat.engines.host_forms import to_host
from polydat.errors import (
    ConstInitError,
    EngineRefused,
    EvalError,
    UsageError,
    WriteError,
    nearest_names,
)
from polydat.graph.node import ConstInit, InputDef, InputKind
from polydat.nodes.converters import to_port
from polydat.types import PortType

if TYPE_CHECKING:
    from polydat.engines.choice import Engine
    from polydat.engines.core import ProgramCore
    from polydat.engines.ledger import CompileLedger, EnginePlan
    from polydat.graph.provenance import GraphAnalysis


class Facts:
    """Everything about a kernel that follows from its program alone."""

    core: ProgramCore

    @property
    def input_names(self) -> tuple[str, ...]:
        """Names of all inputs, coordinates and externs, in declaration order."""
        return tuple(i.name for i in self.core.inputs)

    @property
    def output_names(self) -> tuple[str, ...]:
        """Names of the outputs, in declaration order."""
        return tuple(o.name for o in self.core.outputs)

    @property
    def coord_count(self) -> int:
        """How many values `set_inputs` takes."""
        return len(self.core.coordinates)

    @property
    def externs(self) -> tuple[tuple[str, PortType], ...]:
        """Names and types of the inputs that are written by name."""
        kinds = (InputKind.ITERATION_EXTERN, InputKind.EXTERNAL_WRITE)
        return tuple((i.name, i.type) for i in self.core.inputs if i.kind in kinds)

    @property
    def analysis(self) -> GraphAnalysis:
        """Counts of the graph, on which the choice of a variant rests."""
        return self.core.analysis

    @property
    def choice(self) -> str:
        """The variant that `auto` means for this graph, and why."""
        return self.core.choice

    @property
    def program_id(self) -> str:
        """Content hash of the program; equal on every engine."""
        return self.core.id

    @property
    def ledger(self) -> CompileLedger:
        """What was built for the program, and what was not."""
        return self.core.ledger

    def input_index(self, name: str) -> int:
        """Number of an input.

        Raises:
            WriteError: there is none of this name.
        """
        index = self.core.input_numbers.get(name)
        if index is None:
            raise no_input(name, self.input_names)
        return index

    def output_index(self, name: str) -> int:
        """Number of an output.

        Raises:
            UsageError: there is none of this name.
        """
        index = self.core.output_numbers.get(name)
        if index is None:
            near = nearest_names(name, self.output_names)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise UsageError(f"no output named '{name}'{hint}")
        return index

    def input_port_type(self, name: str) -> PortType:
        """Type of an input; of one that takes any value, the type that was found for it."""
        definition = self.core.inputs[self.input_index(name)]
        return definition.converts_to or definition.type

    def input_type_origin(self, name: str) -> str:
        """`declared` or `inferred`."""
        declared = self.core.inputs[self.input_index(name)].declared
        return "declared" if declared else "inferred"

    def input_default_at(self, index: int) -> Any:
        """Value of an input before anybody wrote it; `None` where it has none."""
        definition = self.core.inputs[index]
        return to_host(definition.default, definition.type)

    def input_is_cell_bound(self, index: int) -> bool:
        """Whether a shared cell writes this input; there are no cells yet."""
        return False

    def output_type(self, name: str) -> PortType:
        """Type of an output."""
        return self.core.outputs[self.output_index(name)].type

    def output_modifier(self, name: str) -> str:
        """`const`, `shared`, `volatile` or the empty text."""
        return self.core.outputs[self.output_index(name)].modifier.value

    def get_constant(self, name: str) -> Any:
        """Value of an output that reads no input, `None` for any other."""
        number = self.output_index(name)
        return to_host(self.core.constants.get(number), self.core.outputs[number].type)


def no_input(name: str, known: Sequence[str]) -> WriteError:
    near = nearest_names(name, known)
    hint = f"nearest: {', '.join(near)}" if near else f"there are {', '.join(known) or 'none'}"
    return WriteError(f"no input named '{name}'; {hint}", "unknown")


def not_yet(what: str) -> EngineRefused:
    """The refusal of a part of the surface that later versions bring."""
    return EngineRefused(f"{what} is not available yet")


class Kernel(Facts):
    """One state of a program: write inputs, pull outputs.  One thread at a time."""

    engine: Engine
    program: Any = None  # what the kernel was asked of: its type is above this package

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        self.core = core
        self.engine = engine

    def into_program(self) -> Any:
        """The program of this kernel, for another kernel or for batches.

        Raises:
            UsageError: the kernel was made without one.
        """
        if self.program is None:
            raise UsageError("this kernel was made of a graph, not of a program")
        return self.program

    @abstractmethod
    def set_inputs(self, coords: Sequence[Any]) -> None:
        """Write all coordinates, in order, and begin a round.

        Raises:
            WriteError: wrong count, type or range; nothing is changed.
        """

    @abstractmethod
    def set_input_at(self, index: int, value: Any) -> None:
        """Write an extern by number; see `set_input`."""

    @abstractmethod
    def write_at(self, index: int, value: Any) -> None:
        """Write an input that is no coordinate, a const slot too: for the kernel itself."""

    @abstractmethod
    def pull_at(self, index: int) -> Any:
        """Value of an output by number; see `pull`."""

    @abstractmethod
    def input_value_at(self, index: int) -> Any:
        """Present value of an input."""

    @abstractmethod
    def eval(self) -> None:
        """Evaluate every output.

        Raises:
            EvalError: a node has no value.
        """

    @abstractmethod
    def invalidate_all(self) -> None:
        """Forget everything computed."""

    @property
    @abstractmethod
    def plan(self) -> EnginePlan:
        """How many nodes run in which way."""

    def start(self) -> None:
        """Compute every const that reads inputs, and every start, from what the inputs hold now.

        Raises:
            ConstInitError: a const has no value.
        """
        for init in self.core.graph.inits:
            if init.is_start and self.input_value_at(init.slot) is not None:
                continue  # somebody wrote it
            try:
                value = self.pull(init.output)
            except EvalError as error:
                raise ConstInitError(f"const '{init.name}' has no value: {error}") from error
            if value is None:
                value = self.fallback(init)
            self.write_at(init.slot, value)

    def fallback(self, init: ConstInit) -> Any:
        """What a const is where its own value is `None`: that of the enclosing scope.

        Raises:
            ConstInitError: the host gave something that has no value of its type.
        """
        value = self.input_value_at(init.fallback)
        if self.core.inputs[init.fallback].type is not PortType.DYN:
            return value
        try:
            return to_port(value, self.core.inputs[init.slot].type)
        except EvalError as error:
            raise ConstInitError(f"const '{init.name}' has no value: {error.reason}") from error

    def set_input(self, name: str, value: Any) -> None:
        """Write an extern; `None` makes it unset.

        Raises:
            WriteError: unknown name, a coordinate, wrong type or range; nothing is changed.
        """
        self.set_input_at(self.input_index(name), value)

    def input_value(self, name: str) -> Any:
        """Present value of an input."""
        return self.input_value_at(self.input_index(name))

    def pull(self, name: str) -> Any:
        """Value of an output, of which only the cone is evaluated, once a round.

        Raises:
            UsageError: no output of this name.
            EvalError: a node has no value for its inputs.
        """
        return self.pull_at(self.output_index(name))

    __getitem__ = pull

    def __call__(self, /, **inputs: Any) -> dict[str, Any]:
        """Write the named inputs, and give every output that is not an input.

        Raises:
            WriteError: unknown name, wrong type or range; coordinates are then unchanged.
            EvalError: a node has no value for its inputs.
        """
        coords = [self.input_value_at(i) for i in self.core.coordinates]
        externs: dict[int, Any] = {}
        for name, value in inputs.items():
            index = self.input_index(name)
            if index in self.core.coordinates:
                coords[self.core.coordinates.index(index)] = value
            else:
                externs[index] = value
        self.set_inputs(coords)
        for index, value in externs.items():
            self.set_input_at(index, value)
        return {self.core.outputs[number].name: self.pull_at(number) for number in self.core.made}

    def reset_inputs(self) -> None:
        """Give each extern its declared default again."""
        for index, definition in enumerate(self.core.inputs):
            if definition.kind is not InputKind.COORDINATE:
                self.set_input_at(index, definition.default)

    def fork(self) -> Kernel:
        """A new state of the same program with the values of this one."""
        other = type(self)(self.core, self.engine)
        other.program = self.program
        other.set_inputs([self.input_value_at(i) for i in self.core.coordinates])
        for index, definition in enumerate(self.core.inputs):
            if definition.kind is not InputKind.COORDINATE:
                other.set_input_at(index, self.input_value_at(index))
        return other

    def lookup(self, name: str) -> Any:
        """Value of a folded output, without evaluating anything."""
        return self.get_constant(name)

    def __repr__(self) -> str:
        given = ", ".join(
            f"{i.name}={self.input_value_at(n)!r}" for n, i in enumerate(self.core.inputs)
        )
        return f"<polydat kernel {self.engine}: {given}>"

    # The surface of scopes, cursors and traversals, which are not built yet.

    @property
    def cursor_schemas(self) -> tuple[()]:
        return ()

    @property
    def traversals(self) -> tuple[()]:
        return ()

    @property
    def shared_cells(self) -> tuple[()]:
        return ()

    def set_cursor(self, name: str, partition: Any) -> None:
        raise not_yet("set_cursor")

    def traverse(self, index: int) -> Any:
        raise not_yet("traverse")

    def attach_shared_cell(self, name: str, cell: Any) -> None:
        raise not_yet("attach_shared_cell")

    def bind_input_cell(self, name: str, cell: Any) -> None:
        raise not_yet("bind_input_cell")

    def output_cell(self, name: str) -> Any:
        raise not_yet("output_cell")

    def cells_in_scope(self) -> Any:
        raise not_yet("cells_in_scope")

    def set_transit_cells(self, cells: Any) -> None:
        raise not_yet("set_transit_cells")

    def publish_broadcasts(self) -> None:
        raise not_yet("publish_broadcasts")

    def commit_write_throughs(self) -> None:
        raise not_yet("commit_write_throughs")


def check_writable(definition: InputDef) -> None:
    """Refuse a write by name to an input that is not written by name.

    Raises:
        WriteError: the input is a coordinate or a const slot.
    """
    if definition.kind is InputKind.COORDINATE:
        raise WriteError(
            f"'{definition.name}' is a coordinate: write it with set_inputs", "coordinate"
        )
    if definition.kind is InputKind.CONST:
        raise WriteError(f"'{definition.name}' is a const", "const")
