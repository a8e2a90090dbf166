"""Names that trees read and define: decision D-21, section 10.5 of the language page."""

from __future__ import annotations

import pytest

from polydat.errors import Span
from polydat.lang import tree
from polydat.lang.headers import element_names, header_names
from polydat.lang.names import defined_names, free_names, reads
from polydat.lang.parser import parse, parse_expression


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1", []),
        ("true && false", []),
        ('"text"', []),
        ("a", ["a"]),
        ("b + a + b", ["b", "a"]),
        ("f(a, x: b)", ["a", "b"]),
        ("f(g(h(a)))", ["a"]),
        ("a as f64", ["a"]),
        ("-a ** !b", ["a", "b"]),
        ("[a, [b]]", ["a", "b"]),
        ("q.ordinal", ["q"]),
        ("q.cursor.idx", ["q__cursor"]),
        ("if a { b } else { c }", ["a", "b", "c"]),
        ('"u-{a}-{f(b, "{c}")}"'.replace('"{c}"', "'{c}'"), ["a", "b", "c"]),
        ('"{a:05}"', []),
        ("for k in 1..{n} where {k} > {m}", ["n", "m"]),
    ],
)
def test_names_of_an_expression(text: str, names: list[str]) -> None:
    assert list(free_names(parse_expression(text))) == names


def test_each_name_has_its_first_place() -> None:
    assert free_names(parse_expression("f(bb, a) + bb")) == {
        "bb": Span(1, 3, 2),
        "a": Span(1, 7, 1),
    }


def test_every_reading_is_listed() -> None:
    found = list(reads(parse_expression("a + q.x * a")))
    assert found == [tree.Name("a"), tree.Field("q", "x"), tree.Name("a")]
    assert [read.span for read in found] == [Span(1, 1, 1), Span(1, 5, 3), Span(1, 11, 1)]


@pytest.mark.parametrize("operator", ["+", "-", "*"])
def test_a_long_chain_is_read_in_order(operator: str) -> None:
    names = [f"n{i}" for i in range(10_000)]
    assert list(free_names(parse_expression(operator.join(names)))) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pragma a", []),
        ("input a", []),
        ("extern a: u64", []),
        ("extern a: u64 = b", ["b"]),
        ("cursor a = range(b, c) over d", ["b", "c", "d"]),
        ("const (a, b) := f(c)", ["c"]),
        ("a := a", ["a"]),
        ("f(a: u64) -> (b: u64) := { b := c }", []),
        ("for k in 1..{n} { v := k + w x := v + cycle }", ["n", "w"]),
        ("for base { v := w }", ["base", "w"]),
        ("for k in 1..3 { for j in {k}, i in {m} { v := i + j + k + w } }", ["m", "w"]),
        ("for k in 1..3 { input c extern e: u64 v := c + e + d }", ["d"]),
    ],
)
def test_names_of_a_statement(text: str, names: list[str]) -> None:
    assert list(free_names(parse(text).statements[0])) == names


def test_names_of_a_program_are_those_that_it_does_not_define() -> None:
    file = parse(
        "y := x + a\nx := b\ncursor q = range(0, n)\nz := q.ordinal\nfor k in {x} { v := w }"
    )
    assert list(free_names(file)) == ["a", "b", "n", "w"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pragma a", ()),
        ("input a", ("a",)),
        ("extern a: u64", ("a",)),
        ("cursor a = f(b)", ("a",)),
        ("(a, b) := f(c)", ("a", "b")),
        ("f(a: u64) -> (b: u64) := { }", ("f",)),
        ("for k in 1..3 { v := 1 }", ()),
        ("tile t := 'a'", ("t",)),
    ],
)
def test_defined_names(text: str, names: tuple[str, ...]) -> None:
    assert defined_names(parse(text).statements[0]) == names


@pytest.mark.parametrize(
    ("text", "elements", "names"),
    [
        ("k in 1..3", {"k"}, []),
        ("k in 1..{n}, j in {k}", {"k", "j"}, ["n"]),
        ("(a, b) in (1..3, {c})", {"a", "b"}, ["c"]),
        ("(a, b) in zip_cycle(1..3, 4..6)", {"a", "b"}, []),
        ('k in "{x} in y"', {"k"}, []),
        ("k in {a_{b}_c}", {"k"}, ["b"]),
        ('p in partitions("*/4", n + {m})', {"p"}, ["n", "m"]),
        ("[ for k in {n}, for k in 5..7 ] where {k} > {m}", {"k"}, ["n", "m"]),
        ("base", set(), ["base"]),
        ("base where {k} > {m}", set(), ["base", "k", "m"]),
        ("base order lex/2", set(), ["base"]),
        ("k in [a b, (", {"k"}, []),
        ("k in f(1,", {"k"}, []),
    ],
)
def test_names_of_a_header(text: str, elements: set[str], names: list[str]) -> None:
    assert element_names(text) == elements
    assert sorted(header_names(text)) == sorted(names)
