from collections.abc import Callable, Sequence
from typing import Any

class Call:
    at: int
    def __init__(
        self,
        at: int,
        function: Callable[..., Any],
        wires: Sequence[int] | None = None,
        constants: Sequence[Any] = (),
        accepts_none: bool = False,
    ) -> None: ...
    def __call__(self, values: list[Any]) -> Any: ...

MISSING: Any

class Unfused(Exception): ...

class ValueState:
    _values: list[Any]
    _apart: bool
    _plain: Any
    _evaluation: Any
    _output_numbers: dict[str, int]
    _targets: list[tuple[int, int, int]]
    _forms: list[Any]
    _coordinates: tuple[int, ...]
    _highest: list[int | None]
    _bits: list[int]
    _round: int
    def set_inputs(self, coords: Sequence[Any]) -> None: ...
    def pull(self, name: str) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def pull_at(self, index: int) -> Any: ...
    def invalidate_all(self) -> None: ...
    def assign(self, index: int, value: Any) -> bool: ...
    def check_free(self) -> int: ...
    def forget(self, changed: int) -> None: ...
