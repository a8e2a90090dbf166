"""Batches: rows of a range, on every engine that makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import polydat
from polydat.api import Program
from polydat.batch.frame import DTYPES
from polydat.errors import EvalError, UsageError, WriteError
from polydat.graph.node import InputKind
from polydat.types import PortType

ENGINES = ("interpreter", "closures", "native")


def users() -> Program:
    asm = polydat.Assembler(["tenant", "cycle"], context="users")
    asm.add_input("prefix", PortType.STR, InputKind.EXTERNAL_WRITE, "user")
    asm.add_node("hashed", "hash", ["cycle"])
    asm.add_node("user_id", "mod", ["hashed"], [1_000_000])
    asm.add_node("score", "unit_interval", ["hashed"])
    asm.add_node("owner", "printf", ["prefix", "tenant"], ["{}/{}"])
    asm.add_node("label", "printf", ["owner", "user_id"], ["{}-{}"])
    asm.add_node("twice", "str_concat", ["label", "label"])
    asm.add_node("__port_tenant", "identity", ["tenant"])
    asm.add_node("__port_prefix", "identity", ["prefix"])
    asm.add_output("tenant", "__port_tenant")
    asm.add_output("prefix", "__port_prefix")
    for name in ("user_id", "score", "owner", "label", "twice"):
        asm.add_output(name)
    asm.add_output("again", "label")
    return asm.compile()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_columns(engine: str) -> None:
    program = users()
    names = [o.name for o in program.outputs]
    inputs = {"tenant": 9, "prefix": "\u00fc"}
    batch = program.range(0, 3, engine=engine, inputs=inputs, outputs=names)
    assert batch.names == tuple(names)
    assert batch["tenant"].tolist() == [9, 9, 9]
    assert batch["prefix"].tolist() == ["\u00fc"] * 3
    assert batch["user_id"].tolist() == [607535, 822465, 348110]
    assert batch["score"].tolist() == [0.8833108082136427, 0.566561575172281, 0.5911897341980795]
    assert batch["owner"].tolist() == ["\u00fc/9"] * 3
    assert batch["label"].tolist() == ["\u00fc/9-607535", "\u00fc/9-822465", "\u00fc/9-348110"]
    assert batch["twice"][1] == "\u00fc/9-822465\u00fc/9-822465"
    assert batch["again"].tolist() == batch["label"].tolist()
    assert batch.rows == 3


def test_inputs_are_no_columns_unless_asked_for() -> None:
    names = ("user_id", "score", "owner", "label", "twice", "again")
    assert users().range(0, 1).names == names


@pytest.mark.parametrize(
    ("start", "stop", "step", "want"),
    [
        (0, 0, 1, []),
        (5, 5, 1, []),
        (7, 5, 1, []),
        (5, 6, 10, [5]),
        (2, 12, 5, [2, 7]),
        ((1 << 32) - 1, (1 << 32) + 1, 1, [(1 << 32) - 1, 1 << 32]),
        ((1 << 64) - 2, 1 << 64, 1, [(1 << 64) - 2, (1 << 64) - 1]),
    ],
)
def test_rows_of_a_range(engine: str, start: int, stop: int, step: int, want: list[int]) -> None:
    asm = polydat.Assembler(["cycle"])
    asm.add_node("same", "identity", ["cycle"])
    asm.add_node("text", "printf", ["cycle"], ["<{}>"])
    asm.add_output("same")
    asm.add_output("text")
    batch = asm.compile().range(start, stop, step, engine=engine)
    assert batch["same"].tolist() == want
    assert batch["same"].dtype == np.uint64
    assert batch["text"].tolist() == [f"<{n}>" for n in want]


def test_any_cut_gives_the_same_rows(engine: str) -> None:
    program = users()
    whole = program.range(0, 2500, engine=engine)
    for rows in (1000, 1024, 777):
        parts = list(program.batches(0, 2500, rows=rows, engine=engine))
        assert [b.rows for b in parts] == [min(rows, 2500 - at) for at in range(0, 2500, rows)]
        for name in whole:
            assert [x for b in parts for x in b[name].tolist()] == whole[name].tolist()


def test_outputs_are_chosen_and_ordered(engine: str) -> None:
    batch = users().range(0, 2, outputs=["label", "user_id"], engine=engine)
    assert list(batch) == ["label", "user_id"]


def test_types_of_columns(engine: str) -> None:
    asm = polydat.Assembler()
    types = [
        PortType.U8, PortType.I8, PortType.U16, PortType.I16, PortType.U32, PortType.I32,
        PortType.I64, PortType.F32, PortType.F64, PortType.BOOL,
    ]  # fmt: skip
    asm.add_input("cycle")
    for type in types:
        asm.add_input(type.keyword, type)
        asm.add_node(f"__port_{type.keyword}", "identity", [type.keyword])
        asm.add_output(type.keyword, f"__port_{type.keyword}")
    given: dict[str, Any] = dict.fromkeys((t.keyword for t in types), 1)
    given |= {"i8": -128, "i16": -7, "i32": -1, "i64": -(1 << 63), "f32": -0.5, "bool": True}
    batch = asm.compile().range(0, 2, engine=engine, inputs=given)
    for type in types:
        assert batch[type.keyword].tolist() == [given[type.keyword]] * 2
        assert batch[type.keyword].dtype == DTYPES[type]


@pytest.mark.parametrize("type", [PortType.F64, PortType.F32, PortType.I32, PortType.BOOL])
def test_varying_input_of_another_type(engine: str, type: PortType) -> None:
    asm = polydat.Assembler()
    asm.add_input("cycle", type)
    asm.add_node("text", "printf", ["cycle"], ["{}"])
    asm.add_node("same", "identity", ["cycle"])
    asm.add_output("text")
    asm.add_output("same")
    program = asm.compile()
    want = {
        PortType.F64: ["0.0", "1.0"],
        PortType.F32: ["0.0", "1.0"],
        PortType.I32: ["0", "1"],
        PortType.BOOL: ["false", "true"],
    }
    assert program.range(0, 2, engine=engine)["text"].tolist() == want[type]
    assert program.range(0, 2, engine=engine)["same"].tolist() == [0, 1]
    if not type.is_float:
        with pytest.raises(UsageError, match="takes up to"):
            program.range(0, 1 << 40, engine=engine)


def test_failure_names_the_row(engine: str) -> None:
    asm = polydat.Assembler(["cycle"], context="rows")
    asm.add_node("a", "hash", ["cycle"])
    asm.add_node("bad", "div", ["a"], [0])
    asm.add_output("a")
    asm.add_output("bad")
    program = asm.compile()
    with pytest.raises(EvalError) as caught:
        program.range(5, 5000, engine=engine)
    assert str(caught.value).endswith("attempt to divide by zero (at cycle = 5)")
    assert "a" in program.range(0, 3, outputs=["a"], engine=engine)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": -1, "stop": 5}, "lies in 0 to 2"),
        ({"start": 0, "stop": (1 << 64) + 1}, "lies in 0 to 2"),
        ({"start": 0.5, "stop": 5}, "are integers"),
        ({"start": 0, "stop": 5, "step": 0}, "at least 1"),
        ({"start": 0, "stop": 5, "outputs": ["lable"]}, "nearest: label"),
        ({"start": 0, "stop": 5, "outputs": "label"}, "a list of names"),
        ({"start": 0, "stop": 5, "outputs": ["label", "label"]}, "twice"),
        ({"start": 0, "stop": 5, "inputs": {"cycle": 5}}, "what the range varies"),
    ],
)
def test_wrong_use_is_refused(engine: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        users().range(engine=engine, **arguments)


def test_wrong_inputs_are_refused(engine: str) -> None:
    with pytest.raises(WriteError, match="no input named 'tenent'; nearest: tenant"):
        users().range(0, 5, engine=engine, inputs={"tenent": 1})
    with pytest.raises(WriteError, match="'prefix' has type str"):
        users().range(0, 5, engine=engine, inputs={"prefix": 1})
    asm = polydat.Assembler(["cycle"])
    asm.add_input("e", PortType.STR, InputKind.ITERATION_EXTERN)
    asm.add_node("t", "printf", ["e", "cycle"], ["{}{}"])
    asm.add_output("t")
    assert asm.compile().range(0, 2, engine=engine)["t"].tolist() == [None, None]


def test_long_texts_and_empty_ones(engine: str) -> None:
    asm = polydat.Assembler(["cycle"])
    asm.add_input("e", PortType.STR, InputKind.EXTERNAL_WRITE, "x" * 3000)
    asm.add_input("nothing", PortType.STR, InputKind.EXTERNAL_WRITE, "")
    asm.add_node("long", "str_concat", ["e", "cycle", "e"])
    asm.add_node("empty", "str_concat", ["nothing"])
    asm.add_node("both", "str_concat", ["long", "empty"])
    for name in ("long", "empty", "both"):
        asm.add_output(name)
    batch = asm.compile().range(0, 1030, engine=engine)
    assert batch["long"][1029] == "x" * 3000 + "1029" + "x" * 3000
    assert batch["empty"].tolist() == [""] * 1030
    assert batch["both"].tolist() == batch["long"].tolist()


def test_columns_are_read_only_and_arrow_shares_them(engine: str) -> None:
    pytest.importorskip("pyarrow")
    batch = users().range(0, 100, engine=engine)
    with pytest.raises(ValueError, match="read-only"):
        batch["user_id"][0] = 1
    arrow = batch.to_arrow()
    assert arrow.schema.field("label").type == "string"
    assert arrow.column("label").to_pylist() == batch["label"].tolist()
    assert arrow.column("user_id").to_pylist() == batch["user_id"].tolist()
    arrow.validate(full=True)
    address = arrow.column("user_id").buffers()[1].address
    assert address == batch["user_id"].__array_interface__["data"][0]


def test_program_without_coordinates(engine: str) -> None:
    asm = polydat.Assembler()
    asm.add_node("six", "const_u64", [], [6])
    asm.add_node("text", "printf", ["six"], ["n{}"])
    asm.add_output("six")
    asm.add_output("text")
    batch = asm.compile().range(0, 3, engine=engine)
    assert batch["six"].tolist() == [6, 6, 6]
    assert batch["text"].tolist() == ["n6"] * 3


def test_node_of_several_outputs(engine: str) -> None:
    asm = polydat.Assembler(["cycle"])
    asm.add_node("digits", "mixed_radix", ["cycle"], [10, 7, 0])
    asm.add_node("sum", "u64_add", [("digits", 0), ("digits", 2)])
    for port in range(3):
        asm.add_output(f"d{port}", ("digits", port))
    asm.add_output("sum")
    batch = asm.compile().range(12345, 12347, engine=engine)
    # 12345 = 5 + 10 * (2 + 7 * 176)
    assert [batch[f"d{p}"].tolist() for p in range(3)] == [[5, 6], [2, 2], [176, 176]]
    assert batch["sum"].tolist() == [181, 182]
