"""Expressions, by precedence climbing: the hot part of parsing.

One loop over two large regular expressions and a stack of levels, one for each open
bracket, so that no program exhausts Python's own stack.  Each level holds operands and
operators that wait for their right side.

A value is passed on as `Operand`: the tree, where it stands, and how deep it is.  Depth
is limited, except along the left side of binary operators, which chains make long.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from pyparsing import Token

from polydat.errors import ParseError
from polydat.lang import slips, tree
from polydat.lang.interpolation import split_text
from polydat.lang.terminals import (
    KEYWORDS,
    NAME,
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

DEPTH = 100  # of expressions in expressions, and of blocks in blocks: what reads trees recurses

# Binding powers, the loosest first; all but `**` group to the left.
POWERS = {
    operator: power
    for power, operators in enumerate(
        (
            ("||",),
            ("&&",),
            ("==", "!="),
            ("<", ">", "<=", ">="),
            ("|",),
            ("^",),
            ("&",),
            ("<<", ">>"),
            ("+", "-"),
            ("*", "/", "%"),
            ("**",),
        )
    )
    for operator in operators
}
RIGHT = "**"

# A call's bracket stands on the line of its name: a tuple binding may follow any binding.
SAME_LINE = r"(?:[ \t\r\f]|/\*(?:(?!\*/)[^\n])*+\*/)*+"
END = r"(?![A-Za-z0-9_])"

OPERAND = re.compile(
    rf"{SKIP}(?:(?P<call>{NAME}){SAME_LINE}\("
    rf"|(?P<label>{NAME}){SKIP}:(?!=)|(?P<target>{NAME}){SKIP}:=|(?P<name>{NAME})"
    rf"|(?P<number>[0-9])|(?P<text>{TEXT})|(?P<open>[(\[])|(?P<prefix>[-!]))"
)
OPERATOR = re.compile(
    rf"{SKIP}(?:(?P<binary>\*\*|<<(?!<)|>>|&&|\|\||[=!<>]=|-(?!>)|/(?!\*)|<(?!<)|[+*%^&|>])"
    rf"|(?P<close>[(){{}}\[\],])|(?P<field>\.){SKIP}(?P<member>{NAME})"
    rf"|(?P<cast>as){END}{SKIP}(?P<type>{NAME})?)"
)
CLOSED = re.compile(rf"{SKIP}[)\]]")
ELSE = re.compile(rf"{SKIP}else{END}{SKIP}(?:(?P<if>if){END}|\{{)")
BINDS = re.compile(rf"{SKIP}:=")
IF_BRACKET = re.compile(rf"{SKIP}\(")


class Kind(Enum):
    """What a level was opened by."""

    ROOT = auto()
    PARENTHESIS = auto()
    ARRAY = auto()
    CALL = auto()
    IF_CALL = auto()  # `if(`: a call, unless a `{` shows that it was a condition
    CONDITION = auto()
    THEN = auto()
    ELSE = auto()


class Operand(NamedTuple):
    """A value that was read: its tree, its place as offsets, the depth of the tree."""

    value: tree.Expr
    start: int
    end: int
    depth: int = 0


class Label(NamedTuple):
    """What stands before an item: the name of an argument, or `if`."""

    name: str
    at: int


class Sum:
    """Terms that more may follow."""

    __slots__ = ("operators", "terms")

    def __init__(self, first: Operand) -> None:
        self.terms = [first]
        self.operators: list[int] = []


class Level:
    """Everything between a bracket and its end."""

    __slots__ = (
        "at",
        "bracket",
        "items",
        "kind",
        "label",
        "name",
        "operands",
        "operators",
        "prefixes",
    )

    def __init__(self, kind: Kind, at: int, bracket: int, name: str = "") -> None:
        self.kind = kind
        self.at = at  # of all that it belongs to
        self.bracket = bracket  # of what opened it: a bracket, or the word `if`
        self.name = name  # of the function
        self.label: Label | None = None  # of the item being read
        self.items: list[tuple[Label | None, Operand]] = []
        self.operands: list[Operand | Sum] = []
        self.operators: list[tuple[str, int]] = []
        self.prefixes: list[tuple[str, int]] = []

    @property
    def fresh(self) -> bool:
        """Whether nothing of the current item has been read."""
        return not (self.operands or self.prefixes or self.label)


class Reader:
    """Reads one expression.

    Requires: `raw` is set where texts are to be taken as they are.
    """

    def __init__(self, source: Source, at: int, raw: bool = False) -> None:
        self.source = source
        self.at = at
        self.raw = raw
        self.level = Level(Kind.ROOT, at, at)
        self.levels = [self.level]
        self.operand = Operand(tree.Bool(False), at, at)

    def read(self) -> Operand:
        """The expression at the current place.

        Raises:
            Complaint: there is none, or it breaks off.
        """
        while True:
            while not self.read_operand():
                pass
            if not self.levels:
                return self.operand
            while not self.read_operator():
                if not self.levels:
                    return self.operand

    # --- operands ---------------------------------------------------------------------

    def read_operand(self) -> bool:
        """Read on to a value; false where a bracket or a prefix was read instead."""
        match = OPERAND.match(self.source, self.at)
        if match is None:
            raise self.no_operand()
        kind = match.lastgroup
        assert kind is not None
        start = match.start(kind)
        if kind == "name":
            return self.read_name(match[kind], start)
        if kind == "call":
            return self.read_call(match[kind], start, match.end())
        if kind == "number":
            value, end = read_number(self.source, start)
            return self.found(value, start, end)
        if kind == "label":
            return self.read_label(match[kind], start, match.end())
        if kind == "target":
            if self.source.begins_line(start):
                raise self.no_operand()
            return self.read_name(match[kind], start)
        if kind == "text":
            return self.read_text(match[kind], start, match.end())
        self.at = match.end()
        if kind == "prefix":
            self.level.prefixes.append((match[kind], start))
            if len(self.level.prefixes) > DEPTH:
                raise self.too_deep(start)
            return False
        if match[kind] == "(":
            return self.open(Kind.PARENTHESIS, start, start)
        return self.open_list(Kind.ARRAY, start, start)

    def no_operand(self) -> Complaint:
        return slips.no_operand(self.source, self.at, self.level.bracket, self.closing())

    def found(self, value: tree.Expr, start: int, end: int, depth: int = 0) -> bool:
        self.operand = Operand(value, start, end, depth)
        self.at = end
        return True

    def open(self, kind: Kind, at: int, bracket: int, name: str = "") -> bool:
        """Begin a level; false, as something has to follow."""
        self.level = Level(kind, at, bracket, name)
        self.levels.append(self.level)
        if len(self.levels) > DEPTH:
            raise self.too_deep(bracket)
        return False

    def open_list(self, kind: Kind, at: int, bracket: int, name: str = "") -> bool:
        """Begin a level that may be empty."""
        self.open(kind, at, bracket, name)
        if (match := CLOSED.match(self.source, self.at)) is None:
            return False
        if self.source[match.end() - 1] != self.closing():
            raise self.unclosed(match.end() - 1)
        self.at = match.end()
        return self.end_list()

    def read_name(self, name: str, start: int) -> bool:
        end = start + len(name)
        if name in KEYWORDS:
            return self.read_keyword(name, start, end)
        span = self.source.span(start, end)
        if name in ("true", "false"):
            return self.found(tree.Bool(name == "true", span), start, end)
        if name == "if":
            self.at = end
            return self.open_if(start)
        if name == "else":
            raise slips.stray_else(self.source, start)
        return self.found(tree.Name(name, span), start, end)

    def open_if(self, start: int) -> bool:
        bracket = IF_BRACKET.match(self.source, self.at)
        if bracket is None:
            return self.open(Kind.CONDITION, start, start)
        self.at = bracket.end()
        return self.open_list(Kind.IF_CALL, start, self.at - 1, "if")

    def read_call(self, name: str, start: int, end: int) -> bool:
        if name in KEYWORDS or name in ("true", "false", "else"):
            return self.read_name(name, start)
        if name in ("input", "cursor", "over"):
            raise slips.keyword_called(self.source, start, name)
        self.at = end
        return self.open_list(Kind.IF_CALL if name == "if" else Kind.CALL, start, end - 1, name)

    def read_label(self, name: str, start: int, end: int) -> bool:
        if self.level.kind not in (Kind.CALL, Kind.IF_CALL) or not self.level.fresh:
            return self.read_name(name, start)
        if name in KEYWORDS:
            raise slips.keyword_as_name(self.source, start, name)
        self.level.label = Label(name, start)
        self.at = end
        return False

    def read_keyword(self, name: str, start: int, end: int) -> bool:
        """A `for` that is the whole value; no other keyword begins one."""
        if name != "for":
            raise slips.keyword_as_name(self.source, start, name)
        if len(self.levels) > 1 or not self.level.fresh:
            raise slips.nested_producer(self.source, start)
        text, end = capture_header(self.source, end)
        if not text:
            raise slips.empty_header(self.source, start)
        if match_name(text) and text.isidentifier():
            raise slips.bare_producer(self.source, start, text)
        self.levels.clear()  # it takes the rest of its line, so nothing follows
        end = start + len(self.source[start:end].rstrip())
        return self.found(tree.Producer(text, self.source.span(start, end)), start, end)

    def read_text(self, literal: str, start: int, end: int) -> bool:
        span = self.source.span(start, end)
        text = text_of(literal)
        parts = split_text(text) if "{" in text and not self.raw else None
        arguments = parts and self.read_placeholders(text, parts[1], text_places(literal, start))
        if not parts or not arguments:
            return self.found(tree.Str(text, span), start, end)
        call = tree.Call(
            "printf",
            (
                tree.Argument(tree.Str(parts[0], span), span=span),
                *(tree.Argument(a.value, span=a.value.span) for a in arguments),
            ),
            interpolated=True,
            span=span,
        )
        return self.found(call, start, end, 1 + max(a.depth for a in arguments))

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

    # --- operators --------------------------------------------------------------------

    def read_operator(self) -> bool:
        """Read on behind a value; true where another has to follow.

        False where a level has ended, whose value is then the current operand.
        """
        source = self.source
        match = OPERATOR.match(source, self.at)
        kind = match.lastgroup if match else None
        while match is not None and kind == "member":
            if not self.read_field(match["member"], match.end()):
                raise slips.no_field(source, match.start("field"))
            match = OPERATOR.match(source, self.at)
            kind = match.lastgroup if match else None
        if self.level.prefixes:
            self.apply_prefixes()
        while match is not None and kind in ("cast", "type") and not self.is_binding(match):
            self.read_cast(match)
            match = OPERATOR.match(source, self.at)
            kind = match.lastgroup if match else None
        if match is None or kind in ("cast", "type", "member"):
            if kind == "member":
                assert match is not None
                raise slips.no_field(source, match.start("field"))
            return self.end_level("", self.at)
        if kind == "binary":
            self.push(match["binary"], match.start("binary"))
            self.at = match.end()
            return True
        return self.end_level(match["close"], match.start("close"))

    def read_field(self, member: str, end: int) -> bool:
        """Make a name or a field a field of it; false where the value has none."""
        value, start, _, _ = self.operand
        if self.source[start] == "(" or member in KEYWORDS:
            return False
        if isinstance(value, tree.Name):
            source = value.name
        elif isinstance(value, tree.Field):
            source = value.wire
        else:
            return False
        return self.found(tree.Field(source, member, self.source.span(start, end)), start, end)

    def is_binding(self, match: re.Match[str]) -> bool:
        """Whether an `as` begins the next line as the name of a binding."""
        at = match.start("cast")
        return BINDS.match(self.source, at + 2) is not None and self.source.begins_line(at)

    def apply_prefixes(self) -> None:
        value, _, end, depth = self.operand
        prefixes = self.level.prefixes
        while prefixes:
            symbol, start = prefixes.pop()
            depth += 1
            value = tree.Unary(symbol, value, self.source.span(start, end))
            self.operand = self.checked(Operand(value, start, end, depth))

    def read_cast(self, match: re.Match[str]) -> None:
        word = match["type"]
        if word is None:
            raise slips.no_type(self.source, match.end(), "as")
        type = find_type(word)
        if type is None:
            raise slips.unknown_type(self.source, match.start("type"), word)
        value, start, _, depth = self.operand
        self.at = end = match.end()
        cast = tree.Cast(value, type, self.source.span(start, end))
        self.operand = self.checked(Operand(cast, start, end, depth + 1))

    def push(self, operator: str, at: int) -> None:
        """Let the operand wait for the right side of an operator."""
        level = self.level
        level.operands.append(self.operand)
        power = POWERS[operator]
        while level.operators:
            last = POWERS[level.operators[-1][0]]
            if last < power or (last == power and operator == RIGHT):
                break
            self.reduce(level)
        level.operators.append((operator, at))
        if len(level.operators) > DEPTH:  # eleven powers, so it is a chain of `**`
            raise self.too_deep(at)

    def reduce(self, level: Level) -> None:
        """Join the last two operands."""
        operator, at = level.operators.pop()
        right = self.closed(level.operands.pop())
        left = level.operands.pop()
        if operator == "+":
            total = left if isinstance(left, Sum) else Sum(left)
            total.operators.append(at)
            total.terms.append(right)
            level.operands.append(total)
            return
        left = self.closed(left)
        value = tree.Binary(
            operator,
            left.value,
            right.value,
            self.source.span(at, at + len(operator)),
            self.source.span(left.start, right.end),
        )
        depth = max(left.depth, right.depth + 1)
        level.operands.append(self.checked(Operand(value, left.start, right.end, depth)))

    def closed(self, operand: Operand | Sum) -> Operand:
        """An operand as a value: no term follows."""
        if isinstance(operand, Operand):
            return operand
        terms = operand.terms
        start, end = terms[0].start, terms[-1].end
        value = tree.Sum(
            tuple(t.value for t in terms),
            tuple(self.source.span(at, at + 1) for at in operand.operators),
            self.source.span(start, end),
        )
        depth = max(terms[0].depth, 1 + max(t.depth for t in terms[1:]))
        return self.checked(Operand(value, start, end, depth))

    # --- ends of levels ---------------------------------------------------------------

    def end_level(self, token: str, at: int) -> bool:
        """What follows a whole expression: `token` at `at`, empty where no bracket does."""
        level = self.level
        if level.operators:
            level.operands.append(self.operand)
            while level.operators:
                self.reduce(level)
            self.operand = self.closed(level.operands.pop())
        if level.kind is Kind.ROOT:
            self.levels.clear()
            return False
        listed = level.kind in (Kind.CALL, Kind.IF_CALL, Kind.ARRAY)
        if token == "," and listed:
            self.add_item()
            self.at = at + 1
            if CLOSED.match(self.source, self.at):
                raise slips.trailing_comma(self.source, at)
            return True
        if token != self.closing():
            raise self.unclosed(at if token else self.at)
        self.at = at + 1
        if level.kind is Kind.PARENTHESIS:
            self.operand = Operand(self.operand.value, level.at, at + 1, self.operand.depth)
            self.leave()
            return False
        if listed:
            return self.end_item()
        return self.end_arm(level)

    def unclosed(self, at: int) -> Complaint:
        """The error for what stands at `at`, where the current level should go on or end."""
        listed = self.level.kind in (Kind.CALL, Kind.IF_CALL, Kind.ARRAY)
        return slips.unclosed(self.source, at, self.level.bracket, self.closing(), listed)

    def closing(self) -> str:
        """What ends the current level."""
        match self.level.kind:
            case Kind.ROOT:
                return ""
            case Kind.ARRAY:
                return "]"
            case Kind.CONDITION:
                return "{"
            case Kind.THEN | Kind.ELSE:
                return "}"
            case _:
                return ")"

    def leave(self) -> None:
        self.levels.pop()
        self.level = self.levels[-1]

    def add_item(self) -> None:
        self.level.items.append((self.level.label, self.operand))
        self.level.label = None

    def end_item(self) -> bool:
        """The end of a list; a bracket behind `if` with one value is part of a condition."""
        level = self.level
        if level.kind is Kind.IF_CALL and not level.items and level.label is None:
            level.kind = Kind.CONDITION
            value, _, _, depth = self.operand
            self.operand = Operand(value, level.bracket, self.at, depth)
            level.bracket = level.at
            return False
        self.add_item()
        self.end_list()
        return False

    def end_list(self) -> bool:
        level = self.level
        start, end = level.at, self.at
        span = self.source.span(start, end)
        depth = 1 + max((item.depth for _, item in level.items), default=-1)
        value: tree.Expr
        if level.kind is Kind.ARRAY:
            value = tree.Array(tuple(item.value for _, item in level.items), span)
        else:
            value = tree.Call(level.name, tuple(map(self.argument, level.items)), span=span)
        self.leave()
        self.operand = self.checked(Operand(value, start, end, depth))
        return True

    def argument(self, item: tuple[Label | None, Operand]) -> tree.Argument:
        label, (value, _, end, _) = item
        if label is None:
            return tree.Argument(value, None, value.span)
        return tree.Argument(value, label.name, self.source.span(label.at, end))

    def end_arm(self, level: Level) -> bool:
        """The end of a condition, or of an arm."""
        if level.kind is Kind.ELSE:
            self.end_if(level)
            return False
        self.add_item()
        if level.kind is Kind.CONDITION:
            level.kind = Kind.THEN
            level.bracket = self.at - 1
            return True
        match = ELSE.match(self.source, self.at)
        if match is None:
            raise slips.no_else(self.source, self.at)
        self.at = match.end()
        level.bracket = self.at - 1
        level.kind = Kind.ELSE
        if match["if"]:
            level.kind = Kind.CONDITION
            level.bracket = match.start("if")
            level.label = Label("if", level.bracket)
        return True

    def end_if(self, level: Level) -> None:
        """A chain of conditions as calls of `if`, the last one innermost."""
        operand, end = self.operand, self.at
        while level.items:
            _, then = level.items.pop()
            label, condition = level.items.pop()
            start = label.at if label else level.at
            parts = (condition, then, operand)
            call = tree.Call(
                "if",
                tuple(tree.Argument(part.value, None, part.value.span) for part in parts),
                span=self.source.span(start, end),
            )
            depth = 1 + max(part.depth for part in parts)
            operand = self.checked(Operand(call, start, end, depth))
        self.operand = operand
        self.leave()

    # --- depth ------------------------------------------------------------------------

    def checked(self, operand: Operand) -> Operand:
        if operand.depth > DEPTH:
            raise self.too_deep(operand.start)
        return operand

    def too_deep(self, at: int) -> Complaint:
        return slips.too_deep(self.source, at, DEPTH)


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
    """Grammar element: an expression."""

    def __init__(self) -> None:
        super().__init__()
        self.callPreparse = False

    def _generateDefaultName(self) -> str:  # noqa: N802, the name is pyparsing's
        return "expression"

    def parseImpl(  # noqa: N802
        self, instring: str, loc: int, do_actions: bool = True
    ) -> tuple[int, list[tree.Expr]]:
        assert isinstance(instring, Source)
        operand = Reader(instring, loc).read()
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
