"""Programs laid out anew: one way to write blanks, brackets and lines, comments kept.

Comments, documentation and single blank lines between statements stay where they are.  A
statement with a comment inside of it is left as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from polydat.errors import InternalError
from polydat.lang import tree
from polydat.lang.layout import WIDTH, Layout
from polydat.lang.parser import Block, Extent, parse, parse_block
from polydat.lang.printer import INDENT, binding_head, head_of, print_file, tile_head
from polydat.lang.terminals import COMMENT, TEXT, Source, skip_blanks

COMMENTS = re.compile(COMMENT)
MARKS = re.compile(rf"{TEXT}|(?P<comment>{COMMENT})|(?P<defines>:=)")
WRITTEN_TILE = re.compile(r"tile\b").match  # others are carried by calls


def format_source(text: str) -> str:
    """The program in its usual layout; what it says does not change.

    Raises:
        ParseError: the text is not a program.
    """
    file, source, block = parse_block(text)
    formatter = Formatter(source)
    formatter.add_block(block, 0, "")
    result = "".join(f"{line}\n" for line in formatter.lines)
    if print_file(parse(result)) != print_file(file):  # `==` of trees recurses into chains
        raise InternalError("a program said something else when it was laid out")
    return result


class Formatter:
    """Lays out the statements of one program.

    Attributes:
        lines: what is laid out so far; a statement over several lines is one of them.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.layout = Layout(source)
        self.lines: list[str] = []
        self.opened = True  # nothing stands in the current block yet

    def add_block(self, block: Block, start: int, indent: str) -> None:
        """Lay out the statements of a block whose inside begins at `start`."""
        statements = iter(block.statements)
        for extent in block.extents:
            self.add_between(start, extent.start, indent, more=True)
            made = [next(statements) for _ in range(extent.made)]
            self.add(indent + self.statement(extent, made, indent))
            start = extent.end
            if extent.block is not None:
                self.opened = True
                self.add_block(extent.block, extent.end, indent + INDENT)
                self.add(f"{indent}}}")
                start = extent.block.end + 1
        self.add_between(start, block.end, indent, more=False)

    def add(self, line: str) -> None:
        self.lines.append(line)
        self.opened = False

    def add_between(self, start: int, end: int, indent: str, more: bool) -> None:
        """Lay out the comments between two statements, and a blank line where there are some.

        Args:
            more: a statement follows, so a blank line may stand before it.
        """
        at = start
        for match in COMMENTS.finditer(self.source, start, end):
            comment = match[0].rstrip(" \t\r")  # other blanks belong to documentation
            ends = self.source.count("\n", at, match.start())
            if ends == 0 and self.lines:
                self.lines[-1] += f"  {comment}"
            else:
                self.add_blank(ends)
                self.add(indent + comment)
            at = match.end()
        if more:
            self.add_blank(self.source.count("\n", at, end))

    def add_blank(self, ends: int) -> None:
        """Keep one of several blank lines, but none where a block begins."""
        if ends > 1 and not self.opened:
            self.lines.append("")

    # --- statements -------------------------------------------------------------------

    def statement(self, extent: Extent, made: Sequence[tree.Statement], indent: str) -> str:
        """The text of a statement, or of the head of one with a block."""
        written = self.source[extent.start : extent.end]
        first = made[0]
        if self.is_kept(written, first):
            return written
        match first:
            case tree.Input() if len(made) > 1:
                return self.inputs([s for s in made if isinstance(s, tree.Input)], indent)
            case tree.Extern(name, type, default) if default is not None:
                return self.valued(f"extern {name}: {type.keyword} = ", default, "", indent)
            case tree.Cursor(name, constructor, over):
                rest = "" if over is None else f" over {self.layout.flat(over)}"
                return self.valued(f"cursor {name} = ", constructor, rest, indent)
            case tree.Binding():
                return self.valued(f"{binding_head(first)} := ", first.value, "", indent)
            case tree.Tile():
                return f"{tile_head(first)} := {self.tile_body(extent, first, indent)}"
            case _:
                return head_of(first)

    def is_kept(self, written: str, statement: tree.Statement) -> bool:
        """Whether a statement stays as it is written."""
        match statement:
            case tree.For() | tree.Binding(_, tree.Producer()):
                return "\n" in written
            case tree.Tile() if WRITTEN_TILE(written) is None:
                return True
            case _:
                return has_comment(written, head=isinstance(statement, tree.Tile))

    def valued(self, head: str, value: tree.Expr, rest: str, indent: str) -> str:
        used = len(indent) + len(head)
        return head + self.layout.expression(value, indent, used, len(rest)) + rest

    def inputs(self, inputs: Sequence[tree.Input], indent: str) -> str:
        """Several inputs in brackets."""
        slots = [head_of(slot).removeprefix("input ") for slot in inputs]
        flat = f"input ({', '.join(slots)})"
        if len(indent) + len(flat) <= WIDTH:
            return flat
        rows = ",\n".join(f"{indent}{INDENT}{slot}" for slot in slots)
        return f"input (\n{rows}\n{indent})"

    def tile_body(self, extent: Extent, tile: tree.Tile, indent: str) -> str:
        """The body of a tile: a block moved with its statement, a text as it is written."""
        if tile.kind is tree.BodyKind.BLOCK:
            first, *others = tile.text.split("\n")
            return "\n".join((first, *(indent + line if line else "" for line in others)))
        for match in MARKS.finditer(self.source, extent.start, extent.end):
            if match["defines"]:
                return self.source[skip_blanks(self.source, match.end()) : extent.end]
        raise InternalError("a tile has no ':='")


def has_comment(written: str, head: bool) -> bool:
    """Whether a comment stands in a statement, or in its head: a body is text of its own."""
    for match in MARKS.finditer(written):
        if match["comment"] or (head and match["defines"]):
            return match["comment"] is not None
    return False
