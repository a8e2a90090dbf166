"""Plots: heights and places worked out by hand."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from polydat.draw.plot import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    counted,
    histogram,
    line,
    ticks,
)

ROOM, FLOOR = HEIGHT - TOP - BOTTOM, HEIGHT - BOTTOM
SVG = "{http://www.w3.org/2000/svg}"


def test_bars_have_heights_by_their_counts() -> None:
    root = ElementTree.fromstring(histogram([1, 4, 0, 2], 0.0, 4.0, "a < b"))
    bars = root.findall(f"{SVG}rect")
    assert [float(b.attrib["height"]) for b in bars] == [ROOM / 4, ROOM, ROOM / 2]
    assert [float(b.attrib["y"]) for b in bars] == [FLOOR - ROOM / 4, TOP, FLOOR - ROOM / 2]
    step = (WIDTH - LEFT - RIGHT) / 4
    assert [float(b.attrib["x"]) for b in bars] == [LEFT, LEFT + step, LEFT + 3 * step]
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "a < b"


def test_a_line_goes_from_the_least_to_the_greatest() -> None:
    root = ElementTree.fromstring(line([1.0, 3.0, 2.0], "up"))
    (points,) = root.findall(f"{SVG}polyline")
    middle = (LEFT + WIDTH - RIGHT) / 2
    want = f"{LEFT}.00,{FLOOR}.00 {middle:.2f},{TOP}.00 {WIDTH - RIGHT}.00,{FLOOR - ROOM / 2:.2f}"
    assert points.attrib["points"] == want
    assert "up, from 1 to 3" in ElementTree.tostring(root, encoding="unicode")


@pytest.mark.parametrize("values", [[], [5.0], [2.0, 2.0]])
def test_lines_without_a_range(values: list[float]) -> None:
    assert not re.search("nan|inf", line(values, "still"))


def test_nothing_to_count() -> None:
    assert "rect" not in histogram([0, 0], 0.0, 1.0, "empty")


@pytest.mark.parametrize(
    ("low", "high", "want"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-3.0, 3.0, [-2.0, 0.0, 2.0]),
        (0.0, 1000.0, [0, 200, 400, 600, 800, 1000]),
        (7.0, 7.0, [7.0]),
    ],
)
def test_ticks_are_round(low: float, high: float, want: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(want)


def test_whole_numbers_have_a_bar_each() -> None:
    assert counted([3, 1, 1, 5], 80) == ([2, 0, 1, 0, 1], 0.5, 5.5)


def test_floats_share_stretches_of_one_width() -> None:
    assert counted([0.0, 0.1, 0.6, 1.0], 2) == ([2, 2], 0.0, 1.0)


def test_a_long_tail_is_cut_behind_its_last_hundredth() -> None:
    values = [i / 1000 for i in range(1000)] + [1000.5]
    counts, low, high = counted(values, 10)
    assert (low, high) == (0.0, 0.99)
    assert sum(counts) == 991
