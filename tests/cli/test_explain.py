"""`polydat explain`: the story of a program, as words, tables and JSON, in a process of its own."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from polydat.cli.explain import PHASES
from tests.commands import ROOT, Done, run

PROGRAM = """\
input (cycle: u64, site: u64)
extern factor: f64 = 2.0
answer := 40 + 2
/// once a row
hashed := hash(cycle)          // scattered
scaled := hashed * factor
place := hash(site)
label := "{place}/{hashed}"
user := mod(hash(hashed), 1K)
"""

Facts = dict[str, list[dict]]


def explain(*arguments: str, program: str = PROGRAM) -> Done:
    return run("explain", "-", *arguments, input=program)


def facts_of(*phases: str, program: str = PROGRAM) -> Facts:
    done = explain(*phases, "--json", "-", program=program)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


@pytest.fixture(scope="module")
def facts() -> Facts:
    return facts_of()


def test_what_nobody_named_is_shown_as_what_it_is() -> None:
    """Conversions, checks and slots of consts, none of them by the compiler's own names."""
    program = """\
pragma strict_values
input (a: u64, b: u64)
extern fixed: u64
const k := fixed * 2
ratio := div_wire(a, b)
wave := sin(a) * (k as f64)
"""
    phases = ("wires", "types", "lifecycle", "passes", "provenance")
    assert "__" not in explain(*phases, program=program).out.replace("__anon_", "")
    facts = facts_of(*phases, program=program)
    assert row(facts["wires"], "node", "b, checked")["is"] == "assert_u64_nonzero(b)"
    assert row(facts["wires"], "node", "a as f64")["is"] == "u64_to_f64(a)"
    assert row(facts["wires"], "node", "k at the start")["is"] == "mul(fixed, 2)"
    assert row(facts["provenance"], "output", "wave")["depends on"] == ["a", "k"]


def row(rows: list[dict], key: str, name: str) -> dict:
    (found,) = [r for r in rows if r[key] == name]
    return found


def test_wires(facts: Facts) -> None:
    hashed = row(facts["wires"], "node", "hashed")
    assert hashed["is"] == "hash(cycle)"
    assert hashed["output"] == ["hashed"]
    assert "label" in hashed["read by"]
    label = row(facts["wires"], "node", "label")
    assert label["is"] == 'printf("{}/{}", place, hashed)'
    order = [r["node"] for r in facts["wires"]]
    assert order.index("hashed") < order.index("scaled")


def test_types_and_conversions(facts: Facts) -> None:
    types = {r["name"]: (r["what"], r["type"], r["about"]) for r in facts["types"] if r["name"]}
    assert types["cycle"] == ("coordinate", "u64", "")
    assert types["factor"] == ("external write", "f64", "")
    assert types["scaled"] == ("output", "f64", "")
    assert types["hashed"] == ("output", "u64", "once a row")
    told = [r["about"] for r in facts["types"] if r["what"] == "advisory"]
    assert any("u64 widens to f64" in text for text in told)


def test_lifecycle(facts: Facts) -> None:
    assert row(facts["lifecycle"], "node", "answer") == {
        "node": "answer",
        "evaluated": "once, at compile time",
        "because": "it is a constant",
    }
    scaled = row(facts["lifecycle"], "node", "scaled")
    assert scaled["evaluated"] == "every round"
    assert scaled["because"] == "it depends on cycle, factor"


def test_constants(facts: Facts) -> None:
    assert [r["value"] for r in facts["constants"]] == ["42"]


def test_fusion(facts: Facts) -> None:
    fused = row(facts["fusion"], "node", "user")
    assert fused["by"] == "hash_mod_to_hash_range"
    assert fused["before"] == "mod(hash(x), k)"
    assert fused["after"] == "hash_range(x, k)"
    assert fused["is now"] == "hash_range"
    assert len(fused["took in"]) == 1  # the hash, which has no name of its own


