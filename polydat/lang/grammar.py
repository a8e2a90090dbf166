"""The statements of the language, one element for each production.

A statement begins with something that tells it from the others; what follows is wanted,
so that an error is met where it is, and nothing is tried twice.  Blocks are not here:
`parser` keeps the statements that a `{` opens on a stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pyparsing import MatchFirst, OneOrMore, Opt, ParserElement, ZeroOrMore

from polydat.errors import Span
from polydat.lang import slips, tree
from polydat.lang.elements import (
    EXPRESSION,
    NAMED,
    TYPE,
    Bound,
    Capture,
    Terminal,
    declared,
    keyword,
    made,
    maybe,
    name,
    read_name,
    sign,
    wanted,
)
from polydat.lang.expressions import Expression
from polydat.lang.polytile import ENCODINGS, carried
from polydat.lang.terminals import (
    END,
    NAME,
    SAME_LINE,
    SKIP,
    TEXT,
    Source,
    capture_block,
    capture_header,
    skip_blanks,
    text_of,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """The head of a statement with a block: the statement, its body still empty."""

    statement: tree.Module | tree.For
    brace: int


# --- binding := name ':=' expr ----------------------------------------------------------

CARRIER = rf"{SKIP}polytile(?:_json)?{SAME_LINE}\("  # a tile whose body is carried by a call
BINDING = Bound(rf"(?P<name>{NAME}){SKIP}:=(?!{CARRIER})")

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
    return replace(first, length=last.column + last.length - first.column)


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
    [BINDING, POLYTILE, MODIFIED, TUPLE, INPUT, EXTERN, CURSOR, PRAGMA, FOR, TILE, MODULE]
).leave_whitespace()
STATEMENT.streamline()
