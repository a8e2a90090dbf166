from collections.abc import Sequence
from typing import Any

import numpy as np

from polydat.batch.column_plan import ColumnPlan
from polydat.engines._kernel import LoopKernel

BLOCK: int

def column_addresses() -> dict[str, int]: ...

class TextBuffer:
    exports: int
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def clear(self) -> None: ...
    def reserve(self, size: int) -> None: ...

class Stop:
    def ask(self) -> None: ...

class Outcome:
    rows: int
    status: int
    node: int
    raised: BaseException | None
    def __init__(self, rows: int, status: int, node: int) -> None: ...

def run_rows(
    state: LoopKernel,
    address: int,
    start: int,
    step: int,
    count: int,
    numbers: Sequence[np.ndarray[Any, Any]],
    texts: Sequence[tuple[TextBuffer, np.ndarray[Any, Any]]],
    given: Sequence[np.ndarray[Any, Any]],
    stop: Stop,
) -> Outcome: ...

class ColumnRun:
    def __init__(self, state: LoopKernel, plan: ColumnPlan) -> None: ...
    def fill_steady(self) -> Outcome | None: ...
    def run(
        self,
        start: int,
        step: int,
        count: int,
        numbers: Sequence[np.ndarray[Any, Any]],
        texts: Sequence[tuple[TextBuffer, np.ndarray[Any, Any]]],
        given: Sequence[np.ndarray[Any, Any]],
        stop: Stop,
    ) -> Outcome: ...