def test_passes(facts: Facts) -> None:
    passes = facts["passes"]
    names = [p["pass"] for p in passes]
    assert names.index("resolve") == 0
    assert names.index("fusion") < names.index("fold")
    for first, second in pairwise(passes):
        assert second["before"] == first["after"]
    (fusion,) = [p for p in passes if p["pass"] == "fusion"]
    assert len([fact for fact in fusion["did"] if fact.startswith("drops ")]) == (
        fusion["before"] - fusion["after"]
    )
    assert any(re.fullmatch(r"user: mod\(.*, 1000\) becomes hash_range\(hashed, 1000\)", fact)
               for fact in fusion["did"])  # fmt: skip
    (fold,) = [p for p in passes if p["pass"] == "fold"]
    assert any(fact.endswith("becomes const_u64(42)") for fact in fold["did"])
    assert passes[-1]["after"] == len(facts["wires"])


def test_provenance(facts: Facts) -> None:
    label = row(facts["provenance"], "output", "label")
    assert label["depends on"] == ["cycle", "site"]
    assert label["nodes"] == 3
    assert row(facts["provenance"], "output", "answer")["depends on"] == []


def test_engines(facts: Facts) -> None:
    assert row(facts["engines"], "what", "engine")["is"] == "native:auto"


# --- tokens -----------------------------------------------------------------------------------


def test_tokens_have_places_and_kinds(facts: Facts) -> None:
    found = [(t["line"], t["column"], t["token"], t["kind"]) for t in facts["tokens"]]
    assert found[:6] == [
        (1, 1, "input", "keyword"),
        (1, 7, "(", "sign"),
        (1, 8, "cycle", "name"),
        (1, 13, ":", "sign"),
        (1, 15, "u64", "type"),
        (1, 18, ",", "sign"),
    ]
    assert (4, 1, "/// once a row", "documentation") in found
    assert (5, 11, "hash", "function") in found
    assert (8, 10, '"{place}/{hashed}"', "text") in found
    assert not any("scattered" in token for _, _, token, _ in found)


def test_tokens_say_what_they_stand_for(facts: Facts) -> None:
    assert row(facts["tokens"], "token", "1K")["about"] == "1000, of type u64"
    assert row(facts["tokens"], "token", "2.0")["about"] == "of type f64"
    assert row(facts["tokens"], "token", "*")["about"] == "product"


LATER = """\
over := input + as
as := 3 as u64
cursor c = range(0, 9)
    over 'quarters'
p := for k in 1..3 where {k} > 1  # picks
tile t: json (strict) := {
"a": [1]
}
for (a, b) in (1..2, 3..4) { x := a }
"""


def kinds(text: str) -> list[tuple[str, str]]:
    """Tokens with their kinds, of a program that is refused behind them."""
    done = explain("tokens", program=text)
    assert done.code == 2
    table = done.out.split("\n\n")[1]
    return [tuple(re.split(r"  +", line.strip())[2:4]) for line in table.splitlines()[1:]]


def test_directives_are_no_documentation() -> None:
    text = "/// words\n/// @driver\n/// cycle := every\ninput cycle\n/// more\nx := cycle\n"
    found = [t["kind"] for t in facts_of("tokens", program=text)["tokens"]]
    assert found[:4] == ["documentation", "directive", "directive", "keyword"]
    assert found[5] == "documentation"


def test_words_are_keywords_where_they_mean_something() -> None:
    found = kinds(LATER)
    assert [kind for token, kind in found if token == "over"] == ["name", "keyword"]
    assert [kind for token, kind in found if token == "as"] == ["name", "name", "keyword"]
    assert ("input", "name") in found
    assert ("cursor", "keyword") in found


def test_what_is_taken_as_it_stands_is_one_token() -> None:
    found = kinds(LATER)
    assert ("k in 1..3 where {k} > 1", "comprehension") in found
    assert ("(a, b) in (1..2, 3..4)", "comprehension") in found
    assert ('{\\n"a": [1]\\n}', "body") in found
    assert ("json", "encoding") in found


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples").glob("*.polydat")), ids=lambda p: p.name
)
def test_no_token_is_left_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    bare = re.sub(r"(?m)(?:(?<!/)//(?!/)|#).*$", "", text)  # these hold no such signs in texts
    tokens = "".join(t["token"] for t in facts_of("tokens", program=text)["tokens"])
    assert "".join(tokens.split()) == "".join(bare.split())


