"""Nodes that make something of `None`, over externs and over values that may be absent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import polydat
from polydat.errors import ArityError, EngineRefused, EvalError, TypeMismatch
from tests.support import ENGINES

SOURCE = """
input cycle: u64
extern a: u64
extern b: u64
extern t: str
extern f: f64 = 2.5
either := this_or(a, b)
else_cycle := this_or(a, cycle)
text := default_or(t, "none-{cycle}")
number := default_or(f, 3)
plain := a + 1
shown := "{a}-{either}"
twice := default_or(either, plain)
"""

# What is written before a round, and what the outputs are at cycle 4, by hand.
ROUNDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {},
        {
            "either": None,
            "else_cycle": 4,
            "text": "none-4",
            "number": 2.5,
            "plain": None,
            "shown": None,
            "twice": None,
        },
    ),
    ({"b": 7}, {"either": 7, "else_cycle": 4, "plain": None, "shown": None, "twice": 7}),
    ({"a": 5}, {"either": 5, "else_cycle": 5, "plain": 6, "shown": "5-5", "twice": 5}),
    ({"b": None}, {"either": 5, "else_cycle": 5, "twice": 5}),
    ({"a": 0}, {"either": 0, "else_cycle": 0, "plain": 1, "shown": "0-0"}),
    ({"a": None}, {"either": None, "else_cycle": 4, "plain": None, "shown": None}),
    ({"t": ""}, {"text": ""}),
    ({"t": "T"}, {"text": "T"}),
    ({"t": None, "f": None}, {"text": "none-4", "number": 3.0}),
    ({"f": -0.5}, {"number": -0.5}),
]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_what_is_used_instead(engine: str) -> None:
    kernel = polydat.compile(SOURCE).kernel(engine)
    for written, want in ROUNDS:
        for name, value in written.items():
            kernel.set_input(name, value)
            assert kernel.input_value(name) == value
        kernel.set_inputs([4])
        assert {name: kernel.pull(name) for name in want} == want, written


def test_a_fork_has_what_is_unset_unset(engine: str) -> None:
    kernel = polydat.compile(SOURCE).kernel(engine)
    kernel.set_input("t", "here")
    other = kernel.fork()
    kernel.set_input("t", None)
    assert (kernel.pull("text"), other.pull("text")) == ("none-0", "here")
    other.reset_inputs()
    assert other.pull("text") == "none-0"


@pytest.mark.parametrize("batch_engine", ["interpreter", "closures", "native"])
@pytest.mark.parametrize("threads", [1, 2])
def test_batches(batch_engine: str, threads: int) -> None:
    """unit_interval(hash(cycle)) is 0.8833, 0.5666, 0.5912, 0.1135 (printed by the reference)."""
    program = polydat.compile(
        SOURCE + 'kept := default_or(null_if("n{cycle}", cycle, 0.5), "gone")'
    )
    batch = program.range(0, 4, engine=batch_engine, threads=threads)
    assert batch["kept"].tolist() == ["n0", "n1", "n2", "gone"]
    assert batch["text"].tolist() == ["none-0", "none-1", "none-2", "none-3"]
    assert batch["either"].tolist() == [None] * 4
    given = program.range(0, 3, engine=batch_engine, threads=threads, inputs={"b": 9, "t": "x"})
    assert given["either"].tolist() == [9] * 3
    assert given["text"].tolist() == ["x"] * 3


@pytest.mark.parametrize("batch_engine", ["interpreter", "closures", "native"])
def test_arrays_set_an_extern(batch_engine: str) -> None:
    program = polydat.compile(SOURCE)
    batch = program.map({"a": np.array([3, 0, 8], np.uint64)}, engine=batch_engine)
    assert batch["either"].tolist() == [3, 0, 8]
    assert batch["plain"].tolist() == [4, 1, 9]


def test_required(engine: str) -> None:
    kernel = polydat.compile('extern n: u64\nsize := required(n, "the size")').kernel(engine)
    with pytest.raises(EvalError, match=r"required\(the size\): value was not defined"):
        kernel.pull("size")
    kernel.set_input("n", 3)
    assert kernel.pull("size") == 3


def test_pick(engine: str) -> None:
    kernel = polydat.compile(
        """
        input cycle: u64
        extern tail: str
        word := pick(cycle == 0, cycle == 1, cycle >= 5, "zero", "one", "many-{cycle}")
        number := pick(cycle < 5, cycle > 7, 0.5, cycle)
        tailed := pick(cycle == 0, cycle == 1, "x", tail)
        """
    ).kernel(engine)
    kernel.set_inputs([0])
    assert (kernel.pull("word"), kernel.pull("number")) == ("zero", 0.5)
    assert kernel.pull("tailed") is None
    kernel.set_inputs([9])
    assert (kernel.pull("word"), kernel.pull("number")) == ("many-9", 9.0)
    kernel.set_inputs([3])
    with pytest.raises(EvalError, match=r"pick: no selector matched \(all N=3 booleans false\)"):
        kernel.pull("word")
    assert kernel.pull("number") == 0.5
    kernel.set_inputs([1])
    kernel.set_input("tail", "y")
    assert (kernel.pull("word"), kernel.pull("tailed")) == ("one", "y")


def test_pick_of_several(engine: str) -> None:
    kernel = polydat.compile("input c: u64\nv := pick(c < 9, c == 1, c < 4, 1, 2, 3)").kernel(
        engine
    )
    kernel.set_inputs([2])
    with pytest.raises(EvalError, match=r"multiple selectors matched \(positions b0, b2\)"):
        kernel.pull("v")
    kernel.set_inputs([8])
    assert kernel.pull("v") == 1


@pytest.mark.parametrize("call", ["pick(cycle)", "pick(cycle, cycle, 3)", "pick()"])
def test_pick_wants_pairs(call: str) -> None:
    with pytest.raises(ArityError, match="as many selectors as values, one at least of each"):
        polydat.compile(f"input cycle: u64\nv := {call}")


@pytest.mark.parametrize(
    ("binding", "message"),
    [
        ('v := pick(cycle == 0, cycle == 1, 3, "t")', "'pick' reads u64 in 'wires'"),
        ('v := default_or(cycle, "t")', "'default_or' reads u64 in 'fallback'"),
        ("v := default_or(cycle, 2.5)", "'default_or' reads u64 in 'fallback'"),
        ("v := this_or(2.5, 3)", "'this_or' reads u64 in 'primary'"),
    ],
)
def test_types_that_do_not_fit(binding: str, message: str) -> None:
    with pytest.raises(TypeMismatch, match=message):
        polydat.compile(f"input cycle: u64\n{binding}")


def test_a_scan_refuses_what_may_be_none() -> None:
    kernel = polydat.compile("extern a: u64\nx := this_or(a, 3) + a").kernel("closures")
    with pytest.raises(EngineRefused, match="may be None: use a batch"):
        kernel.eval_range(0, np.zeros((2, 2), np.uint64))


# Two values of each type.
VALUES: dict[str, tuple[Any, Any]] = {
    "u64": (5, 7),
    "f64": (1.5, -0.0),
    "bool": (True, False),
    "i8": (-3, 7),
    "f16": (1.5, -2.0),
    "u128": (5, 2**100),
    "i128": (-3, 2**90),
    "reg128": (b"\1" * 16, b"\2" * 16),
    "str": ("", "xy"),
    "bytes": (b"", b"abc"),
    "json": ({"a": 1}, [1, 2]),
    "vec_f32": ([1.5], [2.0, 3.0]),
    "vec_i8": ([1], [-4]),
    "ext": ({1: 2}, "object"),
    "handle": ([1], object()),
}
OF_ANY_TYPE = """
input c: u64
extern a: {type}
extern b: {type}
first := default_or(a, b)
chosen := pick(c == 0, c == 1, a, b)
some := null_if(first, c, 0.5)
filled := default_or(some, b)
last := default_or(chosen, a)
"""


@pytest.mark.parametrize("type", VALUES)
def test_every_type_on_every_engine(type: str) -> None:
    """A selection is `None` where any of its values is, and fails only where all are there."""
    program = polydat.compile(OF_ANY_TYPE.format(type=type))
    want = played(program, "interpreter:off", *VALUES[type])
    assert "fails" in str(want)
    for engine in ENGINES:
        assert played(program, engine, *VALUES[type]) == want, engine


def played(program: polydat.Program, engine: str, x: Any, y: Any) -> list[str]:
    kernel = program.kernel(engine)
    found: list[str] = []
    for a, b in ((None, None), (x, None), (None, y), (x, y), (y, x), (None, None)):
        kernel.set_input("a", a)
        kernel.set_input("b", b)
        for cycle in (0, 1, 3):
            kernel.set_inputs([cycle])
            for name in ("first", "chosen", "some", "filled", "last"):
                try:
                    found.append(repr(kernel.pull(name)))
                except EvalError as error:
                    found.append(f"fails: {error.reason}")
    return found
