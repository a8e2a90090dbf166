"""The phases of `explain` that come before names have a meaning: tokens and trees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polydat.cli.output import count
from polydat.cli.story import Row, Story
from polydat.lang import tree
from polydat.lang.names import defined_names
from polydat.lang.printer import binding_head, head_of, print_expression, tile_head
from polydat.lang.terminals import (
    COMMENT,
    KEYWORDS,
    NAME,
    TAKEN,
    TEXT,
    Source,
    capture_block,
    capture_header,
    read_number,
    skip_blanks,
    text_of,
)
from polydat.nodes import registry
from polydat.types import find_type

# --- tokens -----------------------------------------------------------------------------------

TOKEN = re.compile(
    rf"(?P<comment>{COMMENT})|(?P<text>{TEXT})|(?P<name>{NAME})|(?P<number>[0-9])"
    r"|(?P<sign>:=|->|[=!<>]=|<<|>>|\*\*|&&|\|\||[-+*/%^&|!<>=:,.()\[\]{}])"
)

WORDS = {
    "const": "computed once, when a kernel starts",
    "cursor": "a position that is advanced from outside",
    "else": "the other value",
    "extern": "a value that the host writes",
    "for": "repeats",
    "if": "chooses between two values",
    "input": "a coordinate: given for every row",
    "over": "the partition of a cursor",
    "pragma": "a switch for the whole program",
    "shared": "a value that is written and kept",
    "tile": "a text with holes",
    "volatile": "computed anew in every row",
    "as": "converts to a type",
    "true": "a value of type bool",
    "false": "a value of type bool",
}
SIGNS = {
    ":=": "gives the value on its right the name on its left",
    "=": "stands before a default or a cursor's range",
    ":": "stands before a type, or behind an argument's name",
    "->": "stands before the outputs of a module",
    ",": "parts items",
    ".": "reads a field",
    "(": "opens", "[": "opens", "{": "opens",
    ")": "closes", "]": "closes", "}": "closes",
    "+": "sum, or texts joined", "-": "difference, or minus", "*": "product", "/": "quotient",
    "%": "remainder", "**": "power",
    "==": "equal", "!=": "not equal", "<": "less", "<=": "at most", ">": "more", ">=": "at least",
    "&&": "both", "||": "one of both", "!": "every bit inverted",
    "&": "bits of both", "|": "bits of one of both", "^": "bits of exactly one",
    "<<": "bits to the left", ">>": "bits to the right",
}  # fmt: skip


def tokens(story: Story) -> list[Row]:
    """Every token with its place, its kind and what it stands for.

    Raises:
        ParseError: the text is not a program, so nobody knows what its tokens mean.
    """
    _ = story.file
    scanner = Scanner(Source(story.text.removeprefix("\ufeff")))
    scanner.run()
    return scanner.rows


ENDS = ("name", "number", "text", "type", "comprehension", "body", "documentation", "directive")
TO_END = (")", "]", "}", "true", "false")


class Scanner:
    """Reads the tokens of a program that is known to be one.

    Attributes:
        head: `tile` or `cursor` in the head of such a statement, else empty.
        directive: documentation lines belong to a directive from here on.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rows: list[Row] = []
        self.at = 0
        self.head = ""
        self.directive = False

    def run(self) -> None:
        while (match := TOKEN.search(self.source, self.at)) is not None:
            self.at = match.end()
            self.read(str(match.lastgroup), match[0], match.start())

    def read(self, kind: str, token: str, start: int) -> None:
        """Take a token, and what it lets stand behind it."""
        self.directive = self.directive and kind == "comment"
        match kind:
            case "comment":
                self.read_comment(start, token.rstrip())
            case "number":
                self.read_number(start)
            case "text":
                self.add(start, token, kind, count(len(text_of(token)), "character"))
            case "sign":
                self.add(start, token, kind, SIGNS[token])
                if token == ":=":
                    self.read_body()
            case _:
                self.add(start, token, *self.word(token, start))
                if token in ("tile", "cursor") and self.rows[-1]["kind"] == "keyword":
                    self.head = token
                if token == "for":
                    self.read_header()

    def add(self, start: int, token: str, kind: str, about: str) -> None:
        span = self.source.span(start, start + len(token))
        self.rows.append(
            {
                "line": span.line,
                "column": span.column,
                "token": token,
                "kind": kind,
                "about": about,
            }
        )

    def read_comment(self, start: int, token: str) -> None:
        """Take a comment that says something to polydat."""
        if not token.startswith("///") or token.startswith("////"):
            return
        self.directive = self.directive or token[3:].lstrip().startswith("@")
        if self.directive:
            self.add(start, token, "directive", "for benchmarks")
        else:
            self.add(start, token, "documentation", "of the next statement")

    def read_number(self, start: int) -> None:
        value, self.at = read_number(self.source, start)
        type = "f64" if isinstance(value, tree.Float) else "u64"
        written, shown = self.source[start : self.at], print_expression(value)
        about = f"of type {type}" if shown == written else f"{shown}, of type {type}"
        self.add(start, written, "number", about)

    def read_header(self) -> None:
        """What follows a `for`, taken as it stands."""
        begin = skip_blanks(self.source, self.at)
        header, self.at = capture_header(self.source, self.at)
        self.add(begin, header, "comprehension", as_it_stands(header))

    def read_body(self) -> None:
        """The block of a tile, taken as it stands."""
        begin = skip_blanks(self.source, self.at)
        if self.head == "tile" and self.source.startswith(("{", "["), begin):
            block, self.at = capture_block(self.source, begin)
            self.add(begin, block, "body", as_it_stands(block))
        self.head = ""

    # --- words ------------------------------------------------------------------------

    def word(self, word: str, start: int) -> tuple[str, str]:
        """What kind of word it is, and what it means, from what stands around it."""
        last = self.rows[-1]["token"] if self.rows else ""
        if last == ":" and self.head == "tile":
            return "encoding", "how values are written"
        if last in (":", "as") and (type := find_type(word)) is not None:
            return "type", f"the type {type.keyword}"
        if word in KEYWORDS | TAKEN or (word in WORDS and self.is_keyword(word, start)):
            return "keyword", WORDS[word]
        if self.source.startswith("(", start + len(word)):
            spec = registry.find(word)
            return "function", spec.doc.partition("\n")[0] if spec else "a module, or unknown"
        return "name", ""

    def is_keyword(self, word: str, start: int) -> bool:
        """Whether a word that may be a name is none here."""
        if self.source.startswith(":=", skip_blanks(self.source, start + len(word))):
            return False
        if word == "over":
            return self.head == "cursor"
        return self.ends_value() if word == "as" else not self.rows or self.ends_value()

    def ends_value(self) -> bool:
        """Whether a value, or a statement, may end with the last token."""
        last = self.rows[-1] if self.rows else {"kind": "", "token": ""}
        return last["kind"] in ENDS or last["token"] in TO_END


