"""Strings made of other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.nodes.declare import Types, node
from polydat.nodes.pieces import Form, Piece, Shown
from polydat.types import PortType, text

# How a type is shown where that is not its row text.
FORMS = {PortType.F64: Form.PLAIN, PortType.F32: Form.PLAIN, PortType.BYTES: Form.UTF8}


def joined_pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of `str_concat`."""
    return tuple(Shown(i, type, FORMS.get(type, Form.DISPLAY)) for i, type in enumerate(types))


@node(
    "String",
    pieces=joined_pieces,
    golden=[(("id=", 42, " v=", 3.14), "id=42 v=3.14"), ((), ""), ((1.0, True), "1true")],
)
def str_concat(*values: Any, types: Types) -> str:
    """The texts of all values, one behind the other: `+` with a text.

    A float is shown without an exponent, and without a fraction where it has none.

    Args:
        values: wires of any type, none at all too.

    Returns:
        The joined text.

    Example:
        label := str_concat("user-", hash_range(cycle, 1000))
    """
    return "".join(map(text.joined_text, values, types))
