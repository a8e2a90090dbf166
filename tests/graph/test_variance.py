"""Inputs that take any value: open ones under a policy, and those that a program declares so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import polydat
from polydat.api import Assembler
from polydat.errors import BindError, ConstInitError, EvalError, OpenInputs, UsageError
from polydat.graph.events import EventLog, InputConverterInserted, Level
from polydat.graph.node import InputKind
from polydat.lang.parser import parse
from polydat.lang.printer import print_file
from polydat.lang.transform import convert_input
from polydat.types import PortType
from tests.support import ENGINES

P = PortType


def assembler() -> Assembler:
    """Two open inputs, of which one is read twice as u64 and once as text."""
    graph = Assembler(["cycle"])
    graph.add_input("x", P.U64, InputKind.ITERATION_EXTERN, declared=False)
    graph.add_input("idle", P.F64, InputKind.ITERATION_EXTERN, declared=False)
    graph.add_input("fixed", P.U64, InputKind.EXTERNAL_WRITE, default=1)
    graph.add_node("sum", "u64_add", ["x", "fixed"])
    graph.add_node("more", "u64_mul", ["x", "sum"])
    graph.add_node("shout", "str_concat", ["shown", "shown"])
    graph.add_node("shown", "__u64_to_string", ["x"])
    graph.add_output("more")
    graph.add_output("shout")
    return graph


def converters(log: EventLog) -> list[tuple[Any, ...]]:
    events = (e for e in log if isinstance(e, InputConverterInserted))
    return [(e.input, e.to, e.node, e.origin, e.severity) for e in events]


def test_fixed_keeps_the_types() -> None:
    log = EventLog()
    program = assembler().compile(log=log)
    assert [d.type for d in program.inputs] == [P.U64, P.U64, P.F64, P.U64]
    assert converters(log) == []


def test_error_names_every_open_input() -> None:
    with pytest.raises(OpenInputs) as caught:
        assembler().compile(input_variance="error")
    assert str(caught.value) == (
        "OpenInputs: inputs have types that nobody wrote: 'x': u64, 'idle': f64\n"
        "    = write: extern x: u64\n"
        "extern idle: f64"
    )


@pytest.mark.parametrize(("policy", "level"), [("warn", Level.WARNING), ("info", Level.INFO)])
def test_opened_inputs_have_one_converter_a_type(policy: str, level: Level) -> None:
    log = EventLog()
    program = assembler().compile(input_variance=policy, log=log)
    assert [d.type for d in program.inputs] == [P.U64, P.DYN, P.DYN, P.U64]
    assert converters(log) == [
        ("x", "u64", "sum, more, shown", "inferred", level),
        ("idle", "f64", "(none: nothing reads it)", "inferred", level),
    ]
    assert program.kernel().input_port_type("x") is P.U64
    words = [e.text for e in log if isinstance(e, InputConverterInserted)]
    assert words[0] == "input 'x' (inferred) is read as u64 by sum, more, shown"
    found = next(e.as_json() for e in log if isinstance(e, InputConverterInserted))
    assert found["level"] == level.value
    assert found["event"] == "InputConverterInserted"


@pytest.mark.parametrize("engine", ENGINES)
def test_values_are_converted_where_they_are_read(engine: str) -> None:
    kernel = assembler().compile(input_variance="info").kernel(engine)
    assert kernel.pull("more") is None
    for value, want in [(3, 12), (True, 2), (np.uint8(3), 12), ("3", 12), (2.9, 6)]:
        kernel.set_input("x", value)
        assert kernel.pull("more") == want
        assert kernel.input_value("x") is value
    kernel.set_input("x", -1)
    with pytest.raises(EvalError, match=r"input 'x' is read as u64: .*-1"):
        kernel.pull("more")
    kernel.set_input("x", object())
    with pytest.raises(EvalError, match="a object is no value of type u64"):
        kernel.pull("shout")
    kernel.set_input("x", 5)
    assert kernel.pull("shout") == "55"
    kernel.set_input("x", None)
    assert kernel.pull("shout") is None


DECLARED = """
input cycle: u64
extern x: dyn
number := u64_add(x, cycle)
share := f64_mul(x, 0.5)
text := x + "!"
same := identity(x)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_declared_dyn(engine: str) -> None:
    log = EventLog()
    program = polydat.compile(DECLARED, engine=engine, log=log)
    kernel = program.kernel()
    kernel.set_inputs([1])
    assert {(e[0], e[1], e[3], e[4]) for e in converters(log)} == {
        ("x", "u64", "declared dyn", Level.INFO),
        ("x", "f64", "declared dyn", Level.INFO),
    }
    assert kernel.input_port_type("x") is P.DYN
    kernel.set_input("x", 7)
    assert (kernel.pull("number"), kernel.pull("share"), kernel.pull("same")) == (8, 3.5, 7)
    kernel.set_input("x", "12")
    assert (kernel.pull("number"), kernel.pull("share"), kernel.pull("same")) == (13, 6.0, "12")
    batch = program.range(0, 3, outputs=["number", "same"], inputs={"x": 4.0})
    assert batch["number"].tolist() == [4, 5, 6]
    assert batch["same"].tolist() == [4.0, 4.0, 4.0]


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), ("1.5", 1.5), ('"t"', "t"), ("true", True), ("false", False)]
)
def test_defaults_of_dyn_are_as_written(text: str, value: Any) -> None:
    kernel = polydat.compile(f"extern x: dyn = {text}\ny := identity(x)").kernel()
    assert kernel.pull("y") == value
    assert type(kernel.pull("y")) is type(value)


