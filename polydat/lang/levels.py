"""Precedence climbing: the operands and operators between a bracket and its end.

One level stands for each open bracket.  Operators wait in it for their right side, so
that no program exhausts Python's own stack.

A value is passed on as an `Operand`: its tree, its place, and how deep it is, which is
the number of brackets that it takes to print it.  That is limited; chains of operators
of one power may be of any length.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from polydat.lang import slips, tree
from polydat.lang.operators import POWERS, RIGHT, joins
from polydat.lang.terminals import Source

DEPTH = 100  # of expressions in expressions and blocks in blocks: readers of trees recurse


class Kind(Enum):
    """What a level was opened by, what ends it, and whether it holds items between commas."""

    ROOT = ("root", "", False)
    PARENTHESIS = ("parenthesis", ")", False)
    ARRAY = ("array", "]", True)
    CALL = ("call", ")", True)
    IF_CALL = ("if(", ")", True)  # a call, unless a `{` shows that it was a condition
    CONDITION = ("condition", "{", False)
    THEN = ("then", "}", False)
    ELSE = ("else", "}", False)

    def __init__(self, label: str, closing: str, listed: bool) -> None:
        self.label = label
        self.closing = closing
        self.listed = listed


class Operand(NamedTuple):
    """A value that was read: its tree, its place as offsets, the depth of the tree."""

    value: tree.Expr
    start: int
    end: int
    depth: int = 0


class Label(NamedTuple):
    """The name of an argument."""

    name: str
    at: int


class Terms:
    """The terms of a sum that may go on."""

    __slots__ = ("operators", "terms")

    def __init__(self, first: Operand) -> None:
        self.terms = [first]
        self.operators: list[int] = []


class Level:
    """What was read between a bracket and its end."""

    __slots__ = (
        "arms",
        "at",
        "bracket",
        "depth",
        "items",
        "kind",
        "label",
        "name",
        "operands",
        "operators",
        "prefixes",
        "source",
    )

    def __init__(
        self, source: Source, kind: Kind, at: int, bracket: int, name: str | None = None
    ) -> None:
        self.source = source
        self.kind = kind
        self.at = at  # of all that it belongs to
        self.bracket = bracket  # of what opened it: a bracket, or the word `if`
        self.name = name or ""  # of the function
        self.label: Label | None = None  # of the item being read
        self.items: list[tree.Argument] = []
        self.depth = 0  # of the list that the items make
        self.arms: list[tuple[int, Operand]] = []  # conditions and values, each with its `if`
        self.operands: list[Operand | Terms] = []
        self.operators: list[tuple[str, int]] = []
        self.prefixes: list[tuple[str, int]] = []

    @property
    def fresh(self) -> bool:
        """Whether nothing of the current item has been read."""
        return not (self.operands or self.prefixes or self.label)

    def add_item(self, operand: Operand) -> None:
        """Take a value as an item, under the name that was read before it."""
        value, _, end, depth = operand
        if self.label is None:
            self.items.append(tree.Argument(value, None, value.span))
        else:
            name, at = self.label
            self.items.append(tree.Argument(value, name, self.source.span(at, end)))
            self.label = None
        if depth >= self.depth:
            self.depth = depth + 1

    def prefix(self, operator: str, at: int) -> None:
        """Let an operator wait for the value behind it."""
        self.prefixes.append((operator, at))
        if len(self.prefixes) > DEPTH:
            raise slips.too_deep(self.source, at, DEPTH)

    def apply_prefixes(self, operand: Operand) -> Operand:
        """A value under the operators before it, the nearest first."""
        value, _, end, depth = operand
        while self.prefixes:
            operator, start = self.prefixes.pop()
            depth += 1
            value = tree.Unary(operator, value, self.source.span(start, end))
            operand = self.checked(Operand(value, start, end, depth))
        return operand

    def push(self, operand: Operand, operator: str, at: int) -> None:
        """Let an operand wait for the right side of an operator."""
        self.operands.append(operand)
        power = POWERS[operator]
        while self.operators:
            last = POWERS[self.operators[-1][0]]
            if last < power or (last == power and operator == RIGHT):
                break
            self.reduce()
        self.operators.append((operator, at))
        if len(self.operators) > DEPTH:  # eleven powers, so it is a chain of `**`
            raise slips.too_deep(self.source, at, DEPTH)

    def finish(self, operand: Operand) -> Operand:
        """The whole of an expression with operators, whose last operand this is."""
        self.operands.append(operand)
        while self.operators:
            self.reduce()
        return self.whole(self.operands.pop())

    def reduce(self) -> None:
        """Join the last two operands."""
        operator, at = self.operators.pop()
        right = self.whole(self.operands.pop())
        left = self.operands.pop()
        if operator == "+":
            total = left if isinstance(left, Terms) else Terms(left)
            total.operators.append(at)
            total.terms.append(right)
            self.operands.append(total)
            return
        left = self.whole(left)
        value = tree.Binary(
            operator,
            left.value,
            right.value,
            self.source.span(at, at + len(operator)),
            self.source.span(left.start, right.end),
        )
        depth = max(left.depth + (not joins(operator, left.value)), right.depth + 1)
        self.operands.append(self.checked(Operand(value, left.start, right.end, depth)))

    def whole(self, operand: Operand | Terms) -> Operand:
        """An operand that no term follows."""
        if isinstance(operand, Operand):
            return operand
        terms = operand.terms
        start, end = terms[0].start, terms[-1].end
        value = tree.Sum(
            tuple(term.value for term in terms),
            tuple(self.source.span(at, at + 1) for at in operand.operators),
            self.source.span(start, end),
        )
        depth = max(terms[0].depth + (not joins("+", terms[0].value)), 1 + deepest(terms[1:]))
        return self.checked(Operand(value, start, end, depth))

    def checked(self, operand: Operand) -> Operand:
        """The operand, unless it is too deep."""
        if operand.depth > DEPTH:
            raise slips.too_deep(self.source, operand.start, DEPTH)
        return operand


def deepest(operands: Iterable[Operand]) -> int:
    """The depth of the deepest operand; -1 where there is none."""
    return max([operand.depth for operand in operands], default=-1)
