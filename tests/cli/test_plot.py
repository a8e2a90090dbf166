"""`polydat plot`: bars, lines and pictures of values that are counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.commands import Done

SVG = "{http://www.w3.org/2000/svg}"
LINES = (
    "input cycle: u64",
    "digit := mod(cycle, 4)",
    "half := to_f64(cycle) / 2.0",
    'word := if cycle < 7 { "few" } else { "many\\n" }',
    "flag := (cycle == 3) as bool",
    "gone := null_if(cycle, cycle, 1.0)",
    "some := null_if(cycle, cycle, 0.5)",
    "endless := exp(to_f64(cycle) * 400.0)",
)


@pytest.fixture
def graph(program: Callable[..., str]) -> str:
    return program(*LINES)


def test_whole_numbers(call: Callable[..., Done], graph: str) -> None:
    done = call("plot", graph, "digit", "--cycles", "10")
    assert done.code == 0
    shown = done.out.splitlines()
    assert shown[0] == "digit, rows 0 to 9"
    assert [(line.split()[0], line.split()[-1]) for line in shown[1:]] == [
        ("0", "3"), ("1", "3"), ("2", "2"), ("3", "2"),
    ]  # fmt: skip


def test_bins(call: Callable[..., Done], graph: str) -> None:
    """0, 0.5, ... 4.5: five stretches of 0.9 hold two values each."""
    done = call("plot", graph, "half", "--cycles", "10", "--bins", "5")
    shown = [(line.split()[0], line.split()[-1]) for line in done.out.splitlines()[1:]]
    assert shown == [("0", "2"), ("0.9", "2"), ("1.8", "2"), ("2.7", "2"), ("3.6", "2")]


def test_texts_by_how_often_they_come(call: Callable[..., Done], graph: str) -> None:
    shown = call("plot", graph, "word", "--cycles", "10").out.splitlines()[1:]
    assert [line.split()[0] for line in shown] == ["few", "many\\n"]
    assert [line.split()[-1] for line in shown] == ["7", "3"]
    flags = call("plot", graph, "flag", "--cycles", "10").out.splitlines()[1:]
    assert [(line.split()[0], line.split()[-1]) for line in flags] == [
        ("False", "9"),
        ("True", "1"),
    ]


def test_a_line(call: Callable[..., Done], graph: str) -> None:
    shown = call("plot", graph, "half", "--line", "--cycles", "12").out.splitlines()[1:]
    assert len(shown) == 12
    assert [line.index("\u2022") for line in shown] == sorted(
        (line.index("\u2022") for line in shown), reverse=True
    )


def test_what_has_no_place_is_told(call: Callable[..., Done], graph: str) -> None:
    """unit_interval(hash(cycle)) is below 0.5 for 3 and 4, of 0 to 4."""
    assert call("plot", graph, "gone", "--cycles", "3").out.splitlines()[1:] == [
        "no value to draw",
        "3 of 3 are absent",
    ]
    assert "2 of 5 are absent" in call("plot", graph, "some", "--cycles", "5").out
    assert "1 are infinite or NaN" in call("plot", graph, "endless", "--cycles", "3").out


def test_a_picture(call: Callable[..., Done], graph: str, tmp_path: Path) -> None:
    target = tmp_path / "digit.svg"
    assert call("plot", graph, "digit", "--cycles", "10", "-o", target).out == ""
    assert len(ElementTree.parse(target).getroot().findall(f"{SVG}rect")) == 4
    call("plot", graph, "half", "--line", "--cycles", "10", "-o", target)
    assert len(ElementTree.parse(target).getroot().findall(f"{SVG}polyline")) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("digits",), "no output named 'digits'; nearest: digit"),
        (("digit", "--cycles", "0"), "--cycles takes 1 to 10,000,000 rows here, got 0"),
        (
            ("digit", "--cycles", "1G"),
            "--cycles takes 1 to 10,000,000 rows here, got 1,000,000,000",
        ),
        (("digit", "--bins", "0"), "--bins takes a number from 1 to 1000, got '0'"),
        (("word", "--line"), "--line draws numbers, and the output has type str"),
        (("word", "-o", "x.svg"), "a picture is drawn of numbers, and the output has type str"),
    ],
)
def test_refusals(
    call: Callable[..., Done], graph: str, arguments: tuple[str, ...], message: str
) -> None:
    done = call("plot", graph, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.strip() == f"polydat plot: {message}"
