"""The statements of the language, one element for each production.

A statement begins with something that tells it from the others; what follows is wanted,
so that an error is met where it is, and nothing is tried twice.  Blocks are not here:
`parser` keeps the statements that a `{` opens on a stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pyparsing import (
    MatchFirst,
    OneOrMore,
    Opt,
    ParseException,
    ParserElement,
    ParseResults,
    Token,
    ZeroOrMore,
)

from polydat.errors import Span
from polydat.lang import slips, tree
from polydat.lang.expressions import END, SAME_LINE, Expression
from polydat.lang.polytile import ENCODINGS, carried
from polydat.lang.terminals import (
    NAME,
    SKIP,
    TAKEN,
    TEXT,
    Complaint,
    Source,
    capture_block,
    capture_header,
    skip_blanks,
    text_of,
)
from polydat.types import PortType, find_type


@dataclass(frozen=True, slots=True)
class Opening:
    """The head of a statement with a block: the statement, its body still empty."""

    statement: tree.Module | tree.For
    brace: int


Result: TypeAlias = "tree.Statement | Opening"


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


# --- binding := name ':=' expr ----------------------------------------------------------

CARRIER = rf"{SKIP}polytile(?:_json)?{SAME_LINE}\("  # a tile whose body is carried by a call
TARGET = Terminal(rf"(?P<name>{NAME}){SKIP}:=(?!{CARRIER})", read_name)
BINDING = made(
    TARGET + EXPRESSION,
    lambda source, at, parts: tree.Binding((parts[0],), parts[1], span=parts[0].span),
)

# --- (a, b) := expr, and what stands before a binding -----------------------------------


def read_separator(source: Source, match: re.Match[str]) -> None:
    if match["end"]:
        raise slips.trailing_comma(source, match.start("comma"))


COMMA = Terminal(rf"(?P<comma>,)(?={SKIP}(?P<end>\))?)", read_separator)
DEFINES = sign(":=", "':=' is missing")


def listed(element: ParserElement, message: str) -> ParserElement:
    """`'(' element (',' element)* ')'`"""
    return maybe(r"\(") + element + ZeroOrMore(COMMA + element) + sign(")", message)


TARGETS = made(
    listed(name("this place"), "these targets do not end here"),
    lambda source, at, parts: tuple(parts),
)
TUPLE = made(
    TARGETS + DEFINES + EXPRESSION,
    lambda source, at, parts: tree.Binding(parts[0], parts[1], span=joined(source, parts[0])),
)


def joined(source: Source, names: tuple[tree.Name, ...]) -> Span | None:
    """The place from the first of some names to the last one, where they share a line."""
    first, last = names[0].span, names[-1].span
    if first is None or last is None or first.line != last.line:
        return first
    return Span(first.line, first.column, last.column + last.length - first.column)


ANNOTATION = Opt(maybe(":(?!=)") + TYPE, default=None)
TYPED = Terminal(rf":(?!=)(?={SKIP}(?P<type>{NAME}))", lambda source, match: match.span("type"))
MODIFIER = Terminal(
    rf"(?P<word>const|shared|volatile){END}",
    lambda source, match: (match["word"], match.start("word")),
)
MODIFIED = made(
    OneOrMore(MODIFIER)
    + (TARGETS | name("this binding") + Opt(TYPED + TYPE))
    + DEFINES
    + EXPRESSION,
    lambda source, at, parts: modified(source, parts),
)


def modified(source: Source, parts: list[Any]) -> tree.Binding:
    words = [part for part in parts if isinstance(part, tuple) and isinstance(part[0], str)]
    target, *annotation, value = parts[len(words) :]
    targets = target if isinstance(target, tuple) else (target,)
    modifiers = check_modifiers(source, words)
    if annotation and tree.Modifier.SHARED not in modifiers:
        raise slips.annotated(source, *annotation[0])
    type = annotation[1] if annotation else None
    return tree.Binding(targets, value, modifiers, type, span=joined(source, targets))


def check_modifiers(source: Source, words: list[tuple[str, int]]) -> frozenset[tree.Modifier]:
    found: set[tree.Modifier] = set()
    for word, at in words:
        modifier = tree.Modifier(word)
        if modifier in found:
            raise slips.repeated_modifier(source, at, word)
        found.add(modifier)
        if tree.Modifier.CONST in found and len(found) > 1:
            raise slips.contradiction(source, at, word)
    return frozenset(found)


# --- declarations -----------------------------------------------------------------------

PRAGMA = made(
    keyword("pragma") + declared("this pragma"),
    lambda source, at, parts: tree.Pragma(parts[0].name, span=parts[0].span),
)
SLOT = made(
    declared("this input") + ANNOTATION,
    lambda source, at, parts: tree.Input(parts[0].name, parts[1], span=parts[0].span),
)
INPUT = made(
    keyword("input") + (listed(SLOT, "these inputs do not end here") | SLOT),
    lambda source, at, parts: parts,
)
EXTERN = made(
    keyword("extern")
    + declared("this extern")
    + sign(":", "an extern has a type")
    + TYPE
    + Opt(maybe("=(?!=)") + EXPRESSION, default=None),
    lambda source, at, parts: tree.Extern(parts[0].name, parts[1], parts[2], span=parts[0].span),
)
OVER = maybe(rf"over{END}(?!{SKIP}:=)")
CURSOR = made(
    keyword("cursor")
    + declared("this cursor")
    + sign("=", "a cursor has a constructor")
    + EXPRESSION
    + Opt(OVER + EXPRESSION, default=None),
    lambda source, at, parts: tree.Cursor(parts[0].name, parts[1], parts[2], span=parts[0].span),
)

# --- statements with a block ------------------------------------------------------------

PARAMETER = made(
    NAMED + sign(":", "this parameter has no type") + TYPE + Opt(maybe(",")),
    lambda source, at, parts: tree.Parameter(parts[0].name, parts[1], parts[0].span),
)
PARAMETERS = made(
    ZeroOrMore(PARAMETER) + sign(")", "these parameters do not end here"),
    lambda source, at, parts: [tuple(parts)],
)
BRACE = Terminal(
    r"(?P<brace>\{)",
    lambda source, match: match.start("brace"),
    wanted("'{'", "a block is missing"),
)
MODULE = made(
    Terminal(rf"(?P<name>{NAME}){SKIP}\((?={SKIP}(?:{NAME}{SKIP}:(?!=)|\){SKIP}->))", read_name)
    + PARAMETERS
    + sign("->", "a module has outputs")
    + sign("(", "the outputs of a module stand in brackets")
    + PARAMETERS
    + DEFINES
    + BRACE,
    lambda source, at, parts: Opening(
        tree.Module(parts[0].name, parts[1], parts[2], (), span=parts[0].span), parts[3]
    ),
)


def read_header(source: Source, at: int) -> tuple[tuple[str, Span], int]:
    text, end = capture_header(source, at)
    if not text:
        raise slips.empty_header(source, skip_blanks(source, at - 3))
    return (text, source.span(at - 3, at + len(source[at:end].rstrip()))), end


FOR = made(
    keyword("for")
    + Capture(read_header, "comprehension")
    + Terminal(BRACE.pattern, BRACE.read, slips.no_traversal),
    lambda source, at, parts: Opening(tree.For(parts[0][0], (), span=parts[0][1]), parts[1]),
)

# --- tile -------------------------------------------------------------------------------

Option: TypeAlias = "tuple[str, str | bool]"


def read_encoding(source: Source, match: re.Match[str]) -> str:
    if match["word"] not in ENCODINGS:
        raise slips.unknown_encoding(source, match.start("word"), match["word"], ENCODINGS)
    return match["word"]


def read_mark(source: Source, match: re.Match[str]) -> str:
    text = text_of(match["text"])
    if not text:
        raise slips.empty_mark(source, match.start("text"))
    return text


ENCODING = Terminal(
    rf"(?P<word>{NAME})",
    read_encoding,
    wanted("json, text or csv", "the encoding of a tile is missing"),
)
MARK = Terminal(f"(?P<text>{TEXT})", read_mark, wanted("a text", "this option has no text"))
FLAG = {"strict": "strict", "instring": "in_string"}
OPTION = (
    made(keyword("delims") + MARK + MARK, lambda s, at, p: [("open", p[0]), ("close", p[1])])
    | made(keyword("sigil") + MARK, lambda s, at, p: [("sigil", p[0])])
    | Terminal(rf"(?P<word>strict|instring){END}", lambda s, match: (FLAG[match["word"]], True))
)
OPTIONS = made(
    maybe(r"\(")
    + ZeroOrMore(OPTION + Opt(maybe(",")))
    + Terminal(
        r"\)", None, wanted("delims, sigil, strict, instring or ')'", "this is no option of a tile")
    ),
    lambda source, at, parts: tree.TileOptions(**dict(parts)),
)


def read_body(source: Source, at: int) -> tuple[tuple[tree.BodyKind, str], int]:
    """The body of a tile: a block as it stands, or a text."""
    begin, at = at, skip_blanks(source, at)
    if source.startswith(("{", "["), at):
        text, end = capture_block(source, at)
        return (tree.BodyKind.BLOCK, text), end
    literal = TEXT_LITERAL(source, at)
    if literal is None:
        raise slips.no_body(source, begin)
    kind = tree.BodyKind.HEREDOC if literal[0].startswith("<<<") else tree.BodyKind.TEXT
    return (kind, text_of(literal[0])), literal.end()


TEXT_LITERAL = re.compile(TEXT).match
TILE = made(
    keyword("tile")
    + name("this tile")
    + Opt(maybe(":(?!=)") + ENCODING, default="text")
    + Opt(OPTIONS, default=tree.TileOptions())
    + DEFINES
    + Capture(read_body, "body"),
    lambda source, at, parts: tree.Tile(
        parts[0].name, parts[1], parts[2], parts[3][0], parts[3][1], span=parts[0].span
    ),
)

# --- name := polytile(encoding, body, ...) ------------------------------------------------

POLYTILE = made(
    Terminal(rf"(?P<name>{NAME}){SKIP}:=(?={CARRIER})", read_name) + Expression(raw=True),
    lambda source, at, parts: carried(source, at, parts[0], parts[1]),
)

# --- any of them --------------------------------------------------------------------------

STATEMENT = MatchFirst(
    [BINDING, MODIFIED, TUPLE, INPUT, EXTERN, CURSOR, PRAGMA, FOR, TILE, MODULE, POLYTILE]
).leave_whitespace()
STATEMENT.streamline()
