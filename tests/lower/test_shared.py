"""`shared` bindings: registers that start with a value and that the host writes."""

from __future__ import annotations

from typing import Any

import pytest

import polydat
from polydat.types import PortType
from tests.support import ENGINES


@pytest.mark.parametrize("engine", ENGINES)
def test_a_register_is_read_and_written(engine: str) -> None:
    program = polydat.compile("input c: u64\nshared total := 4\ny := c + total")
    kernel = program.kernel(engine)
    assert kernel(c=1) == {"total": 4, "y": 5}
    kernel.set_input("total", 10)
    assert kernel["y"] == 11
    kernel.reset_inputs()
    assert kernel["y"] == 5


@pytest.mark.parametrize(
    ("binding", "type", "start"),
    [
        ("shared n := 1", PortType.U64, 1),
        ("shared n := 1.5", PortType.F64, 1.5),
        ("shared n: f64 := 1", PortType.F64, 1.0),
        ("shared n := -2", PortType.F64, -2.0),
        ("shared n: i64 := -2", PortType.I64, -2),
        ("shared n := true", PortType.BOOL, True),
        ('shared n := "x"', PortType.STR, "x"),
        ("shared volatile n := 7", PortType.U64, 7),
    ],
)
def test_types_and_starts(binding: str, type: PortType, start: Any) -> None:
    program = polydat.compile(binding)
    (definition,) = program.inputs
    assert (definition.name, definition.type) == ("n", type)
    assert repr(program.kernel()["n"]) == repr(start)
    assert program.outputs[0].modifier.value == "shared"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_computed_start(engine: str) -> None:
    source = "input c: u64\nextern base: u64 = 20\nshared r := u64_add(base, base)\ny := r + c"
    program = polydat.compile(source)
    assert program.kernel(engine)(c=2) == {"r": 40, "y": 42}
    # It starts once: what it read may change, and what the host wrote stays.
    kernel = program.kernel(engine, inputs={"base": 1})
    kernel.set_input("base", 5)
    assert kernel(c=0)["r"] == 2
    assert program.kernel(engine, inputs={"r": 9})(c=0)["r"] == 9
    assert program.range(0, 2, engine=engine)["y"].tolist() == [40, 41]


def test_a_start_of_a_text() -> None:
    program = polydat.compile('shared s := "{n}!"\nn := 3 + 4\ninput c: u64')
    assert program.kernel()(c=0)["s"] == "7!"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("input c: u64\nshared n := hash(c)", "the start of shared 'n' reads the coordinate 'c'"),
        ("shared n: u64 := 1.5", "'n' is shared as u64, and starts as something else"),
        ("shared n: str := 1", "'n' is shared as str"),
        ("shared n: f64 := hash(1)", "'n' is shared as f64"),
        ("shared (a, b) := mixed_radix(5, 2, 3)", "a shared binding has one name"),
    ],
)
def test_mistakes(source: str, message: str) -> None:
    with pytest.raises(polydat.CompileError, match=message.replace("(", r"\(")):
        polydat.compile(source)


def test_no_warning_for_a_start_that_is_computed() -> None:
    log = polydat.EventLog()
    polydat.compile("shared r := 1 + 1", log=log)
    assert "has no default" not in log.format()


def test_modifiers_in_a_module_say_nothing() -> None:
    source = "input c: u64\nm(x: u64) -> (r: u64) := {\n  shared r := x + 1\n}\ny := m(c)"
    assert polydat.compile(source).kernel()(c=1) == {"y": 2}
