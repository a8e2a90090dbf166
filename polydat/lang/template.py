"""The bodies of tiles: text with holes, projections and branches.

    hole         ${expression: type | format!}
    projection   @for comprehension sep "text" { ... }
    branch       @if condition { ... } @else { ... }

What opens and closes a hole and what begins a directive are options of the tile.  The
places of what stands in a template are not kept: an error has the place of its tile.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from polydat.errors import Diagnostic, ParseError, nearest_names
from polydat.lang import tree
from polydat.lang.expressions import parse_expression
from polydat.lang.levels import DEPTH
from polydat.lang.terminals import NAME, REFERENCE
from polydat.types import PortType, find_type
from polydat.types.port import KEYWORDS


@dataclass(frozen=True, slots=True)
class Static:
    """Text that is written as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Hole:
    """The text of a value; `raw` where it is written without escapes."""

    value: tree.Expr
    type: PortType | None = None
    format: str | None = None
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Projection:
    """A template for each tuple of a comprehension, which is kept as text."""

    source: str
    separator: str | None
    body: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One of two templates."""

    condition: tree.Expr
    then: tuple[Piece, ...]
    otherwise: tuple[Piece, ...] = field(default=())


Piece: TypeAlias = Static | Hole | Projection | Branch

QUOTED = r'"(?s:[^"\\]++|\\.)*+"|' r"'(?s:[^'\\]++|\\.)*+'"
INSIDE = re.compile(rf"{QUOTED}|[()\[\]{{}}]|(?s:.)")
FORMAT = re.compile(r"[A-Za-z0-9.<>^+#_-]+")
SEPARATOR = re.compile(r'\bsep\s+\\?"(?P<text>(?:[^"\\]|\\.)*?)\\?"\s*\Z', re.DOTALL)
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"'}
BESIDE = frozenset("<>=!+-*/%.,()[]&|?:")  # around a `{name}` that belongs to a header
BEHIND = BESIDE - frozenset("()[]")  # also with blanks between
SOURCE = re.compile(rf"\s*(?:{NAME}\s*\Z|.*\sin\s+\S)", re.DOTALL)


def read_template(tile: tree.Tile) -> tuple[Piece, ...]:
    """The pieces of a tile, in order.

    Raises:
        ParseError: the body of the tile is no template.
    """
    return Scanner(tile).pieces(inner=False)


class Scanner:
    """Reads one template."""

    def __init__(self, tile: tree.Tile) -> None:
        self.tile = tile
        self.text = tile.text
        self.options = tile.options
        self.at = 0
        self.depth = 0  # of blocks in blocks
        marks = map(re.escape, (tile.options.open, tile.options.sigil))
        self.stops = re.compile(rf"{'|'.join(marks)}|[{{}}]")

    def pieces(self, inner: bool) -> tuple[Piece, ...]:
        """What stands up to the end, or up to the `}` that ends an inner block."""
        found: list[Piece] = []
        static: list[str] = []
        depth, begin = 0, self.at
        while (stop := self.stops.search(self.text, self.at)) is not None:
            static.append(self.text[self.at : stop.start()])
            self.at = stop.start()
            mark = self.mark()
            if mark == "doubled":
                static.append(self.options.open)
                self.at += 2 * len(self.options.open)
            elif mark is not None:
                found.append(Static("".join(static)))
                static = []
                found.append(self.hole() if mark == "hole" else self.directive(mark))
            else:
                character = self.text[self.at]
                if character == "}" and depth == 0 and inner:
                    self.at += 1
                    return trimmed([*found, Static("".join(static))])
                depth += (character == "{") - (character == "}")
                static.append(character)
                self.at += 1
        if inner:
            self.refuse("this block never ends", begin - 1, "'}'")
        static.append(self.text[self.at :])
        return without_empty([*found, Static("".join(static))])

    def mark(self) -> str | None:
        """What begins here, if it is no text."""
        opened = self.options.open
        if self.text.startswith(opened, self.at):
            doubled = self.text.startswith(opened, self.at + len(opened))
            return "doubled" if doubled else "hole"
        for word in ("for", "if"):
            directive = self.options.sigil + word
            behind = self.text[self.at + len(directive) : self.at + len(directive) + 1]
            if self.text.startswith(directive, self.at) and behind.isspace():
                return word
        return None

    # --- holes ------------------------------------------------------------------------

    def hole(self) -> Hole:
        begin = self.at
        self.at += len(self.options.open)
        start, depth = self.at, 0
        for match in INSIDE.finditer(self.text, start):
            if depth == 0 and self.text.startswith(self.options.close, match.start()):
                self.at = match.start() + len(self.options.close)
                return self.peel(self.text[start : match.start()], begin)
            depth += (match[0] in "([{") - (match[0] in ")]}")
        return self.refuse("this hole never ends", begin, f"'{self.options.close}'")

    def peel(self, text: str, begin: int) -> Hole:
        """A hole, its suffixes taken off from the right."""
        text = text.strip()
        raw = text.endswith("!")
        text = text.removesuffix("!").rstrip()
        form = None
        if (bar := last_outside(text, "|")) is not None and text[bar - 1 : bar] != "|":
            suffix = text[bar + 1 :].strip()
            if FORMAT.fullmatch(suffix):
                text, form = text[:bar].rstrip(), suffix
        type = None
        if (colon := last_outside(text, ":")) is not None:
            word = text[colon + 1 :].strip()
            type = find_type(word)
            if type is None and re.fullmatch(NAME, word):
                near = nearest_names(word, list(KEYWORDS))
                self.refuse(f"no type named '{word}'", begin, "a type", near)
            if type is not None:
                text = text[:colon].rstrip()
        if not text:
            self.refuse("this hole is empty", begin, "an expression")
        return Hole(self.expression(text, begin), type, form, raw)

    def expression(self, text: str, begin: int) -> tree.Expr:
        try:
            return parse_expression(text)
        except ParseError as error:
            first = error.diagnostics[0]
            self.refuse(f"'{text}' is no expression: {first.message}", begin, first.expected)

    # --- directives -------------------------------------------------------------------

    def directive(self, word: str) -> Projection | Branch:
        begin = self.at
        header = self.header(word)
        body = self.inner_block(begin)
        if word == "if":
            condition = self.expression(REFERENCE.sub(bare, header).strip(), begin)
            return Branch(condition, body, self.otherwise(begin))
        separator = SEPARATOR.search(header)
        if separator is None:
            return Projection(header.strip(), None, body)
        text = ESCAPE.sub(lambda m: ESCAPES.get(m[1], m[0]), separator["text"])
        return Projection(header[: separator.start()].strip(), text, body)

    def inner_block(self, begin: int) -> tuple[Piece, ...]:
        """The pieces of the block of a directive that begins at `begin`."""
        self.depth += 1
        if self.depth > DEPTH:
            self.refuse(
                f"this is nested more than {DEPTH} levels deep", begin, "less in one another"
            )
        body = self.pieces(inner=True)
        self.depth -= 1
        return body

    def header(self, word: str) -> str:
        """The text behind a directive, up to its block."""
        begin = self.at
        start = self.at + len(self.options.sigil) + len(word)
        depth, skip = 0, start
        for match in INSIDE.finditer(self.text, start):
            at = match.start()
            if at < skip:  # inside of a `{name}`
                continue
            if self.text.startswith(self.options.open, at):
                self.refuse(f"a hole stands in the header of this '{word}'", begin, "'{'")
            if match[0] == "{" and depth == 0:
                reference = REFERENCE.match(self.text, at)
                if reference is None or not self.belongs(word, start, reference):
                    self.at = at + 1
                    return self.text[start:at]
                skip = reference.end()
                continue
            depth += (match[0] in "([{") - (match[0] in ")]}")
        return self.refuse(f"this '{word}' has no block", begin, "'{'")

    def belongs(self, word: str, start: int, reference: re.Match[str]) -> bool:
        """Whether a `{name}` belongs to the header, and is not its block."""
        at, end = reference.span()
        if self.text[at - 1] in BESIDE or self.text[end : end + 1] in BESIDE - {""}:
            return True
        rest = self.text[end:].lstrip()
        if rest[:1] in BEHIND and rest:
            return True
        if not rest or rest.startswith((self.options.sigil, self.options.open)):
            return False
        return not is_complete(word, self.text[start:at])

    def otherwise(self, begin: int) -> tuple[Piece, ...]:
        """The block of an `@else`, if one follows."""
        pattern = rf"\s*{re.escape(self.options.sigil)}else\s*\{{"
        match = re.compile(pattern).match(self.text, self.at)
        if match is None:
            return ()
        self.at = match.end()
        return self.inner_block(begin)

    def refuse(
        self, message: str, at: int, expected: str | None, near: tuple[str, ...] = ()
    ) -> NoReturn:
        """Raise the error for something at an offset of the template."""
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        place = f"in line {line}, column {column} of tile '{self.tile.name}'"
        span = self.tile.span
        raise ParseError(Diagnostic(message, span, None, expected, near, notes=(place,)))


def bare(reference: re.Match[str]) -> str:
    """The name in braces, without them."""
    return f" {reference[0][1:-1]} "


def is_complete(word: str, header: str) -> bool:
    """Whether a header may end here."""
    if word == "for":
        return SOURCE.match(header) is not None
    try:
        parse_expression(REFERENCE.sub(bare, header))
    except ParseError:
        return False
    return True


def last_outside(text: str, character: str) -> int | None:
    """The last place of a character outside of brackets and quotes."""
    found, depth = None, 0
    for match in INSIDE.finditer(text):
        if match[0] == character and depth == 0:
            found = match.start()
        depth += (match[0] in "([{") - (match[0] in ")]}")
    return found


def trimmed(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The pieces of a block, without blanks at its ends."""
    if isinstance(pieces[0], Static):
        pieces[0] = Static(pieces[0].text.lstrip())
    if isinstance(pieces[-1], Static):
        pieces[-1] = Static(pieces[-1].text.rstrip())
    return without_empty(pieces)


def without_empty(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece != Static(""))