def test_other_defaults_of_dyn_are_refused() -> None:
    with pytest.raises(BindError, match="the default of extern 'x' is no dyn literal"):
        polydat.compile("extern x: dyn = -1\ny := identity(x)")


def test_a_const_falls_back_to_an_opened_slot() -> None:
    source = "extern a: u64\nconst X := null_if(a, a, 1.0)\ny := X"
    kernel = polydat.compile(source, input_variance="info").kernel(inputs={"a": 1, "X": "41"})
    assert kernel.pull("y") == 41
    with pytest.raises(ConstInitError, match="const 'X' has no value"):
        polydat.compile(source, input_variance="info").kernel(inputs={"a": 1, "X": "none"})


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(UsageError, match="no input variance 'loud': there are fixed, error, warn"):
        polydat.compile("y := 1", input_variance="loud")


def test_convert_input() -> None:
    file = convert_input(parse("extern x: u64\ny := x + 1\n"), "x")
    assert print_file(file) == "extern x: dyn\ny := (x + 1)\n"
    with pytest.raises(BindError, match="no extern named 'z'"):
        convert_input(parse("extern x: u64\ny := x\n"), "z")


VECTORS = [
    (np.array([1, 2], np.int8), "vec_i64", (1, 2)),
    ([1.5, 2], "vec_f32", (1.5, 2.0)),
    ({"a": 1}, "json", '{"a":1}'),
    (b"\x01\x00", "u16", 1),
    (bytes(16), "reg_i32x4", bytes(16)),
    ("ff00", "bytes", b"\xff\x00"),
    (2**64, "u128", 2**64),
    (2**64, "f64", 2.0**64),
    (-1, "i8", -1),
]


@pytest.mark.parametrize(("value", "type", "want"), VECTORS, ids=lambda v: str(v)[:20])
def test_to_port(value: Any, type: str, want: Any) -> None:
    from polydat.nodes.converters import to_port

    assert to_port(value, P(type)) == want
    assert to_port(None, P(type)) is None


@pytest.mark.parametrize(
    ("value", "type", "words"),
    [
        (300, "u8", "300"),
        (1.5, "bytes", ""),
        ("x", "f64", "x"),
        (np.array([1.0]), "f64", "no conversion from vec_f64 to f64"),
        (5, "reg128", "no conversion from u64 to reg128"),
        (object(), "json", "a object is no value of type json"),
        (2**200, "u64", "a int is no value of type u64"),
    ],
)
def test_to_port_refuses(value: Any, type: str, words: str) -> None:
    from polydat.nodes.converters import to_port

    if type == "bytes":
        assert to_port(value, P.BYTES) == np.float64(1.5).tobytes()
        return
    with pytest.raises(EvalError, match=words):
        to_port(value, P(type))
