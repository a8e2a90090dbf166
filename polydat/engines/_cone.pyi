from collections.abc import Sequence
from typing import Any

from polydat.engines._kernel import LoopKernel, Plan

class ConeState(LoopKernel):
    def __init__(
        self,
        plan: Plan,
        reads: Sequence[tuple[int, int]],
        makes: Sequence[tuple[int, int]],
        decisive: Sequence[int],
        unfused: type[Exception],
    ) -> None: ...
    def run(self, values: list[Any]) -> Any: ...
