"""The interpreter: the reference evaluation of every node over Python values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.engines.attribution import failure
from polydat.engines.choice import Engine, JitMode
from polydat.engines.core import ProgramCore
from polydat.engines.evaluation import Evaluation, Unfused, getter
from polydat.engines.host_forms import host_form, to_host
from polydat.engines.kernel import Kernel, check_writable
from polydat.engines.ledger import EnginePlan
from polydat.errors import EvalError, WriteError
from polydat.graph.fold import is_constant
from polydat.graph.node import InputDef
from polydat.types import integer_range
from polydat.types.host import check_value

PLAIN = (bool, int, str, bytes)  # what is compared by content
_MISSING: Any = object()  # not computed in this round


class InterpreterKernel(Kernel):
    """A state of the interpreter: the value of every input, and of every node so far.

    A node is evaluated at most once for each value of its inputs; coordinates that are
    written with the values they had keep everything.
    """

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        super().__init__(core, engine)
        self._plain = core.evaluation
        self._evaluation = evaluation_of(core, engine.jit)
        self._apart = False  # whether members of cones have been evaluated one by one
        self._values: list[Any] = [d.default for d in core.inputs]
        self._values += [_MISSING] * len(core.graph.nodes)
        outputs = (o.wire for o in core.outputs)
        self._outputs = [(self._evaluation.first + w.node, w) for w in outputs]
        self._forms = [host_form(o.type) for o in core.outputs]
        self._ranges = [exact_range(core.inputs[i]) for i in core.coordinates]

    @property
    def plan(self) -> EnginePlan:
        live = sum(not is_constant(n) for n in self.core.graph.nodes)
        if self._evaluation is self._plain:
            return EnginePlan(0, 0, 0, live)
        from polydat.engines.cone_code import cones_of

        cones = cones_of(self.core, self.engine.jit)
        native = sum(len(cone.plan.members) for cone in cones)
        return EnginePlan(len(cones), native, 0, live - native)

    def set_inputs(self, coords: Sequence[Any]) -> None:
        indices = self.core.coordinates
        if len(coords) != len(indices):
            raise wrong_count(self.core, len(coords))
        checked: list[Any] = []
        for index, value, (low, high) in zip(indices, coords, self._ranges, strict=True):
            if type(value) is not int or not low <= value <= high:
                definition = self.core.inputs[index]
                value = check_coordinate(definition.name, value, definition.type)
            checked.append(value)
        changed = 0
        for index, value in zip(indices, checked, strict=True):
            changed |= self._assign(index, value)
        self._forget(changed)

    def set_input_at(self, index: int, value: Any) -> None:
        definition = self.core.inputs[index]
        check_writable(definition)
        self.write_at(index, value)

    def write_at(self, index: int, value: Any) -> None:
        definition = self.core.inputs[index]
        self._assign(index, check_value(definition.name, value, definition.type))
        self._forget(1 << index)

    def _assign(self, index: int, value: Any) -> int:
        """Write an input; its bit where the value is another one."""
        old = self._values[index]
        self._values[index] = value
        return 0 if same(old, value) else 1 << index

    def _forget(self, changed: int) -> None:
        if changed and self._apart:
            self.invalidate_all()
        elif changed:
            values = self._values
            for at in self._evaluation.dependents(changed):
                values[at] = _MISSING

    def invalidate_all(self) -> None:
        first = self._evaluation.first
        self._values[first:] = [_MISSING] * len(self.core.graph.nodes)
        self._apart = False

    def input_value_at(self, index: int) -> Any:
        return to_host(self._values[index], self.core.inputs[index].type)

    def eval(self) -> None:
        for number in range(len(self.core.outputs)):
            self.pull_at(number)

    def pull_at(self, index: int) -> Any:
        target, wire = self._outputs[index]
        values = self._values
        if values[target] is _MISSING:
            self._compute(wire.node)
        result = values[target]
        several = isinstance(result, tuple) and len(self.core.graph.nodes[wire.node].types) > 1
        value = result[wire.port] if several else result
        form = self._forms[index]
        return value if form is None or value is None else form(value)

    def _compute(self, node: int) -> None:
        """Evaluate what a node needs and has no value yet, the node itself last."""
        values, at = self._values, node
        evaluation = self._plain if self._apart else self._evaluation
        try:
            for at, compute in evaluation.cone(node):
                if values[at] is _MISSING:
                    values[at] = compute(values)
        except EvalError as error:
            raise self._failure(at - evaluation.first, error) from None
        except Unfused:
            self._apart = True
            self._compute(node)

    def _failure(self, index: int, error: EvalError) -> EvalError:
        """The error of a node, with the values that it read."""
        graph = self.core.graph
        first = self._evaluation.first
        inputs = [getter(graph, first, wire)(self._values) for wire in graph.nodes[index].wires]
        return failure(graph, index, error.reason, inputs, type(error))


def evaluation_of(core: ProgramCore, mode: JitMode) -> Evaluation:
    """How a kernel evaluates each node: with the cones of a mode, where it has any."""
    if mode is JitMode.OFF:
        return core.evaluation
    from polydat.engines.cone_code import ConeEvaluation, cones_of

    built = cones_of(core, mode)
    return ConeEvaluation(core.dag, core.evaluation, built) if built else core.evaluation


def exact_range(definition: InputDef) -> tuple[int, int]:
    """Integers that need no further look as values of an input; none for other types."""
    return integer_range(definition.type) if definition.type.is_integer else (1, 0)


def same(old: Any, new: Any) -> bool:
    """Whether two values have the same bits: zeros differ in sign, a NaN equals itself."""
    if isinstance(old, float) and isinstance(new, float):
        return old.hex() == new.hex()
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(map(same, old, new))
    if type(old) is not type(new):
        return False
    return old is new or (isinstance(old, PLAIN) and old == new)


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
