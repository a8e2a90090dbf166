"""How C sees a value of each port type, and where an argument lives in each engine.

    engine     wire                 constant
    closures   slot[step->in[0]]    step->k[0]
    columns    in0[i]               k0
    native     s3                   UINT64_C(1000): the C compiler sees the value

A wire of one slot is held as the 64 raw bits of it; a wire of two slots as the value that
they make: a `pd_u128`, or the `pd_str` of what lies behind an address.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from polydat.types import WIDE, PortType, to_slot
from polydat.types.memory import to_words

P = PortType


@dataclass(frozen=True, slots=True)
class CType:
    """The C type of a value; `{}` in the formats is a C expression.

    Attributes:
        name: the C type.
        unpack: raw slot bits to a value.
        pack: a value to raw slot bits.
        column: C type of one element of an output column.
        narrow: raw slot bits to an element of an output column.
    """

    name: str
    unpack: str = "{}"
    pack: str = "{}"
    column: str = ""
    narrow: str = ""


def unsigned(name: str) -> CType:
    return CType(name, f"({name}){{}}", "(uint64_t){}", name, f"({name}){{}}")


def signed(name: str) -> CType:
    return CType(name, f"({name})pd_i64({{}})", "(uint64_t)(int64_t){}", name, f"({name}){{}}")


C_TYPES = {
    P.U64: CType("uint64_t", "{}", "{}", "uint64_t", "{}"),
    P.I64: CType("int64_t", "pd_i64({})", "(uint64_t){}", "int64_t", "pd_i64({})"),
    P.U32: unsigned("uint32_t"),
    P.U16: unsigned("uint16_t"),
    P.U8: unsigned("uint8_t"),
    P.I32: signed("int32_t"),
    P.I16: signed("int16_t"),
    P.I8: signed("int8_t"),
    P.F64: CType("double", "pd_f64({})", "pd_bits({})", "double", "pd_f64({})"),
    P.F32: CType("float", "pd_f32({})", "pd_bits32({})", "float", "pd_f32({})"),
    P.F16: CType("float", "pd_f16({})", "pd_bits16({})", "uint16_t", "(uint16_t){}"),
    P.BOOL: CType("uint64_t", "{}", "{}", "uint8_t", "(uint8_t){}"),
    **dict.fromkeys(WIDE, CType("pd_u128", column="pd_u128")),
    **dict.fromkeys((t for t in P if t.is_reference), CType("pd_str")),
}

# A wire of any type of one slot: its bits.
RAW = C_TYPES[P.U64]


def c_type(type: PortType | None) -> CType:
    """The C side of a port type; `None`, any type, is its raw bits."""
    return RAW if type is None else C_TYPES[type]


def is_wide_type(type: PortType | None) -> bool:
    """Whether a value fills two slots itself."""
    return type is not None and type.is_wide


def is_reference(type: PortType | None) -> bool:
    """Whether a value lies outside its slots."""
    return type is not None and type.is_reference


def joined_slots(low: str, high: str, type: PortType | None) -> str:
    """C expression of a wire, from those of its slots; the second is ignored for one slot."""
    if is_wide_type(type):
        return f"pd_u128_of({low}, {high})"
    return f"pd_pair({low}, {high})" if is_reference(type) else low


def unpack(expression: str, type: PortType | None) -> str:
    """C expression of a value, from one for a wire."""
    return c_type(type).unpack.format(expression)


def pack(expression: str, type: PortType | None) -> str:
    """C expression of a wire, from one for a value."""
    form = c_type(type).pack
    return expression if form == "{}" else form.format(f"({expression})")


def literal(value: Any, type: PortType) -> str:
    """C text of a constant value, exact to the bit."""
    if type is P.F64 or type is P.F32:
        if math.isfinite(value):
            return f"{float(value).hex()}{'f' if type is P.F32 else ''}"
        return unpack(bits_literal(to_slot(value, type)), type)
    if is_wide_type(type):
        low, high = to_words(value, type)
        return joined_slots(bits_literal(low), bits_literal(high), type)
    return unpack(bits_literal(to_slot(value, type)), type)


def bits_literal(bits: int) -> str:
    """C text of raw slot bits."""
    return f"UINT64_C({bits})" if bits < 1 << 20 else f"UINT64_C(0x{bits:X})"


def text_literal(text: bytes) -> str:
    """A C string literal of bytes; pieces are split so that no escape runs on."""
    out: list[str] = []
    for byte in text:
        plain = 0x20 <= byte < 0x7F and byte not in b'"\\?'
        out.append(chr(byte) if plain else f"\\{byte:03o}")
    return '"' + "".join(out) + '"'
