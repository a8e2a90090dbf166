"""The benchmark graph: 100,000 coordinates on every engine, every variant, and in batches.

The values are those of the published hash, worked out with numpy and nothing of ours.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import polydat
from tests.commands import ROOT
from tests.support import COMPILED

OUTPUTS = ("user", "bucket", "part", "key")
TENANT, SEED = 12_345, (1 << 63) + 99

# Where rows start: about zero, about 2**32, and up to 2**64 - 1.
STARTS = {0: 40_000, (1 << 32) - 20_000: 40_000, (1 << 64) - 20_000: 20_000}
ROWS = 100_000

Columns = dict[str, np.ndarray]


def splitmix(x: np.ndarray) -> np.ndarray:
    """SplitMix64 over a column; unsigned arrays wrap."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


@cache
def wanted(start: int) -> Columns:
    cycle = np.uint64(start) + np.arange(STARTS[start], dtype=np.uint64)
    a = splitmix(cycle + np.uint64(TENANT))
    user = a % np.uint64(10_000_000)
    r = splitmix(user ^ np.uint64(SEED))
    p = splitmix(a + np.uint64(SEED))
    return {
        "user": user,
        "bucket": r % np.uint64(64),
        "part": p % np.uint64(8),
        "key": splitmix(r + p),
    }


@pytest.fixture(scope="module")
def program() -> polydat.Program:
    return polydat.compile_file(ROOT / "bench" / "graphs" / "ladder.polydat")


def check(start: int, found: Columns) -> None:
    for name in OUTPUTS:
        np.testing.assert_array_equal(found[name], wanted(start)[name], err_msg=name)


def test_all_coordinates_are_there() -> None:
    assert sum(STARTS.values()) == ROWS
    edges = (0, 1 << 32, (1 << 64) - 1)
    assert all(any(s <= edge < s + n for s, n in STARTS.items()) for edge in edges)


@pytest.mark.parametrize("engine", COMPILED)
def test_every_kernel(program: polydat.Program, engine: str) -> None:
    kernel = program.kernel(engine=engine)
    for start, count in STARTS.items():
        kernel.set_inputs([start, TENANT, SEED])
        out = np.empty((len(program.outputs), count), np.uint64)
        kernel.eval_range(start, out)
        check(start, {o.name: out[n] for n, o in enumerate(program.outputs)})


@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_batches(program: polydat.Program, engine: str) -> None:
    inputs = {"tenant": TENANT, "seed": SEED}
    for start, count in STARTS.items():
        batch = program.range(
            start, start + count, outputs=OUTPUTS, inputs=inputs, engine=engine
        )  # fmt: skip
        check(start, dict(batch))
