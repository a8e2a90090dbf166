"""Each row of docs/compatibility.md, shown by a program; the names are those of the rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import polydat
from polydat.cli.source import compiled
from polydat.errors import EvalError, PolydatError, WriteError
from polydat.graph.events import EventLog, TypeWidening
from tests.commands import ROOT

ROWS: dict[str, Callable[[], None]] = {}


def row(show: Callable[[], None]) -> Callable[[], None]:
    ROWS[show.__name__.replace("_", "-")] = show
    return show


def values(source: str, **inputs: Any) -> dict[str, Any]:
    """Values of the bindings, which every engine has to agree on."""
    program = polydat.compile(source)
    found = [program.kernel(engine=e)(**inputs) for e in ("interpreter", "closures", "native")]
    assert found[0] == found[1] == found[2]
    return found[0]


def refused(source: str) -> str:
    """The rendered message of a program that is refused."""
    with pytest.raises(PolydatError) as caught:
        polydat.compile(source)
    return str(caught.value)


def test_every_row_of_the_page_is_shown_here() -> None:
    page = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", page, re.M) == list(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_row(name: str) -> None:
    ROWS[name]()


# A function below is a row, and its body what the row says.
@row
def documentation_lines() -> None:
    program = polydat.compile("input cycle: u64\n/// who\n/// it is\nuser := hash(cycle)\n")
    assert [o.doc for o in program.outputs if o.name == "user"] == ["who\nit is"]


@row
def open_comment() -> None:
    assert ":2:18:" in refused("input cycle: u64\nx := hash(cycle) /* open\ny := 3\n")


@row
def tuple_modifiers() -> None:
    program = polydat.compile("input c: u64\nvolatile (a, b) := mixed_radix(c, 10, 0)\n")
    modifiers = {o.name: o.modifier.value for o in program.outputs}
    assert (modifiers["a"], modifiers["b"]) == ("volatile", "volatile")
    assert program.kernel()(c=57) == {"a": 7, "b": 5}


@row
def keyword_bindings() -> None:
    message = refused("if := 3\n")
    assert "'if'" in message
    assert "cannot be a name" in message


@row
def call_parenthesis() -> None:
    text = "input cycle: u64\nx := cycle\n(a, b) := mixed_radix(cycle, 10, 0)\n"
    assert values(text, cycle=57) == {"x": 57, "a": 7, "b": 5}


@row
def line_beginning_words() -> None:
    text = "input cycle: u64\nx := cycle\nas := x + 1\nover := 3\nwhere := as + over\n"
    assert values(text, cycle=1) == {"x": 1, "as": 2, "over": 3, "where": 5}


@row
def sums_in_parentheses() -> None:
    assert values('x := "a" + (1 + 2)\ny := "a" + 1 + 2\n') == {"x": "a3", "y": "a12"}


@row
def array_type() -> None:
    program = polydat.compile('x := [1, 2]\ny := x + "!"\n')
    assert [o.type.keyword for o in program.outputs] == ["str", "str"]
    assert program.kernel()()["y"] == "1, 2!"


@row
def bool_literals() -> None:
    assert values('x := true\ny := printf("{}", false)\n') == {"x": True, "y": "false"}


@row
def unknown_types() -> None:
    message = refused("input cycle: u46\nx := hash(cycle)\n")
    assert ":1:14:" in message
    assert "nearest: u64" in message


@row
def braces_in_text() -> None:
    assert values('x := "v={:05}"\n') == {"x": "v={:05}"}
    assert values('input n: u64\nx := "{{{n}}}"\n', n=7) == {"x": "{7}"}


@row
def shared_const() -> None:
    assert ":2:8:" in refused("input cycle: u64\nshared const x := 3\n")
    assert ":2:7:" in refused("input cycle: u64\nconst shared x := 3\n")


@row
def any_order() -> None:
    text = "input cycle: u64\ny := x + e\nx := unit_interval(cycle)\nextern e: f64 = 1.5\n"
    assert values(text, cycle=1 << 63) == {"y": 2.0, "x": 0.5}


@row
def circles() -> None:
    message = refused("input cycle: u64\na := b + 1\nb := c + 1\nc := a + cycle\n")
    assert ":2:1:" in message
    assert "a -> b -> c -> a" in message


@row
def named_arguments() -> None:
    text = "input cycle: u64\nx := mod(modulus: 10, input: cycle)\n"
    assert values(text, cycle=17) == {"x": 7}
    message = refused("input cycle: u64\nx := mod(cycle, modulo: 10)\n")
    assert "expected: input, modulus" in message
    assert "nearest: modulus" in message


@row
def surplus_arguments() -> None:
    message = refused("input cycle: u64\nx := mod(cycle, 10, 3)\n")
    assert "expected: mod(input: u64, const modulus: u64) -> u64" in message


@row
def types_of_calls() -> None:
    text = "input c: u64\nhalf(x: f64) -> (y: f64) := { y := x / 2.0 }\nz := half(c) + 1\n"
    assert values(text, c=3) == {"z": 2.5}


@row
def names_in_modules() -> None:
    text = (
        "input c: u64\nf(x: u64) -> (y: f64) := { t := x + 1\n y := t as f64 }\n"
        "t := 7\ny := 100\nz := f(c)\n"
    )
    assert values(text, c=3) == {"t": 7, "y": 100, "z": 4.0}


@row
def endless_modules() -> None:
    message = refused(
        "input c: u64\nf(x: u64) -> (y: u64) := { y := g(x) }\n"
        "g(x: u64) -> (y: u64) := { y := f(x) }\nz := f(c)\n"
    )
    assert "f -> g -> f" in message


@row
def inferred_inputs() -> None:
    program = polydat.compile("x := b as f64 + 0.5\ny := a + 1\n")
    assert [i.name for i in program.inputs] == ["a", "b"]
    assert program.kernel()(a=1, b=2) == {"x": 2.5, "y": 2}


@row
def anonymous_wires() -> None:
    program = polydat.compile("input cycle: u64\nx := hash(cycle + 1)\n")
    assert [o.name for o in program.outputs] == ["cycle", "x"]


@row
def integer_literals() -> None:
    assert values("x := 1_000\ny := 0b1010\nz := 0o17\n") == {"x": 1000, "y": 10, "z": 15}


@row
def widening_events() -> None:
    log = EventLog()
    polydat.compile("input cycle: u64\nx := 1.5 * cycle\n", log=log)
    assert [(e.source, e.target) for e in log if isinstance(e, TypeWidening)] == [("u64", "f64")]


@row
def consts_that_change() -> None:
    assert "const 'k' reads the extern 'p'" in refused('extern p: str = "q"\nconst k := "L{p}"\n')


@row
def words_as_names() -> None:
    assert values("input := 1\nover := input + 1\n") == {"input": 1, "over": 2}


@row
def modules_without_parameters() -> None:
    assert values("m() -> (r: u64) := {\n  r := 7\n}\nx := m()\n") == {"x": 7}


@row
def deep_nesting() -> None:
    assert ":1:" in refused(f"x := {'(' * 10_000}1{')' * 10_000}\n")
    assert values(f"x := 1{' + 1' * 10_000}\n") == {"x": 10_001}


@row
def integers_in_text() -> None:
    assert values('input n: i64\nx := "{n}"\n', n=-7) == {"x": "-7"}


@row
def values_in_text() -> None:
    inputs = "extern b: bytes\nextern j: json\nextern v: vec_i32\nextern r: reg_i64x2\n"
    text = inputs + 'x := "{b} {j} {v} {r}"\n'
    word = (1).to_bytes(8, "little") + (2**64 - 2).to_bytes(8, "little")
    found = values(text, b=b"\x01\x02", j={"a": [1.0]}, v=[1, -2], r=word)
    assert found == {"x": '0102 {"a":[1.0]} [1,-2] [1, -2]'}


@row
def widths_in_text() -> None:
    text = 'input (a: i64, b: u128)\nx := printf("{:05}|{:5}", a, b)\n'
    assert values(text, a=-7, b=2**64) == {"x": "000-7|18446744073709551616"}


@row
def handles_in_text() -> None:
    assert "shows a handle as text" in refused('extern h: handle\nx := "{h}"\n')


@row
def narrow_floats_in_text() -> None:
    text = 'input n: f32\nx := "{n}"\ny := str_concat(n)\n'
    assert values(text, n=1.0) == {"x": "1.0", "y": "1"}


@row
def json_messages() -> None:
    text = "extern s: str\nx := json_to_str(__str_to_json(s))\n"
    for malformed, message in (
        ("[1,]", "expected a value at character 4"),
        ("[1e400]", "a number beyond the range of f64 at character 2"),
        (r'"\ud800"', "half of a surrogate pair at character 2"),
    ):
        raw = malformed.replace("\\", "\\\\").replace('"', r"\"")
        want = f'{{"error":"invalid JSON","message":"{message}","raw":"{raw}"}}'
        assert values(text, s=malformed) == {"x": want}


@row
def host_writes() -> None:
    kernel = polydat.compile("input n: u8\nx := n\n").kernel()
    kernel.set_inputs([255])
    with pytest.raises(WriteError, match="takes 0 to 255, got 256"):
        kernel.set_inputs([256])
    assert kernel["x"] == 255


@row
def failing_rows() -> None:
    program = polydat.compile("input cycle: u64\nx := mod(hash(cycle), 0)\n", context="graph")
    with pytest.raises(EvalError) as caught:
        program.range(0, 3)
    assert str(caught.value) == (
        "mod(16294208416658607535, 0), which feeds x in graph: attempt to calculate the"
        " remainder with a divisor of zero (at cycle = 0)"
    )


@row
def identity_of_any_type() -> None:
    assert values("x := identity(0.5) + 1\n") == {"x": 1.5}


@row
def standard_models() -> None:
    found = values("input c: u64\nx := bimodal_latency(c, 5.0, 1.0, 100.0, 20.0, 0.5)\n", c=0)
    assert isinstance(found["x"], float)


@row
def last_bits() -> None:
    # e**x is 3.15819286309520808070: the double above it is 0.4 % of a step nearer.
    assert values("x := exp(1.149999985246449)\n") == {"x": 3.1581928630952083}


@row
def refused_constants() -> None:
    message = refused('input c: u64\nx := one_of_weighted(c, "a:-1,b:2")\n')
    assert "the weight of 'a' must be positive and finite" in message
    assert "range must be > 0" in refused("input c: u64\nx := cycle_walk(c, 0)\n")


@row
def crossed_bounds() -> None:
    program = polydat.compile("input c: f64\nx := clamp_f64(c, 2.0, 1.0)\n")
    for engine in ("interpreter", "closures", "native"):
        with pytest.raises(EvalError, match=r"min 2\.0 is above max 1\.0"):
            program.kernel(engine)(c=1.0)


@row
def absent_fallbacks() -> None:
    program = polydat.compile(
        "input c: u64\nextern a: u64\nx := this_or(a, c)\ny := this_or(c, a)\n"
    )
    for engine in ("interpreter", "closures", "native"):
        kernel = program.kernel(engine)
        kernel.set_inputs([5])
        assert (kernel.pull("x"), kernel.pull("y")) == (5, 5)
    assert values("extern a: u64\nextern b: u64\nx := this_or(a, b)\n")["x"] is None


@row
def fallback_types() -> None:
    assert "reads u64 in 'fallback'" in refused('input c: u64\nx := default_or(c, "text")\n')
    assert values("input f: f64\nx := default_or(null_if(f, 0, 1.0), 3)\n", f=0.5)["x"] == 3.0


@row
def random_order() -> None:
    source = 'n := partition_count(partitions("linear:9 random"))\n'
    source += 's := start_of(partition_at(partitions("linear:9 random", 90), 0))\n'
    first, second = values(source), values(source)
    assert first == second
    assert first["n"] == 9
    assert first["s"] % 10 == 0


@row
def register_nan() -> None:
    source = "input a: f64\nword := reg_splat_f64(a)\nnone := reg_mul_f64(word, reg_splat_f64(0.0))"
    assert values(source, a=float("inf"))["none"].hex() == "000000000000f87f" * 2


@row
def one_varying_coordinate() -> None:
    program = polydat.compile("input (a: u64, b: u64)\nx := a * 10 + b\n")
    assert program.range(0, 3)["x"].tolist() == [0, 10, 20]
    named = polydat.compile("input (a: u64, cycle: u64)\nx := a * 10 + cycle\n")
    assert named.range(0, 3)["x"].tolist() == [0, 1, 2]


@row
def limits() -> None:
    assert ":1:106:" in refused(f"x := {'(' * 10_000}1{')' * 10_000}\n")


@row
def assigned_constants() -> None:
    source = "extern a: u64 = 1\nconst x := a + 1\n"
    assert "a" in refused(source)
    program = compiled(source, "(text)", ["a=41"])
    assert [program.kernel(e).pull("x") for e in ("interpreter", "native")] == [42, 42]
