"""Whatever the text: a tree or a `ParseError`, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from polydat.errors import ParseError
from polydat.lang.parser import parse, parse_expression
from polydat.lang.printer import print_file

# Pieces that programs are made of, so that drawn texts come close to being some.
WORDS = """
    a b x y1 _ input cursor over const shared volatile pragma extern for tile if else as true in
    u64 f64 str 0 1 1.5 2K 0x1 1e 3m "a" 'b' "{a}" "{ <<<h>>> <<< polytile polytile_json
"""
SIGNS = """
    + - * / % ** << >> & | ^ && || == != < > <= >= = := -> ! . .. , : ; ( ) [ ] { } ? @ $ # // /*
    */ /// ~ \\ ` \u00e4 \0
"""
SPACED = ["\n", " ", " := ", "(a: u64)", " {\n", "\n}\n"]
pieces = st.sampled_from(WORDS.split() + SIGNS.split() + SPACED)
nearly = st.lists(pieces).map(" ".join)


def error_of(read: Callable[[str], object], text: str) -> ParseError | None:
    """What a reader says to a text that it does not accept."""
    try:
        read(text)
    except ParseError as error:
        return error
    return None


def check(text: str) -> None:
    error = error_of(parse, text)
    if error is None:
        file = parse(text)
        assert parse(print_file(file)) == file
        return
    assert 1 <= len(error.diagnostics) <= 20
    assert str(error.attach(text, "drawn"))
    lines = text.split("\n")
    for diagnostic in error.diagnostics:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= len(lines)
        line = lines[diagnostic.span.line - 1]
        assert 1 <= diagnostic.span.column <= len(line) + 1
        assert diagnostic.span.length >= 1


@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@given(nearly)
def test_nearly_a_program(text: str) -> None:
    check(text)


@given(nearly)
def test_nearly_an_expression(text: str) -> None:
    error = error_of(parse_expression, text)
    assert error is None or len(error.diagnostics) == 1
