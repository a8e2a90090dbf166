"""What people are told who get the language wrong, to the letter.

`mistakes.txt` holds programs, each with a title before it and its message behind it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from polydat.errors import CompileError, ParseError, Span
from polydat.lang.parser import parse, parse_expression

MISTAKES = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8")
CASES = [case.partition("\n") for case in MISTAKES.removeprefix("=== ").split("\n\n=== ")]


def error_of(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize("case", [c[2] for c in CASES], ids=[c[0] for c in CASES])
def test_message(case: str) -> None:
    program, _, message = case.partition("\n---\n")
    error = error_of(program).attach(program, "mistake")
    assert str(error) == message.rstrip("\n")


def test_at_least_sixty_mistakes_are_distinct() -> None:
    assert len({case[2].partition("\n---\n")[0] for case in CASES}) >= 60


def test_an_error_is_a_compile_error_with_its_place() -> None:
    error = error_of("a := 1\nb = 2\n")
    assert isinstance(error, CompileError)
    assert (error.line, error.column, error.length) == (2, 3, 1)


def test_a_place_counts_characters_and_not_bytes() -> None:
    assert error_of("größe = 1\n").diagnostics[0].span == Span(1, 3, 1)
    assert error_of('t := "äöü" + ;\n').diagnostics[0].span == Span(1, 14, 1)


def test_every_statement_is_read_after_an_error() -> None:
    error = error_of("a = 1\nb := 2\nc = 3\nd := (4\ne := 5\n")
    assert [d.span.line for d in error.diagnostics if d.span] == [1, 3, 4]


def test_at_most_twenty_errors_are_reported() -> None:
    assert len(error_of("a = 1\n" * 50).diagnostics) == 20


def test_an_error_in_a_block_says_nothing_about_its_bracket() -> None:
    assert len(error_of("for k in 1..3 {\n  a = k\n}\nb := 1\n").diagnostics) == 1


def test_an_error_in_a_head_says_nothing_about_the_end_of_its_block() -> None:
    assert len(error_of("f(a: u6) -> (b: u64) := {\n  b := a\n}\nc := 1\n").diagnostics) == 1


def test_nothing_is_read_behind_a_text_that_never_ends() -> None:
    assert len(error_of('a := "b\nc = 1\nd = 2\n').diagnostics) == 1


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("", 1, 1), ("a b", 1, 3), ("a +", 1, 4), ("(a", 1, 1), ("a := 1", 1, 3), ("a\n\n  )", 3, 3)],
)
def test_an_expression_alone_is_located(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse_expression(text)
    assert (caught.value.line, caught.value.column) == (line, column)
