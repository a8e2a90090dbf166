"""`name=value` on a command line, as a rewriting of the declaration."""

from __future__ import annotations

import pytest

from polydat.errors import BindError
from polydat.lang.parser import parse
from polydat.lang.printer import print_file
from polydat.lang.transform import assign


@pytest.mark.parametrize(
    ("program", "name", "value", "result"),
    [
        ("extern a: u64 = 5", "a", "7", 'extern a: u64 = "7"'),
        ("extern a: str", "a", "eu", 'extern a: str = "eu"'),
        ("input a: f64", "a", "-1.5", 'extern a: f64 = "-1.5"'),
        ("input a", "a", "7", 'extern a: u64 = "7"'),
        ("/// text\ninput a", "a", "7", '/// text\nextern a: u64 = "7"'),
        ("input (a, b: u8)", "b", "7", 'input a\nextern b: u8 = "7"'),
        ("y := hash(a)", "a", "7", 'extern a: u64 = "7"\ny := hash(a)'),
        ("x := b\ny := x + a", "a", "", 'extern a: u64 = ""\nx := b\ny := (x + a)'),
    ],
)
def test_a_declaration_is_rewritten(program: str, name: str, value: str, result: str) -> None:
    assert print_file(assign(parse(program), name, value)) == f"{result}\n"


def test_the_program_itself_does_not_change() -> None:
    file = parse("input a")
    assign(file, "a", "7")
    assert file == parse("input a")


def test_the_value_has_the_place_of_the_declaration() -> None:
    statement = assign(parse("input a"), "a", "x").statements[0]
    assert statement.span == parse("input a").statements[0].span
    assert statement.default.span == statement.span  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "input tenant\nextern limit: u64",
            "BindError: the program has no input or extern named 'tennant'\n"
            "    = expected: one of tenant, limit\n"
            "    = nearest: tenant",
        ),
        (
            "tennant := 1",
            "BindError: the program has no input or extern named 'tennant'\n"
            "    = expected: no assignment: it has none",
        ),
        (
            "input a\ny := hash(a + tennant)",
            "BindError: the program has no input or extern named 'tennant'\n"
            "    = expected: one of a",
        ),
        (
            "y := hash(tenant)",
            "BindError: the program has no input or extern named 'tennant'\n"
            "    = expected: one of tenant\n"
            "    = nearest: tenant",
        ),
    ],
)
def test_a_name_that_cannot_be_assigned(program: str, message: str) -> None:
    with pytest.raises(BindError) as caught:
        assign(parse(program), "tennant", "1")
    assert str(caught.value) == message
