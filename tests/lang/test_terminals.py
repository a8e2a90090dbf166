"""Numbers, texts, comments and raw captures, by sections 1 and 25 of the language page."""

from __future__ import annotations

import math

import pytest

from polydat.errors import ParseError, Span
from polydat.lang import tree
from polydat.lang.parser import parse, parse_expression
from polydat.lang.terminals import (
    Complaint,
    Source,
    capture_block,
    capture_header,
    dedent,
    read_number,
    text_of,
    text_places,
)


def number(text: str) -> int | float:
    """The value of a literal that is all of a text; its type tells integers from floats."""
    literal, end = read_number(Source(text), 0)
    assert end == len(text)
    assert isinstance(literal.value, int) == isinstance(literal, tree.Int)
    return literal.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("18446744073709551615", 2**64 - 1),
        ("1_000", 1000),
        ("1_000_000", 1_000_000),
        ("0xFF", 255),
        ("0Xff", 255),
        ("0xFFFFFFFFFFFFFFFF", 2**64 - 1),
        ("0xdead_beef", 0xDEADBEEF),
        ("0b1010", 10),
        ("0o17", 15),
        ("1K", 1000),
        ("1M", 10**6),
        ("1G", 10**9),
        ("1T", 10**12),
        ("1P", 10**15),
        ("1Ki", 1024),
        ("1Mi", 2**20),
        ("1Gi", 2**30),
        ("1Ti", 2**40),
        ("1Pi", 2**50),
        ("1.5K", 1500),
        ("1e3K", 1_000_000),
        ("1000.0m", 1),
        ("0.5Ki", 512),
    ],
)
def test_an_integer(text: str, value: int) -> None:
    assert number(text) == value
    assert type(number(text)) is int


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        ("0.1", 0.1),
        ("1e3", 1000.0),
        ("1E3", 1000.0),
        ("1e+3", 1000.0),
        ("25e-1", 2.5),
        ("1.5e2", 150.0),
        ("5m", 0.005),
        ("1000m", 1.0),
        ("7u", 7e-6),
        ("7n", 7e-9),
        ("1.0001K", 1000.1),
        ("1e400", math.inf),
        ("1_0.2_5", 10.25),
    ],
)
def test_a_float(text: str, value: float) -> None:
    assert number(text) == value
    assert type(number(text)) is float


@pytest.mark.parametrize(
    "text",
    [
        "18446744073709551616",
        "0x10000000000000000",
        "18446744073709551615K",
        "9" * 5000,
        "0x",
        "0b",
        "0b2",
        "0o8",
        "0x_1",
        "0x1_",
        "0b1__0",
        "1e",
        "1e+",
        "3else",
    ],
)
def test_a_number_that_is_none(text: str) -> None:
    with pytest.raises(Complaint):
        read_number(Source(text), 0)


@pytest.mark.parametrize(("text", "end"), [("1.x", 1), ("1..2", 1), ("1__0", 1), ("1k", 1)])
def test_a_number_ends_where_no_digit_follows(text: str, end: int) -> None:
    assert read_number(Source(text), 0) == (tree.Int(1), end)


def test_the_longest_float_literal_keeps_its_value() -> None:
    assert number("0." + "0" * 10_000 + "1") == 0.0
    assert number("1" + "0" * 308 + ".0") == 1e308


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ('"a"', "a"),
        ("'a'", "a"),
        ('""', ""),
        (r'"a\nb"', "a\nb"),
        (r'"a\tb"', "a\tb"),
        (r'"a\\b"', "a\\b"),
        (r'"a\"b"', 'a"b'),
        (r"'a\'b'", "a'b"),
        (r"'a\"b'", r"a\"b"),
        (r"'a\qb'", r"a\qb"),
        (r'"a\rb"', r"a\rb"),
        ('"a\nb"', "a\nb"),
        ("<<<hi>>>", "hi"),
        ("<<<\nhi\n>>>", "hi"),
        ("<<<\n\nhi\n\n>>>", "\nhi\n"),
        (r"<<<a\nb>>>", r"a\nb"),
        ("<<<>>>", ""),
    ],
)
def test_a_text(literal: str, text: str) -> None:
    assert text_of(literal) == text
    assert parse_expression(literal) == tree.Str(text)


