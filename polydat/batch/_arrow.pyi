from collections.abc import Iterator, Sequence
from typing import Any

from polydat.batch.arrow import Field, Held

def schema_capsule(fields: Sequence[Field]) -> Any: ...
def array_capsule(rows: int, columns: Sequence[Held]) -> Any: ...
def stream_capsule(
    fields: Sequence[Field], batches: Iterator[tuple[int, Sequence[Held]]]
) -> Any: ...
