"""Statements as trees, by sections 3.1, 8, 9.2, 16 and 18.1 of the language page."""

from __future__ import annotations

import pytest

from polydat.errors import ParseError, Span
from polydat.lang.parser import parse
from polydat.lang.tree import (
    Argument,
    Binding,
    BodyKind,
    Bool,
    Call,
    Cursor,
    Extern,
    For,
    Input,
    Int,
    Modifier,
    Module,
    Name,
    Parameter,
    Pragma,
    Statement,
    Str,
    Sum,
    Tile,
    TileOptions,
)
from polydat.types import PortType

U64, F64, STR = PortType.U64, PortType.F64, PortType.STR
x, y = Name("x"), Name("y")
CALL = Call("f", (Argument(Name("c")),))


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("", ()),
        ("pragma strict", (Pragma("strict"),)),
        ("pragma anything_at_all", (Pragma("anything_at_all"),)),
        ("input c", (Input("c"),)),
        ("input c: u64", (Input("c", U64),)),
        ("input\nc\n:\nu64", (Input("c", U64),)),
        ("input (a)", (Input("a"),)),
        ("input (a: u64, b, c: f64)", (Input("a", U64), Input("b"), Input("c", F64))),
        ("input(a, b)", (Input("a"), Input("b"))),
        ("input input", (Input("input"),)),
        ("extern a: str", (Extern("a", STR),)),
        ("extern a: String", (Extern("a", STR),)),
        ("extern a: u64 = 5", (Extern("a", U64, Int(5)),)),
        ("extern a: bool = true", (Extern("a", PortType.BOOL, Bool(True)),)),
        ("extern over: dyn", (Extern("over", PortType.DYN),)),
        ("cursor q = f(c)", (Cursor("q", CALL),)),
        ('cursor q = f(c) over "*/4"', (Cursor("q", CALL, Str("*/4")),)),
        ("cursor q = f(c)\n  over p", (Cursor("q", CALL, Name("p")),)),
        ("x := 1", (Binding((x,), Int(1)),)),
        ("x:=1", (Binding((x,), Int(1)),)),
        ("input := 1", (Binding((Name("input"),), Int(1)),)),
        ("cursor := 1", (Binding((Name("cursor"),), Int(1)),)),
        ("over := 1", (Binding((Name("over"),), Int(1)),)),
        ("(x, y) := f(c)", (Binding((x, y), CALL),)),
        ("(x) := f(c)", (Binding((x,), CALL),)),
        ("(input, over) := f(c)", (Binding((Name("input"), Name("over")), CALL),)),
        ("const x := 1", (Binding((x,), Int(1), frozenset({Modifier.CONST})),)),
        ("const over := 1", (Binding((Name("over"),), Int(1), frozenset({Modifier.CONST})),)),
        ("shared x := 1", (Binding((x,), Int(1), frozenset({Modifier.SHARED})),)),
        ("shared x: f64 := 1", (Binding((x,), Int(1), frozenset({Modifier.SHARED}), F64),)),
        ("const (x, y) := f(c)", (Binding((x, y), CALL, frozenset({Modifier.CONST})),)),
        (
            "volatile shared x := 1",
            (Binding((x,), Int(1), frozenset({Modifier.SHARED, Modifier.VOLATILE})),),
        ),
        ("for k in 1..3 { }", (For("k in 1..3", ()),)),
        ("for k in 1..3\n\n{ x := 1 }", (For("k in 1..3", (Binding((x,), Int(1)),)),)),
        ("for base { }", (For("base", ()),)),
    ],
)
def test_a_statement(text: str, statements: tuple[Statement, ...]) -> None:
    assert parse(text).statements == statements


def test_a_module() -> None:
    text = "f(a: u64, b: str) -> (x: u64, y: f64) := { x := a y := 1 }"
    (module,) = parse(text).statements
    assert module == Module(
        "f",
        (Parameter("a", U64), Parameter("b", STR)),
        (Parameter("x", U64), Parameter("y", F64)),
        (Binding((x,), Name("a")), Binding((y,), Int(1))),
    )


@pytest.mark.parametrize(
    "head",
    [
        "f(a: u64 b: str) -> (x: u64)",
        "f(a: u64, b: str,) -> (x: u64,)",
        "f\n(a: u64, b: str)->(x: u64)",
    ],
)
def test_commas_in_the_head_of_a_module_are_free(head: str) -> None:
    assert parse(f"{head} := {{ }}") == parse("f(a: u64, b: str) -> (x: u64) := { }")


