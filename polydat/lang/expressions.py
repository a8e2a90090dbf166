"""Expressions: the hot part of parsing.

One loop over two large regular expressions, with a stack of levels instead of calls that
nest.  What operators bind is the matter of `levels`.
"""

from __future__ import annotations

import re

from pyparsing import Token

from polydat.errors import ParseError
from polydat.lang import slips, tree
from polydat.lang.interpolation import split_text
from polydat.lang.levels import DEPTH, Kind, Label, Level, Operand, deepest
from polydat.lang.terminals import (
    END,
    KEYWORDS,
    NAME,
    SAME_LINE,
    SKIP,
    TEXT,
    Complaint,
    Excerpt,
    Source,
    capture_header,
    match_name,
    read_number,
    skip_blanks,
    text_of,
    text_places,
)
from polydat.types import find_type

OPERAND = re.compile(
    rf"{SKIP}(?:(?P<call>{NAME}){SAME_LINE}\("
    rf"|(?P<label>{NAME}){SKIP}:(?!=)|(?P<target>{NAME}){SKIP}:=|(?P<name>{NAME})"
    rf"|(?P<number>[0-9])|(?P<text>{TEXT})|(?P<open>[(\[])|(?P<prefix>[-!]))"
)
OPERATOR = re.compile(
    rf"{SKIP}(?:(?P<close>[,){{}}\]])"
    r"|(?P<binary>\*\*|<<(?!<)|>>|&&|\|\||[=!<>]=|-(?!>)|/(?!\*)|<(?!<)|[+*%^&|>])"
    rf"|(?P<dot>\.){SKIP}(?P<member>{NAME})|(?P<as>as){END}{SKIP}(?P<type>{NAME})?)"
)
POSTFIXES = frozenset(("member", "as", "type"))
CLOSED = re.compile(rf"{SKIP}[)\]]")
ELSE = re.compile(rf"{SKIP}else{END}{SKIP}(?:(?P<if>if){END}|\{{)")
BINDS = re.compile(rf"{SKIP}:=")
BRACKET = re.compile(rf"{SKIP}\(")


