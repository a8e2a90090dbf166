"""What programs mean: values, types and outputs of each form, on the reference engine."""

from __future__ import annotations

from typing import Any

import pytest

import polydat
from polydat.graph.events import EventLog
from polydat.types import PortType
from tests.support import ENGINES

HASH_OF_0 = 16294208416658607535  # SplitMix64, published
HASH_OF_1 = 10451216379200822465


def value_of(source: str, output: str = "y", **inputs: Any) -> Any:
    """The output of a program by reference evaluation."""
    return polydat.compile(source).kernel("interpreter:off")(**inputs)[output]


@pytest.mark.parametrize(
    ("expression", "want"),
    [
        ("hash(c)", HASH_OF_0),
        ("mod(hash(c), 64)", 47),
        ("c + 7", 7),
        ("c - 1", 2**64 - 1),
        ("(c + 6) * 7", 42),
        ("(c + 43) / 5", 8),
        ("(c + 43) % 5", 3),
        ("c + 7 + 0.5", 7.5),
        ("7 / 2", 3),
        ("7 / 2.0", 3.5),
        ("0.5 + c", 0.5),
        ("-(c + 5)", -5.0),
        ("-5", -5.0),
        ("-0.5", -0.5),
        ("!c", 2**64 - 1),
        ("(c + 12) & 10", 8),
        ("(c + 12) | 3", 15),
        ("(c + 12) ^ 10", 6),
        ("(c + 1) << 4", 16),
        ("(c + 256) >> 4", 16),
        ('"a" + (1 + 2)', "a3"),
        ('1 + 2 + "x"', "12x"),
        ('"a" + 1.0', "a1"),
        ('"v={c}"', "v=0"),
        ('"v={c + 0.5}"', "v=0.5"),
        ('"{c}{c}"', "00"),
        ('"{:05}"', "{:05}"),
        ('"{}"', "{}"),
        ('printf("{:05}", c)', "00000"),
        ("[1, 2, 3]", "1, 2, 3"),
        ('[0.5, 2.0, -1, "x", name, true]', "0.5, 2.0, -1, x, name, true"),
        ("true", True),
        ("c", 0),
        ("c as f64", 0.0),
        ("c as str", "0"),
        ("(c + 5) as u64", 5),
        ("true as u64", 1),
        ("lerp(0.5, 0, 10)", 5.0),
        ("lerp(t: 0.5, b: 10, a: 0)", 5.0),
        ("mod(input: hash(c), modulus: 64)", 47),
        ("mod(hash(c), modulus: 64)", 47),
        ("identity(5)", 5),
        ("unit_interval(0)", 0.0),
        ("f64_add(1, 2)", 3.0),
        ("u64_add(1, 2)", 3),
        ("0xFF + 0b11 + 0o17 + 1_000", 255 + 3 + 15 + 1000),
        ("1K + 1Ki", 2024),
        ("5m", 0.005),
    ],
)
def test_expressions(expression: str, want: Any) -> None:
    got = value_of(f"input c: u64\ny := {expression}", c=0)
    assert repr(got) == repr(want)


def test_published_values() -> None:
    source = "input cycle: u64\nhashed := hash(cycle)\nuser_id := mod(hashed, 1000000)"
    program = polydat.compile(source)
    for engine in ENGINES:
        kernel = program.kernel(engine)
        rows = [kernel(cycle=cycle)["user_id"] for cycle in range(5)]
        assert rows == [607535, 822465, 348110, 139053, 603978]


def test_statements_stand_in_any_order() -> None:
    source = 'label := "user-{b}"\nb := mod(a, 10) + t\na := hash(c)\nextern t: u64 = 1\ninput c'
    assert value_of(source, "label", c=0) == "user-6"


def test_types_of_later_bindings_are_known() -> None:
    # The operand is bound below, and is a float all the same.
    assert value_of("input c: u64\ny := x + 1\nx := 0.5", c=0) == 1.5


def test_coordinates_are_inferred_in_alphabetical_order() -> None:
    program = polydat.compile("y := interleave(b, a)")
    assert [i.name for i in program.inputs] == ["a", "b"]
    assert [i.declared for i in program.inputs] == [False, False]


def test_names_inside_casts_and_texts_are_inferred() -> None:
    program = polydat.compile('y := "{n}-{m as f64}"')
    assert [i.name for i in program.inputs] == ["m", "n"]


def test_a_constant_program_has_no_inputs() -> None:
    program = polydat.compile("y := 4 * 4")
    assert program.inputs == ()
    assert program.kernel()["y"] == 16


def test_an_empty_program_compiles() -> None:
    assert polydat.compile("").outputs == ()