def test_a_module_may_have_no_outputs_and_no_parameters() -> None:
    assert parse("f(a: u64) -> () := { }").statements == (
        Module("f", (Parameter("a", U64),), (), ()),
    )
    assert parse("f() -> (x: u64) := { }").statements == (
        Module("f", (), (Parameter("x", U64),), ()),
    )


def test_blocks_nest() -> None:
    text = "for k in 1..3 {\n  input cycle: u64\n  for j in {k} { x := 1 }\n  y := 2\n}\n"
    inner = For("j in {k}", (Binding((x,), Int(1)),))
    body = (Input("cycle", U64), inner, Binding((y,), Int(2)))
    assert parse(text).statements == (For("k in 1..3", body),)


@pytest.mark.parametrize(
    ("head", "encoding", "options"),
    [
        ("tile t", "text", TileOptions()),
        ("tile t : json", "json", TileOptions()),
        ("tile t:csv", "csv", TileOptions()),
        ("tile t ()", "text", TileOptions()),
        ("tile t (strict)", "text", TileOptions(strict=True)),
        ("tile t : text (instring strict)", "text", TileOptions(strict=True, in_string=True)),
        ('tile t (delims "<<" ">>", sigil "%",)', "text", TileOptions("<<", ">>", "%")),
    ],
)
@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ('{ "a": ${n} }', BodyKind.BLOCK, '{ "a": ${n} }'),
        ("[1, 2]", BodyKind.BLOCK, "[1, 2]"),
        ("{\n    a\n  }", BodyKind.BLOCK, "{\n  a\n}"),
        ("<<<\n  a\n>>>", BodyKind.HEREDOC, "  a"),
        ('"n=${n}\\n"', BodyKind.TEXT, "n=${n}\n"),
        ("'{n}'", BodyKind.TEXT, "{n}"),
        ("\n\n  # c\n  'a'", BodyKind.TEXT, "a"),
    ],
)
def test_a_tile(
    head: str, encoding: str, options: TileOptions, body: str, kind: BodyKind, text: str
) -> None:
    tile = Tile("t", encoding, options, kind, text)
    assert parse(f"{head} := {body}\nx := 1").statements == (tile, Binding((x,), Int(1)))


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ('x := polytile("json", "{${n}}")', ("json", TileOptions(), "{${n}}")),
        ('x := polytile("text", "{n}")', ("text", TileOptions(), "{n}")),
        ("x := polytile('csv', <<<\na\n>>>)", ("csv", TileOptions(), "a")),
        (
            'x := polytile("text", "a", open: "<", close: ">", sigil: "%", strict: true)',
            ("text", TileOptions("<", ">", "%", strict=True), "a"),
        ),
        (
            'x := polytile("text", "a", instring: true, strict: false)',
            ("text", TileOptions(in_string=True), "a"),
        ),
    ],
)
def test_a_call_may_carry_a_tile(text: str, tile: tuple[str, TileOptions, str]) -> None:
    encoding, options, body = tile
    assert parse(text).statements == (Tile("x", encoding, options, BodyKind.TEXT, body),)


def test_the_structural_form_keeps_its_text() -> None:
    text = 'x := polytile_json(\'{"a": "{n}"}\', strict: true)'
    call = Call("polytile_json", (Argument(Str('{"a": "{n}"}')), Argument(Bool(True), "strict")))
    assert parse(text).statements == (Binding((x,), call),)


@pytest.mark.parametrize("name", ["input", "cursor", "over"])
def test_a_carried_tile_may_have_the_name_of_a_soft_keyword(name: str) -> None:
    (tile,) = parse(f'{name} := polytile("text", "a")').statements
    assert isinstance(tile, Tile)
    assert tile.name == name


def test_a_binding_of_a_wire_that_is_called_like_it_carries_no_tile() -> None:
    assert parse("x := polytile + polytiles(y)").statements == (
        Binding((x,), Sum((Name("polytile"), Call("polytiles", (Argument(y),))))),
    )


