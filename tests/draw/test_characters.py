"""Plots of characters: lengths and places worked out by hand."""

from __future__ import annotations

import pytest

from polydat.draw.characters import MARK, bar, bars, line, stretches

FULL, HALF, EIGHTH = "\u2588", "\u258c", "\u258f"


@pytest.mark.parametrize(
    ("count", "want"),
    [(8, FULL * 4), (4, FULL * 2), (5, FULL * 2 + HALF), (0, "")],
)
def test_a_bar_is_as_long_as_its_share(count: int, want: str) -> None:
    assert bar(count, 8, 4) == want


def test_what_is_not_nothing_can_be_seen() -> None:
    assert bar(1, 10**9, 10) == EIGHTH


def test_bars_stand_under_each_other() -> None:
    assert bars(["a", "bcd"], [1000, 500], 2) == [f"  a  {FULL * 2} 1,000", f"bcd  {FULL} 500"]


def test_labels_are_lower_ends_or_whole_numbers() -> None:
    assert stretches([1, 1], 0.0, 1.0) == ["0", "0.5"]
    assert stretches([1, 1, 1], 0.5, 3.5) == ["1", "2", "3"]


def test_a_line_has_a_mark_in_each_column() -> None:
    assert line([0.0, 1.0, 2.0, 3.0], 4, 2) == [f"3 |  {MARK}{MARK}", f"0 |{MARK}{MARK}"]


def test_columns_are_means() -> None:
    assert line([0.0, 0.0, 3.0, 5.0], 2, 2) == [f"5 | {MARK}", f"0 |{MARK}"]


def test_a_line_without_a_range() -> None:
    assert line([2.0], 10, 1) == [f"2 |{MARK}"]
