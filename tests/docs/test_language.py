"""The tables of docs/reference/language.md, against those that the compiler reads."""

from __future__ import annotations

import re

from polydat.errors import SHOWN
from polydat.graph import fold
from polydat.graph.adapters import find_adapter
from polydat.lang.levels import DEPTH
from polydat.lang.operators import OPERATORS, RIGHT
from polydat.lang.terminals import FRACTIONS, KEYWORDS, SCALES, TAKEN
from polydat.lower import builder
from polydat.lower.inputs import COORDINATES
from polydat.lower.prologue import PRAGMAS
from polydat.types import PortType
from polydat.types.port import KEYWORDS as TYPES
from tests.docs.generators import REFERENCE

PAGE = (REFERENCE / "language.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text of a section without those below it."""
    found = re.search(rf"^#+ {title}\n(.*?)(?=^#)", PAGE, re.M | re.S)
    assert found is not None
    return found[1]


def table(title: str, head: str) -> list[list[str]]:
    """Cells of the rows of a table, by the beginning of its head."""
    found = re.search(rf"^\| {head}.*?\n\|[-|]+\|\n((?:\|.*\n)+)", section(title), re.M)
    assert found is not None
    return [
        [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in found[1].splitlines()
    ]


def words(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_keywords() -> None:
    first, second, third = (words(row[0]) for row in table("Text", "words"))
    assert set(first) == KEYWORDS
    assert set(second) == TAKEN - KEYWORDS
    assert third == ["input", "cursor", "over"]


def test_suffixes() -> None:
    rows = table("Numbers", "suffix")
    factors: dict[str, int | float] = {}
    for cells in rows:
        for suffix, factor in zip(cells[::2], cells[1::2], strict=True):
            if suffix:
                base, power = factor.split("^")
                factors[suffix.strip("`")] = int(base) ** int(power)
    assert factors == {**SCALES, **FRACTIONS}


def test_types() -> None:
    named = [word for row in table("Types", "type") for cell in row for word in words(cell)]
    assert {n for n in named if n not in ("true", "false")} == set(TYPES)


def test_types_of_inputs() -> None:
    sentence = re.search(r"coordinates every one but (.*?):", section("Inputs and externs"), re.S)
    assert sentence is not None
    assert {TYPES[name] for name in words(sentence[1])} == set(PortType) - COORDINATES


def test_operators_stand_in_the_order_in_which_they_bind() -> None:
    rows = [tuple(words(row[0])) for row in table("Operators", "operators")]
    assert rows[: len(OPERATORS)] == list(OPERATORS)
    assert rows[len(OPERATORS) :] == [("value as type",), ("-value",), ("!value",)]
    assert f"`{RIGHT}`, which groups to the right" in section("Operators")


def test_conversions() -> None:
    shown = {row[0].strip("`"): set(words(row[1])) for row in table("Conversions", "from")}
    made = {
        source.keyword: {
            target.keyword
            for target in PortType
            if target is not source and find_adapter(source, target) is not None
        }
        for source in PortType
    }
    assert shown == {name: targets for name, targets in made.items() if targets}


def test_pragmas() -> None:
    shown = [row[0].strip("`") for row in table("Pragmas and strictness", "pragma")]
    assert sorted(shown) == sorted(PRAGMAS)


def test_limits() -> None:
    rows = {row[0]: row[1] for row in re.findall(r"^\| (.*?) \| (.*?) \|$", PAGE, re.M)}
    assert rows["values in values, blocks in blocks"].startswith(f"{DEPTH} levels")
    assert builder.MODULE == 2
    deepest = rows["the same, with the bodies of modules where they are called"]
    assert deepest == f"{builder.DEEPEST} levels, of which a call takes two"
    assert rows["nodes that calls of modules make"] == f"{builder.MOST_NODES:,}"
    assert rows["texts that are computed while compiling"] == f"{fold.LONGEST:,} characters"
    assert rows["messages of one program"] == str(SHOWN)
