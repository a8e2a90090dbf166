"""From text to tree: runs the grammar, nests blocks, goes on after an error.

After an error the next statement that begins a line is read, so that one look at a
program finds several independent errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pyparsing import ParseException

from polydat.errors import SHOWN, Diagnostic, ParseError, SourceFile
from polydat.lang import slips, tree
from polydat.lang.expressions import parse_expression
from polydat.lang.grammar import STATEMENT, Opening
from polydat.lang.levels import DEPTH
from polydat.lang.terminals import NAME, Complaint, Source, skip_blanks

__all__ = ["parse", "parse_expression"]

DOC = re.compile(r"[ \t]*///(?!/)[ ]?(?P<text>[^\n]*?)[ \t\r]*\Z")

INDENT = re.compile(r"[ \t\r\f]*+").match
LIKELY = re.compile(rf"\}}|{NAME}[ \t]*=(?!=)").match  # a block ends, or a slip of a binding


def parse(text: str, path: str | None = None) -> tree.File:
    """The tree of a program.

    Args:
        path: where the text is from, if its places are shown beside those of another text.

    Raises:
        ParseError: the text is not one; up to twenty places where it goes wrong.
    """
    return parse_block(text, path)[0]


def parse_block(text: str, path: str | None = None) -> tuple[tree.File, Source, Block]:
    """The tree of a program, and where its statements stand in which text.

    Raises:
        ParseError: the text is not a program.
    """
    source = Source(text.removeprefix("\ufeff"))
    source.file = None if path is None else SourceFile(path, text)
    parser = Parser(source)
    block = parser.run()
    if parser.errors:
        raise ParseError(*parser.errors)
    return tree.File(tuple(block.statements), source.span(0, len(source))), source, block


class Extent(NamedTuple):
    """Where text stands that was read at once, as offsets.

    Attributes:
        start, end: from the first character to behind the last; up to behind the `{`, where
            it is the head of a block.
        made: how many statements it makes: each input in brackets is one.
        block: what follows the head.
    """

    start: int
    end: int
    made: int
    block: Block | None = None


@dataclass(slots=True)
class Block:
    """Statements up to a `}`, or to the end of the program, and the head they belong to.

    Attributes:
        extents: where the statements stand, in their order.
        end: offset of the `}`, or of the end of the program.
    """

    head: Opening | None = None
    doc: str = ""
    statements: list[tree.Statement] = field(default_factory=list)
    extents: list[Extent] = field(default_factory=list)
    end: int = 0


class Parser:
    """One run over a program."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.errors: list[Diagnostic] = []
        self.block = Block()
        self.outer: list[Block] = []

    def run(self) -> Block:
        """The statements of the program, as far as there are no errors."""
        end, size = 0, len(self.source)
        while (at := skip_blanks(self.source, end)) < size and len(self.errors) < SHOWN:
            try:
                end = self.step(end, at)
            except Complaint as complaint:
                self.errors.append(complaint.diagnostic)
                if complaint.last:
                    break
                end = resume(self.source, max(at, complaint.loc))
        if self.outer and not self.errors:
            head = self.block.head
            assert head is not None
            self.errors.append(slips.open_block(self.source, head.brace).diagnostic)
        self.block.end = size
        return self.block

    def step(self, end: int, at: int) -> int:
        """Read what begins at `at`, behind blanks from `end` on; where that ends."""
        if self.source[at] == "}":
            return self.close(at)
        try:
            end_of_statement, results = STATEMENT._parse(self.source, at)
        except ParseException:
            raise self.no_statement(at) from None
        except Complaint:
            if self.source[at] == "(" and not self.source.begins_line(at):
                raise self.no_statement(at) from None  # no tuple, but a call of a value
            raise
        doc = doc_above(self.source, end, at)
        end = int(end_of_statement)
        if isinstance(results[0], Opening):
            self.open(results[0], Extent(at, end, 1, Block(results[0], doc)))
        else:
            self.block.extents.append(Extent(at, end, len(results)))
            self.block.statements.extend([replace(r, doc=doc) for r in results] if doc else results)
        return end

    def no_statement(self, at: int) -> Complaint:
        statements = self.block.statements
        return slips.no_statement(self.source, at, statements[-1] if statements else None)

    def open(self, head: Opening, extent: Extent) -> None:
        assert extent.block is not None
        self.block.extents.append(extent)
        self.outer.append(self.block)
        self.block = extent.block
        if len(self.outer) > DEPTH:
            raise slips.too_deep(self.source, head.brace, DEPTH, last=True)

    def close(self, at: int) -> int:
        """The end of a block; a stray one is passed over where errors came before."""
        head = self.block.head
        if head is None:
            if not self.errors:
                raise slips.stray_brace(self.source, at)
            return at + 1
        body = tuple(self.block.statements)
        statement = replace(head.statement, body=body, doc=self.block.doc)
        self.block.end = at
        self.block = self.outer.pop()
        self.block.statements.append(statement)
        return at + 1


def doc_above(source: Source, end: int, at: int) -> str:
    """The `///` lines directly above a statement, behind `end`.

    Lines from a `/// @` on are directives for benchmarks, and no documentation.
    """
    if source.find("///", end, at) < 0 or not source.begins_line(at):
        return ""
    lines: list[str] = []
    above = source[end:at].split("\n")[not source.begins_line(end) : -1]
    for line in reversed(above):
        match = DOC.match(line)
        if match is None:
            break
        lines.append(match["text"])
    lines.reverse()
    directive = next((i for i, line in enumerate(lines) if line.startswith("@")), len(lines))
    return "\n".join(lines[:directive])


def resume(source: Source, at: int) -> int:
    """The beginning of the next line behind `at` where a statement begins or a block ends."""
    while (at := source.find("\n", at) + 1) > 0:
        begin = INDENT(source, at)
        assert begin is not None
        if LIKELY(source, begin.end()) or slips.begins_statement(source, begin.end()):
            return at
    return len(source)