def as_it_stands(text: str) -> str:
    return f"{count(text.count(chr(10)) + 1, 'line')}, as it stands"


def tokens_told(story: Story, rows: list[Row]) -> str:
    kinds = [row["kind"] for row in rows]
    parts = [count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds)]
    return f"{count(len(rows), 'token')}: {', '.join(parts)}."


# --- the tree ---------------------------------------------------------------------------------

ABOUT = {
    tree.Pragma: "a pragma",
    tree.Input: "a coordinate",
    tree.Extern: "a value that the host writes",
    tree.Cursor: "a cursor",
    tree.Binding: "a binding",
    tree.Module: "a module",
    tree.For: "a traversal",
    tree.Tile: "a tile",
}


def syntax(story: Story) -> list[Row]:
    """The tree, a row for each node of it, those below it one step to the right."""
    return list(statement_rows(story.file.statements, 0))


def statement_rows(statements: tuple[tree.Statement, ...], depth: int) -> Iterator[Row]:
    for statement in statements:
        yield tree_row(statement, depth, statement_text(statement), ABOUT[type(statement)])
        match statement:
            case tree.Binding():
                yield from expression_rows(statement.value, depth + 1)
            case tree.Extern(_, _, default) if default is not None:
                yield from expression_rows(default, depth + 1)
            case tree.Cursor(_, constructor, over):
                yield from expression_rows(constructor, depth + 1)
                if over is not None:
                    yield from expression_rows(over, depth + 1)
            case tree.Module() | tree.For():
                yield from statement_rows(statement.body, depth + 1)


