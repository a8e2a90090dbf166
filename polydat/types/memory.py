"""Values of two slots as bits and bytes: 128-bit words, and what lies behind an address.

types           Python value        in memory
u128, i128      int                 two slots, the low half first
reg*            bytes of 16         the same two slots
str             str                 UTF-8
bytes           bytes               itself
json            Json                compact text, UTF-8
vec_*           tuple of numbers    elements in the byte order of the machine
"""

from __future__ import annotations

import struct
from typing import Any

from polydat.types.json_text import Json
from polydat.types.port import BITS, ELEMENTS, OBJECTS, REGISTERS, PortType
from polydat.types.slots import to_slot

P = PortType

WORD = (1 << 128) - 1
HALF = (1 << 64) - 1

# Codes of the struct module for the elements of vectors.
ELEMENT_CODES = {
    P.F64: "d",
    P.F32: "f",
    P.F16: "e",
    P.I64: "q",
    P.I32: "i",
    P.I16: "h",
    P.I8: "b",
}


def element_bytes(type: PortType) -> int:
    """Bytes of an element of a vector; 1 for every other type that has an address."""
    return BITS[ELEMENTS[type]] // 8 if type in ELEMENTS else 1


def to_words(value: Any, type: PortType) -> tuple[int, ...]:
    """The slots of a value that lies in its slots: one, or two of a 128-bit type.

    Requires: `type` can hold `value`.
    """
    if type in BITS:
        return (to_slot(value, type),)
    number = int.from_bytes(value, "little") if type in REGISTERS else value & WORD
    return number & HALF, number >> 64


def from_words(low: int, high: int, type: PortType) -> int | bytes:
    """The value of the two slots of a 128-bit type."""
    number = low | high << 64
    if type in REGISTERS:
        return number.to_bytes(16, "little")
    return number - (1 << 128) if type is P.I128 and high >> 63 else number


def to_memory(value: Any, type: PortType) -> bytes:
    """The bytes of a value that has an address."""
    if type in ELEMENTS:
        return struct.pack(f"={len(value)}{ELEMENT_CODES[ELEMENTS[type]]}", *value)
    if type is P.BYTES:
        return bytes(value)
    return str(value).encode()


def from_memory(data: bytes, type: PortType) -> Any:
    """The value of the bytes of a type that has an address."""
    if type in ELEMENTS:
        count = len(data) // element_bytes(type)
        return struct.unpack(f"={count}{ELEMENT_CODES[ELEMENTS[type]]}", data)
    if type is P.BYTES:
        return data
    return Json(data.decode()) if type is P.JSON else data.decode()


def zero_of(type: PortType) -> Any:
    """What stands in a slot of `type` where no value is."""
    if type is P.BOOL:
        return False
    if type.is_float:
        return 0.0
    if type.is_integer:
        return 0
    if type in REGISTERS:
        return bytes(16)
    if type in OBJECTS:
        return None
    return Json("null") if type is P.JSON else from_memory(b"", type)
