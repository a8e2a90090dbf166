"""Expressions as trees, by sections 3.2, 4, 6 and 25 of the language page."""

from __future__ import annotations

import pytest

from polydat.errors import ParseError, Span
from polydat.lang.parser import parse, parse_expression
from polydat.lang.printer import print_expression
from polydat.lang.tree import (
    Argument,
    Array,
    Binary,
    Binding,
    Bool,
    Call,
    Cast,
    Expr,
    Field,
    Float,
    Int,
    Name,
    Producer,
    Str,
    Sum,
    Unary,
)
from polydat.types import PortType

a, b, c = Name("a"), Name("b"), Name("c")


def call(function: str, *values: Expr, **named: Expr) -> Call:
    arguments = [Argument(value) for value in values]
    return Call(function, (*arguments, *(Argument(v, n) for n, v in named.items())))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a", a),
        ("1", Int(1)),
        ("1.5", Float(1.5)),
        ("true", Bool(True)),
        ("false", Bool(False)),
        ('"x"', Str("x")),
        ("[]", Array(())),
        ("[1, a]", Array((Int(1), a))),
        ("f()", call("f")),
        ("f( )", call("f")),
        ("f(a)", call("f", a)),
        ("f (a)", call("f", a)),
        ("f/* same line */(a)", call("f", a)),
        ("f(a, x: b)", call("f", a, x=b)),
        ("f(x: a, b)", Call("f", (Argument(a, "x"), Argument(b)))),
        ("f(input: a)", call("f", input=a)),
        ("f(\n  a,\n  b\n)", call("f", a, b)),
        ("f(g(a), [b])", call("f", call("g", a), Array((b,)))),
        ("-a", Unary("-", a)),
        ("!a", Unary("!", a)),
        ("--!a", Unary("-", Unary("-", Unary("!", a)))),
        ("(a)", a),
        ("((a))", a),
        ("a.b", Field("a", "b")),
        ("q.cursor.idx", Field("q__cursor", "idx")),
        ("a . b", Field("a", "b")),
        ("a as f64", Cast(a, PortType.F64)),
        ("a as String", Cast(a, PortType.STR)),
        ("a as u32 as f64", Cast(Cast(a, PortType.U32), PortType.F64)),
        ("input + cursor + over", Sum((Name("input"), Name("cursor"), Name("over")))),
        ("where + order + in + range", Sum(tuple(map(Name, ("where", "order", "in", "range"))))),
        ("assign", Name("assign")),
        ("iffy", Name("iffy")),
        ("trues", Name("trues")),
        ("forty", Name("forty")),
    ],
)
def test_a_tree(text: str, tree: Expr) -> None:
    assert parse_expression(text) == tree


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a + b * c < d & e", "((a + (b * c)) < (d & e))"),
        ("2 ** 3 ** 2", "(2 ** (3 ** 2))"),
        ("a > b && c > d || e", "(((a > b) && (c > d)) || e)"),
        ("a < b == c", "((a < b) == c)"),
        ("-x as f64", "((-x) as f64)"),
        ("-2 ** 2", "((-2) ** 2)"),
        ("2 ** 3 as f64", "(2 ** (3 as f64))"),
        ("a + b as u64", "(a + (b as u64))"),
        ("!a && b", "((!a) && b)"),
        ("a || b || c", "(a || b || c)"),
        ("a || b && c", "(a || (b && c))"),
        ("a == b != c", "(a == b != c)"),
        ("a | b ^ c & d", "(a | (b ^ (c & d)))"),
        ("a & b << c + d", "(a & (b << (c + d)))"),
        ("a - b - c", "(a - b - c)"),
        ("a - (b - c)", "(a - (b - c))"),
        ("a * b / c % d", "(a * b / c % d)"),
        ("a / (b / c)", "(a / (b / c))"),
        ("a - b + c - d", "(a - b + c - d)"),
        ("a >> b << c", "(a >> b << c)"),
        ("a <= b >= c", "(a <= b >= c)"),
        ("a ** b * c ** d", "((a ** b) * (c ** d))"),
        ("(a ** b) ** c", "((a ** b) ** c)"),
        ("a + b - c", "(a + b - c)"),
        ("a+b-c*d", "(a + b - (c * d))"),
        ("a -b", "(a - b)"),
        ("a - -b", "(a - (-b))"),
        ("-(a + b)", "(-(a + b))"),
        ("(a + b) as u64", "((a + b) as u64)"),
        ("a.b ** c.d", "(a.b ** c.d)"),
    ],
)
def test_precedence(text: str, printed: str) -> None:
    assert print_expression(parse_expression(text)) == printed


def test_a_sum_has_all_the_terms_of_its_level() -> None:
    assert parse_expression("a + b + c") == Sum((a, b, c))
    assert parse_expression("(a + b) + c") == Sum((Sum((a, b)), c))
    assert parse_expression("a + (b + c)") == Sum((a, Sum((b, c))))


