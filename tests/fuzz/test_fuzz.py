"""A short fuzz run, and that a long one sees what it looks for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.commands import ROOT, environment
from tests.fuzz import fuzz_grammar
from tests.fuzz.check import OUTCOMES, check, same
from tests.fuzz.fuzz_grammar import Report, run, told, try_one
from tests.fuzz.growth import growths
from tests.fuzz.inputs import KINDS, make

COUNT = 2_000


@pytest.fixture(scope="module")
def report() -> Report:
    found = Report(0)
    for number in range(COUNT):
        try_one(0, number, found)
    return found


def test_every_text_ends_in_an_error_with_a_place_or_in_a_program(report: Report) -> None:
    assert report.failures == [], told(report, 0)
    assert sum(report.outcomes.values()) == report.reached == COUNT


def test_every_way_to_make_a_text_is_used_and_comes_far_enough(report: Report) -> None:
    assert {kind for kind, _ in report.outcomes} == KINDS.keys()
    # A node without a value is drawn now and then only, so it is shown by a program.
    found = {outcome for _, outcome in report.outcomes} | {check("x := mod(n, 0)")}
    assert found == set(OUTCOMES)
    assert report.outcomes["built", "compiled"] > 20


def test_no_text_takes_long(report: Report) -> None:
    milliseconds, _, number = report.slowest[0]
    assert milliseconds < 5_000, f"input {number}"


def test_number_and_seed_decide_a_text_in_every_process() -> None:
    code = "from tests.fuzz.inputs import make; print([make(5, n) for n in range(40)])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=environment(PYTHONHASHSEED="1"), capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout.decode().rstrip() == str([make(5, n) for n in range(40)])
    assert make(5, 1) != make(6, 1)


def test_several_processes_see_what_one_sees() -> None:
    assert run(0, 60, jobs=2).outcomes == run(0, 60).outcomes


def test_a_process_that_hangs_is_noted_and_replaced() -> None:
    # The first input of a process takes longer, but a machine under load may look too late.
    report = run(0, 4, limit=1e-3)
    numbers = [number for number, _, _ in report.failures]
    assert numbers
    assert numbers == sorted(set(numbers) & set(range(4)))
    assert all("crash, or over 0.001 s" in said for _, _, said in report.failures)
    assert report.reached == 4


def test_an_exception_is_noted_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> str:
        raise ValueError("broken")

    monkeypatch.setattr(fuzz_grammar, "check", broken)
    report = Report(0)
    try_one(0, 3, report)
    assert report.failures[0][0] == 3
    assert report.failures[0][2].startswith("ValueError at ")
    assert "FAILED 1 times, #3: ValueError" in told(report, 0)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("x := ", "not parsed"),
        ("x := y y := x", "not compiled"),
        ("x := hash(n)", "compiled"),
        ("x := mod(n, 0)", "no value"),
    ],
)
def test_outcomes(text: str, outcome: str) -> None:
    assert check(text) == outcome


def test_trees_are_compared_to_any_depth() -> None:
    from polydat.lang.parser import parse

    chain = "x := " + " & ".join(["a"] * 5000)
    assert same(parse(chain), parse(chain))
    assert not same(parse(chain), parse(chain + " & b"))
    assert not same(parse("x := 1"), parse("x := 1.0"))


@pytest.mark.parametrize(
    ("frame", "piece"),
    [
        (("tile t := {", "}"), "<<<"),
        (("tile t := {", "}"), "/*a "),
        (("x := a", ""), "&a"),
        (('x := "', '"'), "{a}"),
        (("x := [", "]"), "(a"),
        (("", ""), "x = 1\n"),
        (("", ""), "/*"),
    ],
)
def test_time_grows_with_length_and_no_faster(frame: tuple[str, str], piece: str) -> None:
    assert list(growths(frame, piece, 2000)) == []