def statement_text(statement: tree.Statement) -> str:
    """A statement without the value that stands below it."""
    match statement:
        case tree.Binding():
            return f"{binding_head(statement)} :="
        case tree.Extern(name, type):
            return f"extern {name}: {type.keyword}"
        case tree.Cursor(name):
            return f"cursor {name} ="
        case tree.Tile():
            return f"{tile_head(statement)} :="
        case tree.Module() | tree.For():
            return head_of(statement).removesuffix("{").rstrip()
        case _:
            return head_of(statement)


def expression_rows(expr: tree.Expr, depth: int, label: str = "") -> Iterator[Row]:
    """An expression and its parts; a stack holds what is still to come."""
    stack = [(expr, depth, label)]
    while stack:
        node, at, name = stack.pop()
        text, about, parts = expression_parts(node)
        yield tree_row(node, at, name + text, about)
        stack += [(part, at + 1, given) for given, part in reversed(parts)]


Parts = list[tuple[str, tree.Expr]]


def expression_parts(expr: tree.Expr) -> tuple[str, str, Parts]:
    """An expression without its parts, what it is, and its parts with their labels."""
    match expr:
        case tree.Name(name):
            return name, "a wire", []
        case tree.Field(source, field):
            return f"{source}.{field}", "a field", []
        case tree.Producer(text):
            return f"for {text}", "a producer", []
        case tree.Array(items):
            return "[ ]", f"a list of {count(len(items), 'element')}", unlabelled(items)
        case tree.Call(function, arguments):
            given = [(f"{a.name}: " if a.name else "", a.value) for a in arguments]
            what = "a text with values" if expr.interpolated else "a call"
            return f"{function}( )", what, given
        case tree.Binary(operator, left, right):
            return operator, "two operands", unlabelled((left, right))
        case tree.Sum(terms):
            return "+", f"a sum of {count(len(terms), 'term')}", unlabelled(terms)
        case tree.Unary(operator, operand):
            return operator, "one operand", unlabelled((operand,))
        case tree.Cast(value, type):
            return f"as {type.keyword}", "a conversion", unlabelled((value,))
        case _:
            return print_expression(expr), LITERALS[type_of(expr)], []


LITERALS: dict[type, str] = {
    tree.Int: "an integer",
    tree.Float: "a float",
    tree.Bool: "a truth value",
    tree.Str: "a text",
}
type_of = type  # `type` is the name of a field above


def unlabelled(parts: tuple[tree.Expr, ...]) -> Parts:
    return [("", part) for part in parts]


def tree_row(node: tree.Statement | tree.Expr, depth: int, text: str, about: str) -> Row:
    span = node.span
    return {
        "line": span.line if span else 0,
        "column": span.column if span else 0,
        "depth": depth,
        "tree": text,
        "is": about,
    }


def indented(rows: list[Row]) -> list[Row]:
    """The tree as people see it: depth is how far a row stands to the right."""
    return [
        {
            "line": row["line"],
            "column": row["column"],
            "tree": "  " * row["depth"] + row["tree"],
            "is": row["is"],
        }
        for row in rows
    ]


def syntax_told(story: Story, rows: list[Row]) -> str:
    statements = story.file.statements
    names = [name for s in statements for name in defined_names(s)]
    return f"{count(len(statements), 'statement')}; names: {', '.join(names) or 'none'}."
