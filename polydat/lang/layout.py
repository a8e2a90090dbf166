"""Expressions as people write them: brackets and literals as they stand, long ones broken.

In difference to the canonical form of `printer`, what leaves no trace in the tree is kept:
the spelling of numbers and texts, `if` with blocks, brackets around operands.
"""

from __future__ import annotations

from collections.abc import Iterator

from polydat.lang import tree
from polydat.lang.printer import INDENT
from polydat.lang.terminals import Source, skip_blanks

WIDTH = 100  # columns of a line, where it can be broken


class Layout:
    """Lays out expressions of one program.

    Requires: the expressions have their places, and no comments inside.
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    def expression(self, expr: tree.Expr, indent: str, used: int, after: int = 0) -> str:
        """The text of an expression.

        Args:
            indent: blanks before the line that it is in.
            used: columns before it in its line.
            after: columns that follow it in its line.
        """
        flat = self.flat(expr)
        if used + len(flat) + after <= WIDTH or "\n" in flat:
            return flat
        return self.broken(expr, indent) or flat

    # --- in one line ------------------------------------------------------------------

    def flat(self, expr: tree.Expr) -> str:
        """The text of an expression in one line, but for texts that go over several."""
        match expr:
            case tree.Call(function, arguments) if not expr.interpolated:
                if self.has_blocks(expr):
                    condition, then, otherwise = (self.flat(a.value) for a in arguments)
                    if self.follows_else(arguments[2].value):
                        return f"if {condition} {{ {then} }} else {otherwise}"
                    return f"if {condition} {{ {then} }} else {{ {otherwise} }}"
                return f"{function}({', '.join(self.argument(a) for a in arguments)})"
            case tree.Array(items):
                return f"[{', '.join(map(self.flat, items))}]"
            case tree.Binary() | tree.Sum():
                first, *others = self.chain(expr)
                return "".join((first[1], *(f" {op} {operand}" for op, operand in others)))
            case tree.Unary(operator, operand):
                return f"{operator}{self.operand(operand)}"
            case tree.Cast(value, type):
                return f"{self.operand(value)} as {type.keyword}"
            case tree.Producer(text):
                return f"for {text}"
            case tree.Field():
                return "".join(self.slice(expr).split())
            case _:
                return self.slice(expr)

    def argument(self, argument: tree.Argument) -> str:
        label = "" if argument.name is None else f"{argument.name}: "
        return label + self.flat(argument.value)

    def operand(self, expr: tree.Expr) -> str:
        """An operand, in brackets where it has been in some and is more than a word."""
        text = self.flat(expr)
        return f"({text})" if self.is_bracketed(expr) else text

    def chain(self, expr: tree.Expr) -> list[tuple[str, str]]:
        """Operands along the left side, each with the operator before it."""
        backwards: list[tuple[str, str]] = []
        while True:
            if isinstance(expr, tree.Sum):
                first = expr.terms[0]
                backwards += [("+", self.operand(term)) for term in reversed(expr.terms[1:])]
            elif isinstance(expr, tree.Binary):
                first = expr.left
                backwards.append((expr.operator, self.operand(expr.right)))
            else:
                break
            expr = first
            if self.is_bracketed(expr):
                break
        backwards.append(("", self.operand(expr)))
        return backwards[::-1]

    # --- in several lines -------------------------------------------------------------

    def broken(self, expr: tree.Expr, indent: str) -> str | None:
        """The text of an expression over lines; `None` where it has no place to break."""
        inner = indent + INDENT
        match expr:
            case tree.Call(function, arguments) if not expr.interpolated and arguments:
                if self.has_blocks(expr):
                    return "\n".join(self.arms(expr, indent))
                rows = ",\n".join(self.row(argument, inner) for argument in arguments)
                return f"{function}(\n{rows}\n{indent})"
            case tree.Array(items) if items:
                rows = ",\n".join(self.row(tree.Argument(item), inner) for item in items)
                return f"[\n{rows}\n{indent}]"
            case tree.Binary() | tree.Sum():
                first, *others = self.chain(expr)
                return "\n".join((first[1], *(f"{inner}{op} {text}" for op, text in others)))
            case _:
                return None

    def row(self, argument: tree.Argument, indent: str) -> str:
        """An item in a line of its own."""
        label = "" if argument.name is None else f"{argument.name}: "
        return f"{indent}{label}" + self.expression(
            argument.value, indent, len(indent) + len(label), 1
        )

    def arms(self, expr: tree.Expr, indent: str) -> Iterator[str]:
        """The lines of an `if` with blocks."""
        inner = indent + INDENT
        word = "if"
        while isinstance(expr, tree.Call):
            condition, then, otherwise = (argument.value for argument in expr.arguments)
            yield f"{word} {self.flat(condition)} {{"
            yield self.row(tree.Argument(then), inner)
            word, expr = f"{indent}}} else if", otherwise
            if not self.follows_else(otherwise):
                yield f"{indent}}} else {{"
                yield self.row(tree.Argument(otherwise), inner)
                break
        yield f"{indent}}}"

    # --- what the source says ---------------------------------------------------------

    def bounds(self, expr: tree.Expr) -> tuple[int, int]:
        """Where an expression stands, as offsets."""
        span = expr.span
        assert span is not None
        start = self.source.starts[span.line - 1] + span.column - 1
        return start, start + span.length

    def slice(self, expr: tree.Expr) -> str:
        start, end = self.bounds(expr)
        return self.source[start:end]

    def has_blocks(self, expr: tree.Expr) -> bool:
        """Whether this is an `if` with blocks."""
        return (
            isinstance(expr, tree.Call)
            and expr.function == "if"
            and len(expr.arguments) == 3
            and self.slice(expr).endswith("}")
        )

    def follows_else(self, expr: tree.Expr) -> bool:
        """Whether this is an `if` behind the `else` of another one, in no block of its own."""
        if not self.has_blocks(expr):
            return False
        start, _ = self.bounds(expr)
        return self.source.endswith("else", 0, self.end_before(start))

    def is_bracketed(self, expr: tree.Expr) -> bool:
        """Whether an operand with parts of its own stands in brackets."""
        if not isinstance(expr, tree.Binary | tree.Sum | tree.Unary | tree.Cast):
            return False
        start, end = self.bounds(expr)
        behind = skip_blanks(self.source, end)
        return self.source[self.end_before(start) - 1] == "(" and self.source[behind] == ")"

    def end_before(self, at: int) -> int:
        """The offset behind the last character before `at` that is no blank."""
        while self.source[at - 1] in " \t\r\f\n":
            at -= 1
        return at