def test_a_difference_in_a_sum_is_one_term() -> None:
    left = Binary("-", Sum((a, b)), c)
    assert parse_expression("a + b - c") == left
    assert parse_expression("a + b - c + a + b") == Sum((left, a, b))


IF = call("if", a, b, c)


@pytest.mark.parametrize(
    "text",
    [
        "if(a, b, c)",
        "if (a, b, c)",
        "if a { b } else { c }",
        "if a{b}else{c}",
        "if (a) { b } else { c }",
        "if(a) { b } else { c }",
        "if\n(a)\n{\nb\n}\nelse\n{\nc\n}",
        "if (a) { (b) } else { (c) }",
    ],
)
def test_if_has_two_forms(text: str) -> None:
    assert parse_expression(text) == IF


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("if a { 1 } else if b { 2 } else { 3 }", "if(a, 1, if(b, 2, 3))"),
        ("if a { 1 } else if (b) { 2 } else { 3 }", "if(a, 1, if(b, 2, 3))"),
        ("if a { if b { 1 } else { 2 } } else { 3 }", "if(a, if(b, 1, 2), 3)"),
        ("if (a) && b { 1 } else { 2 }", "if((a && b), 1, 2)"),
        ("if (a + b) * c > 1 { 1 } else { 2 }", "if((((a + b) * c) > 1), 1, 2)"),
        ("if (a + b) + c { 1 } else { 2 }", "if(((a + b) + c), 1, 2)"),
        ("if (a) as u64 { 1 } else { 2 }", "if((a as u64), 1, 2)"),
        ("if a { 1 } else { 2 } + 3", "(if(a, 1, 2) + 3)"),
        ("1 + if a { 1 } else { 2 }", "(1 + if(a, 1, 2))"),
        ("if(a, 1, 2) + 3", "(if(a, 1, 2) + 3)"),
        ("f(if a { 1 } else { 2 }, 3)", "f(if(a, 1, 2), 3)"),
        ("-if a { 1 } else { 2 }", "(-if(a, 1, 2))"),
        ("if f(a) { 1 } else { 2 }", "if(f(a), 1, 2)"),
        ("if(a, 1)", "if(a, 1)"),
        ("if()", "if()"),
    ],
)
def test_if_as_a_call(text: str, printed: str) -> None:
    assert print_expression(parse_expression(text)) == printed


@pytest.mark.parametrize(
    ("text", "form", "values"),
    [
        ('"{a}"', "{}", (a,)),
        ('"{a}-{b + 1}"', "{}-{}", (a, Sum((b, Int(1))))),
        ('"user-{ a }!"', "user-{}!", (a,)),
        ('"{{x}} {a}"', "{{x}} {}", (a,)),
        ('"{{{a}}}"', "{{{}}}", (a,)),
        ('"a } {a}"', "a } {}", (a,)),
        ('"{f(a, "}")}"'.replace('"}"', r"\"}\""), "{}", (call("f", a, Str("}")),)),
        ("'{f([a])}'", "{}", (call("f", Array((a,))),)),
        ("<<<\n{a}\n>>>", "{}", (a,)),
        ('"{a.b}"', "{}", (Field("a", "b"),)),
        ('"{if a { b } else { c }}"', "{}", (IF,)),
        ('"{a}{a}"', "{}{}", (a, a)),
        ('"{1}"', "{}", (Int(1),)),
        ('"{true}"', "{}", (Bool(True),)),
        ('"{a # c\n}"', "{}", (a,)),
        (r'"\n{a}\t"', "\n{}\t", (a,)),
        ('"{a : }"'.replace(" : ", " as str "), "{}", (Cast(a, PortType.STR),)),
    ],
)
def test_a_text_with_placeholders_is_a_call_of_printf(
    text: str, form: str, values: tuple[Expr, ...]
) -> None:
    tree = parse_expression(text)
    assert tree == call("printf", Str(form), *values)
    assert isinstance(tree, Call)
    assert tree.interpolated


def test_a_text_in_a_placeholder_has_placeholders_of_its_own() -> None:
    inner = call("printf", Str("<{}>"), b)
    assert parse_expression("\"{f('<{b}>')}\"") == call("printf", Str("{}"), call("f", inner))


def test_a_written_call_of_printf_is_not_interpolated() -> None:
    tree = parse_expression('printf("{}", a)')
    assert tree == parse_expression('"{a}"')
    assert isinstance(tree, Call)
    assert not tree.interpolated


@pytest.mark.parametrize(
    "text",
    [
        "{}", "{:05}", "{{x}}", "{x:.2}", "{ }", "{a", "{a} {b", "{a b}", "{a} {}", "}", "{{", "}}",
        "{'k': 1}", "{a)}", "{(a}", "{$}", "{a +}", "{99999999999999999999}", "{a := b}",
    ],
)  # fmt: skip
def test_a_text_whose_placeholders_are_no_expressions_is_plain(text: str) -> None:
    assert parse_expression(f'"{text}"') == Str(text)


