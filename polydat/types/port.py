"""The types that a wire can have, and what follows from the type alone.

Source: the type table of the language; a keyword is what a program writes.
"""

from __future__ import annotations

from enum import Enum


class Colour(Enum):
    """How a value lies in the slot buffer."""

    IMM1 = 1  # one slot holds the bits
    IMM2 = 2  # two slots hold the bits, low half first
    REF2 = 3  # two slots hold an address and a length


class Domain(Enum):
    """What numbers a scalar type has, for deciding what converts without loss."""

    UNSIGNED = "unsigned"
    SIGNED = "signed"
    FLOAT = "float"


class PortType(Enum):
    """Type of a wire; the value is the keyword."""

    U64 = "u64"
    F64 = "f64"
    U32 = "u32"
    I32 = "i32"
    I64 = "i64"
    F32 = "f32"
    U8 = "u8"
    I8 = "i8"
    U16 = "u16"
    I16 = "i16"
    F16 = "f16"
    U128 = "u128"
    I128 = "i128"
    REG128 = "reg128"
    REG_I8X16 = "reg_i8x16"
    REG_I16X8 = "reg_i16x8"
    REG_I32X4 = "reg_i32x4"
    REG_I64X2 = "reg_i64x2"
    REG_F16X8 = "reg_f16x8"
    REG_F32X4 = "reg_f32x4"
    REG_F64X2 = "reg_f64x2"
    BOOL = "bool"
    STR = "str"
    BYTES = "bytes"
    JSON = "json"
    EXT = "ext"
    HANDLE = "handle"
    VEC_F32 = "vec_f32"
    VEC_I32 = "vec_i32"
    VEC_F64 = "vec_f64"
    VEC_I64 = "vec_i64"
    VEC_F16 = "vec_f16"
    VEC_I16 = "vec_i16"
    VEC_I8 = "vec_i8"
    DYN = "dyn"

    # What follows from the type, asked for at every wire of a graph: set below, once.
    keyword: str
    colour: Colour
    width: int  # number of 64-bit slots
    is_wide: bool  # a value fills two slots itself
    is_reference: bool  # a value lies outside its slots
    is_object: bool  # only the host understands a value
    domain: Domain | None  # kind of number, `None` for what is not a scalar number
    is_integer: bool
    is_float: bool

    # A member is itself and nothing else; the hash of its name takes a call of Python.
    __hash__ = object.__hash__


_P = PortType

# Bits of a scalar that fits one slot.
BITS = {
    _P.U64: 64,
    _P.F64: 64,
    _P.U32: 32,
    _P.I32: 32,
    _P.I64: 64,
    _P.F32: 32,
    _P.U8: 8,
    _P.I8: 8,
    _P.U16: 16,
    _P.I16: 16,
    _P.F16: 16,
    _P.BOOL: 1,
}

REGISTERS = frozenset(t for t in _P if t.value.startswith("reg"))
WIDE = REGISTERS | {_P.U128, _P.I128}

# Type of the elements of each vector.
ELEMENTS = {t: _P(t.value.removeprefix("vec_")) for t in _P if t.value.startswith("vec_")}
# Values that only the host understands: an engine hands them on.
OBJECTS = frozenset((_P.EXT, _P.HANDLE, _P.DYN))

_DOMAIN_OF_LETTER = {"u": Domain.UNSIGNED, "i": Domain.SIGNED, "f": Domain.FLOAT}
DOMAINS: dict[PortType, Domain] = {
    **{t: _DOMAIN_OF_LETTER[t.value[0]] for t in (*BITS, _P.U128, _P.I128) if t is not _P.BOOL},
    _P.BOOL: Domain.UNSIGNED,
}

for _type in _P:
    _type.keyword = _type.value
    _type.is_wide = _type in WIDE
    _type.is_reference = _type not in BITS and not _type.is_wide
    _type.is_object = _type in OBJECTS
    _type.colour = (
        Colour.IMM2 if _type.is_wide else Colour.REF2 if _type.is_reference else Colour.IMM1
    )
    _type.width = 1 if _type.colour is Colour.IMM1 else 2
    _type.domain = DOMAINS.get(_type)
    _type.is_integer = (
        _type.domain in (Domain.UNSIGNED, Domain.SIGNED) and _type is not PortType.BOOL
    )
    _type.is_float = _type.domain is Domain.FLOAT

# Other spellings that a program may use.
ALIASES = {"Str": _P.STR, "String": _P.STR, "Json": _P.JSON, "Ext": _P.EXT}
KEYWORDS = {t.value: t for t in _P} | ALIASES


def find_type(keyword: str) -> PortType | None:
    """The type that a program means by `keyword`."""
    return KEYWORDS.get(keyword)


def integer_range(type: PortType) -> tuple[int, int]:
    """Smallest and largest value of an integer type (or `bool`: 0 and 1)."""
    bits = BITS.get(type, 128)
    if DOMAINS[type] is Domain.SIGNED:
        return -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return 0, (1 << bits) - 1
