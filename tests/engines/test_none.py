"""`None` is one thing on every engine: what it reaches, what it skips, how it is shown."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import polydat
from polydat.batch.formats import Format
from polydat.errors import EngineRefused
from polydat.nodes import registry
from tests import strategies
from tests.batch.columns import written
from tests.equivalence.test_programs import actions, compiled, play, rows_of
from tests.support import CLOSURES, COMPILED, ENGINES, NATIVE, few

# unit_interval(hash(c)) for c = 0 to 4: 0.883, 0.567, 0.591, 0.113, 0.431.
SOURCE = """
input c: u64
n := null_if(c + 10, c, 0.58)
m := mod(n, 7)
f := null_if(0.5, c, 0.58) * 2.0
label := "n={n} m={m}"
longer := label + "!"
(low, high) := mixed_radix(n, 5, 10)
both := u64_add(n, null_if(c, c + 1, 0.5))
free := c + 1
name := null_if("c{c}", c, 0.58)
"""
ROWS = [
    {"n": 10, "m": 3, "f": 1.0, "label": "n=10 m=3", "longer": "n=10 m=3!", "low": 0, "high": 2,
     "both": 10, "free": 1, "name": "c0"},
    {"n": None, "m": None, "f": None, "label": None, "longer": None, "low": None, "high": None,
     "both": None, "free": 2, "name": None},
    {"n": 12, "m": 5, "f": 1.0, "label": "n=12 m=5", "longer": "n=12 m=5!", "low": 2, "high": 2,
     "both": None, "free": 3, "name": "c2"},
    {"n": None, "m": None, "f": None, "label": None, "longer": None, "low": None, "high": None,
     "both": None, "free": 4, "name": None},
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_scalar(engine: str) -> None:
    kernel = polydat.compile(SOURCE).kernel(engine)
    assert [kernel(c=c) for c in range(4)] == ROWS


@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_batch(engine: str) -> None:
    batch = polydat.compile(SOURCE).range(0, 4, engine=engine)
    for name in batch:
        assert batch[name].tolist() == [row[name] for row in ROWS], name


def test_arrow_has_nulls() -> None:
    batch = polydat.compile(SOURCE).range(0, 4).to_arrow()
    assert batch.column("n").to_pylist() == [10, None, 12, None]
    assert batch.column("n").type == pa.uint64()
    assert batch.column("n").null_count == 2
    assert batch.column("label").to_pylist() == [row["label"] for row in ROWS]
    assert batch.column("free").null_count == 0
    batch.validate(full=True)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_node_that_would_fail_does_not_run_without_its_value(engine: str) -> None:
    # Row 1 divides by 0, and has no divisor.
    program = polydat.compile("input c: u64\ny := div_wire(100, null_if(c - 1, c, 0.58))")
    kernel = program.kernel(engine)
    assert [kernel(c=c)["y"] for c in range(4)] == [0, None, 100, None]
    program = polydat.compile("input c: u64\ny := div_wire(100, null_if(c - 2, c, 0.58))")
    kernel = program.kernel(engine)
    with pytest.raises(polydat.EvalError, match="div_wire"):
        kernel(c=2)
    assert kernel(c=3)["y"] is None


@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_a_batch_skips_rows_without_a_value(engine: str) -> None:
    program = polydat.compile("input c: u64\ny := div_wire(100, null_if(c - 1, c, 0.58))")
    assert program.range(0, 4, engine=engine)["y"].tolist() == [0, None, 100, None]
    program = polydat.compile("input c: u64\ny := div_wire(100, null_if(c - 2, c, 0.58))")
    with pytest.raises(polydat.EvalError, match="c = 2"):
        program.range(1, 5, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_constant_that_is_absent(engine: str) -> None:
    program = polydat.compile("input c: u64\nk := null_if(5, 0, 1.0)\ny := k + c\nz := c")
    assert program.kernel(engine)(c=3) == {"k": None, "y": None, "z": 3}
    batch = program.range(0, 2, engine=engine)
    assert batch["y"].tolist() == [None, None]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_extern_without_a_value_reaches_batches(engine: str) -> None:
    program = polydat.compile('input c: u64\nextern p: str\ny := "{p}-{c}"\nz := c')
    batch = program.range(0, 2, engine=engine)
    assert batch["y"].tolist() == [None, None]
    assert batch["z"].tolist() == [0, 1]
    assert program.range(0, 1, engine=engine, inputs={"p": "q"})["y"].tolist() == ["q-0"]


@pytest.mark.parametrize("engine", COMPILED)
def test_raw_readers_refuse_what_may_be_none(engine: str) -> None:
    kernel: Any = polydat.compile(SOURCE, outputs=["n"]).kernel(engine)
    slot = kernel.resolve_output("n")
    assert kernel.eval_for_slot([0], slot) == 10
    with pytest.raises(EngineRefused, match="is None"):
        kernel.eval_for_slot([1], slot)
    with pytest.raises(EngineRefused, match="may be None"):
        kernel.eval_range(0, np.empty((2, 4), np.uint64))
    kernel.eval_at([1])
    assert kernel.get_value("n") is None


def test_rows_as_text() -> None:
    program = polydat.compile(SOURCE)
    batch = program.range(0, 2, outputs=["n", "f", "name"])
    assert written(Format("csv").writer({}), batch) == b"n,f,name\n10,1.0,c0\n,,\n"
    lines = written(Format("jsonl").writer({}), batch)
    assert lines == b'{"n":10,"f":1.0,"name":"c0"}\n{"n":null,"f":null,"name":null}\n'
    assert json.loads(lines.splitlines()[1]) == {"n": None, "f": None, "name": None}
    table = written(Format("table").writer({}), batch)
    assert table.decode().splitlines()[2:] == ["10  1.0  c0", ""]


FUNCTIONS = [
    registry.get(name)
    for name in (
        "null_if", "null_if", "null_if", "mod", "div", "u64_add", "f64_mul", "hash", "identity",
        "mixed_radix", "printf", "str_concat", "unit_interval", "div_wire",
    )
]  # fmt: skip


@given(data=st.data())
def test_closures_agree_with_the_interpreter(data: st.DataObject) -> None:
    drawn = data.draw(strategies.graphs(most=20, functions=FUNCTIONS))
    program = compiled(drawn)
    if program is None:
        return
    steps = data.draw(actions(drawn))
    want = play(program, "interpreter:off", steps)
    for engine in CLOSURES:
        assert play(program, engine, steps) == want, engine
    assert rows_of(program, "closures", 0, 9) == rows_of(program, "interpreter:off", 0, 9)


@few()
@given(data=st.data())
def test_native_agrees_with_the_interpreter(data: st.DataObject) -> None:
    drawn = data.draw(strategies.graphs(most=20, functions=FUNCTIONS))
    program = compiled(drawn)
    if program is None:
        return
    steps = data.draw(actions(drawn))
    want = play(program, "interpreter:off", steps)
    for engine in NATIVE:
        assert play(program, engine, steps) == want, engine
    assert rows_of(program, "native", 0, 9) == rows_of(program, "interpreter:off", 0, 9)