@pytest.mark.parametrize(
    ("program", "count"),
    [
        ("x := y\n(a, b) := f(c)", 2),
        ("x := f\n(a, b) := g(c)", 2),
        ("x := y\nas := 3", 2),
        ("x := y\nover := 3", 2),
        ("x := y\nwhere := 3", 2),
        ("x := y\norder := 3", 2),
        ("x := y\n\n# c\nas := 3", 2),
        ("cursor q = range(0, 9)\nover := 3", 2),
        ("x := 1 y := 2", 2),
        ("x := 1y := 2", 2),
        ("x := (1)(a, b) := f(c)", 2),
        ("x := a\n- b", 1),
        ("x := a\n* b", 1),
        ("x :=\n  a\n    as\n  u64", 1),
        ("x := a\n.b", 1),
    ],
)
def test_where_a_statement_ends(program: str, count: int) -> None:
    assert len(parse(program).statements) == count


def test_as_may_begin_a_line_that_binds_nothing() -> None:
    assert parse("x := y\nas u64") == parse("x := y as u64")


@pytest.mark.parametrize(
    ("text", "comprehension"),
    [
        ("for k in 1..3", "k in 1..3"),
        ("for k in 1..3, j in [1, 2] where {k} > 1", "k in 1..3, j in [1, 2] where {k} > 1"),
        ("for base where {k} > 1", "base where {k} > 1"),
        ("for (a, b) in (1..3, 4..6)", "(a, b) in (1..3, 4..6)"),
        ("for k in [1,\n  2]", "k in [1,   2]"),
        ("for k in 1..3 # to three", "k in 1..3"),
    ],
)
def test_a_producer(text: str, comprehension: str) -> None:
    assert parse_expression(text) == Producer(comprehension)


def test_a_producer_takes_its_line_and_no_more() -> None:
    file = parse("p := for k in 1..3\nq := 2")
    assert file.statements == (
        Binding((Name("p"),), Producer("k in 1..3")),
        Binding((Name("q"),), Int(2)),
    )


@pytest.mark.parametrize(
    "text",
    [
        "", "a b", "a[0]", "a ? b : c", "1..3", "a.", ".a", "f(a", "f(a))", "(", ")", "()", "a +",
        "+ a", "f(,)", "[,]", "f(a,)", "[a,]", "f(a b)", "a = b", "a := b", "for", "for base",
        "f(for k in 1..3)", "1 + for k in 1..3", "const", "tile", "extern(1)", "cursor(1)", "else",
        "if", "if a", "if a { 1 }", "if a { } else { 1 }", "if a { 1 } else 1", "if a 1 else 2",
        "f(a).b", "(a).b", "a.1", "1.a", '"a".b', "a as", "a as nothing", "a as 1", "a.for",
        "a <<< b", "a >>> b", "a === b", "a <> b", "a ! b", "a -> b", "{ a }", "a; b", "a, b",
        "f(x: y: z)", "f(1: a)", "(x: a)", "true(1)", "if(a) + 1", "f(tile: 1)", "(x := 1)",
    ],
)  # fmt: skip
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(ParseError):
        parse_expression(text)


def test_spans() -> None:
    tree = parse_expression("a * (b + c) as f64 - f(x: -a)")
    assert isinstance(tree, Binary)
    assert (tree.span, tree.operator_span) == (Span(1, 1, 29), Span(1, 20, 1))
    product, function = tree.left, tree.right
    assert isinstance(product, Binary)
    assert isinstance(function, Call)
    assert (product.span, product.operator_span) == (Span(1, 1, 18), Span(1, 3, 1))
    cast = product.right
    assert isinstance(cast, Cast)
    assert cast.span == Span(1, 5, 14)
    total = cast.value
    assert isinstance(total, Sum)
    assert (total.span, total.operator_spans) == (Span(1, 6, 5), (Span(1, 8, 1),))
    assert function.span == Span(1, 22, 8)
    assert function.arguments[0].span == Span(1, 24, 5)
    assert function.arguments[0].value.span == Span(1, 27, 2)


def test_spans_of_an_if_with_blocks() -> None:
    tree = parse_expression("if a { 1 } else if b { 2 } else { 3 }")
    assert isinstance(tree, Call)
    inner = tree.arguments[2].value
    assert (tree.span, inner.span) == (Span(1, 1, 37), Span(1, 17, 21))


def test_spans_inside_of_a_text() -> None:
    tree = parse_expression('"a\\n{b}"')
    assert isinstance(tree, Call)
    assert tree.span == Span(1, 1, 8)
    assert tree.arguments[1].value.span == Span(1, 6, 1)


def test_spans_behind_a_text_over_lines() -> None:
    file = parse('x := "a\nb"\nyy := cc')
    second = file.statements[1]
    assert isinstance(second, Binding)
    assert second.targets[0].span == Span(3, 1, 2)
    assert second.value.span == Span(3, 7, 2)
