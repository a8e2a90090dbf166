"""What a text-making node writes: literal text and shown wires, in order.

Known when a program is compiled, so that every engine walks the same short list: the
closure step and the column kernel interpret it, native code is written out from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from polydat.types import PortType


class Form(IntEnum):
    """The text form of a float; other types have one form."""

    DISPLAY = 0  # 1.0, 5e-5, 1e16
    PLAIN = 1  # 1, 0.00005, 10000000000000000
    FIXED = 2  # a number of decimals


@dataclass(frozen=True, slots=True)
class Written:
    """Text that is always the same."""

    text: bytes


@dataclass(frozen=True, slots=True)
class Shown:
    """A wire as text.

    Attributes:
        wire: which wire of the node.
        type: its port type.
        form: float form.
        precision: decimals of the fixed form.
        width: text is padded on the left to this many bytes (characters for `str`).
        fill: what it is padded with, one ASCII character.
        base: `d`, `x`, `X`, `b` or `o`, for unsigned integers.
    """

    wire: int
    type: PortType
    form: Form = Form.DISPLAY
    precision: int = 0
    width: int = 0
    fill: str = " "
    base: str = "d"


Piece: TypeAlias = Written | Shown