# --- the tree ---------------------------------------------------------------------------------


def test_tree(facts: Facts) -> None:
    found = [(r["depth"], r["tree"]) for r in facts["ast"]]
    at = found.index((0, "scaled :="))
    assert found[at : at + 4] == [(0, "scaled :="), (1, "*"), (2, "hashed"), (2, "factor")]
    at = found.index((0, "label :="))
    assert found[at : at + 5] == [
        (0, "label :="),
        (1, "printf( )"),
        (2, '"{}/{}"'),
        (2, "place"),
        (2, "hashed"),
    ]


def test_tree_shows_what_binds_more_tightly_below() -> None:
    found = facts_of("ast", program="x := a + b * -c as f64 + hash(input: 1)\n")["ast"]
    assert [(r["depth"], r["tree"], r["is"]) for r in found] == [
        (0, "x :=", "a binding"),
        (1, "+", "a sum of 3 terms"),
        (2, "a", "a wire"),
        (2, "*", "two operands"),
        (3, "b", "a wire"),
        (3, "as f64", "a conversion"),
        (4, "-", "one operand"),
        (5, "c", "a wire"),
        (2, "hash( )", "a call"),
        (3, "input: 1", "an integer"),
    ]


def test_tree_of_blocks_is_told_although_they_do_not_run() -> None:
    done = explain("ast", program="for k in 1..3 {\n  x := k\n}\n")
    assert done.code == 2
    assert "'for' is not available yet" in done.err
    lines = [line.split() for line in done.out.splitlines()]
    assert ["1", "1", "for", "k", "in", "1..3", "a", "traversal"] in lines
    assert ["2", "3", "x", ":=", "a", "binding"] in lines


# --- words ------------------------------------------------------------------------------------


def test_every_phase_is_told_in_words() -> None:
    done = explain()
    assert (done.code, done.err) == (0, "")
    places = [
        done.out.index(f"{name}: {phase.what}\n{phase.about}\n") for name, phase in PHASES.items()
    ]
    assert places == sorted(places)
    assert "\n\n53 tokens: " in done.out
    assert "\n\n9 statements; names: cycle, site, factor, answer," in done.out


def test_one_phase() -> None:
    lines = explain("provenance").out.splitlines()
    assert lines[0] == "provenance: the inputs that each output depends on"
    assert lines[3].split() == ["output", "depends", "on", "nodes", "of"]
    (label,) = [line.split() for line in lines if line.startswith("  label")]
    assert label[:4] == ["label", "cycle,", "site", "3"]


def test_several_phases_stand_in_the_order_asked_for() -> None:
    out = explain("types", "tokens").out
    assert out.index("types: ") < out.index("tokens: ")


def test_phase_with_nothing_to_tell() -> None:
    program = "input cycle: u64\nx := hash(cycle)\n"
    assert explain("constants", program=program).out.endswith("\n\nNo node did.\n")
    assert explain("fusion", program=program).out.endswith("\n\nNo rule did.\n")
    assert facts_of("constants", program=program)["constants"] == []


def test_what_comes_before_an_error_is_told() -> None:
    done = explain(program="input cycle: u64\nx := hahs(cycle)\n")
    assert done.code == 2
    assert done.out.startswith("tokens: ")
    assert "ast: " in done.out
    assert "wires: " not in done.out
    assert "no function named 'hahs'" in done.err


def test_a_text_that_is_no_program_has_no_story() -> None:
    done = explain(program="x = 1\n")
    assert (done.code, done.out) == (2, "")
    assert "<stdin>:1:3: ParseError" in done.err


def test_json_of_a_refused_program_is_nothing() -> None:
    done = explain("--json", "-", program="x := hahs(1)\n")
    assert (done.code, done.out) == (2, "")


def test_a_long_program_is_told_in_time() -> None:
    text = "input n\n" + "".join(f"n{i} := mod(hash(n), {i + 1}) + {i}\n" for i in range(2000))
    found = facts_of("tokens", "ast", program=text)
    assert len(found["ast"]) == 1 + 2000 * 7