@pytest.mark.parametrize("literal", [r'"a\nb\q\"c"', "<<<\na\n\nb\n>>>", "<<<ab>>>", "'\\\\'"])
def test_each_character_of_a_text_has_its_place(literal: str) -> None:
    places = text_places(literal, 0)
    text = text_of(literal)
    assert len(places) == len(text) + 1
    for character, place in zip(text, places, strict=False):
        assert literal[place] in (character, "\\")


@pytest.mark.parametrize(
    "blank",
    ["", "  ", "\t", "\r\n", "\f", "# c\n", "// c\n", "/* c */", "/* a\n * b */", "/**/", "/*/*/"],
)
def test_blanks_and_comments_mean_nothing(blank: str) -> None:
    plain = parse("x := f(a, 1)\ny := 2")
    tokens = ["x", ":=", "f(", "a", ",", "1", ")", "\ny", ":=", "2"]
    assert parse(blank.join(["", *tokens, ""])) == plain


def test_comments_do_not_nest() -> None:
    assert parse("/* a /* b */ x := 1") == parse("x := 1")


@pytest.mark.parametrize("text", ['"# no"', '"// no"', '"/* no */"', "'# no'"])
def test_a_text_holds_no_comment(text: str) -> None:
    assert parse_expression(text) == tree.Str(text[1:-1])


@pytest.mark.parametrize("blank", ["\v", "\u00a0", "\u2003", "\ufeff"])
def test_other_blanks_are_no_blanks(blank: str) -> None:
    with pytest.raises(ParseError):
        parse(f"x :={blank}1")


@pytest.mark.parametrize(
    ("text", "header", "end"),
    [
        (" k in 1..9 where {k} > 3 {", "k in 1..9 where {k} > 3", 25),
        (" k in 1..3\n{", "k in 1..3", 10),
        (" k in 1..3 # c", "k in 1..3", 11),
        (" k in 1..3 // c", "k in 1..3", 11),
        (" k in (1,\n 2) {", "k in (1,  2)", 14),
        (" k in [1, # one\n 2] {", "k in [1,   2]", 20),
        (' k in "a # {b" {', 'k in "a # {b"', 15),
        (" k in 'a\\'{' {", "k in 'a\\'{'", 13),
        (" k in f({a}, {b c}) {", "k in f({a}, {b c})", 20),
        (" k in 1) {", "k in 1)", 9),
        (" k in 1..{ n } {", "k in 1..{ n }", 15),
        (" {", "", 1),
        ("", "", 0),
    ],
)
def test_a_header(text: str, header: str, end: int) -> None:
    assert capture_header(Source(text), 0) == (header, end)


def test_a_header_with_an_open_bracket_takes_all() -> None:
    with pytest.raises(Complaint):
        capture_header(Source(" k in f(1 {\n}\n"), 0)


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("{ a } b", "{ a }"),
        ("[1, {2}] 3", "[1, {2}]"),
        ('{ "}" }', '{ "}" }'),
        (r'{ "\"}" }', r'{ "\"}" }'),
        ("{\n    a\n      b\n    }", "{\na\n  b\n}"),
        ('{ \'"}" }', '{ \'"}" }'),
    ],
)
def test_a_block(text: str, block: str) -> None:
    assert capture_block(Source(text), 0)[0] == block


@pytest.mark.parametrize("text", ["{", "{ [ }", '{ "} ', '{ "a" '])
def test_a_block_that_never_ends(text: str) -> None:
    with pytest.raises(Complaint):
        capture_block(Source(text), 0)


def test_blank_lines_do_not_count_for_indentation() -> None:
    assert dedent("{\n  a\n\n \n    b\n  }") == "{\na\n\n\n  b\n}"


def test_places_count_lines_and_characters_from_one() -> None:
    source = Source("ä\nbc")
    assert source.span(0, 1) == Span(1, 1, 1)
    assert source.span(3, 4) == Span(2, 2, 1)
    assert source.span(4, 4) == Span(2, 3, 0)