@pytest.mark.parametrize(
    "text",
    [
        "pragma", "pragma 1", 'pragma "a"', "input", "input ()", "input (a,)", "input (a b)",
        "input 1",
        "input a: nothing", "input if", "extern a", "extern a: u64 =", "extern a: nothing",
        "cursor q", "cursor q := f(c)", "cursor = f(c)", "x", "x =", "x :=", "x := 1 2", "1 := x",
        "(x, y)", "(x, y,) := f(c)", "() := f(c)", "(x, 1) := f(c)", "((x)) := f(c)",
        "const const x := 1", "const volatile x := 1", "volatile const x := 1",
        "const shared x := 1",
        "shared const x := 1", "shared shared x := 1", "volatile shared const x := 1", "const x",
        "const x: u64 := 1", "volatile x: u64 := 1", "x: u64 := 1", "shared x: nothing := 1",
        "const := 1", "extern := 1", "shared := 1", "volatile := 1", "pragma := 1", "for := 1",
        "tile := 1", "if := 1", "else := 1", "true := 1", "false := 1",
        "(if, x) := f(c)", "const true := 1", "extern else: u64", "f(if: u64) -> (x: u64) := { }",
        "for", "for { }", "for k in 1..3", "for k in 1..3 x := 1", "for k in 1..3 {",
        "f(a: u64) := { }", "f(a: u64) -> x: u64 := { }", "f(a: u64) -> (x: u64) { }",
        "f(a) -> (x: u64) := { }", "f(a: nothing) -> (x: u64) := { }", "f(a: u64) -> (x) := { }",
        "f(a: u64) -> (x: u64) := x", "f(mean: 1.0)", "f(c)",
        "tile", "tile t", "tile t {}", "tile t := 1", "tile t := x", "tile t : xml := 'a'",
        "tile t (fast) := 'a'", "tile t (sigil) := 'a'", "tile t (sigil '') := 'a'",
        "tile t (delims '<') := 'a'", "tile t (delims '' '>') := 'a'", "tile t (strict := 'a'",
        'x := polytile("text")', 'x := polytile("text", "a", "b")', "x := polytile(a, b)",
        'x := polytile("xml", "a")', 'x := polytile("text", "a", open: "")',
        'x := polytile("text", "a", strict: 1)', 'x := polytile("text", "a") + "b"',
        'x := polytile_json("a", "b")', "x := polytile_json(a)", 'x := polytile_json("a", fast: 1)',
        "}", "{ }", "[ ]", "use x", ";", ":=", "over", "1", '"a"', "x := 1 }",
    ],
)  # fmt: skip
def test_what_is_no_statement(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)
    with pytest.raises(ParseError):
        parse(f"a := 1\n{text}\nb := 2\n")


@pytest.mark.parametrize(
    ("text", "doc"),
    [
        ("/// one\nx := 1", "one"),
        ("/// one\n/// two\nx := 1", "one\ntwo"),
        ("///one\nx := 1", "one"),
        ("///   indented  \nx := 1", "  indented"),
        ("  /// one\n  x := 1", "one"),
        ("/// one\n///\n/// three\nx := 1", "one\n\nthree"),
        ("/// one\r\nx := 1", "one"),
        ("/// one\n\nx := 1", ""),
        ("/// one\n# other\nx := 1", ""),
        ("# other\n/// one\nx := 1", "one"),
        ("// one\nx := 1", ""),
        ("//// one\nx := 1", ""),
        ("/// @driver\n/// cycle := every\nx := 1", ""),
        ("/// one\n/// @selector\nx := 1", "one"),
        ("y := 1 /// of y\nx := 1", ""),
        ("/* /// one */ x := 1", ""),
    ],
)
def test_documentation_is_what_stands_directly_above(text: str, doc: str) -> None:
    statement = parse(text).statements[-1]
    assert statement == Binding((x,), Int(1), doc=doc)


@pytest.mark.parametrize(
    "text",
    [
        "pragma strict",
        "input a",
        "extern a: u64",
        "cursor a = f(c)",
        "f(a: u64) -> (x: u64) := { }",
        "for k in 1..3 { }",
        "tile t := 'a'",
        "const x := 1",
        "(x, y) := f(c)",
    ],
)
def test_every_statement_has_documentation(text: str) -> None:
    assert parse(f"/// text\n{text}").statements[0].doc == "text"
    assert parse(f"for k in 1..3 {{\n  /// text\n  {text}\n}}").statements[0].body[0].doc == "text"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("pragma strict", Span(1, 8, 6)),
        ("input cycle: u64", Span(1, 7, 5)),
        ("extern limit: u64 = 5", Span(1, 8, 5)),
        ("cursor q = f(c)", Span(1, 8, 1)),
        ("const x := 1", Span(1, 7, 1)),
        ("(x, yy) := f(c)", Span(1, 2, 5)),
        ("f(a: u64) -> (x: u64) := { }", Span(1, 1, 1)),
        ("for k in 1..3 { }", Span(1, 1, 13)),
        ("tile t := 'a'", Span(1, 6, 1)),
    ],
)
def test_the_place_of_a_statement_is_that_of_what_it_declares(text: str, span: Span) -> None:
    assert parse(text).statements[0].span == span


def test_places_of_parameters() -> None:
    module = parse("f(a: u64) -> (x: u64) := { }").statements[0]
    assert isinstance(module, Module)
    assert (module.parameters[0].span, module.outputs[0].span) == (Span(1, 3, 1), Span(1, 15, 1))
