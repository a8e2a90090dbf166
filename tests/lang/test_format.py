"""The usual layout of programs: what changes, and what never does."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polydat.errors import ParseError
from polydat.lang import tree
from polydat.lang.format import format_source
from polydat.lang.parser import parse
from polydat.lang.printer import print_file
from tests.lang import trees

WRITTEN = """\


// A program.
input (cycle:u64,tenant)   # the coordinates


/// Documentation.
hashed:=hash( cycle+tenant )
y := ((a*b)) + (c)// times

for k in 1..3 { # three of them

  # inside
  v := k  * 2


  w := if (v > 3) { "a{v}" } else if v>1 {'b'} else { <<<x>>> }
  // last

} /* end */
a := mod( /* kept */ hash(x),
   3)
tile  t:json(strict) := {
     "a": 1,

       "b": 2
   }
f(a:u64 b:u64)->(c:u64):={ tile t := {
      x
    } }
z := q . cursor
 .idx   volatile x:=1
/* the
  end */
"""

FORMATTED = """\
// A program.
input (cycle: u64, tenant)  # the coordinates

/// Documentation.
hashed := hash(cycle + tenant)
y := (a * b) + c  // times

for k in 1..3 {  # three of them
    # inside
    v := k * 2

    w := if v > 3 { "a{v}" } else if v > 1 { 'b' } else { <<<x>>> }
    // last
}  /* end */
a := mod( /* kept */ hash(x),
   3)
tile t: json (strict) := {
  "a": 1,

    "b": 2
}
f(a: u64, b: u64) -> (c: u64) := {
    tile t := {
      x
    }
}
z := q.cursor.idx
volatile x := 1
/* the
  end */
