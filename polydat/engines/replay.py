"""Failures of compiled code, worded by the reference: the same error on every engine.

Compiled code reports that something failed.  What failed first, and for which values, is
asked of the interpreter with the same inputs: it is the meaning, and it is pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from polydat.engines.attribution import failure, reason_of
from polydat.engines.choice import Engine, JitMode
from polydat.engines.core import ProgramCore
from polydat.engines.interpreter import InterpreterKernel
from polydat.errors import EvalError, InternalError, PolydatError
from polydat.graph.node import InputKind
from polydat.nodes.failures import NO_MEMORY


def find_failure(
    core: ProgramCore, inputs: Sequence[Any], outputs: Iterable[int], status: int, node: int
) -> PolydatError:
    """The error that the interpreter raises for these inputs.

    Args:
        core: what ran; the interpreter runs what it was made from.
        inputs: value of every input.
        outputs: what was being evaluated, in order.
        status, node: what compiled code reported.
    """
    source = core.source
    kernel = InterpreterKernel(source, Engine.interpreter(JitMode.OFF))
    kernel.set_inputs([inputs[i] for i in source.coordinates])
    for index, definition in enumerate(source.inputs):
        if definition.kind is not InputKind.COORDINATE:
            kernel.write_at(index, inputs[index])
    try:
        for output in outputs:
            kernel.pull_at(output)
    except EvalError as error:
        return error
    if status == NO_MEMORY.code:
        return failure(core.graph, node, reason_of(status), ())
    name = core.graph.nodes[node].spec.name
    return InternalError(
        f"compiled code says that '{name}' fails ({reason_of(status)}), the reference does not"
    )
