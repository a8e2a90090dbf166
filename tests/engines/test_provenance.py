"""What a kernel remembers between rounds: seen by counting the runs of nodes in Python."""

from __future__ import annotations

from collections import Counter

import pytest

from polydat.api import Assembler, Program
from polydat.engines.kernel import Kernel
from polydat.errors import EvalError
from polydat.types import PortType
from tests.engines.test_host_nodes import declared
from tests.support import COMPILED, ENGINES

P = PortType
REMEMBERING = [e for e in ENGINES if not e.endswith((":raw", ":pull"))]


class Counted:
    """A graph in which `a` reads x, `b` reads y, and `both` reads both of them."""

    def __init__(self) -> None:
        self.runs: Counter[str] = Counter()
        graph = Assembler(["x", "y"])
        for name, wires in (("a", ["x"]), ("b", ["y"]), ("both", ["a", "b"])):
            graph.add_node(name, self.counted(name, len(wires)), wires)
            graph.add_output(name)
        self.program: Program = graph.compile()

    def counted(self, name: str, wires: int) -> object:
        def run(*values: int) -> int:
            self.runs[name] += 1
            return sum(values) + 1

        return declared(f"test_{name}", run, [P.U64] * wires, [P.U64])

    def since(self) -> dict[str, int]:
        found = dict(self.runs)
        self.runs.clear()
        return found


@pytest.mark.parametrize("engine", ENGINES)
def test_an_input_changed_for_one_output_is_still_dirty_for_another(engine: str) -> None:
    counted = Counted()
    kernel = counted.program.kernel(engine)
    kernel.set_inputs([1, 1])
    assert (kernel["a"], kernel["both"]) == (2, 5)
    kernel.set_inputs([2, 1])
    assert kernel["a"] == 3  # settles the change for `a` alone
    kernel.set_inputs([2, 7])
    assert kernel["b"] == 8
    assert kernel["both"] == 12


@pytest.mark.parametrize("engine", ENGINES)
def test_changes_add_up_over_writes_without_evaluation(engine: str) -> None:
    kernel = Counted().program.kernel(engine)
    kernel.set_inputs([1, 1])
    assert kernel["both"] == 5
    kernel.set_inputs([2, 1])
    kernel.set_inputs([2, 2])
    kernel.set_inputs([2, 2])
    assert kernel["both"] == 7


@pytest.mark.parametrize("engine", REMEMBERING)
def test_equal_values_run_nothing(engine: str) -> None:
    counted = Counted()
    kernel = counted.program.kernel(engine)
    kernel.set_inputs([1, 1])
    assert kernel["both"] == 5
    counted.since()
    kernel.set_inputs([1, 1])
    assert kernel["both"] == 5
    assert counted.since() == {}


@pytest.mark.parametrize("engine", ENGINES)
def test_two_pulls_of_a_round_run_a_cone_once(engine: str) -> None:
    counted = Counted()
    kernel = counted.program.kernel(engine)
    kernel.set_inputs([1, 1])
    counted.since()
    kernel.set_inputs([3, 4])
    assert [kernel["a"], kernel["a"]] == [4, 4]
    assert counted.since() == {"a": 1}
    assert [kernel["both"], kernel["both"]] == [10, 10]
    assert counted.since() == {"b": 1, "both": 1}


@pytest.mark.parametrize("engine", REMEMBERING)
def test_only_what_a_change_reaches_runs(engine: str) -> None:
    counted = Counted()
    kernel = counted.program.kernel(engine)
    kernel.set_inputs([1, 1])
    assert kernel["both"] == 5
    counted.since()
    kernel.set_inputs([1, 2])
    assert kernel["both"] == 6
    assert counted.since() == {"b": 1, "both": 1}


def wide(count: int) -> Program:
    names = [f"i{n}" for n in range(count)]
    graph = Assembler(names)
    for n, name in enumerate(names):
        graph.add_node(f"o{n}", "u64_add", [name, names[(n + 65) % count]])
        graph.add_output(f"o{n}")
    return graph.compile()


@pytest.mark.parametrize("engine", ENGINES)
def test_more_inputs_than_a_word_has_bits(engine: str) -> None:
    count = 200
    kernel = wide(count).kernel(engine)
    values = list(range(count))
    for changed in (0, 63, 64, 127, 128, 199):
        values[changed] += 1000
        kernel.set_inputs(values)
        for n in (changed, (changed - 65) % count, 5):
            assert kernel.pull_at(n) == values[n] + values[(n + 65) % count], (changed, n)
    assert [kernel.pull_at(n) for n in range(count)] == [
        values[n] + values[(n + 65) % count] for n in range(count)
    ]


def overlapping() -> Program:
    """Three outputs that share work; `bad` fails where y is 0."""
    graph = Assembler(["x", "y"])
    graph.add_node("h", "hash", ["x"])
    graph.add_node("low", "mod", ["h"], [1000])
    graph.add_node("sum", "u64_add", ["low", "y"])
    graph.add_node("bad", "mod_wire", ["h", "y"])
    for name in ("low", "sum", "bad"):
        graph.add_output(name)
    return graph.compile()


def raw(kernel: Kernel, name: str, coords: list[int]) -> int:
    found: int = kernel.eval_for_slot(coords, kernel.resolve_output(name))  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("engine", COMPILED)
def test_slots_of_rounds_in_which_everything_is_read(engine: str) -> None:
    """hash(0) ends in 535, hash(1) in 465, hash(2) in 110."""
    kernel = overlapping().kernel(engine)
    for x, low in ((0, 535), (1, 465), (2, 110), (0, 535)):
        for y in (3, 4):
            assert raw(kernel, "low", [x, y]) == low
            assert raw(kernel, "sum", [x, y]) == low + y
            assert raw(kernel, "bad", [x, y]) < y


@pytest.mark.parametrize("engine", [e for e in COMPILED if "pull" in e])
def test_a_failure_that_nobody_asked_for_is_not_raised(engine: str) -> None:
    """After rounds in which all outputs were read, a round reads one that does not fail."""
    kernel = overlapping().kernel(engine)
    for x in (1, 2, 1):
        for name in ("low", "sum", "bad"):
            raw(kernel, name, [x, 5])
    assert raw(kernel, "low", [0, 0]) == 535
    assert raw(kernel, "sum", [0, 0]) == 535
    with pytest.raises(EvalError, match="divisor of zero"):
        raw(kernel, "bad", [0, 0])
    assert raw(kernel, "bad", [0, 7]) < 7