class Reader:
    """Reads one expression.

    Args:
        raw: take texts as they are, without looking for placeholders.
    """

    def __init__(self, source: Source, at: int, raw: bool = False) -> None:
        self.source = source
        self.at = at
        self.raw = raw
        self.level = Level(source, Kind.ROOT, at, at)
        self.levels = [self.level]  # empty when all is read
        self.operand: Operand

    def read(self) -> Operand:
        """The expression at the current place.

        Raises:
            Complaint: there is none, or it breaks off.
        """
        while True:
            while not self.read_operand():
                pass
            while self.levels:
                if self.read_operator():
                    break
            else:
                return self.operand

    # --- operands ---------------------------------------------------------------------

    def read_operand(self) -> bool:
        """Read on to a value; false where a bracket or a prefix was read instead."""
        match = OPERAND.match(self.source, self.at)
        if match is None:
            raise self.no_operand()
        kind = match.lastgroup
        assert kind is not None
        text, start = match[kind], match.start(kind)
        if kind == "name":
            return self.read_name(text, start)
        if kind == "call":
            return self.read_call(text, start, match.end())
        if kind == "number":
            value, end = read_number(self.source, start)
            return self.found(value, start, end)
        if kind == "text":
            return self.read_text(text, start, match.end())
        if kind == "label":
            return self.read_label(text, start, match.end())
        if kind == "target":
            if "\n" in self.source[self.at : start] and self.source.begins_line(start):
                raise self.no_operand()
            return self.read_name(text, start)
        self.at = match.end()
        if kind == "prefix":
            self.level.prefix(text, start)
            return False
        if text == "(":
            return self.open(Kind.PARENTHESIS, start, start)
        return self.open_list(Kind.ARRAY, start, start)

    def found(self, value: tree.Expr, start: int, end: int, depth: int = 0) -> bool:
        self.operand = Operand(value, start, end, depth)
        self.at = end
        return True

    def read_name(self, name: str, start: int) -> bool:
        end = start + len(name)
        if name in KEYWORDS:
            return self.read_keyword(name, start, end)
        if name == "if":
            self.at = end
            return self.open_if(start)
        if name == "else":
            raise slips.stray_else(self.source, start)
        span = self.source.span(start, end)
        if name in ("true", "false"):
            return self.found(tree.Bool(name == "true", span), start, end)
        return self.found(tree.Name(name, span), start, end)

    def read_keyword(self, name: str, start: int, end: int) -> bool:
        """A `for` that is the whole value; no other keyword begins one."""
        if name != "for":
            raise slips.keyword_as_name(self.source, start, name)
        if len(self.levels) > 1 or not self.level.fresh:
            raise slips.nested_producer(self.source, start)
        text, end = capture_header(self.source, end)
        if not text:
            raise slips.empty_header(self.source, start)
        name_only = match_name(text)
        if name_only is not None and name_only.end() == len(text):
            raise slips.bare_producer(self.source, start, text)
        end = start + len(self.source[start:end].rstrip())
        self.levels.clear()  # it takes the rest of its line
        return self.found(tree.Producer(text, self.source.span(start, end)), start, end)

    def read_call(self, name: str, start: int, end: int) -> bool:
        if name in KEYWORDS or name in ("true", "false", "else"):
            return self.read_name(name, start)
        if name in ("input", "cursor", "over"):
            raise slips.keyword_called(self.source, start, name)
        self.at = end
        return self.open_list(Kind.IF_CALL if name == "if" else Kind.CALL, start, end - 1, name)

    def read_label(self, name: str, start: int, end: int) -> bool:
        """The name of an argument, where one may stand."""
        if self.level.kind not in (Kind.CALL, Kind.IF_CALL) or not self.level.fresh:
            return self.read_name(name, start)
        if name in KEYWORDS:
            raise slips.keyword_as_name(self.source, start, name)
        self.level.label = Label(name, start)
        self.at = end
        return False

    def read_text(self, literal: str, start: int, end: int) -> bool:
        """A text, or a call of `printf` where all its placeholders are expressions."""
        span = self.source.span(start, end)
        text = text_of(literal)
        parts = None if self.raw or "{" not in text else split_text(text)
        if parts is None:
            return self.found(tree.Str(text, span), start, end)
        form, inside = parts
        values = self.read_placeholders(text, inside, text_places(literal, start))
        if values is None:
            return self.found(tree.Str(text, span), start, end)
        arguments = (
            tree.Argument(tree.Str(form, span), None, span),
            *(tree.Argument(operand.value, None, operand.value.span) for operand in values),
        )
        call = tree.Call("printf", arguments, True, span)
        self.found(call, start, end, 1 + deepest(values))
        self.operand = self.level.checked(self.operand)
        return True

    def read_placeholders(
        self, text: str, inside: tuple[tuple[int, int], ...], places: list[int]
    ) -> list[Operand] | None:
        """The values of placeholders; `None` where one of them is no expression."""
        found = []
        for start, end in inside:
            excerpt = Excerpt.of(text[start:end], self.source, places[start : end + 1])
            try:
                found.append(read_whole(excerpt))
            except Complaint:
                return None
        return found

    def no_operand(self) -> Complaint:
        here = skip_blanks(self.source, self.at)
        if len(self.levels) > 1 and slips.ends_at(self.source, here):
            return self.unclosed(here)
        return slips.no_operand(self.source, self.at)

    # --- beginnings of levels -----------------------------------------------------------

    def open(self, kind: Kind, at: int, bracket: int, name: str | None = None) -> bool:
        """Begin a level; false, as a value has to follow."""
        self.level = Level(self.source, kind, at, bracket, name)
        self.levels.append(self.level)
        if len(self.levels) > DEPTH + 1:
            raise slips.too_deep(self.source, bracket, DEPTH)
        return False

    def open_list(self, kind: Kind, at: int, bracket: int, name: str | None = None) -> bool:
        """Begin a level that may be empty."""
        self.open(kind, at, bracket, name)
        match = CLOSED.match(self.source, self.at)
        if match is None:
            return False
        if match[0][-1] != self.level.kind.closing:
            raise self.unclosed(match.end() - 1)
        self.at = match.end()
        return self.end_list()

    def open_if(self, start: int) -> bool:
        bracket = BRACKET.match(self.source, self.at)
        if bracket is None:
            return self.open(Kind.CONDITION, start, start)
        self.at = bracket.end()
        return self.open_list(Kind.IF_CALL, start, self.at - 1, "if")

    # --- what follows a value -----------------------------------------------------------

    def read_operator(self) -> bool:
        """Read on behind a value; true where another has to follow.

        False where a level has ended, whose value is then the current operand.
        """
        match = OPERATOR.match(self.source, self.at)
        if self.level.prefixes or (match is not None and match.lastgroup in POSTFIXES):
            match = self.read_postfix(match)
        if match is None:
            return self.end_level("", self.at)
        kind = match.lastgroup
        if kind == "close":
            return self.end_level(match[kind], match.start(kind))
        if kind != "binary":
            return self.end_level("", self.at)
        self.level.push(self.operand, match[kind], match.start(kind))
        self.at = match.end()
        return True

    def read_postfix(self, match: re.Match[str] | None) -> re.Match[str] | None:
        """Fields, then what stands before the value, then casts; the match behind them."""
        while match is not None and match.lastgroup == "member":
            self.read_field(match)
            match = OPERATOR.match(self.source, self.at)
        if self.level.prefixes:
            self.operand = self.level.apply_prefixes(self.operand)
        while match is not None and match["as"] and not self.begins_binding(match.start("as")):
            self.read_cast(match)
            match = OPERATOR.match(self.source, self.at)
        if match is not None and match.lastgroup == "member":
            raise slips.no_field(self.source, match.start("dot"))
        return match

    def read_field(self, match: re.Match[str]) -> None:
        """Take a name, or a field of one, as what a field is read of."""
        value, start, _, _ = self.operand
        if isinstance(value, tree.Name) and self.source[start] != "(":
            source = value.name
        elif isinstance(value, tree.Field) and self.source[start] != "(":
            source = value.wire
        else:
            raise slips.no_field(self.source, match.start("dot"))
        if match["member"] in KEYWORDS:
            raise slips.keyword_as_name(self.source, match.start("member"), match["member"])
        span = self.source.span(start, match.end())
        self.found(tree.Field(source, match["member"], span), start, match.end())

    def begins_binding(self, at: int) -> bool:
        """Whether an `as` begins the next line, as the name of a binding."""
        return BINDS.match(self.source, at + 2) is not None and self.source.begins_line(at)

    def read_cast(self, match: re.Match[str]) -> None:
        word = match["type"]
        if word is None:
            raise slips.no_type(self.source, match.end())
        type = find_type(word)
        if type is None:
            raise slips.unknown_type(self.source, match.start("type"), word)
        value, start, _, depth = self.operand
        self.found(
            tree.Cast(value, type, self.source.span(start, match.end())),
            start,
            match.end(),
            depth + 1,
        )
        self.operand = self.level.checked(self.operand)

    # --- ends of levels -----------------------------------------------------------------

    def end_level(self, token: str, at: int) -> bool:
        """What follows a whole expression: `token` at `at`, empty where no bracket does."""
        level = self.level
        kind = level.kind
        if level.operators:
            self.operand = level.finish(self.operand)
        if kind is Kind.ROOT:
            self.levels.clear()
            return False
        if token == "," and kind.listed:
            level.add_item(self.operand)
            self.at = at + 1
            if CLOSED.match(self.source, self.at):
                raise slips.trailing_comma(self.source, at)
            return True
        if token != kind.closing:
            raise self.unclosed(at)
        self.at = at + 1
        if kind is Kind.PARENTHESIS:
            self.leave(Operand(self.operand.value, level.at, self.at, self.operand.depth))
            return False
        if kind.listed:
            return self.end_item()
        return self.end_arm()

    def unclosed(self, at: int) -> Complaint:
        """The error for what stands at `at`, where the current level should go on or end."""
        bracket, kind = self.level.bracket, self.level.kind
        return slips.unclosed(self.source, at, bracket, kind.closing, kind.listed)

    def leave(self, operand: Operand) -> None:
        """End a level, whose value this is."""
        self.levels.pop()
        self.level = self.levels[-1]
        self.operand = operand

    def end_item(self) -> bool:
        """The end of a list; a bracket behind `if` with one value is part of a condition."""
        level = self.level
        if level.kind is Kind.IF_CALL and not level.items and level.label is None:
            value, _, _, depth = self.operand
            self.operand = Operand(value, level.bracket, self.at, depth)
            level.kind = Kind.CONDITION
            level.bracket = level.at
            return False
        level.add_item(self.operand)
        self.end_list()
        return False

    def end_list(self) -> bool:
        """The value of a call or an array."""
        level = self.level
        start, end, items = level.at, self.at, level.items
        span = self.source.span(start, end)
        value: tree.Expr
        if level.kind is Kind.ARRAY:
            value = tree.Array(tuple([item.value for item in items]), span)
        else:
            value = tree.Call(level.name, tuple(items), False, span)
        self.leave(level.checked(Operand(value, start, end, level.depth)))
        return True

    def end_arm(self) -> bool:
        """The end of a condition, or of an arm; false after the last one."""
        level = self.level
        if level.kind is Kind.ELSE:
            self.leave(self.conditional(level))
            return False
        level.arms.append((level.bracket, self.operand))
        level.bracket = self.at - 1
        if level.kind is Kind.CONDITION:
            level.kind = Kind.THEN
            return True
        match = ELSE.match(self.source, self.at)
        if match is None:
            raise slips.no_else(self.source, self.at)
        self.at = match.end()
        level.kind, level.bracket = Kind.ELSE, self.at - 1
        if match["if"]:
            level.kind, level.bracket = Kind.CONDITION, match.start("if")
            if len(level.arms) > 2 * DEPTH:
                raise slips.too_deep(self.source, level.bracket, DEPTH)
        return True

    def conditional(self, level: Level) -> Operand:
        """A chain of conditions as calls of `if`, the last one innermost."""
        operand, end = self.operand, self.at
        while level.arms:
            _, then = level.arms.pop()
            start, condition = level.arms.pop()
            parts = (condition, then, operand)
            call = tree.Call(
                "if",
                tuple(tree.Argument(part.value, None, part.value.span) for part in parts),
                False,
                self.source.span(start, end),
            )
            operand = level.checked(Operand(call, start, end, 1 + deepest(parts)))
        return operand


def read_whole(source: Source) -> Operand:
    """The expression that is all of a text.

    Raises:
        Complaint: there is none, or more than one.
    """
    operand = Reader(source, 0).read()
    if skip_blanks(source, operand.end) < len(source):
        raise slips.after_value(source, operand.end)
    return operand


class Expression(Token):
    """Grammar element: an expression; its texts are taken as they are where it is `raw`."""

    def __init__(self, raw: bool = False) -> None:
        super().__init__()
        self.callPreparse = False
        self.raw = raw

    def _generateDefaultName(self) -> str:  # noqa: N802, the name is pyparsing's
        return "expression"

    def parseImpl(  # noqa: N802
        self, instring: str, loc: int, do_actions: bool = True
    ) -> tuple[int, list[tree.Expr]]:
        assert isinstance(instring, Source)
        operand = Reader(instring, loc, self.raw).read()
        return operand.end, [operand.value]


def parse_expression(text: str) -> tree.Expr:
    """The tree of an expression.

    Raises:
        ParseError: the text is not one expression.
    """
    try:
        return read_whole(Source(text)).value
    except Complaint as complaint:
        raise ParseError(complaint.diagnostic) from None
