"""Measuring, with work that only says how long it took; and the timed loops themselves."""

from __future__ import annotations

import numpy as np
import pytest

import polydat
from polydat.bench.timing import Budget, Candidate, Timing, calibrate, measure, summary
from polydat.engines._timing import time_function, time_kernel
from polydat.errors import EvalError, UsageError
from tests.support import COMPILED


def test_summary_of_samples() -> None:
    assert summary([4.0]) == Timing(4.0, 4.0, 0.0)
    found = summary([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (found.best, found.median) == (1.0, 3.0)
    assert found.spread == pytest.approx(2 / 3)


def test_driver_is_taken_off_and_something_is_left() -> None:
    cost = Timing(10.0, 12.0, 0.1)
    assert cost.without(Timing(3.0, 4.0, 0.5)) == Timing(7.0, 8.0, 0.1)
    assert cost.without(Timing(20.0, 4.0, 0.5)).best == 0.1


def test_candidates_take_turns() -> None:
    order: list[str] = []

    def work(name: str, ns: int) -> Candidate:
        def run(passes: int) -> int:
            order.append(name)
            return ns * passes

        return Candidate(run, units=10)

    slow, fast = measure([work("slow", 5_000), work("fast", 100)], Budget(3, 0.1))
    assert (slow.best, fast.best) == (500.0, 10.0)
    assert order[-6:] == ["slow", "fast"] * 3


def test_passes_fill_a_sample() -> None:
    assert calibrate(Candidate(lambda n: 1_000 * n, 1), 1e6) == 1_000
    assert calibrate(Candidate(lambda n: 10_000_000 * n, 1), 1e6) == 1


@pytest.mark.parametrize("engine", COMPILED)
def test_timed_cycles_are_the_kernels(engine: str) -> None:
    """The folded outputs are those of the same cycles, one by one."""
    text = "input (cycle: u64, site: u64)\na := hash(cycle)\nb := hash(a + site)\n"
    program = polydat.compile(text, engine=engine)
    cycles = [5, 6, 6, 7, 5]
    want = 0
    for cycle in cycles:
        values = program.kernel(engine="interpreter")(cycle=cycle)
        want ^= values["a"] ^ values["b"]
    kernel = program.kernel()
    outputs = [kernel.output_index(name) for name in ("a", "b")]
    coords = np.array([cycles], np.uint64)
    took, folded = time_kernel(kernel, coords, [0], outputs, 3)
    assert took > 0
    assert folded == want  # three passes: an odd number leaves one
    assert kernel["a"] == program.kernel(engine="interpreter")(cycle=5)["a"]


def test_timed_loops_check_what_they_are_given() -> None:
    kernel = polydat.compile("input cycle: u64\nx := mod(hash(cycle), 0)\n").kernel()
    one = np.zeros((1, 4), np.uint64)
    with pytest.raises(UsageError, match="1 rows of values for 0 inputs"):
        time_kernel(kernel, one, [], [0], 1)
    with pytest.raises(EvalError, match="divisor of zero"):
        time_kernel(kernel, one, [0], [kernel.output_index("x")], 1)
    with pytest.raises(UsageError, match="at most 4096"):
        time_function(0, np.zeros((1, 4), np.uint64), [0], [0], 5000, 1)
