"""Programs that are deep, long, empty or strange."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from polydat.errors import ParseError, Span
from polydat.lang import tree
from polydat.lang.levels import DEPTH
from polydat.lang.parser import parse, parse_expression
from polydat.lang.printer import print_file

N = 10_000

DEEP = {
    "brackets": "x := " + "(" * N + "1" + ")" * N,
    "open brackets": "x := " + "(" * N,
    "calls": "x := " + "f(" * N + "1" + ")" * N,
    "arrays": "x := " + "[" * N + "1" + "]" * N,
    "minus": "x := " + "-" * N + "1",
    "not": "x := " + "!" * N + "1",
    "powers": "x := " + " ** ".join(["a"] * N),
    "casts": "x := a" + " as u64" * N,
    "if calls": "x := " + "if(" * N,
    "conditions": "x := " + "if " * N,
    "arms": "x := " + "if a { " * N + "1" + "} else { 2 }" * N,
    "else if": "x := " + "if a { 1 } else " * N + "{ 2 }",
    "for": "for k in 1..2 {\n" * N + "}" * N,
    "modules": "f(a: u64) -> (b: u64) := {\n" * N + "}" * N,
}


@pytest.mark.parametrize("program", DEEP.values(), ids=DEEP.keys())
def test_what_is_too_deep_is_a_located_error(program: str) -> None:
    with pytest.raises(ParseError, match="nested more than 100 levels deep") as caught:
        parse(program)
    assert len(caught.value.diagnostics) == 1
    assert caught.value.diagnostics[0].span is not None


def test_the_place_is_where_it_gets_too_deep() -> None:
    with pytest.raises(ParseError) as caught:
        parse(DEEP["brackets"])
    assert caught.value.diagnostics[0].span == Span(1, 6 + DEPTH, 1)


NESTED = {
    "brackets": "(" * DEPTH + "1" + ")" * DEPTH,
    "calls": "f(" * DEPTH + "1" + ")" * DEPTH,
    "minus": "-" * DEPTH + "1",
    "powers": " ** ".join(["a"] * (DEPTH + 1)),
    "casts": "a" + " as u64" * DEPTH,
    "arms": "if a { " * DEPTH + "1" + "} else { 2 }" * DEPTH,
    "else if": "if a { 1 } else " * DEPTH + "{ 2 }",
    # Powers that alternate take a bracket more each when printed.
    "both sides": "(" * (DEPTH // 2) + "a" + " || b) * c" * (DEPTH // 2),
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED.keys())
def test_what_is_just_not_too_deep_is_read_and_printed(text: str) -> None:
    file = parse(f"x := {text}")
    assert print_file(parse(print_file(file))) == print_file(file)


LONG = {
    "sum": " + ".join(["a"] * N),
    "product": "*".join(["a"] * N),
    "comparisons": " == ".join(["a"] * N),
    "sums of products": " - a + ".join(["a*b"] * N),
    "arguments": f"f({', '.join(['a'] * N)})",
    "elements": f"[{', '.join(['a'] * N)}]",
    "placeholders": f'"{"{a}" * N}"',
    "fields": "a" + ".b" * N,
    "braces": f'"{"{" * N}"',
    "text": f'"{"a" * 1_000_000}"',
    "comments": "/* c */ " * N + "a" + " # c\n" * N,
    "blanks": " " * 1_000_000 + "a" + "\n" * 1_000_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_what_is_long_is_read(text: str) -> None:
    began = time.perf_counter()
    parse_expression(text)
    assert time.perf_counter() - began < 5


def test_a_name_may_be_long() -> None:
    name = "a" * 100_000
    assert parse(f"{name} := {name}").statements == (
        tree.Binding((tree.Name(name),), tree.Name(name)),
    )


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "\r\n\r\n", "\t\f", "# c", "// c\n", "/* c */", "/// d"]
)
def test_a_program_may_say_nothing(text: str) -> None:
    assert parse(text) == tree.File(())
    assert print_file(parse(text)) == ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_are_blanks(end: str) -> None:
    file = parse(end.join(["/// doc", "x := 1", "# c", "for k in 1..3 {", "  y := k", "}", ""]))
    assert file == parse("/// doc\nx := 1\nfor k in 1..3 { y := k }")
    second = file.statements[1]
    assert second.span == Span(4, 1, 13)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert parse("\ufeffx := 1") == parse("x := 1")
    with pytest.raises(ParseError) as caught:
        parse("\ufeffx = 1")
    assert (caught.value.line, caught.value.column) == (1, 3)


def test_a_text_may_hold_any_character() -> None:
    text = "\0\x01\x7f\u00e4\u20ac\U0001f600\ud800\r\v\u2028"
    assert parse_expression(f'"{text}"') == tree.Str(text)


@pytest.mark.parametrize(
    "character", ["\0", "\x01", "\x7f", "\u00a0", "\u20ac", "\U0001f600", "\ud800"]
)
def test_outside_of_texts_other_characters_are_errors(character: str) -> None:
    for program in (character, f"x := {character}", f"x := 1 {character}", f"x{character} := 1"):
        with pytest.raises(ParseError) as caught:
            parse(program)
        assert caught.value.diagnostics[0].span == Span(1, program.index(character) + 1, 1)


def test_a_thousand_bindings_take_a_moment() -> None:
    """A tenth of a second where nothing else runs; here something else may run."""
    program = "input m\n" + "".join(f"n{i} := mod(hash(m), {i})\n" for i in range(1000))
    took = []
    for _ in range(10):
        began = time.process_time()
        parse(program)
        took.append(time.process_time() - began)
    assert min(took) < 0.3


def test_time_grows_with_the_length_and_no_faster() -> None:
    def cost(count: int) -> float:
        program = "".join(f"n{i} := mod(hash(m), {i})\n" for i in range(count))
        began = time.process_time()
        parse(program)
        return (time.process_time() - began) / count

    assert cost(10_000) < 4 * min(cost(1000) for _ in range(5))


def test_many_errors_in_a_long_program_are_found_fast() -> None:
    began = time.process_time()
    with pytest.raises(ParseError) as caught:
        parse("x := (a\n" * 20_000)
    assert len(caught.value.diagnostics) == 20
    assert time.process_time() - began < 2


def test_comments_that_never_end_are_passed_over_fast() -> None:
    """Found by fuzzing: each line was searched for the end of its comment."""
    began = time.process_time()
    with pytest.raises(ParseError):
        parse("then/*\n" * 20_000)
    assert time.process_time() - began < 2


def test_importing_polydat_does_not_import_pyparsing() -> None:
    code = "import polydat, sys; sys.exit('pyparsing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
