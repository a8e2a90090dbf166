"""What program text is made of: blanks, comments, names, numbers, texts, raw captures.

A terminal is one large regular expression, each with the blanks and comments before it,
since matching in C is what makes parsing fast.  Everything here knows places, and
nothing knows productions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pyparsing import ParseSyntaxException

from polydat.errors import Diagnostic, SourceFile, Span
from polydat.lang import tree
from polydat.types import U64_MAX

COMMENT = r"(?:\#|//)[^\n]*+|/\*(?s:.*?)\*/"
SKIP = rf"[ \t\r\f\n]*+(?:(?:{COMMENT})[ \t\r\f\n]*+)*+"
NAME = r"[A-Za-z_][A-Za-z0-9_]*+"
END = r"(?![A-Za-z0-9_])"  # behind a word that is no part of a longer one
TEXT = r'"(?s:[^"\\]++|\\.)*+"' + r"|'(?s:[^'\\]++|\\.)*+'|<<<(?s:.*?)>>>"

# A call's bracket stands on the line of its name: a tuple binding may follow any binding.
SAME_LINE = r"(?:[ \t\r\f]|/\*(?:(?!\*/)[^\n])*+\*/)*+"

# Words that are never names, and words that no binding may take.
KEYWORDS = frozenset(("const", "extern", "shared", "volatile", "pragma", "for", "tile"))
TAKEN = KEYWORDS | {"if", "else", "true", "false"}

skip = re.compile(SKIP).match
match_name = re.compile(NAME).match
match_text = re.compile(TEXT).match


class Source(str):
    """Program text that knows its lines, handed through pyparsing as the string it is.

    Attributes:
        starts: offsets at which lines begin.
        file: where the text is from, where it is not the program itself.
    """

    file: SourceFile | None = None
    starts: Sequence[int]

    def __new__(cls, text: str) -> Source:
        source = super().__new__(cls, text)
        source.starts = [0, *(m.end() for m in re.finditer("\n", text))]
        return source

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from `start` to `end`."""
        line = bisect_right(self.starts, start)
        return Span(line, start - self.starts[line - 1] + 1, end - start, self.file)

    def begins_line(self, at: int) -> bool:
        """Whether only blanks stand before `at` on its line."""
        line = bisect_right(self.starts, at)
        return not self[self.starts[line - 1] : at].strip(" \t\r\f")


class Excerpt(Source):
    """Text that was taken out of another, such as a placeholder out of a literal.

    Attributes:
        places: for each character and for the end, its offset in the outer text.
    """

    outer: Source
    places: Sequence[int]

    @classmethod
    def of(cls, text: str, outer: Source, places: Sequence[int]) -> Excerpt:
        excerpt = cls(text)
        assert isinstance(excerpt, Excerpt)
        excerpt.outer = outer
        excerpt.places = places
        return excerpt

    def span(self, start: int, end: int) -> Span:
        first = self.places[start]
        return self.outer.span(first, max(first + 1, self.places[max(start, end - 1)] + 1))


class Complaint(ParseSyntaxException):
    """A located error; pyparsing passes it on at once, without trying alternatives.

    Attributes:
        last: nothing behind the place can be read, since a text or a comment never ends.
    """

    def __init__(self, source: Source, at: int, diagnostic: Diagnostic, last: bool = False) -> None:
        super().__init__(source, at, diagnostic.message)
        self.diagnostic = diagnostic
        self.last = last


