"""Lanes of 128-bit registers; lane 0 lies at the lowest address, all are little-endian."""

from __future__ import annotations

import struct
from typing import Any

from polydat.types.port import PortType

P = PortType

# Element type of every view but the raw word.
LANES = {
    P.REG_I8X16: P.I8,
    P.REG_I16X8: P.I16,
    P.REG_I32X4: P.I32,
    P.REG_I64X2: P.I64,
    P.REG_F16X8: P.F16,
    P.REG_F32X4: P.F32,
    P.REG_F64X2: P.F64,
}
_CODES = {P.I8: "b", P.I16: "h", P.I32: "i", P.I64: "q", P.F16: "e", P.F32: "f", P.F64: "d"}


def register_lanes(word: bytes, type: PortType) -> tuple[Any, ...]:
    """The lanes of the 16 bytes of a register, as its view splits them."""
    code = _CODES[LANES[type]]
    return struct.unpack(f"<{16 // struct.calcsize(code)}{code}", word)
