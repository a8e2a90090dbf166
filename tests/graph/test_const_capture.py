"""Consts: folded, computed once when a kernel starts, or refused."""

from __future__ import annotations

from typing import Any

import pytest

import polydat
from polydat.graph import pipeline
from polydat.graph.events import EventLog
from polydat.graph.node import InputKind, Modifier
from polydat.lang.parser import parse
from polydat.lower.binder import lower
from polydat.lower.prologue import Options
from polydat.types import PortType
from tests.support import ENGINES

LABEL = 'extern p: str\nconst l := "L{p}"\nconst m := "{l}-{l}"\ny := "{m}!"\ninput c: u64'


def test_a_const_of_literals_folds() -> None:
    program = polydat.compile("input c: u64\nconst k := 3 + 4")
    assert program.kernel().get_constant("k") == 7
    assert program.core.graph.inits == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_const_that_reads_an_extern_is_computed_once(engine: str) -> None:
    program = polydat.compile(LABEL)
    kernel = program.kernel(engine, inputs={"p": "q"})
    assert kernel(c=0) == {"l": "Lq", "m": "Lq-Lq", "y": "Lq-Lq!"}
    kernel.set_input("p", "other")
    assert kernel(c=1) == {"l": "Lq", "m": "Lq-Lq", "y": "Lq-Lq!"}
    kernel.start()
    assert kernel["y"] == "Lother-Lother!"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_const_that_is_none_takes_the_outer_value(engine: str) -> None:
    program = polydat.compile(LABEL)
    kernel = program.kernel(engine, inputs={"l": "outer"})  # p has no value
    assert kernel["l"] == "outer"
    assert kernel["y"] == "outer-outer!"
    assert program.kernel(engine)["y"] is None


def test_the_slots_are_not_shown_and_not_written() -> None:
    program = polydat.compile(LABEL)
    assert [i.name for i in program.inputs] == ["p", "c", "l", "m"]
    assert [o.name for o in program.outputs] == ["p", "c", "l", "m", "y"]
    with pytest.raises(polydat.WriteError, match="is a const"):
        program.kernel().set_input("__const_l", "x")
    assert [i.name for i in program.core.graph.inits] == ["l", "m"]


def test_batches_start_with_consts() -> None:
    program = polydat.compile(LABEL)
    for engine in ENGINES:
        batch = program.range(0, 2, engine=engine, inputs={"p": "q"})
        assert batch["y"].tolist() == ["Lq-Lq!"] * 2


def test_a_failing_const_names_itself() -> None:
    program = polydat.compile("extern n: u64\nconst k := div(100, 1) / 1\nconst b := mod(n, 0)")
    with pytest.raises(polydat.ConstInitError, match="const 'b' has no value: mod"):
        program.kernel("interpreter:off", inputs={"n": 1})


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("input c: u64\nconst k := hash(c)", "the coordinate 'c'"),
        ("input c: u64\nh := hash(c)\nconst k := h + 1", "the coordinate 'c'"),
        ('extern p: str = "q"\nconst k := "L{p}"', "the extern 'p'"),
    ],
)
def test_a_const_over_something_that_changes_is_refused(source: str, what: str) -> None:
    with pytest.raises(polydat.ConstContractError) as caught:
        polydat.compile(source)
    assert f"const 'k' reads {what}" in str(caught.value)
    assert "= write: k without 'const'" in str(caught.value)
    assert caught.value.line == source.count("\n") + 1


def lowered(source: str, **outer: PortType) -> Any:
    log = EventLog()
    return pipeline.run(lower(parse(source), Options(outer=outer), log), log).graph


def test_names_of_an_enclosing_scope_become_externs() -> None:
    graph = lowered("input c: u64\ny := c + base", base=PortType.U64, other=PortType.STR)
    assert [(i.name, i.type, i.declared) for i in graph.inputs] == [
        ("c", PortType.U64, True),
        ("base", PortType.U64, False),
    ]


def test_without_an_enclosing_scope_a_name_is_unknown() -> None:
    with pytest.raises(polydat.UnknownWire, match="no wire named 'base'"):
        lowered("input c: u64\ny := c + base")


@pytest.mark.parametrize("engine", ENGINES)
def test_two_consts_may_be_one_wire(engine: str) -> None:
    graph = polydat.Assembler()
    graph.add_input("e", kind=InputKind.ITERATION_EXTERN)
    graph.add_node("n", "add", ["e"], [1])
    for name in ("a", "b"):
        graph.add_output(name, "n", Modifier.CONST)
    kernel = graph.compile().kernel(engine, inputs={"e": 3})
    assert (kernel["a"], kernel["b"]) == (4, 4)
