"""What the graph compiler says, as it is shown, where the language's own tests do not reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import polydat
from polydat.api import Assembler

DOUBLED = 'y0 := "abcd"\n' + "".join(f"y{i} := y{i - 1} + y{i - 1}\n" for i in range(1, 24))

# Source, whether it is compiled strictly, class, and the message as it is shown.
# ruff: noqa: E501
SOURCES: list[tuple[str, bool, type[polydat.CompileError], str]] = [
    (
        "k := 3\nx := div_wire(7, k - 3)",
        False,
        polydat.ConstantFoldError,
        """\
p.polydat:2:6: ConstantFoldError: 'div_wire' has no value: attempt to divide by zero
  2 | x := div_wire(7, k - 3)
    |      ^^^^^^^^^^^^^^^^^^
    = found: div_wire(7, 0)
    = note: it reads no input, and gives output 'x'""",
    ),
    (
        DOUBLED,
        False,
        polydat.ConstantFoldError,
        """\
p.polydat:24:8: ConstantFoldError: 'str_concat' makes a constant of 33,554,432 characters
  24 | y23 := y22 + y22
     |        ^^^^^^^^^
    = expected: at most 16,777,216""",
    ),
    (
        "input a: u64\nconst k := mod(a, 7)",
        False,
        polydat.ConstContractError,
        """\
p.polydat:2:12: ConstContractError: const 'k' reads the coordinate 'a'
  2 | const k := mod(a, 7)
    |            ^^^^^^^^^
    = write: k without 'const': it is then computed when it is read""",
    ),
    (
        "extern a: u64 = 1\nconst k := a + 1",
        False,
        polydat.ConstContractError,
        """\
p.polydat:2:12: ConstContractError: const 'k' reads the extern 'a'
  2 | const k := a + 1
    |            ^^^^^
    = write: k without 'const': it is then computed when it is read""",
    ),
    (
        "const k := random_range(0, 9)",
        False,
        polydat.ConstContractError,
        """\
p.polydat:1:12: ConstContractError: const 'k' reads 'random_range', which differs from call to call
  1 | const k := random_range(0, 9)
    |            ^^^^^^^^^^^^^^^^^^
    = write: k without 'const': it is then computed when it is read""",
    ),
    (
        "input c: u64\nx := sin(c)",
        True,
        polydat.StrictError,
        """\
p.polydat:2:10: StrictError: 'sin' reads f64 in 'input', and 'c' is u64
  2 | x := sin(c)
    |          ^
    = write: an explicit conversion, such as 'c as f64'""",
    ),
    (
        "input c: u64\nx := random_range(0, 10)",
        True,
        polydat.StrictError,
        """\
p.polydat:2:6: StrictError: 'x' differs from call to call
  2 | x := random_range(0, 10)
    |      ^^^^^^^^^^^^^^^^^^^
    = write: volatile x := ..., which says so""",
    ),
    (
        "input (c: u64, w: str)\nx := dynamic_weighted_select(c, w)",
        True,
        polydat.StrictError,
        """\
p.polydat:2:6: StrictError: 'weights_spec' of 'dynamic_weighted_select' is costly to change, and changes
  2 | x := dynamic_weighted_select(c, w)
    |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    = write: a constant there""",
    ),
    (
        "pragma strict_values\ninput c: u64\nx := div_wire(c, 0)",
        False,
        polydat.StrictError,
        """\
p.polydat:3:18: StrictError: 'x' breaks a condition of 'div_wire': divisor must be non-zero, and the constant is 0
  3 | x := div_wire(c, 0)
    |                  ^""",
    ),
    (
        'pragma strict_values\ninput c: u64\nx := hash("{c}" as u64)',
        False,
        polydat.StrictError,
        """\
p.polydat:3:11: StrictError: in 'x' str is turned back into u64, of which it was made
  3 | x := hash("{c}" as u64)
    |           ^^^^^^^^^^^^
    = write: the u64 itself""",
    ),
    (
        "extern c: bytes\nx := hash(c)",
        False,
        polydat.TypeMismatch,
        """\
p.polydat:2:11: TypeMismatch: 'hash' reads u64 in 'input', and 'c' is bytes
  2 | x := hash(c)
    |           ^
    = found: bytes
    = expected: u64, as in hash(input: u64) -> u64
    = note: 'c' is declared as bytes in line 1""",
    ),
    (
        'extern c: handle\nx := "a{c}"',
        False,
        polydat.TypeMismatch,
        """\
