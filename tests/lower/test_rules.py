"""The rules of the language, section by section, each as the shortest program that shows it.

The titles are those of the sections of the language page.  A rule is values of bindings for
`c = 5`, or words of the error.  Rules that take more than a program stand in the other files of
this folder and of tests/lang.
"""

from __future__ import annotations

from typing import Any

import pytest

import polydat
from polydat.errors import PolydatError
from polydat.graph.node import InputKind

C = "input c: u64\n"

VALUES: list[tuple[str, str, dict[str, Any]]] = [
    # Integer literals
    ("Integer literals", "x := 42\ny := 0xFF\nz := 0Xff", {"x": 42, "y": 255, "z": 255}),
    ("Integer literals", "x := 1_000\ny := 0b1010\nz := 0o17", {"x": 1000, "y": 10, "z": 15}),
    ("Integer literals", "x := 18446744073709551615", {"x": 2**64 - 1}),
    # Float literals
    ("Float literals", "x := 1.5\ny := 1.5e3\nz := 2.0e-2", {"x": 1.5, "y": 1500.0, "z": 0.02}),
    # SI suffixes
    ("SI suffixes", "x := 2K\ny := 3Mi\nz := 1.5K", {"x": 2000, "y": 3 << 20, "z": 1500}),
    ("SI suffixes", "x := 1.0005K\ny := 1000m\nz := 1000.0m", {"x": 1000.5, "y": 1.0, "z": 1}),
    # Strings and heredocs
    ("Strings and heredocs", r'x := "a\tb\n\"q\""', {"x": 'a\tb\n"q"'}),
    ("Strings and heredocs", "x := 'single'", {"x": "single"}),
    ("Strings and heredocs", "x := <<<\ntwo\n\\n lines\n>>>", {"x": "two\n\\n lines"}),
    ("Strings and heredocs", r'x := "\q"', {"x": r"\q"}),
    ("Strings and heredocs", 'x := "two\nlines"', {"x": "two\nlines"}),
    # Traps caused by newline-insensitivity, as ruled
    ("Traps", f"{C}y := c\n(a, b) := mixed_radix(c, 2, 0)", {"y": 5, "a": 1, "b": 2}),
    ("Traps", "x := 3\nas := 4\ny := as", {"x": 3, "as": 4, "y": 4}),
    ("Traps", "x := 3\nover := 4", {"over": 4}),
    ("Traps", f"{C}x := if (c > 4) {{ 1 }} else {{ 2 }}", {"x": 1}),
    ("Traps", "x := -2 ** 2", {"x": 4.0}),
    ("Traps", "x := 2 ** 3 as f64", {"x": 8.0}),
    ("Traps", f"{C}x := c + c as f64", {"x": 10.0}),
    # Operators
    ("Operators", "x := 1 + 2 * 3\ny := (1 + 2) * 3", {"x": 7, "y": 9}),
    ("Operators", "x := 10 - 3 - 2\ny := 2 ** 3 ** 2", {"x": 5, "y": 512.0}),
    ("Operators", "x := 7 / 2\ny := 7 % 4\nz := 7.0 / 2", {"x": 3, "y": 3, "z": 3.5}),
    ("Operators", f"{C}x := c / 0\ny := c % 0", {"x": 0, "y": 0}),
    ("Operators", "x := 0 - 1", {"x": 2**64 - 1}),
    ("Operators", "x := 1 | 6 ^ 3 & 2", {"x": 5}),
    ("Operators", "x := 1 << 4 + 1\ny := 256 >> 4", {"x": 32, "y": 16}),
    ("Operators", "x := 1 < 2\ny := 2 <= 1\nz := 1 == 1.0", {"x": 1, "y": 0, "z": 1}),
    ("Operators", 'x := "a" == "a"\ny := "a" != "b"', {"x": 1, "y": 1}),
    ("Operators", "x := 2 && 0\ny := 0 || 3\nz := 2 && 3", {"x": 0, "y": 1, "z": 1}),
    ("Operators", "x := 1 || 1 && 0", {"x": 1}),
    ("Operators", f"{C}x := !c\ny := -c", {"x": 2**64 - 6, "y": -5.0}),
    ("Operators", 'x := "a" + 1 + 2.0 + true', {"x": "a12true"}),
    ("Operators", 'x := "a" + (1 + 2)', {"x": "a3"}),
    ("Operators", "x := -0.0", {"x": 0.0}),
    # Conditional
    ("Conditional", f"{C}x := if(c > 4, 1, 2)\ny := if(0, 1, 2)", {"x": 1, "y": 2}),
    ("Conditional", f"{C}x := if c > 4 {{ 1 }} else {{ 2.5 }}", {"x": 1.0}),
    ("Conditional", f'{C}x := if(c, "a", "b")', {"x": "a"}),
    # Cast
    ("Cast", f"{C}x := c as u64\ny := c as str", {"x": 5, "y": "5"}),
    ("Cast", 'x := "41" as u64', {"x": 41}),
    ("Cast", f"{C}x := c as bool as f64 as str", {"x": "1"}),
    # Literal typing
    ("Literal typing", "x := lerp(0.5, 0, 10)", {"x": 5.0}),
    ("Literal typing", f"{C}x := f64_add(c, 1)", {"x": 6.0}),
    ("Literal typing", "x := abs_f64(-5)", {"x": 5.0}),
    # Array literal rendering
    ("Array literal rendering", "x := [25, 50]", {"x": "25, 50"}),
    ("Array literal rendering", 'x := [1.0, -2.5, "a b"]', {"x": "1.0, -2.5, a b"}),
    # true and false
    ("true / false", "x := true\ny := false", {"x": True, "y": False}),
    ("true / false", f"{C}x := if(true, c, 0)", {"x": 5}),
    # String interpolation
    ("String interpolation", f'{C}x := "n={{c}} m={{c + 1}}"', {"x": "n=5 m=6"}),
    ("String interpolation", f'{C}x := "{{c}}"', {"x": "5"}),
    ("String interpolation", f'{C}x := "{{{{{{c}}}}}}"', {"x": "{5}"}),
    ("String interpolation", 'x := "{:05}"\ny := "{{z}}"\nw := "{}"', {"x": "{:05}", "y": "{{z}}"}),
    ("String interpolation", 'x := "open {c"', {"x": "open {c"}),
    ("String interpolation", "x := \"{'k': 1}\"", {"x": "{'k': 1}"}),
    ("String interpolation", f'{C}x := "{{mod(c, 3)}}"', {"x": "2"}),
    ("String interpolation", f"{C}x := <<<{{c}}\n{{c}}>>>", {"x": "5\n5"}),
    # Input
    ("Input", "input (c: u64, d: f64)\nx := c\ny := d", {"x": 5, "y": 0.0}),
    ("Input", "input c: u8\nx := c as u64", {"x": 5}),
    ("Input", 'input (c: u64, s: str)\nx := s + "!"', {"x": "!"}),
    # Extern
    ("Extern", 'extern a: u64 = 7\nextern b: str = "s"\nextern d: bool = true', {"a": 7, "b": "s"}),
    ("Extern", 'extern a: u64 = "7"\nextern b: f64 = 2', {"a": 7, "b": 2.0}),
    ("Extern", "extern a: u64\nx := a + 1", {"x": None, "a": None}),
    # Binding
    ("Binding", f"{C}x := c\ny := x", {"x": 5, "y": 5}),
    ("Binding", f"{C}c := c + 1\ny := c", {"c": 6, "y": 5}),
    # Tuple binding
    ("Tuple binding", f"{C}(a, b) := mixed_radix(c, 2, 0)", {"a": 1, "b": 2}),
    ("Tuple binding", f"{C}(a) := mixed_radix(c, 2, 0)\nx := a", {"a": 1, "x": 1}),
    # Modifiers
    ("Modifiers", "const x := 3\nvolatile y := 4", {"x": 3, "y": 4}),
    ("Modifiers", f"{C}volatile (a, b) := mixed_radix(c, 2, 0)", {"a": 1, "b": 2}),
    ("Modifiers", "shared volatile x := 3\ny := x", {"x": 3, "y": 3}),
    ("const", "const a := b + 1\nconst b := 2", {"a": 3, "b": 2}),
    ("shared", "shared x: f64 := 3\ny := x", {"x": 3.0, "y": 3.0}),
    # Names
    ("Resolution inside one program", f"x := y + 1\ny := c * 2\n{C}", {"x": 11, "y": 10}),
    ("Resolution inside one program", "x := e + 1\nextern e: u64 = 2", {"x": 3}),
    ("Input inference", "x := c + d", {"x": 5}),
    ("Input inference", 'x := "{c}" + (d as str)', {"x": "50"}),
    # Calls
    ("Order of resolution", "hash(c: u64) -> (o: u64) := { o := c + 1 }\nx := hash(1)", {"x": 2}),
    ("Arguments", f"{C}x := mod(input: c, modulus: 3)", {"x": 2}),
    ("Arguments", f"{C}x := mod(c, modulus: 3)", {"x": 2}),
    ("Arguments", "x := sum()\ny := product()", {"x": 0, "y": 1}),
    ("Arguments", f"{C}x := sum(c, 1, hash(c) * 0)", {"x": 6}),
    ("None", f"{C}extern e: u64\nx := c + e\ny := \"{{e}}\"", {"x": None, "y": None}),
    # Modules
    ("Modules", f"m(a: u64, b: u64) -> (o: u64) := {{ o := a * b }}\n{C}x := m(c, 3)", {"x": 15}),
    ("Modules", f"m(a: u64, b: u64) -> (o: u64) := {{ o := a - b }}\n{C}x := m(b: 1, a: c)",
     {"x": 4}),
    ("Modules", f"m(a: u64) -> (p: u64, q: u64) := {{ p := a\n q := a + 1 }}\n{C}(x, y) := m(c)",
     {"x": 5, "y": 6}),
    ("Inlining", f"m(a: u64) -> (o: u64) := {{ t := a + 1\n o := t }}\n{C}t := 100\nx := m(c) + t",
     {"x": 106, "t": 100}),
    ("Inlining", f'm(a: u64) -> (o: str) := {{ o := "{{a as f64}}" }}\n{C}x := m(c)', {"x": "5.0"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str]] = [
    ("Comments", "x := 1 /* open", "this comment never ends"),
    ("Integer literals", "x := 18446744073709551616", "18446744073709551615"),
    ("Strings and heredocs", 'x := "open', "this text never ends"),
    ("Float literals", "x := 3else", "3e"),
    ("Traps", f"{C}x := -c as u64", "no conversion from f64 to u64"),
    ("Things that do not exist", f"{C}x := c[0]", "["),
    ("Things that do not exist", f"{C}x := c ? 1 : 2", "?"),
    ("Things that do not exist", "use hashing", "use"),
    ("Inlining", f"m(k: u64) -> (o: u64) := {{ o := mod(c, k) }}\n{C}x := m(3)", "in module 'm'"),
    ("Identifiers and keywords", "if := 3", "cannot be a name"),
    ("Operators", 'x := "a" < "b"', "does not order texts"),
    ("Operators", "x := 1.5 & 2", "f64"),
    ("Conditional", f"{C}x := if(c, 1)", "takes 3"),
    ("Cast", "x := 1.5 as u64", "round_to_u64"),
    ("Cast", f"{C}x := c as i64", "i64"),
    ("Cast", f"{C}x := c as u46", "u64"),
    ("Literal typing", f"{C}x := mod(c, [1, 2])", "["),
    ("Type keywords", "extern x: f128", "f128"),
    ("Type keywords", "m(a: u46) -> (o: u64) := { o := 1 }", "u64"),
    ("Input", "input c: handle", "extern c: handle"),
    ("Extern", "extern a: u64 = -1", "is no u64 literal"),
    ("Extern", "extern a: u64 = 1 + 2", "is no u64 literal"),
    ("Extern", 'extern a: f64 = "x"', "is no f64 literal"),
    ("Binding", "x := 1\nx := 2", "x"),
    ("Tuple binding", f"{C}(a, b, d) := mixed_radix(c, 2, 0)", "2"),
    ("Modifiers", "const volatile x := 3", "volatile"),
    ("Modifiers", "const shared x := 3", "shared"),
    ("Modifiers", "const const x := 3", "const"),
    ("Modifiers", "x: u64 := 3", "extern"),
    ("const", f"{C}const x := c + 1", "coordinate"),
    ("const", "extern e: u64 = 1\nconst x := e + 1", "x"),
    ("const", "const a := b\nconst b := a", "a"),
    ("shared", f"{C}shared (a, b) := mixed_radix(c, 2, 0)", "shared"),
    ("shared", 'shared x: u64 := "a"', "u64"),
    ("Resolution inside one program", "a := b + 1\nb := a + 1", "a"),
    ("Input inference", f"{C}x := unknown_name + 1", "unknown_name"),
    ("Order of resolution", f"{C}x := mood(c, 3)", "mod"),
    ("Arguments", f"{C}x := mod(c, 3, 4)", "takes"),
    ("Arguments", f"{C}x := mod(c, divisor: 3)", "modulus"),
    ("Arguments", f"{C}x := mod(c, c)", "constant"),
    ("Arguments", f"{C}x := hash(for k in 1..3)", "for"),
    ("Const constraints", f"{C}x := cycle_walk(c, 0)", "bad constant in 'cycle_walk'"),
    ("Per wire", f'{C}x := hash("a")', "'hash' reads u64"),
    ("Argument binding", f"m(a: u64) -> (o: u64) := {{ o := a }}\n{C}x := m(c, 1)", "1"),
    ("Argument binding", f"m(a: u64) -> (o: u64) := {{ o := a }}\n{C}x := m(b: c)", "b"),
    ("Argument binding", f"m(a: u64) -> (o: u64) := {{ o := a }}\n{C}x := m()", "a"),
    ("Argument binding", "m(a: u64) -> (o: u64) := { o := a }\nx := m(1.5)", "u64"),
    ("Argument binding", f"m(a: u64) -> (o: u64) := {{ o := a }}\n{C}(x, y) := m(c)", "1"),
    ("Inlining", "m(a: u64) -> (o: u64) := { o := m(a) }\nx := m(1)", "m"),
    ("Inlining", "m(a: u64) -> (o: u64) := { p := a }\nx := m(1)", "o"),
    ("for", "for k in 1..3 { x := k }", "'for' is not available yet"),
    ("cursor", "cursor q = range(0, 9)\nx := q.ordinal", "'cursor' is not available yet"),
    ("tile", 'tile t := "a"', "'tile' is not available yet"),
]  # fmt: skip


def ids(rows: list[Any]) -> list[str]:
    return [f"{row[0]}-{number}" for number, row in enumerate(rows)]


@pytest.mark.parametrize(("section", "source", "want"), VALUES, ids=ids(VALUES))
def test_values(section: str, source: str, want: dict[str, Any]) -> None:
    program = polydat.compile(source)
    coordinates = [d.name for d in program.inputs if d.kind is InputKind.COORDINATE]
    for engine in ("interpreter", "closures"):
        kernel = program.kernel(engine)
        known = {"c": 5, "s": ""}
        kernel.set_inputs([known.get(name, 0) for name in coordinates])
        for name, value in want.items():
            got = kernel.pull(name)
            assert got == value, f"{section}: {name}"
            assert type(got) is type(value)


@pytest.mark.parametrize(("section", "source", "words"), REFUSED, ids=ids(REFUSED))
def test_refusals(section: str, source: str, words: str) -> None:
    with pytest.raises(PolydatError) as caught:
        polydat.compile(source)
    assert words in str(caught.value), section
    assert ":" in str(caught.value)
