"""Mistakes that the binder finds, as they are shown."""

from __future__ import annotations

import pytest

import polydat

CASES = [
    (
        "input cycle: u64\ny := hsah(cycle)",
        polydat.BindError,
        """\
p.polydat:2:6: BindError: no function named 'hsah'
  2 | y := hsah(cycle)
    |      ^^^^^^^^^^^
    = nearest: hash""",
    ),
    (
        "input cycle: u64\ny := hash(cycl)",
        polydat.UnknownWire,
        """\
p.polydat:2:11: UnknownWire: no wire named 'cycl'
  2 | y := hash(cycl)
    |           ^^^^
    = nearest: cycle""",
    ),
    (
        "input cycle: u64\ny := mod(cycle)",
        polydat.ArityError,
        """\
p.polydat:2:6: ArityError: 'mod' takes 2, got 1 argument
  2 | y := mod(cycle)
    |      ^^^^^^^^^^
    = expected: mod(input: u64, const modulus: u64) -> u64""",
    ),
    (
        "input cycle: u64\ny := hash(cycle, 1, 2)",
        polydat.ArityError,
        """\
p.polydat:2:6: ArityError: 'hash' takes 1, got 3 arguments
  2 | y := hash(cycle, 1, 2)
    |      ^^^^^^^^^^^^^^^^^
    = expected: hash(input: u64) -> u64""",
    ),
    (
        "input c: u64\nn := c + 1\ny := mul(c, n)",
        polydat.BindError,
        """\
p.polydat:3:13: BindError: 'factor' of 'mul' is a constant, and this is computed
  3 | y := mul(c, n)
    |             ^
    = expected: a u64 literal""",
    ),
    (
        'input c: u64\ny := mod(c, "x")',
        polydat.BindError,
        """\
p.polydat:2:13: BindError: 'modulus' of 'mod' is a constant of type u64
  2 | y := mod(c, "x")
    |             ^^^
    = found: the text "x\"""",
    ),
    (
        "input c: u64\ny := mod(c, -1)",
        polydat.BindError,
        """\
p.polydat:2:13: BindError: 'modulus' of 'mod' is a constant of type u64
  2 | y := mod(c, -1)
    |             ^^
    = found: the integer -1""",
    ),
    (
        "input c: u64\ny := mod(c, modulo: 5)",
        polydat.BindError,
        """\
p.polydat:2:13: BindError: 'mod' has no parameter 'modulo'
  2 | y := mod(c, modulo: 5)
    |             ^^^^^^^^^
    = expected: input, modulus
    = nearest: modulus""",
    ),
    (
        "input c: u64\ny := mod(modulus: 5, c)",
        polydat.BindError,
        """\
p.polydat:2:22: BindError: an argument without a name follows 'modulus:'
  2 | y := mod(modulus: 5, c)
    |                      ^
    = write: arguments without a name first""",
    ),
    (
        "input c: u64\ny := mod(c, 5, input: c)",
        polydat.BindError,
        """\
p.polydat:2:10: BindError: 'input' of 'mod' is given twice
  2 | y := mod(c, 5, input: c)
    |          ^""",
    ),
    (
        'input c: u64\ny := hash("x")',
        polydat.TypeMismatch,
        """\
p.polydat:2:11: TypeMismatch: 'hash' reads u64 in 'input'
  2 | y := hash("x")
    |           ^^^
    = found: the text "x"
    = expected: u64, as in hash(input: u64) -> u64""",
    ),
    (
        'input c: u64\nt := "{c}"\ny := hash(t)',
        polydat.TypeMismatch,
        """\
p.polydat:3:11: TypeMismatch: 'hash' reads u64 in 'input', and 't' is str
  3 | y := hash(t)
    |           ^
    = found: str
    = expected: u64, as in hash(input: u64) -> u64
    = note: 't' comes from 'printf' as str in line 2""",
    ),
    (
        'input c: u64\ny := hash(printf("x"))',
        polydat.TypeMismatch,
        """\
p.polydat:2:11: TypeMismatch: 'hash' reads u64 in 'input', and the result of 'printf' is str
  2 | y := hash(printf("x"))
    |           ^^^^^^^^^^^
    = found: str
    = expected: u64, as in hash(input: u64) -> u64""",
    ),
    (
        "input c: u64\na := b + 1\nb := d * 2\nd := a",
        polydat.CycleDetected,
        """\
p.polydat:2:1: CycleDetected: bindings read each other in a circle: a -> b -> d -> a
  2 | a := b + 1
    | ^
    = note: an arrow points from a binding to what it reads""",
    ),
    (
        "input c: u64\na := hash(c)\na := c",
        polydat.DuplicateNode,
        """\
p.polydat:3:1: DuplicateNode: 'a' is bound twice
  3 | a := c
    | ^
    = note: first bound in line 2""",
    ),
    (
        "input c: u64\ny := hash",
        polydat.UnknownWire,
        """\
p.polydat:2:6: UnknownWire: no wire named 'hash'
  2 | y := hash
    |      ^^^^
    = write: hash(...): it is a function""",
    ),
    (
        "input c: f64\ny := c as u64",
        polydat.TypeMismatch,
        """\
p.polydat:2:6: TypeMismatch: no conversion from f64 to u64 that cannot fail
  2 | y := c as u64
    |      ^^^^^^^^
    = found: f64
    = expected: u64
    = write: one of f64_to_u64, round_to_u64, floor_to_u64, ceil_to_u64""",
    ),
    (
        "input c: u64\ny := printf([1, 2])",
        polydat.BindError,
        """\
p.polydat:2:13: BindError: a list cannot stand here
  2 | y := printf([1, 2])
    |             ^^^^^^
    = write: a binding of its own, such as 'items := [1, 2]', and its name here""",
    ),
    (
        "input c: u64\ny := if(c, 1)",
        polydat.ArityError,
        """\
p.polydat:2:6: ArityError: 'if' takes 3 arguments, got 2
  2 | y := if(c, 1)
    |      ^^^^^^^^
    = expected: if(condition, value, otherwise)""",
    ),
    (
        "input c: u64\n(a, b) := hash(c)",
        polydat.ArityError,
        """\
p.polydat:2:5: ArityError: 'hash' has 1 output, and 2 names are bound
  2 | (a, b) := hash(c)
    |     ^""",
    ),
    (
        "input c: u64\n(a, b) := c + 1",
        polydat.BindError,
        """\
p.polydat:2:11: BindError: 2 names for one value
  2 | (a, b) := c + 1
    |           ^^^^^
    = expected: a call of a function with several outputs""",
    ),
    (
        "input c: u64\ny := c.field",
        polydat.UnknownWire,
        """\
p.polydat:2:6: UnknownWire: no wire named 'c.field'
  2 | y := c.field
    |      ^^^^^^^
    = note: a point reads a field of a cursor or of a partition""",
    ),
    (
        "extern e: u64 = -1",
        polydat.BindError,
        """\
p.polydat:1:17: BindError: the default of extern 'e' is no u64 literal
  1 | extern e: u64 = -1
    |                 ^^
    = found: the integer -1
    = expected: a literal of type u64""",
    ),
    (
        "extern e: u64 = 1 + 1",
        polydat.BindError,
        """\
p.polydat:1:17: BindError: the default of extern 'e' is no u64 literal
  1 | extern e: u64 = 1 + 1
    |                 ^^^^^
    = found: an expression
    = expected: a literal of type u64""",
    ),
    (
        "input c: u64\nextern c: u64 = 1",
        polydat.DuplicateNode,
        """\
p.polydat:2:8: DuplicateNode: 'c' is an input already
  2 | extern c: u64 = 1
    |        ^""",
    ),
    (
        "input c: u64\nm(x: u64) -> (y: u64) := {\n  y := m(x)\n}\nz := m(c)",
        polydat.BindError,
        """\
p.polydat:3:8: BindError: module 'm' calls itself: m -> m
  3 |   y := m(x)
    |        ^^^^
    = note: in module 'm', called in line 5""",
    ),
    (
        "input c: u64\nm(x: u64) -> (y: u64) := {\n  y := hash(c)\n}\nz := m(c)",
        polydat.UnknownWire,
        """\
p.polydat:3:13: UnknownWire: no wire named 'c'
  3 |   y := hash(c)
    |             ^
    = note: in module 'm', called in line 5""",
    ),
    (
        "input c: u64\nm(x: u64) -> (y: u64) := {\n  z := x\n}\nz := m(c)",
        polydat.UnknownWire,
        """\
p.polydat:2:15: UnknownWire: module 'm' does not bind its output 'y'
  2 | m(x: u64) -> (y: u64) := {
    |               ^
    = note: in module 'm', called in line 5""",
    ),
    (
        "input c: u64\nm(x: u64) -> (y: u64) := {\n  y := x\n}\nz := m(c, 2)",
        polydat.ArityError,
        """\
p.polydat:5:6: ArityError: module 'm' takes 1, got 2 arguments
  5 | z := m(c, 2)
    |      ^^^^^^^
    = expected: m(x: u64)""",
    ),
    (
        "for k in 1..3 {\n  y := k\n}",
        polydat.BindError,
        """\
p.polydat:1:1: BindError: 'for' is not available yet
  1 | for k in 1..3 {
    | ^^^^^^^^^^^^^""",
    ),
]


@pytest.mark.parametrize(("source", "kind", "shown"), CASES, ids=[c[0][-30:] for c in CASES])
def test_mistakes(source: str, kind: type[polydat.CompileError], shown: str) -> None:
    with pytest.raises(kind) as caught:
        polydat.compile(source, context="p.polydat")
    assert str(caught.value) == shown


def test_independent_mistakes_are_reported_together() -> None:
    source = "input c: u64\na := hsah(c)\nb := hash(d)\ne := a + b\nf := mod(c)"
    with pytest.raises(polydat.CompileError) as caught:
        polydat.compile(source)
    lines = [d.span.line for d in caught.value.diagnostics if d.span]
    assert lines == [2, 3, 5]  # not line 4, which only reads what is wrong


def test_a_name_that_a_strict_program_does_not_declare_has_a_place() -> None:
    """Found by fuzzing: the error named no place."""
    with pytest.raises(polydat.StrictError) as caught:
        polydat.compile("x := 1 + a.b\ny := hash(c) + d\n", strict=True)
    assert (caught.value.line, caught.value.column) == (2, 11)