p.polydat:2:9: TypeMismatch: 'x' shows a handle as text, which would be another one in every run
  2 | x := "a{c}"
    |         ^
    = found: handle
    = write: what the handle is used for""",
    ),
    (
        "input cycle: u64\nv := pick(cycle, cycle, 3)",
        False,
        polydat.ArityError,
        """\
p.polydat:2:6: ArityError: 'pick' takes as many selectors as values, one at least of each, got 3 arguments
  2 | v := pick(cycle, cycle, 3)
    |      ^^^^^^^^^^^^^^^^^^^^^
    = expected: pick(*wires: any) -> the type of the first value""",
    ),
    (
        "input cycle: u64\nv := default_or(cycle, 2.5)",
        False,
        polydat.TypeMismatch,
        """\
p.polydat:2:24: TypeMismatch: 'default_or' reads u64 in 'fallback', and the literal 2.5 is f64
  2 | v := default_or(cycle, 2.5)
    |                        ^^^
    = found: f64
    = expected: u64, as in default_or(value: any, fallback: any) -> the type of the input""",
    ),
]


@pytest.mark.parametrize(("source", "strict", "kind", "shown"), SOURCES)
def test_of_a_program(
    source: str, strict: bool, kind: type[polydat.CompileError], shown: str
) -> None:
    with pytest.raises(kind) as caught:
        polydat.compile(source, context="p.polydat", strict=strict)
    assert str(caught.value) == shown


GRAPHS: list[tuple[list[tuple[Any, ...]], type[polydat.CompileError], str]] = [
    ([("a", "hash", ["d"])], polydat.UnknownWire, "UnknownWire: no wire named 'd'"),
    (
        [("a", "hash", ["c", "c"])],
        polydat.ArityError,
        "ArityError: 'hash' takes 1 wire (input), got 2",
    ),
    (
        [("a", "hash", ["c"]), ("a", "hash", ["c"])],
        polydat.DuplicateNode,
        "DuplicateNode: 'a' is bound twice",
    ),
    (
        [("a", "hash", ["b"]), ("b", "hash", ["a"])],
        polydat.CycleDetected,
        "CycleDetected: bindings read each other in a circle: a -> b -> a\n"
        "    = note: an arrow points from a binding to what it reads",
    ),
    (
        [("a", "hash", [("c", 1)])],
        polydat.UnknownWire,
        "UnknownWire: 'c' is an input, and output 1 is read",
    ),
    (
        [("b", "hash", ["c"]), ("a", "hash", [("b", 1)])],
        polydat.UnknownWire,
        "UnknownWire: 'b' has 1 output, and output 1 is read (they count from 0)",
    ),
    (
        [("b", "const_str", [], ["t"]), ("a", "hash", ["b"])],
        polydat.TypeMismatch,
        "TypeMismatch: 'hash' reads u64 in 'input', and 'b' is str\n"
        "    = found: str\n"
        "    = expected: u64, as in hash(input: u64) -> u64",
    ),
    (
        [("a", "pick", ["c"])],
        polydat.ArityError,
        "ArityError: 'pick' takes as many selectors as values, one at least of each, got 1",
    ),
]


@pytest.mark.parametrize(("nodes", "kind", "shown"), GRAPHS)
def test_of_an_assembler(
    nodes: list[tuple[Any, ...]], kind: type[polydat.CompileError], shown: str
) -> None:
    graph = Assembler(["c"])
    for node in nodes:
        graph.add_node(*node)
    graph.add_output("a")
    with pytest.raises(kind) as caught:
        graph.compile()
    assert str(caught.value) == shown


OUTPUTS: list[tuple[Callable[[Assembler], None], str]] = [
    (lambda graph: graph.add_output("z"), "UnknownWire: no wire named 'z'"),
    (
        lambda graph: graph.add_output("c"),
        "UnknownWire: output 'c' reads an input directly\n"
        "    = write: an identity node that reads 'c', and output that",
    ),
]


@pytest.mark.parametrize(("add", "shown"), OUTPUTS)
def test_of_an_output(add: Callable[[Assembler], None], shown: str) -> None:
    graph = Assembler(["c"])
    add(graph)
    with pytest.raises(polydat.UnknownWire) as caught:
        graph.compile()
    assert str(caught.value) == shown
