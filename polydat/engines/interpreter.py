"""The interpreter: the reference evaluation of every node over Python values."""

from __future__ import annotations

from typing import Any

from polydat.engines._values import MISSING, ValueState
from polydat.engines.attribution import failure
from polydat.engines.choice import Engine, JitMode
from polydat.engines.core import ProgramCore
from polydat.engines.evaluation import Evaluation, getter
from polydat.engines.host_forms import host_form, to_host
from polydat.engines.kernel import Kernel, check_writable
from polydat.engines.ledger import EnginePlan
from polydat.errors import EvalError, WriteError
from polydat.graph.fold import is_constant
from polydat.graph.node import InputDef
from polydat.types import integer_range
from polydat.types.host import check_value

PLAIN = (bool, int, str, bytes)  # what is compared by content


def same(old: Any, new: Any) -> bool:
    """Whether two values have the same bits: zeros differ in sign, a NaN equals itself."""
    if isinstance(old, float) and isinstance(new, float):
        return old.hex() == new.hex()
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(map(same, old, new))
    if type(old) is not type(new):
        return False
    return old is new or (isinstance(old, PLAIN) and old == new)


class InterpreterKernel(ValueState, Kernel):
    """A state of the interpreter: the value of every input, and of every node so far.

    A node is evaluated at most once for each value of its inputs; coordinates that are
    written with the values they had keep everything.
    """

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        Kernel.__init__(self, core, engine)
        self._plain = core.evaluation
        self._evaluation = evaluation_of(core, engine.jit)
        first, nodes = self._plain.first, core.graph.nodes
        self._values = [d.default for d in core.inputs] + [MISSING] * len(nodes)
        self._targets = [
            (first + w.node, w.node, w.port if len(nodes[w.node].types) > 1 else -1)
            for w in (o.wire for o in core.outputs)
        ]
        self._output_numbers = core.output_numbers
        self._forms = [host_form(o.type) for o in core.outputs]
        self._coordinates = core.coordinates
        self._highest = [highest(core.inputs[i]) for i in core.coordinates]
        self._bits = [1 << i for i in core.coordinates]
        self._round = 0 if core.round_input is None else 1 << core.round_input

    @property
    def plan(self) -> EnginePlan:
        live = sum(not is_constant(n) for n in self.core.graph.nodes)
        if self._evaluation is self._plain:
            return EnginePlan(0, 0, 0, live)
        from polydat.engines.cone_code import cones_of

        cones = cones_of(self.core, self.engine.jit)
        native = sum(len(cone.plan.members) for cone in cones)
        return EnginePlan(len(cones), native, 0, live - native)

    def set_input_at(self, index: int, value: Any) -> None:
        self.check_free()
        definition = self.core.inputs[index]
        check_writable(definition)
        self.write_at(index, value)

    def write_at(self, index: int, value: Any) -> None:
        definition = self.core.inputs[index]
        self.assign(index, check_value(definition.name, value, definition.type))
        self.forget(1 << index)

    def input_value_at(self, index: int) -> Any:
        return to_host(self._values[index], self.core.inputs[index].type)

    def eval(self) -> None:
        for number in range(len(self.core.outputs)):
            self.pull_at(number)

    same = staticmethod(same)

    def wrong_count(self, given: int) -> WriteError:
        return wrong_count(self.core, given)

    def checked(self, index: int, value: Any) -> Any:
        definition = self.core.inputs[index]
        return check_coordinate(definition.name, value, definition.type)

    def failure(self, index: int, error: EvalError) -> EvalError:
        """The error of a node, with the values that it read."""
        graph = self.core.graph
        first = self._plain.first
        inputs = [getter(graph, first, wire)(self._values) for wire in graph.nodes[index].wires]
        return failure(graph, index, error.reason, inputs, type(error))


def evaluation_of(core: ProgramCore, mode: JitMode) -> Evaluation:
    """How a kernel evaluates each node: with the cones of a mode, where it has any."""
    if mode is JitMode.OFF:
        return core.evaluation
    from polydat.engines.cone_code import ConeEvaluation, cones_of

    built = cones_of(core, mode)
    return ConeEvaluation(core.dag, core.evaluation, built) if built else core.evaluation


def highest(definition: InputDef) -> int | None:
    """The largest value of an input whose unsigned numbers need no further look."""
    if not definition.type.is_integer or definition.type.is_wide:
        return None
    low, high = integer_range(definition.type)
    return high if low == 0 else None


def check_coordinate(name: str, value: Any, type: Any) -> Any:
    """A coordinate as a Python value; it is never `None`.

    Raises:
        WriteError: wrong type, out of range, or `None`.
    """
    if value is None:
        raise WriteError(f"coordinate '{name}' cannot be None", "type")
    return check_value(name, value, type)


def wrong_count(core: ProgramCore, given: int) -> WriteError:
    names = ", ".join(core.inputs[i].name for i in core.coordinates)
    return WriteError(
        f"the program has {len(core.coordinates)} coordinates ({names}), got {given}", "count"
    )
