"""The page of the grammar is what its generator makes, and says what the parser reads."""

from __future__ import annotations

import random
import re

import pytest

from polydat.errors import ParseError
from polydat.lang.parser import parse
from tests.docs.generators import REFERENCE, load

rules = load("rules")
grammar_page = load("grammar_page")
RULES = load("grammar_rules").all_rules()

OLD = "run docs/generate/grammar_page.py"


def test_page_is_up_to_date() -> None:
    written = (REFERENCE / "grammar.md").read_text(encoding="utf-8")
    assert written == grammar_page.page(RULES), OLD


def test_every_rule_has_its_diagram_and_no_other_is_left() -> None:
    drawn = {path.stem for path in (REFERENCE / "diagrams").glob("*.svg")}
    assert drawn == RULES.keys() - grammar_page.WITHOUT_DIAGRAM, OLD


def test_diagrams_are_up_to_date() -> None:
    pytest.importorskip("railroad", reason="diagrams are drawn by the extra 'docs'")
    for path, text in grammar_page.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: {OLD}"


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_what_its_text_says(name: str) -> None:
    assert rules.read(rules.written(RULES[name])) == RULES[name]


# --- programs that are drawn from the rules ---------------------------------------------------

# Texts for what words describe, and for rules whose parts stand together.
SAMPLES = {
    "name": ("a", "b2", "_c"),
    "number": ("0", "1_000", "2.5K", "1e-3", "0xFf", "0b10", "0o17", "3Ki", "7m"),
    "text": ('"a"', "'b'", '"{a}"', "<<<\nc\n>>>", '"\\""'),
    "comprehension": ("k in 1..3\n", "(i, j) in (1..2, 3..4) order lex/2\n", "k in {a} # c\n"),
    "block": ('{ "a": ${b} }', "[\n1\n]"),
    "function": ("a", "b2"),
    "quoted-encoding": ('"json"', "'csv'"),
    "type": ("u64", "str", "vec_f32"),
}
# What a rule says one by one, and the parser refuses together.
TOGETHER = re.compile("stands here twice|cannot be '|only a 'shared' binding")
REPEATS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 2)
DEEPEST = 30  # rules inside of rules, from where on the shortest way is taken


def height(item: object, known: dict[str, int]) -> int:
    """How many rules lie below the shortest text of an item; many where nothing is known."""
    match item:
        case rules.Ref(name):
            return 0 if name in SAMPLES else 1 + known.get(name, 1000)
        case rules.Row(items):
            return max(height(part, known) for part in items)
        case rules.Choice(items):
            return min(height(part, known) for part in items)
        case rules.Many(part, 1, _):
            return height(part, known)
    return 0


def heights() -> dict[str, int]:
    known: dict[str, int] = {}
    for _ in RULES:
        known = {name: height(item, known) for name, item in RULES.items()}
    return known


HEIGHTS = heights()


def drawn(item: object, chance: random.Random, depth: int = 0) -> str:
    """A text that a rule allows; the shortest way is taken where it gets deep."""
    match item:
        case rules.Word(text):
            return text
        case rules.Ref(name) if name in SAMPLES:
            return chance.choice(SAMPLES[name])
        case rules.Ref(name):
            end = "\n" if name == "statement" else ""
            return drawn(RULES[name], chance, depth + 1) + end
        case rules.Row(items):
            return " ".join(drawn(part, chance, depth) for part in items)
        case rules.Choice(items):
            least = min(items, key=lambda part: height(part, HEIGHTS))
            return drawn(chance.choice(items) if depth < DEEPEST else least, chance, depth)
        case rules.Maybe(part):
            return drawn(part, chance, depth) if chance.random() < 0.3 else ""
        case rules.Many(part, least, between):
            many = least + (chance.choice(REPEATS) if depth < DEEPEST else 0)
            gap = " " if between is None else f" {drawn(between, chance, depth)} "
            return gap.join(drawn(part, chance, depth) for _ in range(many))
    raise TypeError(item)


@pytest.mark.parametrize("seed", range(100))
def test_what_the_rules_allow_is_read(seed: int) -> None:
    text = drawn(rules.Many(rules.Ref("statement"), 5), random.Random(seed))
    messages = [message for message in complaints(text) if not TOGETHER.search(message)]
    assert messages == [], text


def complaints(text: str) -> list[str]:
    """What the parser has to say against a text."""
    try:
        parse(text)
    except ParseError as error:
        return [diagnostic.message for diagnostic in error.diagnostics]
    return []


def test_every_rule_is_drawn() -> None:
    reached = {"program", *SAMPLES}
    pending = ["statement"]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += rules.references(RULES[name])
    parts = {"suffix", "digits", "hexadecimal", "binary", "octal"}  # of numbers
    assert reached | parts == RULES.keys()