"""


def test_a_whole_program() -> None:
    assert format_source(WRITTEN) == FORMATTED
    assert format_source(FORMATTED) == FORMATTED


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("", ""),
        ("\n\n# only\n\n\n# comments\n\n", "# only\n\n# comments\n"),
        ("x:=1", "x := 1\n"),
        ("x := 0xFF + 1_000 - 1K", "x := 0xFF + 1_000 - 1K\n"),
        ("x := 'a\\'b'", "x := 'a\\'b'\n"),
        ("x := <<<\na\n>>>", "x := <<<\na\n>>>\n"),
        ("x := ( 1 )", "x := 1\n"),
        ("x := (a + b)", "x := a + b\n"),
        ("x := (a + b) + c", "x := (a + b) + c\n"),
        ("x := (a * b) + c", "x := (a * b) + c\n"),
        ("x := a*b+c", "x := a * b + c\n"),
        ("x := f((a + b), (c))", "x := f(a + b, c)\n"),
        ("x := - a", "x := -a\n"),
        ("x := - ( a + b )", "x := -(a + b)\n"),
        ("x := (-a) ** 2", "x := (-a) ** 2\n"),
        ("x := -(a as f64)", "x := -(a as f64)\n"),
        ("x := (a + b) as String", "x := (a + b) as str\n"),
        ("x := f (a,b : c)", "x := f(a, b: c)\n"),
        ("x := [ 1,2 ]", "x := [1, 2]\n"),
        ("x := if(a,b,c)", "x := if(a, b, c)\n"),
        ("x := if (a){b}else{c}", "x := if a { b } else { c }\n"),
        (
            "x := if a {b} else {if c {d} else {e}}",
            "x := if a { b } else { if c { d } else { e } }\n",
        ),
        ('x := "{a  +  b}"', 'x := "{a  +  b}"\n'),
        ("x := for k in 1..3 # c", "x := for k in 1..3  # c\n"),
        ("x := for k in [1, # c\n 2]", "x := for k in [1, # c\n 2]\n"),
        ("volatile   shared x:=1", "shared volatile x := 1\n"),
        ("shared x:f64:=1", "shared x: f64 := 1\n"),
        ("(a,b):=f(c)", "(a, b) := f(c)\n"),
        ("(a) := f(c)", "a := f(c)\n"),
        ("input(a)", "input a\n"),
        ("extern a:u64=5", "extern a: u64 = 5\n"),
        ("extern a:u64", "extern a: u64\n"),
        ("cursor q=range( 0,9 )\n over p", "cursor q = range(0, 9) over p\n"),
        ("pragma\nstrict", "pragma strict\n"),
        ("tile t:text:='a'", "tile t := 'a'\n"),
        ("tile t (sigil ':=') := <<<\na\n>>>", 'tile t (sigil ":=") := <<<\na\n>>>\n'),
        ("x := polytile( 'text','a' )", "x := polytile( 'text','a' )\n"),
        ("x := 1 y := 2", "x := 1\ny := 2\n"),
        ("x := 1 /* c */ y := 2", "x := 1  /* c */\ny := 2\n"),
        ("/* c */ x := 1", "/* c */\nx := 1\n"),
        ("/* a */ /* b */\nx := 1", "/* a */  /* b */\nx := 1\n"),
        ("for k in 1..3 { }", "for k in 1..3 {\n}\n"),
        (
            "for k in 1..3 {\n\n\nx := 1\n\n\n}\n\n\ny := 2",
            "for k in 1..3 {\n    x := 1\n}\n\ny := 2\n",
        ),
        ("x := 1\r\n# c\r\ny := 2", "x := 1\n# c\ny := 2\n"),
        ("\ufeffx := 1", "x := 1\n"),
    ],
)
def test_a_layout(text: str, formatted: str) -> None:
    assert format_source(text) == formatted
    assert format_source(formatted) == formatted


LONG = "a" * 30


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        (
            f"x := f({LONG}, g({LONG}), n: {LONG})",
            f"x := f(\n    {LONG},\n    g({LONG}),\n    n: {LONG}\n)\n",
        ),
        (
            f"x := [{LONG}, {LONG}, {LONG}]",
            f"x := [\n    {LONG},\n    {LONG},\n    {LONG}\n]\n",
        ),
        (
            f"x := {LONG} + {LONG} - {LONG} + 1",
            f"x := {LONG}\n    + {LONG}\n    - {LONG}\n    + 1\n",
        ),
        (
            f"x := if {LONG} {{ {LONG} }} else {{ {LONG} }}",
            f"x := if {LONG} {{\n    {LONG}\n}} else {{\n    {LONG}\n}}\n",
        ),
        (
            f"input ({LONG}, b{LONG}, c{LONG})",
            f"input (\n    {LONG},\n    b{LONG},\n    c{LONG}\n)\n",
        ),
        (f"x := {LONG * 5}", f"x := {LONG * 5}\n"),
    ],
)
def test_what_is_too_long_is_broken(text: str, formatted: str) -> None:
    assert format_source(text) == formatted
    assert format_source(formatted) == formatted


def test_a_line_of_a_hundred_columns_is_not_broken() -> None:
    text = f"x := f({'a' * 45}, {'b' * 45})\n"
    assert len(text) == 101
    assert format_source(text) == text
    assert format_source(text.replace("x", "xy", 1)).count("\n") == 4


def test_a_text_that_is_no_program_is_refused() -> None:
    with pytest.raises(ParseError):
        format_source("x = 1")


@given(trees.files)
def test_a_printed_program_keeps_its_meaning(file: tree.File) -> None:
    text = format_source(print_file(file))
    assert parse(text) == file
    assert format_source(text) == text


BLANKS = st.sampled_from(
    ["", " ", "\n", "\n\n\n", " # c\n", " // d\n", "/* e */", "\t/* f\n g */\n"]
)
TOKENS = [
    *("x", ":=", "f(", "a", ",", "(", "b", "+", "c", ")", "*", "2", ")"),
    *(" y", ":=", "if ", "a", "{", "1", "}", "else", "{", "[", "b", ",", "-", "c", "]", "}"),
    *(" for k in {n} {", "z", ":=", "k", "}"),
]


@given(st.lists(BLANKS, min_size=1))
def test_every_comment_is_kept(blanks: list[str]) -> None:
    text = "".join(token + blanks[i % len(blanks)] for i, token in enumerate(TOKENS))
    formatted = format_source(text)
    assert parse(formatted) == parse("".join(TOKENS))
    assert format_source(formatted) == formatted
    for comment in ("# c", "// d", "/* e */", "/* f\n g */"):
        assert formatted.count(comment) == text.count(comment)


def test_a_chain_may_be_long() -> None:
    """Found by fuzzing: trees of long chains are too deep to be compared with `==`."""
    text = f"x := {' & '.join(['a'] * 5000)}\n"
    assert format_source(format_source(text)).split() == text.split()


def test_the_body_of_a_tile_is_no_place_for_comments() -> None:
    """Found by fuzzing: bodies were searched for them, again from each `<<<`."""
    text = "tile t:={ http://a <<< /* }\n"
    assert format_source(text) == "tile t := { http://a <<< /* }\n"
    began = time.process_time()
    format_source(f"tile t := {{{'<<<' * 100_000}}}\n")
    assert time.process_time() - began < 2


@pytest.mark.parametrize("blank", ["\u00a0", "\u2028", "\v", "\f", "\x1c", "\u3000"])
def test_documentation_may_end_in_any_blank_but_the_usual_ones(blank: str) -> None:
    """Found by fuzzing: they were cut off comments and not off documentation."""
    text = f"/// a{blank}\nx := 1\n"
    assert format_source(text) == text
