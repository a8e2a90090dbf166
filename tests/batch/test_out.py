"""`out=`: a batch that is filled again in the memory it has."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import polydat
from polydat.batch.frame import Batch

SOURCE = """
input cycle: u64
user_id := mod(hash(cycle), 1000000)
score := unit_interval(hash(cycle))
even := u64_eq(mod(cycle, 2), 0)
label := "user-{user_id}"
"""
MAYBE = """
input cycle: u64
extern p: str
extern n: u64
plain := cycle + 1
text := "{p}-{cycle}"
number := cycle + n
"""
ROWS = 3000


@pytest.fixture(params=["closures", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def address(array: Any) -> int:
    return int(array.__array_interface__["data"][0])


def addresses(batch: Batch) -> dict[str, int]:
    found = {name: address(batch[name]) for name in ("user_id", "score", "even")}
    return found | {"offsets": address(batch["label"].offsets)}


def lists(batch: Batch) -> dict[str, list[Any]]:
    return {name: batch[name].tolist() for name in batch}


def test_values_by_hand(engine: str) -> None:
    program = polydat.compile('input cycle: u64\nnext := cycle + 1\nt := "<{cycle}>"')
    batch = program.range(0, 3, engine=engine)
    again = program.range(8, 11, engine=engine, out=batch)
    assert again is batch
    assert lists(batch) == {"next": [9, 10, 11], "t": ["<8>", "<9>", "<10>"]}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_range_keeps_its_memory(engine: str, threads: int) -> None:
    program = polydat.compile(SOURCE)
    batch = program.range(5_000_000, 5_000_000 + ROWS, engine=engine, threads=threads)
    before = addresses(batch)
    for start in (0, 70_000):
        program.range(start, start + ROWS, engine=engine, threads=threads, out=batch)
        assert addresses(batch) == before
        assert lists(batch) == lists(program.range(start, start + ROWS, engine="closures"))


def test_text_that_fits_keeps_its_memory(engine: str) -> None:
    program = polydat.compile('input cycle: u64\nt := "<{cycle}>"', engine=engine)
    batch = program.range(100_000, 102_000)
    before = address(batch["t"].data)
    program.range(5, 2005, out=batch)
    assert address(batch["t"].data) == before
    assert batch["t"].tolist() == [f"<{n}>" for n in range(5, 2005)]


def test_text_that_grows_and_shrinks(engine: str) -> None:
    program = polydat.compile('input cycle: u64\nextern p: str = ""\nt := "{p}{cycle}"')
    batch = program.range(0, ROWS, engine=engine)
    for width, threads in ((5000, 1), (0, 2), (900, 2), (7, 1)):
        inputs = {"p": "x" * width}
        program.range(1, 1 + ROWS, engine=engine, inputs=inputs, threads=threads, out=batch)
        assert batch["t"].tolist() == ["x" * width + str(n) for n in range(1, 1 + ROWS)]


def test_a_map_keeps_its_memory(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 4)
    before = addresses(batch)
    program.map({"cycle": [9, 2, 2, 7]}, out=batch)
    assert addresses(batch) == before
    assert lists(batch) == lists(program.map({"cycle": [9, 2, 2, 7]}))


def test_columns_taken_before_hold_the_new_rows(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 10)
    users, labels = batch["user_id"], batch["label"]
    program.range(10, 20, out=batch)
    fresh = program.range(10, 20)
    assert users.tolist() == fresh["user_id"].tolist()
    assert labels.tolist() == fresh["label"].tolist()
    with pytest.raises(ValueError, match="read-only"):
        users[0] = 1


def test_absent_rows_come_and_go(engine: str) -> None:
    program = polydat.compile(MAYBE, engine=engine)
    batch = program.range(0, 3)
    for inputs in ({"p": "a", "n": 5}, {"p": "b"}, {"n": 1}, {}, {"p": "c", "n": 2}):
        program.range(4, 7, inputs=inputs, out=batch)
        assert lists(batch) == lists(program.range(4, 7, inputs=inputs)), inputs


def test_a_batch_that_does_not_fit_is_refused(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 10)
    want = lists(batch)
    other = polydat.compile("input cycle: u64\ny := cycle + 1", engine=engine)
    with pytest.raises(polydat.UsageError, match="this one is of another"):
        other.range(0, 10, out=batch)
    with pytest.raises(polydat.UsageError, match="of 11 rows, and this one has 10"):
        program.range(0, 11, out=batch)
    with pytest.raises(polydat.UsageError, match="same outputs in the same order"):
        program.range(0, 10, outputs=["score", "user_id"], out=batch)
    with pytest.raises(polydat.UsageError, match="takes a batch, got dict"):
        program.range(0, 10, out={})  # type: ignore[arg-type]
    with pytest.raises(polydat.UsageError, match="come from Python values"):
        program.range(0, 10, engine="interpreter", out=batch)
    with pytest.raises(polydat.UsageError, match="no memory that can be filled again"):
        program.range(0, 10, out=program.range(0, 10, engine="interpreter"))
    assert lists(batch) == want


def test_bytes_of_text_that_are_held_are_refused(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 10)
    want = lists(batch)
    taken: list[Callable[[Any], Any]] = [lambda d: d, lambda d: d[3:5], lambda d: d.base]
    for take in taken:
        held = take(batch["label"].data)
        with pytest.raises(polydat.UsageError, match="of a text column of this batch"):
            program.range(10, 20, out=batch)
        assert lists(batch) == want
        assert bytes(held)
        del held
        program.range(10, 20, out=batch)
        assert lists(batch) == lists(program.range(10, 20))
        program.range(0, 10, out=batch)


@pytest.mark.parametrize("threads", [1, 2])
def test_arrow_data_does_not_change_while_it_is_held(engine: str, threads: int) -> None:
    pa = pytest.importorskip("pyarrow")
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, ROWS, threads=threads)
    for export in (batch.to_arrow, lambda: pa.record_batch(batch)):
        arrow = export()
        want = arrow.to_pydict()
        with pytest.raises(polydat.UsageError, match="Arrow data of this batch is still held"):
            program.range(9, 9 + ROWS, threads=threads, out=batch)
        column = arrow.column(0)
        del arrow
        with pytest.raises(polydat.UsageError, match="Arrow data of this batch is still held"):
            program.range(9, 9 + ROWS, threads=threads, out=batch)
        assert column.to_pylist() == want["user_id"]
        del column
        program.range(0, ROWS, threads=threads, out=batch)
        assert lists(batch) == want


def test_after_an_error_there_are_no_columns_until_it_is_filled(engine: str) -> None:
    program = polydat.compile('input cycle: u64\ny := div_wire(1, cycle)\nt := "{y}"')
    batch = program.range(1, 4, engine=engine)
    with pytest.raises(polydat.EvalError):
        program.range(0, 3, engine=engine, out=batch)
    assert list(batch) == []
    program.range(1, 4, engine=engine, out=batch)
    assert lists(batch) == {"y": [1, 0, 0], "t": ["1", "0", "0"]}


def test_a_pickled_batch_has_no_memory(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 5)
    copy = pickle.loads(pickle.dumps(batch))
    assert lists(copy) == lists(batch)
    with pytest.raises(polydat.UsageError, match="no memory"):
        program.range(0, 5, out=copy)


def test_no_rows(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    batch = program.range(0, 0)
    assert program.range(5, 5, out=batch) is batch
    assert batch["label"].tolist() == []
    assert batch["user_id"].dtype == np.uint64
