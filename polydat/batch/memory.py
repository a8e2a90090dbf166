"""What a batch was filled into, kept so that it can be filled again (`out=`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from weakref import ref

import numpy as np

from polydat.batch._columns import TextBuffer
from polydat.batch.frame import Batch, Column, TextColumn
from polydat.errors import UsageError

Array = np.ndarray[Any, Any]
NOTHING = np.empty(0, np.uint8)


class Memory:
    """Arrays and text buffers of one batch.

    Attributes:
        program: content hash of the program that filled it.
        outputs: numbers of the columns, in order.
        rows: rows of each column.
        arrays: `(rows,)` of every number column, by output of the lowered program.
        texts: a buffer and its `(count + 1,)` int32 ends, by output, first row and count.
        joined: ends `(rows + 1,)` and bytes of a text column that several threads made, by output.
        lent: what Arrow reads from, while somebody holds it.
    """

    def __init__(self, program: str, outputs: tuple[int, ...], rows: int) -> None:
        self.program = program
        self.outputs = outputs
        self.rows = rows
        self.arrays: dict[int, Array] = {}
        self.texts: dict[tuple[int, int, int], tuple[TextBuffer, Array]] = {}
        self.joined: dict[int, tuple[Array, Array]] = {}
        self.lent: list[ref[Array]] = []

    def array(self, number: int, dtype: np.dtype[Any]) -> Array:
        """A writable number column."""
        return self.take(self.arrays, number, lambda: np.empty(self.rows, dtype))

    def text(self, number: int, first: int, count: int) -> tuple[TextBuffer, Array]:
        """An empty buffer and writable ends of some rows of a text column."""
        key = number, first, count
        if key not in self.texts:
            self.texts[key] = TextBuffer(), np.zeros(count + 1, np.int32)
        buffer, ends = self.texts[key]
        buffer.clear()
        ends.flags.writeable = True
        return buffer, ends

    def take(self, held: dict[int, Array], number: int, make: Callable[[], Array]) -> Array:
        if number not in held:
            held[number] = make()
        held[number].flags.writeable = True
        return held[number]

    def join_into(self, number: int, size: int) -> tuple[Array, Array]:
        """Writable ends and `size` bytes of a text column whose parts are joined."""
        ends, data = self.joined.get(number, (np.zeros(self.rows + 1, np.int32), NOTHING))
        if len(data) < size:
            data = np.empty(size, np.uint8)
        self.joined[number] = ends, data
        ends.flags.writeable = True
        return ends, data[:size]

    def keep_texts(self, wanted: Iterable[tuple[int, int]]) -> None:
        """Let go of buffers of rows that were cut in another way."""
        places = set(wanted)
        self.texts = {key: pair for key, pair in self.texts.items() if key[1:] in places}

    def drop_texts(self, columns: Iterable[Column]) -> None:
        """Let the columns go of text buffers, which may move when they grow.

        After an error there are no columns; otherwise there is one for each output.

        Raises:
            UsageError: an array of such text is still held; the columns are as they were.
        """
        dropped: list[tuple[TextColumn, TextBuffer]] = []
        for number, column in zip(self.outputs, columns, strict=False):
            pair = self.texts.get((number, 0, self.rows))
            if isinstance(column, TextColumn) and pair is not None and pair[0].exports:
                column.data = NOTHING
                dropped.append((column, pair[0]))
        if any(buffer.exports for _, buffer in dropped):
            for column, buffer in dropped:
                column.data = np.frombuffer(memoryview(buffer), np.uint8)
            raise UsageError(
                "the bytes of a text column of this batch are still held (an array from .data,"
                " or Arrow data), and may move: let go of them, or fill another batch"
            )

    def lend(self, array: Array) -> Array:
        """A view for Arrow, whose readers take it that its memory does not change."""
        view = array.view()
        self.lent = [known for known in self.lent if known() is not None]
        self.lent.append(ref(view))
        return view


def check_memory(out: Any, program: str, outputs: tuple[int, ...], rows: int) -> Memory:
    """The memory of a batch that is to be filled again.

    Raises:
        UsageError: another program, other columns or another number of rows; rows that came
            from Python values; or Arrow arrays of the batch that are still held.
    """
    if not isinstance(out, Batch):
        raise UsageError(f"out= takes a batch, got {type(out).__name__}")
    memory: Memory | None = out.memory
    if memory is None:
        raise UsageError(
            "out= takes a batch of range or map on closures or native, whose columns are"
            " numbers and texts: this one has no memory that can be filled again"
        )
    if memory.program != program:
        raise UsageError("out= takes a batch of the same program, and this one is of another")
    if memory.outputs != outputs:
        raise UsageError("out= takes a batch with the same outputs in the same order")
    if memory.rows != rows:
        raise UsageError(f"out= takes a batch of {rows} rows, and this one has {memory.rows}")
    if any(view() is not None for view in memory.lent):
        raise UsageError(
            "Arrow data of this batch is still held, and must not change: let go of it, or"
            " fill another batch"
        )
    return memory