def test_inputs_have_their_declared_types() -> None:
    program = polydat.compile('input (a, b: f64, c: i32)\nextern d: str = "x"\nextern e: bool')
    assert [(i.name, i.type) for i in program.inputs] == [
        ("a", PortType.U64),
        ("b", PortType.F64),
        ("c", PortType.I32),
        ("d", PortType.STR),
        ("e", PortType.BOOL),
    ]
    assert program.inputs[3].default == "x"
    assert program.inputs[4].default is None


@pytest.mark.parametrize(
    ("declaration", "want"),
    [
        ("u64 = 7", 7),
        ('u64 = "7"', 7),
        ("f64 = 7", 7.0),
        ("f64 = -7", -7.0),
        ('f64 = "2.5"', 2.5),
        ("i64 = -3", -3),
        ("i8 = -128", -128),
        ("f32 = 0.1", 0.10000000149011612),
        ("bool = true", True),
        ('bool = "false"', False),
        ('str = "eu-west"', "eu-west"),
    ],
)
def test_defaults_of_externs(declaration: str, want: Any) -> None:
    program = polydat.compile(f"extern e: {declaration}")
    assert repr(program.inputs[0].default) == repr(want)
    assert repr(program.kernel()["e"]) == repr(want)


def test_an_extern_is_written_by_the_host() -> None:
    program = polydat.compile('input c: u64\nextern region: str = "eu"\ny := "{region}-{c}"')
    kernel = program.kernel(inputs={"region": "us"})
    assert kernel(c=3)["y"] == "us-3"


def test_outputs_are_inputs_and_named_bindings_in_order() -> None:
    program = polydat.compile("input c: u64\nextern e: u64 = 1\nb := hash(mod(a, 5))\na := c + e")
    assert [o.name for o in program.outputs] == ["c", "e", "b", "a"]


def test_a_binding_may_shadow_an_input_for_readers_outside() -> None:
    program = polydat.compile("input c: u64\nc := c + 5\ny := c + 1")
    assert program.kernel()(c=0) == {"c": 5, "y": 1}


def test_outputs_asked_for() -> None:
    source = "input c: u64\na := hash(c)\nb := mod(a, 10)\nconst k := 7\nd := b + 1"
    program = polydat.compile(source, outputs=["b"])
    assert [o.name for o in program.outputs] == ["c", "b", "k"]
    with pytest.raises(polydat.BindError, match="no output named 'dd'"):
        polydat.compile(source, outputs=["dd"])


def test_several_outputs_of_a_call() -> None:
    program = polydat.compile("input c: u64\n(low, high) := mixed_radix(c, 4, 5, 6)")
    row = program.kernel()(c=7)
    assert (row["low"], row["high"]) == (3, 1)


def test_documentation_lines_stay() -> None:
    program = polydat.compile("/// the row\ninput c: u64\n/// who\n/// it is\ny := hash(c)")
    assert program.inputs[0].doc == "the row"
    assert program.outputs[1].doc == "who\nit is"


def test_widening_is_logged() -> None:
    log = EventLog()
    polydat.compile("input c: u64\ny := c * 0.5", log=log)
    assert "polydat[advisory]: u64 widens to f64 in '*' of 'y'" in log.format()


def test_literals_become_what_is_wanted() -> None:
    log = EventLog()
    polydat.compile("input c: u64\ny := f64_mul(3, 2)", log=log, strict=True)
    assert "widens" not in log.format()


MODULE = "scaled(x: u64, by: u64) -> (value: u64, twice: u64) := {\n"
MODULE += "    value := mod(hash(x), 64) * by\n    twice := value * 2\n}\n"


def test_modules_are_inlined() -> None:
    assert value_of(f"input c: u64\n{MODULE}y := scaled(c, 2)", c=0) == 94
    assert value_of(f"input c: u64\n{MODULE}y := scaled(by: 2, x: c) + 1", c=0) == 95
    assert value_of(f"input c: u64\n(y, z) := scaled(c, 2)\n{MODULE}", "z", c=0) == 188


def test_modules_call_modules_and_keep_their_names_apart() -> None:
    source = f"input c: u64\n{MODULE}"
    source += "outer(x: u64) -> (r: u64) := {\n  value := scaled(x, 1)\n  r := value + 1\n}\n"
    source += "value := outer(c)\ny := outer(c + 1) + value\n"
    assert value_of(source, c=0) == 48 + 2


def test_a_literal_argument_may_fill_a_constant() -> None:
    source = "pick(x: u64, n: u64) -> (r: u64) := {\n  r := mod(hash(x), n)\n}\n"
    assert value_of(f"input c: u64\n{source}y := pick(c, 64)", c=0) == 47


def test_long_chains_do_not_overflow() -> None:
    terms = 10_000
    assert value_of("input c: u64\ny := " + " + ".join(["c"] * terms), c=1) == terms
    assert value_of("input c: u64\ny := " + " * ".join(["c"] * terms), c=1) == 1
    assert value_of("input c: u64\ny := c" + " + c - c" * (terms // 2), c=1) == 1
