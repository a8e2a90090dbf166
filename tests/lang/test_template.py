"""Templates of tiles as pieces: section 3 of the page on tiles."""

from __future__ import annotations

import pytest

from polydat.errors import ParseError
from polydat.lang.names import free_names
from polydat.lang.parser import parse, parse_expression
from polydat.lang.template import Branch, Hole, Piece, Projection, Static, read_template
from polydat.lang.tree import BodyKind, Tile, TileOptions
from polydat.types import PortType


def pieces(text: str, options: TileOptions | None = None) -> tuple[Piece, ...]:
    return read_template(Tile("t", "text", options or TileOptions(), BodyKind.TEXT, text))


def hole(
    text: str, type: PortType | None = None, form: str | None = None, raw: bool = False
) -> Hole:
    return Hole(parse_expression(text), type, form, raw)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("plain", (Static("plain"),)),
        ("n=${n}, next=${n + 1}", (Static("n="), hole("n"), Static(", next="), hole("n + 1"))),
        ("a ${${ b", (Static("a ${ b"),)),
        ("{ a } }", (Static("{ a } }"),)),
        ("@ @else @format @if", (Static("@ @else @format @if"),)),
        ("${ n }", (hole("n"),)),
        ("${n | x}", (hole("n", form="x"),)),
        ("${n | 06}", (hole("n", form="06"),)),
        ("${f | .2}", (hole("f", form=".2"),)),
        ("${n|<5}", (hole("n", form="<5"),)),
        ("${n: str}", (hole("n", PortType.STR),)),
        ("${n!}", (hole("n", raw=True),)),
        ("${n: u64 | 06!}", (hole("n", PortType.U64, "06", True),)),
        ("${a | b}", (hole("a", form="b"),)),
        ("${(a | b)}", (hole("a | b"),)),
        ("${a || b}", (hole("a || b"),)),
        ("${f(x: a)}", (hole("f(x: a)"),)),
        ('${f("}")}', (hole('f("}")'),)),
        ("${if a { 1 } else { 2 }}", (hole("if(a, 1, 2)"),)),
    ],
)
def test_holes(text: str, expected: tuple[Piece, ...]) -> None:
    assert pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[ @for k in 1..4 { ${k * k} } ]",
         (Static("[ "), Projection("k in 1..4", None, (hole("k * k"),)), Static(" ]"))),
        ('@for k in 0..3 sep "; " {${k + c}}', (Projection("k in 0..3", "; ", (hole("k + c"),)),)),
        (r"@for k in 0..3 sep \"; \" {${k}}", (Projection("k in 0..3", "; ", (hole("k"),)),)),
        (r'@for k in 0..3 sep "\n" {a}', (Projection("k in 0..3", "\n", (Static("a"),)),)),
        ("@for base { a }", (Projection("base", None, (Static("a"),)),)),
        ("@for k in {n} { a }", (Projection("k in {n}", None, (Static("a"),)),)),
        ("@for k in 1..{n} { a } b",
         (Projection("k in 1..{n}", None, (Static("a"),)), Static(" b"))),
        ("@for k in 1..3 where {k} > 1 { a }",
         (Projection("k in 1..3 where {k} > 1", None, (Static("a"),)),)),
        ("@for k in 1..3 { { a } }", (Projection("k in 1..3", None, (Static("{ a }"),)),)),
        ("@for k in 1..3 { @for j in {k} { ${j} } }",
         (Projection("k in 1..3", None, (Projection("j in {k}", None, (hole("j"),)),)),)),
    ],
)  # fmt: skip
def test_projections(text: str, expected: tuple[Piece, ...]) -> None:
    assert pieces(text) == expected


X = parse_expression("x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@if x { hot } @else { cold }", (Branch(X, (Static("hot"),), (Static("cold"),)),)),
        ("@if x { hot }@else{ cold }!",
         (Branch(X, (Static("hot"),), (Static("cold"),)), Static("!"))),
        ("@if x { hot } else", (Branch(X, (Static("hot"),)), Static(" else"))),
        ("@if x {plain} tail", (Branch(X, (Static("plain"),)), Static(" tail"))),
        ("@if {x} > 1 { a }", (Branch(parse_expression("x > 1"), (Static("a"),)),)),
        ("@if x { ${y} }", (Branch(X, (hole("y"),)),)),
        ("@if x { }", (Branch(X, ()),)),
    ],
)  # fmt: skip
def test_branches(text: str, expected: tuple[Piece, ...]) -> None:
    assert pieces(text) == expected


def test_marks_are_options() -> None:
    options = TileOptions("<<", ">>", "%")
    expected = (hole("n"), Static(" ${n} @if "), Branch(X, (Static("a"),)))
    assert pieces("<<n>> ${n} @if %if x { a }", options) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n ${n", "this hole never ends"),
        ("${}", "this hole is empty"),
        ("${ | x}", "this hole is empty"),
        ("${n +}", "'n +' is no expression: a value is missing"),
        ("${n: u65}", "no type named 'u65'"),
        ("@for k in 1..3", "this 'for' has no block"),
        ("@for k in 1..3 { a", "this block never ends"),
        ("@for k in ${n} { a }", "a hole stands in the header of this 'for'"),
        ("@if x + { a }", "'x +' is no expression: a value is missing"),
        ("@if x", "this 'if' has no block"),
        ("@if x { a } @else { b", "this block never ends"),
    ],
)
def test_what_is_no_template(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        pieces(text)
    assert caught.value.diagnostics[0].message == message


def test_blocks_nest_to_a_limit() -> None:
    assert pieces("@if x { " * 100 + "}" * 100)
    with pytest.raises(ParseError, match="nested more than 100 levels deep"):
        pieces("@if x { " * 10_000)


def test_an_error_says_where_it_is() -> None:
    with pytest.raises(ParseError) as caught:
        read_template(parse("x := 1\ntile t := 'a\n ${n'").statements[1])  # type: ignore[arg-type]
    assert str(caught.value) == (
        "<source>:2:6: ParseError: this hole never ends\n"
        "    = expected: '}'\n"
        "    = note: in line 2, column 2 of tile 't'"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tile t := 'plain'", []),
        ("tile t := '${b} ${a + b}'", ["b", "a"]),
        ("tile t := '@for k in 1..{n} { ${k + c} }'", ["n", "c"]),
        ("tile t := '@if x > y { ${a} } @else { ${b} }'", ["x", "y", "a", "b"]),
        ("tile t (delims '<' '>') := '<a> ${b}'", ["a"]),
        ('tile t : json := { "a": ${a}, "b": [ @for k in {n} { ${k} } ] }', ["a", "n"]),
        ("tile t := '${a'", []),
    ],
)
def test_names_of_a_tile(text: str, names: list[str]) -> None:
    assert list(free_names(parse(text).statements[0])) == names
