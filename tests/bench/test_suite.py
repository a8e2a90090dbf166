"""The benchmark suite: every graph compiles, says how it moves, and has the size of its name."""

from __future__ import annotations

import pytest

from bench.report import Row, page
from bench.suite import TEXTS
from polydat import api
from polydat.bench import directives, workload
from polydat.bench.workload import Workload
from tests.commands import ROOT

WRITTEN = {p.stem: p.read_text() for p in (ROOT / "bench" / "graphs").glob("*.polydat")}


def load(name: str) -> Workload:
    text = (WRITTEN | TEXTS)[name]
    return workload.workload(name, api.compile(text), directives.read(text))


@pytest.mark.parametrize("name", sorted(WRITTEN | TEXTS))
def test_a_graph_can_be_timed(name: str) -> None:
    found = load(name)
    assert any(found.every), "no input moves"
    assert found.nodes > 5


@pytest.mark.parametrize("shape", ["chain", "dense", "layered"])
@pytest.mark.parametrize("size", [10, 100, 1000])
def test_sizes(shape: str, size: int) -> None:
    assert 0.8 * size <= load(f"{shape}_{size}").nodes <= 1.1 * size


def test_shapes_of_the_driven_graphs() -> None:
    stable = load("stable").core
    masks = [bin(mask).count("1") for mask in stable.output_masks]
    assert masks == [1, 1, 1, 2]
    assert load("all_dirty").every == (1,)
    assert load("all_changing").every == (1, 1, 1, 1)
    assert load("mixed_rates").every == (1, 10, 100, 0)
    assert len(load("many_roots").outputs) == 80


def test_a_row_that_does_not_hold_says_so() -> None:
    rows = [
        Row("fast", 2.0, 3.0, "ns", "a command"),
        Row("slow", 4.0, 3.0, "ns", "a command"),
        Row("gain", 4.0, 3.0, "x", "a command", at_least=True),
    ]
    assert [row.holds for row in rows] == [True, False, True]
    text = page(rows)
    assert "| slow | 4.00 ns | at most 3 ns | **no** | `a command` |" in text
    assert "| gain | 4.00 x | at least 3 x | yes | `a command` |" in text
    assert "2 of 3 hold" in text
    assert "## What is not claimed" in text
