"""What grammar elements are made of: terminals, raw captures, names, types, signs.

An element is told apart by its first terminal; terminals that have to follow make the
error themselves where they do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pyparsing import ParseException, ParserElement, ParseResults, Token

from polydat.lang import slips, tree
from polydat.lang.expressions import Expression, Reader
from polydat.lang.terminals import END, NAME, SKIP, TAKEN, Complaint, Source
from polydat.types import PortType, find_type


class Terminal(Token):
    """Something that a regular expression matches, behind blanks.

    Args:
        pattern: with a group for whatever `read` looks at.
        read: makes the value of the element; without it, it has none.
        failed: makes the error where there is no match; without it, it is the turn of the
            next alternative.
    """

    def __init__(
        self,
        pattern: str,
        read: Callable[[Source, re.Match[str]], Any] | None = None,
        failed: Callable[[Source, int], Complaint] | None = None,
    ) -> None:
        super().__init__()
        self.callPreparse = False
        self.pattern = pattern
        self.match = re.compile(SKIP + pattern).match
        self.read = read
        self.failed = failed

    def _generateDefaultName(self) -> str:  # noqa: N802, the name is pyparsing's
        return self.pattern

    def parseImpl(  # noqa: N802
        self, instring: str, loc: int, do_actions: bool = True
    ) -> tuple[int, list[Any]]:
        match = self.match(instring, loc)
        assert isinstance(instring, Source)
        if match is None:
            if self.failed is not None:
                raise self.failed(instring, loc)
            raise ParseException(instring, loc, "", self)
        value = self.read(instring, match) if self.read else None
        return match.end(), [] if value is None else [value]


def wanted(expected: str, message: str) -> Callable[[Source, int], Complaint]:
    """What makes the error where something that has to follow does not."""
    return lambda source, at: slips.missing_sign(source, at, message, expected)


class Capture(Token):
    """Text that is taken as it is, by a function of the text and a place in it."""

    def __init__(self, read: Callable[[Source, int], tuple[Any, int]], name: str) -> None:
        super().__init__()
        self.callPreparse = False
        self.read = read
        self.title = name

    def _generateDefaultName(self) -> str:  # noqa: N802
        return self.title

    def parseImpl(  # noqa: N802
        self, instring: str, loc: int, do_actions: bool = True
    ) -> tuple[int, list[Any]]:
        assert isinstance(instring, Source)
        value, end = self.read(instring, loc)
        return end, [value]


# --- what productions are made of -------------------------------------------------------


def read_name(source: Source, match: re.Match[str]) -> tree.Name:
    word, start = match["name"], match.start("name")
    if word in TAKEN:
        raise slips.keyword_as_name(source, start, word)
    return tree.Name(word, source.span(start, match.end("name")))


def read_type(source: Source, match: re.Match[str]) -> PortType:
    type = find_type(match["type"])
    if type is None:
        raise slips.unknown_type(source, match.start("type"), match["type"])
    return type


class Bound(Token):
    """A name, `:=` and a value: in one element, since most statements are bindings."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self.callPreparse = False
        self.match = re.compile(SKIP + pattern).match

    def _generateDefaultName(self) -> str:  # noqa: N802
        return "binding"

    def parseImpl(  # noqa: N802
        self, instring: str, loc: int, do_actions: bool = True
    ) -> tuple[int, list[tree.Binding]]:
        match = self.match(instring, loc)
        if match is None:
            raise ParseException(instring, loc, "", self)
        assert isinstance(instring, Source)
        name = read_name(instring, match)
        value, _, end, _ = Reader(instring, match.end()).read()
        return end, [tree.Binding((name,), value, span=name.span)]


def keyword(word: str) -> Terminal:
    return Terminal(word + END)


def sign(text: str, message: str) -> Terminal:
    """A sign that has to follow."""
    return Terminal(re.escape(text), None, wanted(f"'{text}'", message))


def maybe(text: str) -> Terminal:
    return Terminal(text)


def name(what: str) -> Terminal:
    """A name that has to follow."""
    return Terminal(rf"(?P<name>{NAME})", read_name, wanted("a name", f"{what} has no name"))


def declared(what: str) -> Terminal:
    """A name that has to follow, and that no `:=` makes the next statement."""

    def read(source: Source, match: re.Match[str]) -> tree.Name:
        if slips.begins_statement(source, match.start("name")):
            raise slips.missing_sign(source, match.start(), f"{what} has no name", "a name")
        return read_name(source, match)

    return Terminal(rf"(?P<name>{NAME})", read, wanted("a name", f"{what} has no name"))


NAMED = Terminal(rf"(?P<name>{NAME})", read_name)
TYPE = Terminal(rf"(?P<type>{NAME})", read_type, wanted(slips.A_TYPE, "a type is missing"))
EXPRESSION = Expression()


def made(element: ParserElement, make: Callable[[Source, int, list[Any]], Any]) -> ParserElement:
    """An element whose result is what `make` makes of its parts."""

    def action(source: str, at: int, parts: ParseResults) -> list[Any]:
        assert isinstance(source, Source)
        result = make(source, at, list(parts))
        return result if isinstance(result, list) else [result]

    return element.leave_whitespace().set_parse_action(action)
