"""Golden rows of the adapters: 1 in every type that has it, and edges where digits are lost.

Tests hold every pair against far more values, of tests/golden/values/conversions.json.
"""

from __future__ import annotations

from typing import Any

from polydat.types import BITS, ELEMENTS, REGISTERS, PortType
from polydat.types.json_text import Json

P = PortType

Row = tuple[tuple[Any, ...], Any]

ONE_F16, ONE_F32, ONE_F64 = b"\x00\x3c", b"\x00\x00\x80\x3f", b"\x00\x00\x00\x00\x00\x00\xf0\x3f"
FLOAT_BYTES = {P.F16: ONE_F16, P.F32: ONE_F32, P.F64: ONE_F64}
WORD = bytes(range(16))

# What loses digits, or looks otherwise than expected; by hand.
EDGES: dict[tuple[PortType, PortType], tuple[Row, ...]] = {
    (P.I32, P.F32): (((16777217,), 16777216.0), ((2**31 - 1,), 2.0**31)),
    (P.U64, P.F64): (((2**53 + 1,), 2.0**53), ((2**64 - 1,), 2.0**64)),
    (P.I64, P.F64): (((-(2**53) - 1,), -(2.0**53)), ((2**63 - 1,), 2.0**63)),
    (P.F64, P.STR): (((-0.0,), "-0"), ((5e-5,), "0.00005"), ((1e21,), f"1{'0' * 21}")),
    (P.F32, P.STR): (((0.10000000149011612,), "0.1"), ((2.0**-149,), f"0.{'0' * 44}1")),
    (P.F64, P.U64): (((2.0**64,), 2**64 - 1), ((-0.5,), 0)),
    (P.F64, P.I64): (((-5.9,), -5), ((2.0**63,), 2**63 - 1)),
    (P.F64, P.F16): (((65519.9,), 65504.0), ((65520.0,), float("inf"))),
    (P.VEC_F32, P.VEC_I32): (((((0.5, -2.5, 1.4)),), (1, -3, 1)),),
    (P.VEC_F64, P.VEC_I8): ((((0.5, -2.5, 1.9),), (0, -2, 1)),),
    (P.STR, P.JSON): ((("[1, 2.50]",), Json("[1,2.5]")), (('{"a":1,"a":2}',), Json('{"a":2}'))),
}


def one(type: PortType) -> Any:
    """1, true, or a vector of a 1."""
    if type in ELEMENTS:
        return (one(ELEMENTS[type]),)
    if type is P.BOOL:
        return True
    return 1.0 if type.is_float else 1


def bytes_of_one(type: PortType) -> bytes:
    """The bytes of 1, the lowest first."""
    element = ELEMENTS.get(type, type)
    if element in FLOAT_BYTES:
        return FLOAT_BYTES[element]
    return b"\x01".ljust((BITS.get(element, 128) + 7) // 8, b"\0")


def text_of_one(source: PortType) -> str:
    """The text that an adapter makes of 1."""
    if source in ELEMENTS:
        return "[1.0]" if ELEMENTS[source].is_float else "[1]"
    if source is P.BOOL:
        return "true"
    return "1.0" if source is P.F16 else "1"


def json_of_one(source: PortType) -> str:
    """The JSON that an adapter makes of 1."""
    if source.is_float:
        return "1.0"
    return '"1"' if source in (P.U128, P.I128) else text_of_one(source)


def rows(source: PortType, target: PortType) -> tuple[Row, ...]:
    """Golden rows of the adapter of a pair."""
    return (row(source, target), *EDGES.get((source, target), ()))


def row(source: PortType, target: PortType) -> Row:
    if target in REGISTERS:
        return (WORD,), WORD
    match source, target:
        case P.STR, P.BYTES:
            return ("01fF",), b"\x01\xff"
        case P.STR, P.JSON:
            return ("1",), Json("1")
        case P.BYTES, P.STR:
            return (b"\x01\xff",), "01ff"
        case P.BYTES, P.JSON:
            return (b"\x01\xff",), Json('"01ff"')
        case P.JSON, P.STR:
            return (Json('["a"]'),), '["a"]'
        case P.JSON, P.BYTES:
            return (Json('"01fF"'),), b"\x01\xff"
        case P.STR, _:
            return ("[1]" if target in ELEMENTS else "1",), one(target)
        case P.BYTES, _:
            return (bytes_of_one(target),), one(target)
        case P.JSON, _:
            written = {P.BOOL: "true"}.get(target, "[1]" if target in ELEMENTS else "1")
            return (Json(written),), one(target)
        case _, P.STR:
            return (one(source),), text_of_one(source)
        case _, P.BYTES:
            return (one(source),), bytes_of_one(source)
        case _, P.JSON:
            return (one(source),), Json(json_of_one(source))
    return (one(source),), one(target)
