"""The floor: the graph by hand in C, in a file beside it, timed in the same run.

    void floor_cycle(const uint64_t *in, uint64_t *out);
    void floor_rows(const uint64_t *in, size_t count, uint64_t *const *out);

`in` has the slot bits of all inputs in declaration order, `out` the outputs that are read,
in their order.  `floor_rows` counts the coordinate that ranges vary up from its value in
`in`; it may be left out.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

from polydat.bench.timing import Work
from polydat.codegen import toolchain
from polydat.codegen.cache import SUFFIX
from polydat.codegen.toolchain import NoCompiler
from polydat.engines._timing import time_function

Slots = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True, slots=True)
class Floor:
    """Hand-written code in memory; `rows` is `None` where it has no batch form."""

    library: ctypes.CDLL
    cycle: int
    rows: Any | None

    def cycles(self, slots: Slots, moving: Sequence[int], given: Sequence[int], width: int) -> Work:
        """Timed cycles of the scalar form."""
        return lambda passes: time_function(self.cycle, slots, moving, given, width, passes)[0]

    def batches(self, inputs: Sequence[int], out: Slots) -> Work:
        """Timed batches of the batch form; they write `out`, `(outputs, rows)`."""

        def work(passes: int) -> int:
            began = perf_counter_ns()
            for _ in range(passes):
                self.fill(inputs, out)
            return perf_counter_ns() - began

        return work

    def fill(self, inputs: Sequence[int], out: Slots) -> None:
        """Write one batch."""
        assert self.rows is not None
        given = (ctypes.c_uint64 * len(inputs))(*inputs)
        columns = (ctypes.c_void_p * len(out))(*(row.ctypes.data for row in out))
        self.rows(given, ctypes.c_size_t(out.shape[1]), columns)

    def row(self, inputs: Sequence[int], width: int) -> list[int]:
        """Slot bits of the outputs for one cycle."""
        given = (ctypes.c_uint64 * len(inputs))(*inputs)
        made = (ctypes.c_uint64 * width)()
        self.library.floor_cycle(given, made)
        return list(made)


def find(graph: str) -> Path | None:
    """The hand-written C beside a graph."""
    path = Path(graph).with_suffix(".c")
    return path if path.is_file() else None


def build(path: Path) -> Floor | NoCompiler:
    """Compile and load hand-written code, with the flags of generated code.

    Raises:
        BuildError: the compiler refuses it.
    """
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        return compiler
    with tempfile.TemporaryDirectory(prefix="polydat-", ignore_cleanup_errors=True) as scratch:
        built = Path(scratch) / f"{path.stem}{SUFFIX}"
        toolchain.compile_shared(compiler, toolchain.flags(), path, built)
        try:
            library = ctypes.CDLL(str(built))
        except OSError as error:
            return NoCompiler(f"{path} was compiled and cannot be loaded: {error}")
    try:
        cycle = ctypes.cast(library.floor_cycle, ctypes.c_void_p).value or 0
    except AttributeError:
        return NoCompiler(f"{path} has no function floor_cycle")
    return Floor(library, cycle, getattr(library, "floor_rows", None))
