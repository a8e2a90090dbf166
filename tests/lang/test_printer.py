"""Trees as text: what is printed is read as the tree that it was printed from."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given

from polydat.lang import tree
from polydat.lang.parser import parse, parse_expression
from polydat.lang.printer import float_text, print_expression, print_file, print_statement, quoted
from tests.lang import trees


@given(trees.expressions)
def test_a_printed_expression_is_the_same_expression(expr: tree.Expr) -> None:
    text = print_expression(expr)
    assert parse_expression(text) == expr
    assert print_expression(parse_expression(text)) == text


@given(trees.files)
@example(tree.File(()))
def test_a_printed_program_is_the_same_program(file: tree.File) -> None:
    text = print_file(file)
    assert parse(text) == file
    assert print_file(parse(text)) == text


PROGRAM = """\
pragma strict_values
/// The coordinate.
input cycle: u64
input tenant
extern limit: u64 = 5
extern label: str
cursor q = range(0, 10) over "*/4"
hashed := hash((cycle + tenant))
(a, b) := mixed_radix(cycle, 3, 4)
const (c, d) := mixed_radix(cycle, 3, 4)
const k := (2 ** (3 ** 2))
shared n: f64 := 1.5
shared volatile now := clock()
label := printf("user-{}", (hashed + 1))
choice := if((a > b), 1, 0)
w := [1, 2.0, "x", true]
z := q__cursor.idx
p := for k in 1..3
/// Adds one.
f(x: u64, y: f64) -> (o: u64, r: f64) := {
    o := (x + 1)
    r := (-y)
}
for k in 1..9 where {k} > 3 {
    input cycle: u64
    for j in {k} {
        /// Inside.
        v := g(k, width: j)
    }
}
tile t: json (delims "<" ">", sigil "%", strict, instring) := {
  "a": <k>
}
tile u := <<<
  exact
>>>
tile v: csv := "a,${k}\\n"
s := polytile_json("{\\"a\\": \\"${k}\\"}", strict: true)
"""


def test_the_canonical_form() -> None:
    assert print_file(parse(PROGRAM)) == PROGRAM


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("m := 0x10", "m := 16"),
        ("m := 1.5K", "m := 1500"),
        ("m:=1e3", "m := 1000.0"),
        ("input (a: u64, b)", "input a: u64\ninput b"),
        ("z := q.cursor.idx", "z := q__cursor.idx"),
        ('y := "{p}-{q + 1}"', 'y := printf("{}-{}", p, (q + 1))'),
        ("y := if a { 1 } else if b { 2 } else { 3 }", "y := if(a, 1, if(b, 2, 3))"),
        ("volatile shared x := 1", "shared volatile x := 1"),
        ("(x) := f(c)", "x := f(c)"),
        ("x := 'a'", 'x := "a"'),
        ("x := <<<\na\n>>>", 'x := "a"'),
        ("extern s: String", "extern s: str"),
        ("tile t : text () := 'a'", 'tile t := "a"'),
        ('x := polytile("csv", "a")', 'tile x: csv := "a"'),
    ],
)
def test_a_spelling_and_its_canonical_form(text: str, printed: str) -> None:
    assert print_file(parse(text)) == f"{printed}\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (1.0, "1.0"),
        (1e17, "100000000000000000.0"),
        (1e18, "1e18"),
        (1.5e300, "1.5e300"),
        (0.1, "0.1"),
        (5e-324, "5e-324"),
        (1e-5, "1e-5"),
        (123456.789, "123456.789"),
        (math.inf, "1e999"),
    ],
)
def test_a_float(value: float, text: str) -> None:
    assert float_text(value) == text
    assert parse_expression(text) == tree.Float(value)


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("", '""'),
        ("a", '"a"'),
        ('"', r'"\""'),
        ("'", '"\'"'),
        ("\\", r'"\\"'),
        ("\\n", r'"\\n"'),
        ("a\nb\tc", r'"a\nb\tc"'),
        ("\r", '"\r"'),
        ("\0", '"\0"'),
    ],
)
def test_a_text(text: str, literal: str) -> None:
    assert quoted(text) == literal
    assert parse_expression(literal) == tree.Str(text)


def test_a_text_that_looks_like_placeholders_is_printed_as_a_call() -> None:
    assert print_expression(tree.Str("{a} {")) == '"{a} {"'
    assert print_expression(tree.Str("{a} {{")) == 'printf("{{a}} {{{{")'


@pytest.mark.parametrize("operator", ["+", "-", "*", "==", "||"])
def test_a_chain_of_any_length_is_printed_in_one_pair_of_brackets(operator: str) -> None:
    chain = f" {operator} ".join(["a"] * 10_000)
    assert print_expression(parse_expression(chain)) == f"({chain})"


def test_a_statement_alone() -> None:
    statement = parse("/// text\nfor k in 1..3 { x := k }").statements[0]
    assert print_statement(statement) == "/// text\nfor k in 1..3 {\n    x := k\n}"


def test_a_header_with_an_open_text_has_its_block_in_the_next_line() -> None:
    file = parse('for k in "a\n{ x := 1 }\n')
    assert print_file(file) == 'for k in "a\n{\n    x := 1\n}\n'
    assert parse(print_file(file)) == file
