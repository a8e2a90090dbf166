"""Every build of the C gives the same bits: other instructions, and no 128-bit type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.maths.arguments import EDGES, random_values, to_bits
from tests.maths.library import FUNCTIONS, Library, build, source
from tests.maths.test_functions import seed

BUILDS = {
    "portable": ["-DPD_NO_INT128", "-O0"],
    "fused": ["-march=native", "-ffp-contract=fast"],  # with FMA and AVX2 where there are any
}


@pytest.mark.parametrize("flags", BUILDS.values(), ids=BUILDS)
def test_same_bits(library: Library, flags: list[str], tmp_path: Path, draws: int) -> None:
    count = min(4 * draws, 100_000)
    other = Library(build(tmp_path, source(FUNCTIONS), flags))
    for name, f in FUNCTIONS.items():
        drawn = [random_values(seed(f"{name}{i}"), count) for i in range(f.arguments)]
        columns = [EDGES + drawn[0], *(EDGES[::-1] + more for more in drawn[1:])]
        want, got = (lib(f"all_{name}", *columns) for lib in (library, other))
        assert list(map(to_bits, got)) == list(map(to_bits, want)), name


@pytest.mark.parametrize("header", dict.fromkeys(f.header for f in FUNCTIONS.values()))
def test_header_stands_alone(header: str, tmp_path: Path) -> None:
    build(tmp_path, f'#include "maths/{header}.h"\n')
