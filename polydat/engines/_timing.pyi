from collections.abc import Sequence
from typing import Any

import numpy as np

from polydat.engines._kernel import LoopKernel

def time_kernel(
    kernel: LoopKernel,
    coords: np.ndarray[Any, np.dtype[np.uint64]],
    inputs: Sequence[int],
    outputs: Sequence[int],
    passes: int,
) -> tuple[int, int]: ...
def time_function(
    address: int,
    coords: np.ndarray[Any, np.dtype[np.uint64]],
    inputs: Sequence[int],
    given: Sequence[int],
    count: int,
    passes: int,
) -> tuple[int, int]: ...
