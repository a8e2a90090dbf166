"""What rows may not depend on: cuts, threads, engines, and the other bindings of the program."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import polydat
from polydat.batch.frame import Batch

BINDINGS = {
    "hashed": "hashed := hash(cycle)",
    "user_id": "user_id := mod(hashed, 1000000)",
    "score": "score := unit_interval(hash(user_id))",
    "bucket": "bucket := mod(hash(score_key), 64)",
    "score_key": "score_key := hash(hashed)",
    "label": 'label := "user-{user_id}/{score}"',
    "plain": "plain := cycle + 7",
}
NEEDS = {
    "hashed": (),
    "user_id": ("hashed",),
    "score": ("user_id", "hashed"),
    "score_key": ("hashed",),
    "bucket": ("score_key", "hashed"),
    "label": ("user_id", "score", "hashed"),
    "plain": (),
}
ROWS = 65_536 + 1025  # more than one of the largest cuts, and no whole number of any


def source(names: Any) -> str:
    return "\n".join(["input cycle: u64", *(BINDINGS[n] for n in names)])


WHOLE = polydat.compile(source(BINDINGS))


def bits(batch: Batch, first: int = 0, behind: int | None = None) -> dict[str, bytes | list[str]]:
    """Columns as bytes, so that no two floats are equal that differ; texts as they are."""
    rows = slice(first, behind)
    return {
        n: batch[n][rows] if n == "label" else batch[n][rows].tobytes()  # type: ignore[union-attr]
        for n in batch
    }


@pytest.fixture(scope="module")
def want() -> Batch:
    return WHOLE.range(3, 3 + ROWS, engine="closures")


@pytest.mark.parametrize("engine", ["closures", "native"])
@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("size", [1, 7, 1000, 1024, 65_536])
def test_cuts_and_threads(want: Batch, engine: str, threads: int, size: int) -> None:
    count = min(ROWS, 40 * size)
    at = 0
    options = {"engine": engine, "threads": threads}
    for batch in WHOLE.batches(3, 3 + count, rows=size, **options):  # type: ignore[arg-type]
        assert bits(batch) == bits(want, at, at + batch.rows)
        at += batch.rows
    assert at == count


@pytest.mark.parametrize("mode", ["off", "auto", "force"])
def test_the_interpreter(want: Batch, mode: str) -> None:
    made = WHOLE.range(3, 203, engine=f"interpreter:{mode}")
    assert bits(made) == bits(want, 0, 200)


@settings(deadline=None, max_examples=40)
@given(
    start=st.integers(0, (1 << 64) - 4000),
    step=st.integers(1, 5),
    cuts=st.sets(st.integers(1, 599)),
    engine=st.sampled_from(["closures", "native"]),
)
def test_any_cut_of_the_range(start: int, step: int, cuts: set[int], engine: str) -> None:
    whole = WHOLE.range(start, start + 600 * step, step, engine=engine)
    edges = [0, *sorted(cuts)[:6], 600]
    for first, behind in pairwise(edges):
        part = WHOLE.range(start + first * step, start + behind * step, step, engine=engine)
        assert bits(part) == bits(whole, first, behind)


@settings(deadline=None, max_examples=100)
@given(
    row=st.integers(0, ROWS - 1),
    engine=st.sampled_from(["interpreter:off", "interpreter:auto", "closures", "native"]),
)
def test_a_row_alone_is_its_row_in_the_batch(row: int, engine: str) -> None:
    alone = WHOLE.kernel(engine)(cycle=3 + row)
    batch = WHOLE.range(3, 3 + ROWS) if row % 16 == 0 else WHOLE.range(row, row + 9)
    place = row if row % 16 == 0 else 3
    assert bits(WHOLE.range(3 + row, 4 + row)) == bits(batch, place, place + 1)
    assert {n: batch[n][place] for n in batch} == {n: alone[n] for n in batch}


@settings(deadline=None, max_examples=25)
@given(
    chosen=st.sets(st.sampled_from(sorted(BINDINGS)), min_size=1),
    order=st.randoms(use_true_random=False),
    engine=st.sampled_from(["interpreter:off", "closures"]),
)
def test_other_bindings_do_not_change_a_column(chosen: set[str], order: Any, engine: str) -> None:
    names = sorted(chosen | {need for name in chosen for need in NEEDS[name]})
    order.shuffle(names)
    made = bits(polydat.compile(source(names)).range(3, 63, engine=engine))
    want = bits(WHOLE.range(3, 63, engine="closures"))
    assert list(made) == names
    assert made == {name: want[name] for name in names}
