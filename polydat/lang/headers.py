"""The names in the text of a `for`: which it gives to its elements, and which it reads.

The text is not understood here, only looked through, for names that stand in braces, in
calls of generators, and where a producer is derived from.
"""

from __future__ import annotations

import re

from polydat.errors import ParseError
from polydat.lang import tree
from polydat.lang.expressions import parse_expression
from polydat.lang.terminals import NAME

TEXT = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|' r"'(?:[^'\\\n]++|\\.)*+'?")
ELEMENTS = re.compile(rf"(?<![A-Za-z0-9_])(?:{NAME}|\(\s*{NAME}(?:\s*,\s*{NAME})+\s*\))(?=\s+in\s)")
REFERENCE = re.compile(rf"\{{\s*({NAME})\s*\}}")
GENERATOR = re.compile(rf"(?<![A-Za-z0-9_])in\s+(?={NAME}\()")
BRACKET = re.compile(r"[()]")
BASE = re.compile(rf"\s*({NAME})\s*(?:$|(?:where|order)\s)")


def element_names(text: str) -> frozenset[str]:
    """The names that the body of a `for` reads its elements by."""
    found = ELEMENTS.findall(without_texts(text))
    return frozenset(name for group in found for name in re.findall(NAME, group))


def header_names(text: str) -> list[str]:
    """The names that the text of a `for` reads and does not define, without repeats."""
    bare = without_texts(text)
    found = REFERENCE.findall(bare)
    if (base := BASE.match(bare)) is not None:
        found.append(base[1])
    for generator in GENERATOR.finditer(bare):
        found += call_names(text[generator.end() : call_end(bare, generator.end())])
    elements = element_names(text)
    return [name for name in dict.fromkeys(found) if name not in elements]


def without_texts(text: str) -> str:
    """The text with blanks in place of the texts in quotes."""
    return TEXT.sub(lambda match: " " * len(match[0]), text)


def call_end(text: str, at: int) -> int:
    """Where the first bracket behind `at` is closed."""
    depth = 0
    for bracket in BRACKET.finditer(text, at):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return bracket.end()
    return len(text)


def call_names(text: str) -> list[str]:
    """The names that the arguments of a generator read."""
    from polydat.lang.names import free_names

    try:
        call = parse_expression(REFERENCE.sub(r" \1 ", text))
    except ParseError:
        return []
    return list(free_names(call)) if isinstance(call, tree.Call) else []
