"""What inputs are made from: whole programs, their tokens, and words that look like some."""

from __future__ import annotations

import re
from functools import cache

from polydat.lang.terminals import NAME, TEXT
from polydat.nodes import registry
from polydat.types import PortType
from tests.commands import ROOT

# One program for each form that examples do not show.
FORMS = (
    "pragma strict_values\ninput (a: u64, b: f64, c)\nextern d: str = 'x'\nextern e: bool = true\n",
    "input n\nx := if n > 3 { n } else if n == 0 { 1 } else { 2 }\ny := if(n, x, 0) as f64\n",
    "input n\nx := \"a{n}b{{c}}{n + 1:}\"\ny := <<<\nraw {n}\n>>>\nz := 'it\\'s' + n + (1 + 2)\n",
    "input n\n(q, r) := mixed_radix(n, 10, 0)\nvolatile v := q ** 2 ** 3\nconst k := 2 + 3\n",
    "f(a: u64, b: f64) -> (x: u64, y: f64) := {\n  x := a + 1\n  y := b * 2.0\n}\n"
    "input n\n(s, t) := f(n, b: 0.5)\nu := f(n, 1.5) | 7\n",
    "input n\na := !n & 0xff ^ 0b11 | 0o7\nb := a << 3 >> n\n"
    "c := -1.5e3 + 2K - 3Mi * 1m / 1_000 % 7\n",
    "input n\na := n == 1 && n != 2 || n <= 3 && n >= 4\nb := true\nc := [1, 2.5, 'x', -3, n]\n",
    "const c := sample(x, 3)\nsample(x: u64, y: u64) -> (z: u64) := { z := hash(x) % y }\n",
    "cursor rows = range(0, 10) over 'quarters'\nx := hash(rows.ordinal)\ny := rows.cursor.idx\n",
    "p := for k in 1..10 where {k} > 3 order shuffle(seed=1)\nfor p where {k} % 2 == 0 {\n"
    "  input cycle\n  x := hash(k)\n}\nfor (a, b) in (1..3, 'x;y') { z := a }\n",
    'input n\ntile t : json (delims "<" ">", sigil "%", strict, instring) := { "a": <n> }\n'
    "tile u := <<<\n@for k in 1..3 sep ', ' { ${k} }\n>>>\ntile v : csv := 'a,${n}'\n"
    'w := polytile("json", "{}", strict: true)\n',
    "/// words\n/// of two lines\nx := 1 # end\n/* block\n comment */ y := x // tail\n",
    "input m\nextern e: f64\na := mod(hash(m), 17)\nb := lerp(unit_interval(hash(m)), 1.0, e)\n"
    "c := u64_mod(hash(m), 100) + m * 4 / 2\nshared s: f64 := 1\n",
    "input (t: i64, u: u8, v: f32, w: str, x: bool)\na := t as f64 as str\nb := u as i32\n"
    "c := v as f64 + u\nd := w == 'x'\ne := printf('{:05}|{:.3}|{:x}', u, v, u)\n",
)

# Tokens beyond those of the programs: edges of each kind, and what has no meaning at all.
WORDS = r"""
    if else as over where order in for tile pragma input extern cursor const shared volatile
    true false range polytile polytile_json sep strict delims sigil
    := -> == != <= >= << >> ** && || + - * / % ^ & | ! < > = : , . ( ) [ ] { }
    0 1 7 64 255 18446744073709551615 18446744073709551616 1e308 1e999 5e-324 0.1e-400 00012
    0x 0xFFG 0b2 0o17 1_000 1__0 1. .5 3else 1K 1k 16Pi 1m 2.5K 1e
    "" '' "{}" "{n}" '{n:.2}' "{{" "}}" "{{n}}" "\n\"" <<< >>> <<<h>>> /* */ /// // #
    x y n k cycle hash mod printf __port_n __const_x a.b a.b.c self None
    $ @ ` ~ ; ? \ .. ... => <> """
STRANGE = "\u00e4\u2212\u201c\u00a0\ufeff\0\x0b\U0001f600\ud800\u0661\u2028"
TYPES = tuple(type.keyword for type in PortType)
SPACES = (" ", "\n", "\t", "\r\n", "\n\n", "  ")

TOKEN = re.compile(
    rf"{NAME}|[0-9][0-9A-Za-z_.]*|{TEXT}|:=|->|[=!<>]=|<<|>>|\*\*|&&|\|\||\s+|(?s:.)"
)


@cache
def programs() -> tuple[str, ...]:
    """Valid programs, and a few that are only well formed; the order is always the same."""
    paths = sorted(
        path
        for folder in ("examples", "bench/graphs", "polydat/std")
        for path in (ROOT / folder).glob("*.polydat")
    )
    return (*FORMS, *(path.read_text(encoding="utf-8") for path in paths))


@cache
def mistakes() -> tuple[str, ...]:
    """Programs that hold one mistake each."""
    text = (ROOT / "tests" / "lang" / "mistakes.txt").read_text(encoding="utf-8")
    cases = text.removeprefix("=== ").split("\n\n=== ")
    return tuple(case.partition("\n")[2].partition("\n---\n")[0] for case in cases)


def tokens(text: str) -> list[str]:
    """The text in tokens, blanks included: joined, they are the text again."""
    return TOKEN.findall(text)


@cache
def vocabulary() -> tuple[str, ...]:
    """Every token of the programs, every word, and the names of all functions."""
    seen = dict.fromkeys(
        t for text in (*programs(), *mistakes()) for t in tokens(text) if not t.isspace()
    )
    return tuple(dict.fromkeys((*WORDS.split(), *STRANGE, *TYPES, *seen, *registry.public())))
