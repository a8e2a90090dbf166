"""The binary operators and how tightly they bind."""

from __future__ import annotations

from polydat.lang import tree

# fmt: off
OPERATORS = (  # the loosest first; all but `**` group to the left
    ("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("|",), ("^",), ("&",),
    ("<<", ">>"), ("+", "-"), ("*", "/", "%"), ("**",),
)
# fmt: on
POWERS = {operator: power for power, row in enumerate(OPERATORS) for operator in row}
RIGHT = "**"  # groups to the right


def joins(operator: str, left: tree.Expr) -> bool:
    """Whether a left operand needs no brackets under an operator: a chain of one power.

    A sum under `+` does need them, or its terms would be terms of the outer one.
    """
    match left:
        case tree.Binary(inner):
            return POWERS[inner] == POWERS[operator] and operator != RIGHT
        case tree.Sum():
            return operator == "-"
        case _:
            return False