def complain(
    source: Source,
    at: int,
    message: str,
    expected: str | None = None,
    write: str | None = None,
    *,
    end: int | None = None,
    found: str | None = None,
    nearest: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Complaint:
    """The error for what stands behind the blanks at `at`, in place of `expected`."""
    if end is None:
        at = skip_blanks(source, at)
    if source.startswith("/*", at):
        return never_ends(source, at, 2, "comment", "*/")
    if source.startswith(('"', "'", "<<<"), at) and match_text(source, at) is None:
        return unfinished_text(source, at)
    token = describe_token(source, at)
    diagnostic = Diagnostic(
        message,
        source.span(at, token[1] if end is None else end),
        found=token[0] if found is None else found,
        expected=expected,
        nearest=nearest,
        write=write or HINTS.get(source[at : at + 1]),
        notes=notes,
    )
    return Complaint(source, at, diagnostic)


def skip_blanks(source: str, at: int) -> int:
    """The offset behind blanks and comments."""
    match = skip(source, at)
    assert match is not None
    return match.end()


# What to write in place of characters that have no meaning here.
HINTS = {
    ";": "nothing: a statement ends where the next begins",
    "?": "if condition { a } else { b }",
    "~": "! for the complement of all bits",
    "`": "a text in single or double quotes",
    "@": "a directive only inside the body of a tile",
    "$": "a hole only inside the body of a tile",
    "\\": "nothing: a statement may go on in the next line",
    **dict.fromkeys(
        "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb", "a text in plain quotes, \"\" or ''"
    ),
    **dict.fromkeys("\u2212\u2013\u2014", "-"),
    **dict.fromkeys("\u00a0\u2007\u202f\u3000\v\ufeff\u200b", "a plain blank"),
    "\u00d7": "*",
    "\u00f7": "/",
    "\u2260": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
}


def unfinished_text(source: Source, at: int) -> Complaint:
    """The error for a text without its closing mark."""
    if source.startswith("<<<", at):
        return never_ends(source, at, 3, "text", ">>>")
    return never_ends(source, at, 1, "text", source[at])


def never_ends(source: Source, at: int, length: int, what: str, close: str) -> Complaint:
    """The error for something whose closing mark is missing up to the end of the program."""
    diagnostic = Diagnostic(
        f"this {what} never ends",
        source.span(at, at + length),
        found="the end of the program",
        expected=f"'{close}'" if close != "'" else f'"{close}"',
    )
    return Complaint(source, at, diagnostic, last=True)


TOKEN = re.compile(
    rf"(?P<name>{NAME})|(?P<number>[0-9][0-9A-Za-z_]*(?:\.[0-9]+)?)|(?P<text>{TEXT})"
    r"|:=|->|==|!=|<=|>=|<<|>>|\*\*|&&|\|\||(?s:.)"
)


def describe_token(source: str, at: int) -> tuple[str, int]:
    """What stands at an offset, in words, and where it ends."""
    match = TOKEN.match(source, at)
    if match is None:
        return "the end of the program", at + 1
    token = match[0]
    kind = match.lastgroup
    if kind == "name":
        word = "keyword" if token in KEYWORDS else "name"
        return f"the {word} '{token}'", match.end()
    if kind == "number":
        return f"the number {token}", match.end()
    if kind == "text":
        line = token.partition("\n")[0]
        shown = line if len(line) <= 24 and line == token else f"{line[:21]}..."
        return f"the text {shown}", match.end()
    if token.isprintable():
        return f"'{token}'", match.end()
    return f"the character U+{ord(token):04X}", match.end()


# --- numbers -------------------------------------------------------------------------

DIGITS = "[0-9](?:_?[0-9])*+"
NUMBER = re.compile(
    r"0(?:[xX](?P<hex>[0-9a-fA-F_]*+)|[bB](?P<binary>[0-9_]*+)|[oO](?P<octal>[0-9_]*+))"
    rf"|(?P<whole>{DIGITS})(?P<fraction>\.{DIGITS})?"
    rf"(?P<exponent>[eE][+-]?(?:{DIGITS})?)?"
    r"(?P<suffix>(?:[KMGTP]i?|[mun])(?![A-Za-z0-9_]))?"
)
BASES = {"hex": 16, "binary": 2, "octal": 8}
SCALES = {
    **{letter: 1000**power for power, letter in enumerate("KMGTP", 1)},
    **{f"{letter}i": 1024**power for power, letter in enumerate("KMGTP", 1)},
}
FRACTIONS = {"m": 1e3, "u": 1e6, "n": 1e9}
MOST_DIGITS = 400  # a longer run of digits is no number of any type


def read_number(source: Source, at: int) -> tuple[tree.Int | tree.Float, int]:
    """The number literal at `at`, and where it ends.

    Raises:
        Complaint: it does not fit u64, or lacks digits.
    """
    match = NUMBER.match(source, at)
    assert match is not None
    end = match.end()
    if match["whole"] is None:
        return tree.Int(read_based(source, match), source.span(at, end)), end
    if match["exponent"] is not None and not match["exponent"][-1].isdigit():
        raise complain(source, at, "this number has no digits in its exponent", "digits", end=end)
    value = read_decimal(match)
    if isinstance(value, float):
        return tree.Float(value, source.span(at, end)), end
    if value > U64_MAX:
        raise too_large(source, at, end)
    return tree.Int(value, source.span(at, end)), end


def read_based(source: Source, match: re.Match[str]) -> int:
    kind = str(match.lastgroup)
    word = "hexadecimal" if kind == "hex" else kind
    try:
        value = int(match[kind], BASES[kind])
    except ValueError:
        message = f"this is no {word} number"
        expected = f"{word} digits, with single '_' between them"
        raise complain(
            source, match.start(), message, expected, end=match.end(), found=match[0]
        ) from None
    if value > U64_MAX:
        raise too_large(source, match.start(), match.end())
    return value


def too_large(source: Source, at: int, end: int) -> Complaint:
    return complain(
        source,
        at,
        "this number is too large",
        f"at most {U64_MAX} (2**64 - 1), or a float such as 1e20",
        end=end,
        found=source[at:end],
    )


def read_decimal(match: re.Match[str]) -> int | float:
    """Value of a decimal literal: scaled by its suffix, as an integer where it is one."""
    whole, fraction, exponent, suffix = match.group("whole", "fraction", "exponent", "suffix")
    if fraction is None and exponent is None:
        digits = whole.replace("_", "").lstrip("0") or "0"
        number = int(digits) if len(digits) <= MOST_DIGITS else U64_MAX + 1
        return (
            float(number) / FRACTIONS[suffix]
            if suffix in FRACTIONS
            else (number * SCALES.get(suffix, 1))
        )
    value = float(f"{whole}{fraction or ''}{exponent or ''}".replace("_", ""))
    if suffix is None:
        return value
    value = value / FRACTIONS[suffix] if suffix in FRACTIONS else value * SCALES[suffix]
    return int(value) if value.is_integer() and value <= U64_MAX else value


# --- texts ---------------------------------------------------------------------------

ESCAPE = re.compile(r"\\(.)", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\"}


def text_of(literal: str) -> str:
    """The text that a literal with its quotes stands for."""
    if literal.startswith("<<<"):
        return heredoc_text(literal)
    body = literal[1:-1]
    if "\\" not in body:
        return body
    known = {**ESCAPES, literal[0]: literal[0]}
    return ESCAPE.sub(lambda m: known.get(m[1], m[0]), body)


def heredoc_text(literal: str) -> str:
    """A heredoc without its marks and without the line ends next to them."""
    return literal[3:-3].removeprefix("\n").removesuffix("\n")


def text_places(literal: str, at: int) -> list[int]:
    """For each character of `text_of(literal)` and for its end, its offset in the program."""
    if literal.startswith("<<<"):
        first = at + 3 + literal.startswith("<<<\n")
        return list(range(first, first + len(heredoc_text(literal)) + 1))
    known = {*ESCAPES, literal[0]}
    places: list[int] = []
    i, last = 1, len(literal) - 1
    while i < last:
        places.append(at + i)
        i += 2 if literal[i] == "\\" and literal[i + 1] in known else 1
    return [*places, at + last]


# --- raw captures --------------------------------------------------------------------

# What a `for` header has to be watched for; everything else in it is copied.
HEADER = re.compile(r"[(\[)\]\n{#]|//|" + r'"(?:[^"\\\n]++|\\.)*+"?' + r"|'(?:[^'\\\n]++|\\.)*+'?")
REFERENCE = re.compile(r"\{[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\}")


def capture_header(source: Source, at: int) -> tuple[str, int]:
    """The text of a `for` behind the keyword, trimmed, and where it ends.

    It ends before a line end, before a comment, and before a `{` that is no `{name}`,
    each outside of brackets.  Inside of brackets a line end is a blank.

    Raises:
        Complaint: a bracket is open at the end of the program.
    """
    pieces: list[str] = []
    opened: list[int] = []
    begin = at
    for match in HEADER.finditer(source, at):
        token, start = match[0], match.start()
        if start < at:  # inside of a reference or a comment
            continue
        if token in "([":
            opened.append(start)
        elif token in ")]":
            del opened[-1:]
        elif token == "{":
            reference = REFERENCE.match(source, start)
            if reference is None and not opened:
                return finish(source, pieces, begin, start)
            at = reference.end() if reference else start
        elif token[0] not in "\"'":
            if not opened:
                return finish(source, pieces, begin, start)
            end = start + 1 if token == "\n" else source.find("\n", start)
            pieces += (source[begin:start], " " if token == "\n" else "")
            begin = at = end if end >= 0 else len(source)
    if opened:
        raise never_ends(
            source, opened[-1], 1, "bracket", ")" if source[opened[-1]] == "(" else "]"
        )
    return finish(source, pieces, begin, len(source))


def finish(source: str, pieces: list[str], begin: int, end: int) -> tuple[str, int]:
    return "".join((*pieces, source[begin:end])).strip(), end


BLOCK = re.compile(r"[{}\[\]]|" + r'"(?s:[^"\\]++|\\.)*+"|"')


def capture_block(source: Source, at: int) -> tuple[str, int]:
    """The balanced block that opens at `at`, brackets included, and where it ends.

    Raises:
        Complaint: it never closes.
    """
    depth = 0
    for match in BLOCK.finditer(source, at):
        token = match[0]
        if token == '"':
            break
        if len(token) == 1:
            depth += 1 if token in "{[" else -1
            if depth == 0:
                return dedent(source[at : match.end()]), match.end()
    raise never_ends(source, at, 1, "block", "}" if source[at] == "{" else "]")


def dedent(text: str) -> str:
    """A block without the indentation that all its lines but the first have in common."""
    first, *rest = text.split("\n")
    indents = [len(line) - len(line.lstrip(" \t")) for line in rest if line.strip()]
    margin = min(indents, default=0)
    return "\n".join((first, *(line[margin:] for line in rest)))
