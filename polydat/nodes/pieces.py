"""What a text-making node writes: literal text and shown wires, in order.

Known when a program is compiled, so that every engine walks the same short list: the
closure step and the column kernel interpret it, native code is written out from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from polydat.types import ELEMENTS, PortType
from polydat.types.registers import LANES

P = PortType


class Form(IntEnum):
    """The text form of a float or of bytes; other types have one form."""

    DISPLAY = 0  # 1.0, 5e-5, 1e16
    PLAIN = 1  # 1, 0.00005, 10000000000000000
    FIXED = 2  # a number of decimals
    UTF8 = 3  # bytes as the text that they encode; else they are hexadecimal digits


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

# How C shows a type: numbers of csrc/runtime/text.h and, of elements, of csrc/runtime/lists.h.
WRITTEN, LOSSY = 0, 34
_ELEMENTS = {t: n for n, t in enumerate((P.I8, P.I16, P.I32, P.I64, P.F16, P.F32, P.F64))}
SHOWN_AS: dict[PortType, int] = {
    **dict.fromkeys((P.U64, P.U32, P.U16, P.U8), 1),
    **dict.fromkeys((P.I64, P.I32, P.I16, P.I8), 2),
    P.F64: 3,
    P.F32: 4,
    P.BOOL: 5,
    P.F16: 6,
    P.U128: 7,
    P.I128: 8,
    P.REG128: 9,
    **{view: 16 + _ELEMENTS[lane] for view, lane in LANES.items()},
    P.STR: 32,
    P.JSON: 32,
    P.BYTES: 33,
    **{vector: 48 + _ELEMENTS[element] for vector, element in ELEMENTS.items()},
}


def shown_as(piece: Shown) -> int:
    """The number by which C knows how to show a piece."""
    return LOSSY if piece.form is Form.UTF8 else SHOWN_AS[piece.type]
