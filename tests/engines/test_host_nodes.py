"""Nodes that run in Python on every engine: no C, or values that are objects.

They lie between, before and behind nodes that have C, and what they give or raise is the
same as on the interpreter.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from polydat.api import Assembler, Program
from polydat.errors import EvalError, KernelError
from polydat.graph.node import InputKind
from polydat.nodes.declare import Kind, NodeSpec, Param, Purity
from polydat.types import PortType
from tests.support import ENGINES

P = PortType


def declared(name: str, ref: Any, wires: list[PortType], returns: list[PortType]) -> NodeSpec:
    """A node function without C, which no registry knows."""
    params = tuple(Param(f"x{i}", t, Kind.WIRE) for i, t in enumerate(wires))
    return NodeSpec(name, "Test", params, tuple(returns), ref, purity=Purity.PURE)


def below_four(value: int) -> int:
    if value >= 4:
        raise EvalError(f"test_limited: {value} is not below 4")
    return value


PLUS = declared("test_plus", lambda a, b: (a + b) % 2**64, [P.U64, P.U64], [P.U64])
HEX = declared("test_hex", lambda a: f"<{a:x}>", [P.U64], [P.STR])
SIZE = declared("test_size", len, [P.STR], [P.U64])
WIDE = declared("test_wide", lambda a: a * 2**64 + 1, [P.U64], [P.U128])
HALVES = declared("test_halves", lambda a: (a >> 64, a % 2**64), [P.U128], [P.U64, P.U64])
BOXED = declared("test_boxed", lambda a: {"value": a}, [P.U64], [P.HANDLE])
OPENED = declared("test_opened", lambda box: box["value"] * 2, [P.HANDLE], [P.U64])
VECTOR = declared("test_vector", lambda a: (float(a % 7), 0.5), [P.U64], [P.VEC_F32])
TOTAL = declared("test_total", lambda v: float(sum(v)), [P.VEC_F32], [P.F64])
LIMITED = declared("test_limited", below_four, [P.U64], [P.U64])
BROKEN = declared("test_broken", lambda a: {}[a], [P.U64], [P.U64])


def program() -> Program:
    """Nodes with C and without it, in turn."""
    graph = Assembler(["cycle"])
    graph.add_input("seed", P.U64, InputKind.EXTERNAL_WRITE, default=5)
    graph.add_node("hashed", "hash", ["cycle"])
    graph.add_node("small", "mod", ["hashed"], [1000])
    graph.add_node("once", PLUS, ["seed", "seed"])
    graph.add_node("sum", PLUS, ["small", "once"])
    graph.add_node("hex", HEX, ["sum"])
    graph.add_node("label", "str_concat", ["hex", "hex"])
    graph.add_node("size", SIZE, ["label"])
    graph.add_node("more", "u64_add", ["size", "sum"])
    graph.add_node("wide", WIDE, ["more"])
    graph.add_node("halves", HALVES, ["wide"])
    graph.add_node("box", BOXED, ["more"])
    graph.add_node("opened", OPENED, ["box"])
    graph.add_node("vector", VECTOR, ["cycle"])
    graph.add_node("total", TOTAL, ["vector"])
    graph.add_node("maybe", "null_if", ["more", "cycle"], [0.58])
    graph.add_node("after", PLUS, ["maybe", "sum"])
    graph.add_node("text_after", HEX, ["maybe"])
    graph.add_node("object_after", BOXED, ["maybe"])
    graph.add_node("from_object", OPENED, ["object_after"])
    for name in ("hex", "label", "more", "wide", "opened", "vector", "total", "after"):
        graph.add_output(name)
    for name in ("text_after", "from_object", "once"):
        graph.add_output(name)
    graph.add_output("high", ("halves", 0))
    graph.add_output("low", ("halves", 1))
    return graph.compile()


def plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("engine", ENGINES)
def test_scalar(engine: str) -> None:
    made = program()
    kernel, reference = made.kernel(engine), made.kernel("interpreter")
    for cycle in (0, 1, 1, 2, 3, 0, 2**64 - 1):
        for each in (kernel, reference):
            each.set_inputs([cycle])
        for name in reversed(made.kernel().output_names):
            assert plain(kernel.pull(name)) == plain(reference.pull(name)), (cycle, name)
    for each in (kernel, reference):
        each.set_input("seed", 77)
    assert [plain(kernel.pull(n)) for n in kernel.output_names] == [
        plain(reference.pull(n)) for n in kernel.output_names
    ]
    assert reference.pull("once") == 154


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("engine", ["closures", "native"])
def test_batch(engine: str, threads: int) -> None:
    made = program()
    got = made.range(0, 2500, engine=engine, threads=threads, inputs={"seed": 9})
    want = made.range(0, 2500, engine="interpreter", inputs={"seed": 9})
    for name in want:
        assert list(map(plain, got[name].tolist())) == list(map(plain, want[name].tolist())), name
    assert want["text_after"][1] is None


def test_objects_as_a_column() -> None:
    graph = Assembler(["cycle"])
    graph.add_node("box", BOXED, ["cycle"])
    graph.add_output("box")
    for engine in ("interpreter", "closures", "native"):
        column = graph.compile().range(3, 5, engine=engine)["box"]
        assert column.tolist() == [{"value": 3}, {"value": 4}]


def failing(spec: NodeSpec) -> Program:
    graph = Assembler(["cycle"])
    graph.add_node("double", "u64_add", ["cycle", "cycle"])
    graph.add_node("out", spec, ["double"])
    graph.add_node("next", "u64_add", ["out", "out"])
    graph.add_output("next")
    return graph.compile()


@pytest.mark.parametrize("engine", ENGINES)
def test_failures_are_those_of_the_interpreter(engine: str) -> None:
    kernel = failing(LIMITED).kernel(engine)
    kernel.set_inputs([2])
    with pytest.raises(EvalError, match="test_limited: 4 is not below 4") as caught:
        kernel.pull("next")
    assert caught.value.node == "test_limited"
    kernel.set_inputs([1])
    assert kernel.pull("next") == 4


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_failures_of_rows(engine: str) -> None:
    with pytest.raises(EvalError, match=r"test_limited: 4 is not below 4.*cycle = 2"):
        failing(LIMITED).range(0, 10, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_other_exceptions_are_not_lost(engine: str) -> None:
    kernel = failing(BROKEN).kernel(engine)
    kernel.set_inputs([2])
    with pytest.raises(KeyError, match="4"):
        kernel.pull("next")


@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_other_exceptions_of_rows_are_not_lost(engine: str) -> None:
    with pytest.raises(KeyError, match="0"):
        failing(BROKEN).range(0, 10, engine=engine)


@pytest.mark.parametrize("type", ["ext", "handle", "dyn"])
@pytest.mark.parametrize("engine", ENGINES)
def test_objects_pass_through(engine: str, type: str) -> None:
    graph = Assembler(["cycle"])
    graph.add_input("x", P(type), InputKind.ITERATION_EXTERN)
    graph.add_node("same", "identity", ["x"])
    graph.add_node("again", "identity", ["same"])
    graph.add_output("again")
    kernel = graph.compile().kernel(engine)
    assert kernel.pull("again") is None
    for value in (object(), {"a": 1}, "text", 7):
        kernel.set_input("x", value)
        assert kernel.input_value_at(1) is value
        assert kernel.pull("again") is value
    kernel.set_input("x", None)
    assert kernel.pull("again") is None


@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_thread_is_refused_while_the_first_is_inside(engine: str) -> None:
    inside, leave = threading.Event(), threading.Event()

    def wait(value: int) -> int:
        inside.set()
        leave.wait(60)
        return value

    graph = Assembler(["cycle"])
    graph.add_node("slow", declared("test_slow", wait, [P.U64], [P.U64]), ["cycle"])
    graph.add_node("fast", "hash", ["cycle"])
    graph.add_output("slow")
    graph.add_output("fast")
    kernel = graph.compile().kernel(engine)
    kernel.set_inputs([7])
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(kernel.pull("slow")))
    thread.start()
    assert inside.wait(60)
    for use in (lambda: kernel.pull("fast"), lambda: kernel.set_inputs([8])):
        with pytest.raises(KernelError, match="in use by another thread"):
            use()
    leave.set()
    thread.join()
    assert found == [7]
    assert kernel.pull("slow") == 7
    kernel.set_inputs([8])
    assert kernel.pull("slow") == 8


@pytest.mark.parametrize("engine", ENGINES)
def test_a_text_of_a_type_that_c_cannot_show(engine: str) -> None:
    graph = Assembler(["cycle"])
    graph.add_input("lanes", P.REG_I32X4, InputKind.EXTERNAL_WRITE, bytes(range(16)))
    graph.add_node("text", "str_concat", ["lanes", "cycle"])
    graph.add_output("text")
    made = graph.compile()
    assert made.kernel(engine)(cycle=5) == made.kernel("interpreter:off")(cycle=5)
