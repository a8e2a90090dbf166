"""Constant folding: what is computed while compiling."""

from __future__ import annotations

import pytest

import polydat

DOUBLED = 'y0 := "ab" + "ab"\n' + "".join(f"y{i} := y{i - 1} + y{i - 1}\n" for i in range(1, 40))


def test_a_text_that_doubles_without_end_is_a_located_error() -> None:
    with pytest.raises(polydat.ConstantFoldError) as caught:
        polydat.compile(DOUBLED)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "'str_concat' makes a constant of 33,554,432 characters"
    assert diagnostic.expected == "at most 16,777,216"
    assert caught.value.line == 24  # 4 characters in line 1, twice as many in each that follows


def test_a_literal_may_be_longer() -> None:
    text = "a" * ((1 << 24) + 1)
    program = polydat.compile(f'x := "{text}"', engine="interpreter:off")
    assert program.kernel()()["x"] == text
