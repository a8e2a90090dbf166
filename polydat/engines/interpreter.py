"""The interpreter: the reference evaluation of every node over Python values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.engines.attribution import failure
from polydat.engines.choice import Engine
from polydat.engines.core import ProgramCore
from polydat.engines.kernel import Kernel, check_writable
from polydat.engines.ledger import EnginePlan
from polydat.errors import EvalError, WriteError
from polydat.graph.fold import is_constant
from polydat.graph.node import InputWire, Wire
from polydat.types.host import check_value

_MISSING: Any = object()  # not computed in this round


class InterpreterKernel(Kernel):
    """A state of the interpreter: the value of every input, and of every node so far.

    A node is evaluated at most once for each value of its inputs; coordinates that are
    written with the values they had keep everything.
    """

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        super().__init__(core, engine)
        self._inputs = [i.default for i in core.inputs]
        self._results: list[Any] = [_MISSING] * len(core.graph.nodes)

    @property
    def plan(self) -> EnginePlan:
        live = sum(not is_constant(n) for n in self.core.graph.nodes)
        return EnginePlan(0, 0, 0, live)

    def set_inputs(self, coords: Sequence[Any]) -> None:
        indices = self.core.coordinates
        if len(coords) != len(indices):
            raise wrong_count(self.core, len(coords))
        definitions = [self.core.inputs[i] for i in indices]
        values = [
            check_coordinate(d.name, v, d.type) for d, v in zip(definitions, coords, strict=True)
        ]
        changed = 0
        for index, value in zip(indices, values, strict=True):
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
        old = self._inputs[index]
        self._inputs[index] = value
        return 0 if same(old, value) else 1 << index

    def _forget(self, changed: int) -> None:
        if not changed:
            return
        for node, mask in enumerate(self.core.dag.provenance):
            if mask & changed:
                self._results[node] = _MISSING

    def invalidate_all(self) -> None:
        self._results = [_MISSING] * len(self._results)

    def input_value_at(self, index: int) -> Any:
        return self._inputs[index]

    def eval(self) -> None:
        for number in range(len(self.core.outputs)):
            self.pull_at(number)

    def pull_at(self, index: int) -> Any:
        wire = self.core.outputs[index].wire
        if self._results[wire.node] is _MISSING:
            for node in self.core.dag.cone(wire.node):
                if self._results[node] is _MISSING:
                    self._results[node] = self._evaluate(node)
        return self._value(wire)

    def _value(self, wire: Wire) -> Any:
        if isinstance(wire, InputWire):
            return self._inputs[wire.input]
        result = self._results[wire.node]
        many = len(self.core.graph.nodes[wire.node].types) > 1
        return result[wire.port] if many and result is not None else result

    def _evaluate(self, index: int) -> Any:
        """The value of a node, a tuple for several outputs, `None` for none at all."""
        node = self.core.graph.nodes[index]
        inputs = [self._value(wire) for wire in node.wires]
        if not node.spec.accepts_none and any(value is None for value in inputs):
            return None
        try:
            return node.spec.evaluate(inputs, node.constants, node.wire_types)
        except EvalError as error:
            raise failure(self.core.graph, index, error.reason, inputs, type(error)) from None


def same(old: Any, new: Any) -> bool:
    """Whether two values have the same bits: zeros differ in sign, a NaN equals itself."""
    if isinstance(old, float) and isinstance(new, float):
        return old.hex() == new.hex()
    return type(old) is type(new) and bool(old == new)


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
