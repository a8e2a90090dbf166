"""Every type has the text of the golden tables on every engine, in values and in columns."""

from __future__ import annotations

from typing import Any

import pytest

from polydat.api import Assembler, Program
from polydat.graph.node import InputKind
from polydat.types import PortType
from polydat.types.memory import zero_of
from tests.golden_values import golden, value_of

P = PortType
ROWS = [r for r in golden("text_forms")["vectors"] if r["in"] is not None]
TYPES = [t for t in P if t not in (P.HANDLE, P.DYN)]
# More than the table has: registers whose halves differ, bytes that are no UTF-8.
MORE = {
    P.REG128: [(bytes(range(16)), "0f0e0d0c0b0a09080706050403020100", None)],
    P.BYTES: [
        (b"a\xff\xc3\xa9", "61ffc3a9", "a\ufffd\u00e9"),
        (b"\xe2\x82", "e282", "\ufffd"),
        (b"\xed\xa0\x80\xf0\x9f\x98\x80", "eda080f09f9880", "\ufffd\ufffd\ufffd\U0001f600"),
        (b"\xf4\x90\xc0\xc1\xf5", "f490c0c1f5", "\ufffd" * 5),
    ],
}


def programs(type: PortType) -> Program:
    graph = Assembler(["cycle"])
    graph.add_input("x", type, InputKind.EXTERNAL_WRITE, "" if type is P.EXT else zero_of(type))
    graph.add_node("printf", "printf", ["x"], ["{}"])
    graph.add_node("str_concat", "str_concat", ["x"])
    graph.add_node("rows", "printf", ["cycle", "x", "x"], ["{} {} {}"])
    for name in ("printf", "str_concat", "rows"):
        graph.add_output(name)
    return graph.compile(engine="interpreter")


def values(type: PortType) -> list[tuple[Any, str, str]]:
    rows = [r for r in ROWS if P(r["type"]) is type]
    known = [(value_of(r["in"], type), r["printf"], r["str_concat"]) for r in rows]
    return known + [(value, shown, joined or shown) for value, shown, joined in MORE.get(type, [])]


@pytest.mark.parametrize("type", TYPES, ids=lambda t: t.keyword)
def test_text_on_every_engine(type: PortType) -> None:
    program = programs(type)
    assert values(type)
    for engine in ("interpreter", "closures", "native"):
        kernel = program.kernel(engine)
        for value, shown, joined in values(type):
            kernel.set_input("x", value)
            assert kernel.pull("printf") == shown, engine
            assert kernel.pull("str_concat") == joined, engine


@pytest.mark.parametrize("type", TYPES, ids=lambda t: t.keyword)
def test_text_in_columns(type: PortType) -> None:
    program = programs(type)
    for value, shown, _ in values(type)[:6]:
        for engine in ("closures", "native"):
            batch = program.range(0, 3, engine=engine, outputs=["rows"], inputs={"x": value})
            assert batch["rows"].tolist() == [f"{i} {shown} {shown}" for i in range(3)]


@pytest.mark.parametrize("type", [P.U128, P.I128, P.F16], ids=lambda t: t.keyword)
@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_numbers_are_padded(type: PortType, engine: str) -> None:
    graph = Assembler(["cycle"])
    graph.add_input("x", type, InputKind.EXTERNAL_WRITE, 1)
    graph.add_node("line", "printf", ["x", "x"], ["{:05}|{:7}"])
    graph.add_output("line")
    text = "1.0" if type.is_float else "1"
    assert graph.compile(engine=engine).kernel().pull("line") == f"{text:0>5}|{text:>7}"
