"""Parts of a batch: consecutive rows, each part filled by one thread in a state of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from polydat.batch._columns import BLOCK, Outcome, Stop, TextBuffer
from polydat.batch.memory import Memory
from polydat.batch.rows import Rows
from polydat.engines.compiled import CompiledKernel
from polydat.graph.node import InputKind

MOST_TEXT = (1 << 31) - 1  # bytes of a text column: its offsets are int32


@dataclass(frozen=True, slots=True)
class Part:
    """Rows and where they go.

    Attributes:
        first: place of the first row in the batch.
        numbers: writable arrays of `rows.count` elements, one a number column.
        texts: a buffer and an int32 array of `rows.count + 1` ends, one a text column.
        given: uint64 arrays of `rows.count` raw slots, one an input that has an array.
    """

    first: int
    rows: Rows
    state: CompiledKernel
    numbers: Sequence[np.ndarray[Any, Any]]
    texts: Sequence[tuple[TextBuffer, np.ndarray[Any, Any]]]
    given: Sequence[np.ndarray[Any, Any]] = ()


Fill = Callable[[Part, Stop], Outcome]


def cut(rows: Rows, threads: int) -> list[tuple[int, int]]:
    """Places and counts of parts of about equal size, whole blocks but for the last."""
    blocks = -(-rows.count // BLOCK)
    size = max(1, -(-blocks // threads)) * BLOCK
    return [(at, min(size, rows.count - at)) for at in range(0, rows.count, size)] or [(0, 0)]


def copy_state(state: CompiledKernel) -> CompiledKernel:
    """Another state with the same inputs."""
    core = state.core
    copy = CompiledKernel(core, state.engine)
    copy.set_inputs([state.input_value_at(i) for i in core.coordinates])
    for index, definition in enumerate(core.inputs):
        if definition.kind is not InputKind.COORDINATE:
            copy.write_at(index, state.input_value_at(index))
    return copy


def run(parts: Sequence[Part], fill: Fill) -> list[Outcome]:
    """Fill every part, each in a thread of its own where there are several.

    Ctrl-C stops all of them at their next look, and is then raised.
    """
    stop = Stop()
    if len(parts) == 1:
        return [fill(parts[0], stop)]
    with ThreadPoolExecutor(len(parts)) as pool:
        futures: list[Future[Outcome]] = [pool.submit(fill, part, stop) for part in parts]
        try:
            return [future.result() for future in futures]
        except BaseException:
            stop.ask()
            raise


def join_texts(
    parts: Sequence[Part], place: int, memory: Memory, number: int
) -> tuple[Any, Any] | None:
    """The ends and bytes of one text column; `None` where they exceed int32 offsets.

    Args:
        place: of the column in the texts of a part.
        memory: has memory for output `number`.
    """
    buffers = [np.frombuffer(memoryview(part.texts[place][0]), np.uint8) for part in parts]
    if len(parts) == 1:
        return parts[0].texts[place][1], buffers[0]
    starts = np.cumsum([0, *map(len, buffers)])
    if starts[-1] > MOST_TEXT:
        return None
    ends, data = memory.join_into(number, int(starts[-1]))

    def copy(number: int) -> None:
        part, start = parts[number], starts[number]
        first, count = part.first, part.rows.count
        np.add(part.texts[place][1][1:], np.int32(start), out=ends[first + 1 : first + count + 1])
        data[start : start + len(buffers[number])] = buffers[number]

    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(copy, range(len(parts))))
    return ends, data
