"""Bits of a value in a 64-bit slot, and back.

Signed integers are sign-extended, unsigned zero-extended; `f32` and `f16` keep their
bits in the low half or quarter.  A float of a narrow type is a Python float that its
type can hold exactly.
"""

from __future__ import annotations

import struct

from polydat.types.port import PortType

U64_MAX = (1 << 64) - 1

_FLOAT_CODES = {PortType.F64: ("<d", "<Q"), PortType.F32: ("<f", "<I"), PortType.F16: ("<e", "<H")}
_SIGNED = (PortType.I64, PortType.I32, PortType.I16, PortType.I8)


def to_slot(value: int | float, type: PortType) -> int:
    """The 64 bits that stand for a scalar that `type` can hold.

    Requires: `value` is in the range of `type`; see `check_value` in `types/host.py`.
    """
    if type in _FLOAT_CODES:
        as_float, as_bits = _FLOAT_CODES[type]
        bits: int = struct.unpack(as_bits, struct.pack(as_float, value))[0]
        return bits
    return int(value) & U64_MAX


def from_slot(bits: int, type: PortType) -> int | float | bool:
    """The Python value of a scalar slot."""
    if type in _FLOAT_CODES:
        as_float, as_bits = _FLOAT_CODES[type]
        number: float = struct.unpack(as_float, struct.pack(as_bits, bits))[0]
        return number
    if type is PortType.BOOL:
        return bits != 0
    if type in _SIGNED and bits >> 63:
        return bits - (1 << 64)
    return bits


def round_to(value: float, type: PortType) -> float:
    """The nearest value of a float type, ties to even; infinite where it is too large."""
    if type is PortType.F64:
        return value
    try:
        return float(from_slot(to_slot(value, type), type))
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
