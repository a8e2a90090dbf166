"""`map`: rows for coordinates in any order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import polydat
from polydat.types import PortType

SOURCE = """
input (cycle: u64, tenant: u64)
extern p: str = "q"
user := mod(hash(cycle), 1000000)
both := cycle + tenant
label := "{p}-{tenant}-{user}"
fixed := hash(5)
"""
CYCLES = [4, 0, 2**64 - 1, 4]
TENANTS = [1, 2, 3, 1]


@pytest.mark.parametrize("engine", ["interpreter:off", "closures", "native"])
def test_rows_follow_the_arrays(engine: str) -> None:
    program = polydat.compile(SOURCE)
    batch = program.map({"cycle": CYCLES, "tenant": TENANTS}, engine=engine)
    kernel = program.kernel("interpreter:off")
    want = [kernel(cycle=c, tenant=t) for c, t in zip(CYCLES, TENANTS, strict=True)]
    for name in batch:
        assert batch[name].tolist() == [row[name] for row in want], name


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_many_rows_and_threads(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    cycles = np.random.default_rng(7).integers(0, 2**64, 20_000, np.uint64)
    tenants = np.arange(20_000)
    whole = program.map({"cycle": cycles, "tenant": tenants})
    for threads in (2, 5):
        parts = program.map({"cycle": cycles, "tenant": tenants}, threads=threads)
        assert parts["user"].tolist() == whole["user"].tolist()
        assert parts["label"].tolist() == whole["label"].tolist()
    kernel = program.kernel("interpreter:off")
    assert kernel(cycle=int(cycles[19_999]), tenant=19_999)["label"] == whole["label"][19_999]


def test_other_inputs_keep_their_values() -> None:
    program = polydat.compile(SOURCE)
    batch = program.map({"cycle": [0, 1]}, inputs={"tenant": 9, "p": "x"}, outputs=["label"])
    assert batch["label"].tolist() == ["x-9-607535", "x-9-822465"]


def test_a_range_and_a_map_agree() -> None:
    program = polydat.compile(SOURCE)
    mapped = program.map({"cycle": np.arange(100, 3100)})
    ranged = program.range(100, 3100)
    for name in ranged:
        assert mapped[name].tolist() == ranged[name].tolist()


@pytest.mark.parametrize("engine", ["interpreter:off", "closures", "native"])
@pytest.mark.parametrize(
    ("type", "values"),
    [
        (PortType.I64, [-(2**63), -1, 2**63 - 1]),
        (PortType.I8, [-128, 0, 127]),
        (PortType.U16, [0, 1, 65535]),
        (PortType.F64, [0.1, -0.0, float("inf")]),
        (PortType.F32, [0.5, -2.0, 3.0]),
        (PortType.BOOL, [True, False, True]),
    ],
)
def test_every_type(engine: str, type: PortType, values: list[Any]) -> None:
    asm = polydat.Assembler()
    asm.add_input("x", type)
    asm.add_node("y", "identity", ["x"])
    asm.add_node("t", "printf", ["x"], ["{}"])
    asm.add_output("y")
    asm.add_output("t")
    program = asm.compile()
    batch = program.map({"x": values}, engine=engine)
    assert repr(batch["y"].tolist()) == repr(values)
    kernel = program.kernel("interpreter:off")
    assert batch["t"].tolist() == [kernel(x=v)["t"] for v in values]


def test_an_empty_map_has_no_rows() -> None:
    batch = polydat.compile(SOURCE).map({"cycle": [], "tenant": np.array([], np.uint64)})
    assert batch.rows == 0


@pytest.mark.parametrize("engine", ["interpreter:off", "closures", "native"])
def test_a_failing_row_is_named(engine: str) -> None:
    program = polydat.compile("input (a: u64, b: u64)\ny := div_wire(a, b)")
    with pytest.raises(polydat.EvalError, match="row 2, a = 5, b = 0"):
        program.map({"a": [1, 1, 5], "b": [1, 1, 0]}, engine=engine)


@pytest.mark.parametrize(
    ("columns", "inputs", "kind", "message"),
    [
        ({}, {}, polydat.UsageError, "got no arrays"),
        ({"cycle": [1], "tenant": [1, 2]}, {}, polydat.UsageError, r"arrays of \[1, 2\] elements"),
        ({"cycle": [[1]]}, {}, polydat.UsageError, "2 dimensions"),
        ({"cycle": 5}, {}, polydat.UsageError, "0 dimensions"),
        ({"cycle": [1.5]}, {}, polydat.WriteError, "got an array of float64"),
        ({"cycle": [-1]}, {}, polydat.WriteError, "takes 0 to 18446744073709551615, got -1"),
        ({"cycle": ["x"]}, {}, polydat.WriteError, "got an array of <U1"),
        ({"cycel": [1]}, {}, polydat.WriteError, "nearest: cycle"),
        ({"p": ["x"]}, {}, polydat.UsageError, "map takes numbers"),
        ({"cycle": [1]}, {"cycle": 2}, polydat.UsageError, "given twice"),
    ],
)
def test_wrong_arrays_are_refused(
    columns: Any, inputs: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        polydat.compile(SOURCE).map(columns, inputs=inputs)
