"""What every kernel promises, on every engine and variant."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import pytest

import polydat
from polydat.api import Program
from polydat.errors import EngineRefused, EvalError, KernelError, UsageError, WriteError
from polydat.graph.node import InputKind
from polydat.types import U64_MAX, PortType
from tests.support import COMPILED, ENGINES

# user_id = mod(hash(cycle), 1000000): published values of cycles 0 to 4.
PUBLISHED = [607535, 822465, 348110, 139053, 603978]


def users() -> Program:
    asm = polydat.Assembler(["cycle"], context="users")
    asm.add_input("prefix", PortType.STR, InputKind.EXTERNAL_WRITE, "user")
    asm.add_node("hashed", "hash", ["cycle"])
    asm.add_node("user_id", "mod", ["hashed"], [1_000_000])
    asm.add_node("score", "unit_interval", ["hashed"])
    asm.add_node("label", "printf", ["prefix", "user_id"], ["{}-{}"])
    for name in ("user_id", "score", "label"):
        asm.add_output(name)
    return asm.compile()


def failing() -> Program:
    """`bad` fails for every cycle, `good` never does."""
    asm = polydat.Assembler(["cycle"], context="failing")
    asm.add_node("bad", "mod", ["cycle"], [0])
    asm.add_node("good", "hash", ["cycle"])
    asm.add_node("worse", "div", ["bad"], [0])
    for name in ("bad", "good", "worse"):
        asm.add_output(name)
    return asm.compile()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=COMPILED)
def compiled_engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_published_values(engine: str) -> None:
    kernel = users().kernel(engine)
    got = []
    for cycle in range(5):
        kernel.set_inputs([cycle])
        got.append(kernel["user_id"])
    assert got == PUBLISHED


def test_text_and_floats(engine: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs([0])
    assert kernel["label"] == "user-607535"
    assert kernel["score"] == 0.8833108082136427


def test_call_gives_every_output_that_is_no_input(engine: str) -> None:
    kernel = users().kernel(engine)
    assert kernel(cycle=1, prefix="u") == {
        "user_id": 822465,
        "score": 0.566561575172281,
        "label": "u-822465",
    }


def test_extern_write_changes_only_what_reads_it(engine: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs([0])
    assert kernel["label"] == "user-607535"
    kernel.set_input("prefix", "k\u00f6nig")
    assert kernel["label"] == "k\u00f6nig-607535"
    assert kernel.input_value("prefix") == "k\u00f6nig"
    kernel.reset_inputs()
    assert kernel["label"] == "user-607535"


def test_unset_extern_is_none_and_propagates(engine: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs([0])
    kernel.set_input("prefix", None)
    assert kernel["label"] is None
    assert kernel["user_id"] == 607535
    kernel.set_input("prefix", "")
    assert kernel["label"] == "-607535"


@pytest.mark.parametrize(
    ("coords", "kind"),
    [
        ([], "count"),
        ([1, 2], "count"),
        ([-1], "range"),
        ([U64_MAX + 1], "range"),
        ([1.5], "type"),
        (["1"], "type"),
        ([True], "type"),
        ([None], "type"),
    ],
)
def test_refused_coordinates_change_nothing(engine: str, coords: list[Any], kind: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs([3])
    with pytest.raises(WriteError) as caught:
        kernel.set_inputs(coords)
    assert caught.value.kind == kind
    assert kernel["user_id"] == PUBLISHED[3]
    assert kernel.input_value("cycle") == 3


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("prefx", "x", "unknown"),
        ("prefix", 7, "type"),
        ("prefix", "\ud800", "range"),
        ("cycle", 7, "coordinate"),
    ],
)
def test_refused_extern_changes_nothing(engine: str, name: str, value: Any, kind: str) -> None:
    kernel = users().kernel(engine)
    with pytest.raises(WriteError) as caught:
        kernel.set_input(name, value)
    assert caught.value.kind == kind
    assert kernel["label"] == "user-607535"


def test_unknown_output_names_the_nearest(engine: str) -> None:
    with pytest.raises(UsageError, match="no output named 'lable'; nearest: label"):
        users().kernel(engine).pull("lable")


def test_numpy_integers_are_taken(engine: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs(np.array([1], np.uint64))
    assert kernel["user_id"] == PUBLISHED[1]


def test_failure_names_the_node_and_its_inputs(engine: str) -> None:
    kernel = failing().kernel(engine)
    kernel.set_inputs([7])
    with pytest.raises(EvalError) as caught:
        kernel.pull("bad")
    assert str(caught.value) == (
        "mod(7, 0), which feeds bad, worse in failing:"
        " attempt to calculate the remainder with a divisor of zero"
    )


def test_pull_evaluates_only_the_cone(engine: str) -> None:
    kernel = failing().kernel(engine)
    kernel.set_inputs([0])
    assert kernel["good"] == 16294208416658607535


def test_kernel_is_usable_after_a_failure(engine: str) -> None:
    kernel = failing().kernel(engine)
    for cycle, want in ((0, 16294208416658607535), (1, 10451216379200822465)):
        kernel.set_inputs([cycle])
        for _ in range(2):
            with pytest.raises(EvalError):
                kernel.pull("worse")
        assert kernel["good"] == want
        with pytest.raises(EvalError):
            kernel.eval()


def test_fork_has_its_own_state(engine: str) -> None:
    kernel = users().kernel(engine)
    kernel.set_inputs([1])
    kernel.set_input("prefix", "a")
    other = kernel.fork()
    other.set_inputs([2])
    assert (kernel["label"], other["label"]) == ("a-822465", "a-348110")


def test_coordinate_keeps_its_declared_type(engine: str) -> None:
    asm = polydat.Assembler()
    for name, type in (("i", PortType.I32), ("f", PortType.F64), ("b", PortType.BOOL)):
        asm.add_input(name, type)
    asm.add_node("text", "printf", ["i", "f", "b"], ["{} {} {}"])
    asm.add_output("text")
    kernel = asm.compile().kernel(engine)
    assert kernel["text"] == "0 0.0 false"
    kernel.set_inputs([-7, -0.0, True])
    assert kernel["text"] == "-7 -0.0 true"
    with pytest.raises(WriteError, match=r"input 'i' takes -2147483648 to 2147483647"):
        kernel.set_inputs([1 << 31, 0.0, False])
    assert kernel["text"] == "-7 -0.0 true"


def test_folded_constant_is_known_without_evaluation(engine: str) -> None:
    asm = polydat.Assembler(["cycle"])
    asm.add_node("six", "const_u64", [], [6])
    asm.add_node("hashed", "hash", ["six"])
    asm.add_node("name", "const_str", [], ["n\u00e4me"])
    for name in ("hashed", "name"):
        asm.add_output(name)
    kernel = asm.compile().kernel(engine)
    assert kernel.get_constant("name") == kernel["name"] == "n\u00e4me"
    assert kernel.get_constant("hashed") == kernel["hashed"]
    assert kernel.plan.closure_steps == 0


def test_slots(compiled_engine: str) -> None:
    kernel = users().kernel(compiled_engine)
    slot = kernel.resolve_output("user_id")
    assert kernel.eval_for_slot([1], slot) == PUBLISHED[1]
    assert kernel.get_slot(slot) == kernel.get("user_id") == PUBLISHED[1]
    kernel.eval_at([2])
    assert kernel.get("user_id") == PUBLISHED[2]
    assert kernel.get_value("label") == "user-348110"


def test_raw_readers_refuse_a_text(compiled_engine: str) -> None:
    kernel = users().kernel(compiled_engine)
    for slot in (kernel.resolve_output("label"), kernel.resolve_output("label") + 1):
        with pytest.raises(EngineRefused, match="get_value"):
            kernel.get_slot(slot)
    with pytest.raises(EngineRefused, match="get_value"):
        kernel.get("label")
    with pytest.raises(UsageError):
        kernel.get_slot(10_000)
    with pytest.raises(UsageError):
        kernel.eval_for_slot([0], 0)


def test_eval_range_is_the_scalar_loop(compiled_engine: str) -> None:
    asm = polydat.Assembler(["other", "cycle"])
    asm.add_node("hashed", "hash", ["cycle"])
    asm.add_node("user_id", "mod", ["hashed"], [1_000_000])
    asm.add_node("both", "u64_add", ["user_id", "other"])
    for name in ("user_id", "both"):
        asm.add_output(name)
    kernel = asm.compile().kernel(compiled_engine)
    kernel.set_inputs([5, 0])
    out = np.zeros((2, 5), np.uint64)
    kernel.eval_range(0, out)
    assert out.tolist() == [PUBLISHED, [x + 5 for x in PUBLISHED]]
    kernel.set_inputs([5, 1])
    assert kernel["both"] == PUBLISHED[1] + 5
    with pytest.raises(UsageError, match="3 rows for 2 outputs"):
        kernel.eval_range(0, np.zeros((3, 1), np.uint64))
    with pytest.raises(EngineRefused, match="does not fit one slot"):
        users().kernel(compiled_engine).eval_range(0, np.zeros((3, 1), np.uint64))


def test_eval_range_stops_at_the_failing_row(compiled_engine: str) -> None:
    kernel = failing().kernel(compiled_engine)
    with pytest.raises(EvalError, match=r"mod\(3, 0\)"):
        kernel.eval_range(3, np.zeros((3, 4), np.uint64))
    kernel.set_inputs([0])
    assert kernel["good"] == 16294208416658607535


def test_change_that_one_output_saw_is_not_lost_for_another(compiled_engine: str) -> None:
    """An input changed for output a, and never pulled for b, is still dirty for b."""
    asm = polydat.Assembler(["x", "y"])
    asm.add_node("a", "u64_add", ["x", "y"])
    asm.add_node("b", "hash", ["x"])
    asm.add_output("a")
    asm.add_output("b")
    kernel = asm.compile().kernel(compiled_engine)
    assert kernel["b"] == 16294208416658607535
    kernel.set_inputs([1, 0])
    assert kernel["a"] == 1
    kernel.set_inputs([1, 5])
    assert kernel["a"] == 6
    kernel.set_inputs([1, 5])
    assert kernel["b"] == 10451216379200822465


def test_more_than_64_inputs(compiled_engine: str) -> None:
    names = [f"x{i}" for i in range(150)]
    asm = polydat.Assembler(names)
    for i, name in enumerate(names):
        asm.add_node(f"h{i}", "add", [name], [i])
        asm.add_output(f"h{i}")
    kernel = asm.compile().kernel(compiled_engine)
    coords = [0] * 150
    for at in (0, 63, 64, 127, 128, 149):
        coords[at] += 1000
        kernel.set_inputs(coords)
        for i in (0, 63, 64, 127, 128, 149):
            assert kernel.pull_at(i) == coords[i] + i


def test_externs_beyond_64_inputs(engine: str) -> None:
    """Each is unset for itself alone: the bit of one is not the bit of another."""
    asm = polydat.Assembler(["x"])
    for i in range(150):
        asm.add_input(f"e{i}", PortType.U64, InputKind.EXTERNAL_WRITE, None if i % 2 else i)
        asm.add_node(f"s{i}", "u64_add", ["x", f"e{i}"])
        asm.add_output(f"s{i}")
    kernel = asm.compile().kernel(engine)
    kernel.set_inputs([1])
    watched = (0, 31, 32, 63, 64, 65, 95, 96, 127, 128, 149)
    want: dict[int, int | None] = {i: None if i % 2 else i + 1 for i in watched}
    for at in watched:
        for given, answer in ((5, 6), (None, None), (7, 8)):
            kernel.set_input(f"e{at}", given)
            want[at] = answer
            assert {i: kernel.pull(f"s{i}") for i in watched} == want


def test_what_a_kernel_says_about_its_program(engine: str) -> None:
    program = users()
    kernel = program.kernel(engine)
    assert kernel.into_program() is kernel.fork().into_program() is program
    assert kernel.analysis == program.analysis
    assert kernel.choice == program.choice
    kernel.program = None
    with pytest.raises(UsageError, match="of a graph, not of a program"):
        kernel.into_program()


def test_programs_travel() -> None:
    program = users()
    again = pickle.loads(pickle.dumps(program))
    assert again == program
    assert again.id == program.id
    assert again.kernel()(cycle=0) == program.kernel()(cycle=0)


def test_identity_is_content(engine: str) -> None:
    assert users().id == users().id != failing().id
    assert users().kernel(engine).program_id == users().id


def test_later_parts_say_so(engine: str) -> None:
    kernel = users().kernel(engine)
    for call in (
        lambda: kernel.set_cursor("c", None),
        lambda: kernel.traverse(0),
        kernel.publish_broadcasts,
    ):
        with pytest.raises(EngineRefused, match="not available yet"):
            call()


def test_a_kernel_in_use_refuses_another_thread(compiled_engine: str) -> None:
    asm = polydat.Assembler(["cycle"])
    asm.add_node("h", "hash", ["cycle"])
    asm.add_output("h")
    kernel = asm.compile().kernel(compiled_engine)
    out = np.zeros((1, 40_000_000), np.uint64)
    started, refused = threading.Event(), []

    def run() -> None:
        started.set()
        kernel.eval_range(0, out)

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    while thread.is_alive() and not refused:
        try:
            kernel.set_inputs([1])
        except KernelError as error:
            refused.append(str(error))
    thread.join()
    assert refused == ["this kernel is in use by another thread: give each thread its own"]


def test_an_input_may_be_called_self() -> None:
    assert polydat.compile("input self\nx := self + 1").kernel("interpreter")(self=1) == {"x": 2}


@pytest.mark.parametrize("engine", ["interpreter:off", "closures:pull", "closures:push_pull"])
def test_every_link_of_a_long_chain_can_be_pulled(engine: str) -> None:
    """All their cones together would hold 4.5 million steps: few are kept."""
    links = 3_000
    asm = polydat.Assembler(["cycle"])
    for n in range(links):
        asm.add_node(f"n{n}", "u64_add", [f"n{n - 1}" if n else "cycle", "cycle"])
        asm.add_output(f"n{n}")
    program = asm.compile()
    kernel = program.kernel(engine)
    for cycle in (1, 5):
        kernel.set_inputs([cycle])
        assert [kernel.pull_at(n) for n in range(links)] == [cycle * (n + 2) for n in range(links)]
        kernel.set_inputs([cycle + 1])
        assert kernel.pull_at(links - 1) == (cycle + 1) * (links + 1)
    assert sum(map(len, program.core.evaluation.known_cones.values())) < 20 * links
