"""Exact conversions to and from texts, bytes, JSON and vectors, one function a rule.

A rule takes a value, its type and the type to make, as those of `types/convert.py` do.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from polydat.types.convert import (
    Unconvertible,
    check_range,
    check_then_truncate,
    integer_to_float,
    keep,
    narrow_float,
    round_then_check,
)
from polydat.types.json_text import Json, JsonError
from polydat.types.literals import parse_f32, parse_f64, parse_integer, trim
from polydat.types.memory import element_bytes, from_memory, to_memory
from polydat.types.port import BITS, ELEMENTS, PortType, integer_range
from polydat.types.slots import from_slot, to_slot
from polydat.types.text import joined_text, row_text

P = PortType
Rule: TypeAlias = Callable[[Any, PortType, PortType], Any]

SHOWN = 60  # characters of a value in a message
HINT = {
    P.U64: "; where a name was meant, write it without quotes, or in braces inside of a text",
}
HINT[P.F64] = HINT[P.BOOL] = HINT[P.U64]


def refused(value: Any, what: str, target: PortType) -> Unconvertible:
    """The failure of a value that is none of the target's."""
    text = str(value) if isinstance(value, Json) else repr(value)
    short = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
    return Unconvertible(f"{short} is {what}{HINT.get(target, '') if type(value) is str else ''}")


def to_text(value: Any, source: PortType, target: PortType) -> str:
    """Texts of numbers, JSON and vectors: floats plain, f16 in display form, lanes as JSON.

    Raises:
        Unconvertible: a float of a vector is not finite.
    """
    if source in ELEMENTS:
        return str(to_json(value, source, target))
    return row_text(value, source) if source is P.BYTES else joined_text(value, source)


# From texts.


def text_to_integer(value: str, source: PortType, target: PortType) -> int:
    """A decimal integer, blanks cut off.

    Raises:
        Unconvertible: it is none, or out of range.
    """
    number = parse_integer(trim(value), target)
    if number is None:
        low, high = integer_range(target)
        raise refused(value, f"no decimal {target.keyword}, {low} to {high}", target)
    return number


def text_to_float(value: str, source: PortType, target: PortType) -> float:
    """A decimal number, blanks cut off, rounded to the nearest; that of an f16 is an f32 first.

    Raises:
        Unconvertible: it is none.
    """
    number = (parse_f64 if target is P.F64 else parse_f32)(trim(value))
    if number is None:
        raise refused(value, f"no decimal {target.keyword}", target)
    return narrow_float(number, P.F32, target) if target is P.F16 else number


def text_to_bool(value: str, source: PortType, target: PortType) -> bool:
    """`true`, `1`, `false` or `0`, in any case, blanks cut off.

    Raises:
        Unconvertible: it is something else.
    """
    word = trim(value)
    if word.isascii() and word.lower() in ("true", "1", "false", "0"):
        return word.lower() in ("true", "1")
    raise refused(value, "neither true nor false, 1 nor 0", target)


def text_to_bytes(value: str, source: PortType, target: PortType) -> bytes:
    """Bytes of two hexadecimal digits each, blanks cut off.

    Raises:
        Unconvertible: something else is in the text, or half a byte.
    """
    return from_hex(value, trim(value))


def text_to_json(value: str, source: PortType, target: PortType) -> Json:
    """The value of a JSON text; of another text an object that says what is wrong with it."""
    try:
        return Json.parse(value)
    except JsonError as error:
        return Json.of({"error": "invalid JSON", "message": str(error), "raw": value})


def text_to_vector(value: str, source: PortType, target: PortType) -> tuple[Any, ...]:
    """The numbers of a JSON array.

    Raises:
        Unconvertible: it is none, or holds what is no number of the target's elements.
    """
    try:
        parsed = Json.parse(trim(value))
    except JsonError as error:
        raise refused(value, f"no array of {ELEMENTS[target].keyword}: {error}", target) from None
    return json_to_vector(parsed, P.JSON, target)


def from_hex(value: Any, digits: str) -> bytes:
    if len(digits) % 2 == 0 and all(c in "0123456789abcdefABCDEF" for c in digits):
        return bytes.fromhex(digits)
    raise refused(value, "no bytes in hexadecimal digits", P.BYTES)


# To and from bytes: little-endian, exactly as many as the type has.


def byte_count(type: PortType) -> int:
    """Bytes of a scalar."""
    return (BITS.get(type, 128) + 7) // 8


def scalar_to_bytes(value: Any, source: PortType, target: PortType) -> bytes:
    """The bytes of a number, the lowest first."""
    bits = to_slot(value, source) if source.is_float else int(value)
    count = byte_count(source)
    return (bits & ((1 << 8 * count) - 1)).to_bytes(count, "little")


def bytes_to_scalar(value: bytes, source: PortType, target: PortType) -> Any:
    """The number of exactly as many bytes as it has.

    Raises:
        Unconvertible: there are more, or fewer.
    """
    if len(value) != byte_count(target):
        raise refused(
            value, f"{len(value)} bytes long; {target.keyword} has {byte_count(target)}", target
        )
    bits = int.from_bytes(value, "little")
    if target is P.BOOL:
        return bits != 0
    if target.is_float:
        return from_slot(bits, target)
    low, _ = integer_range(target)
    return bits + 2 * low if low and bits >= -low else bits


def vector_to_bytes(value: tuple[Any, ...], source: PortType, target: PortType) -> bytes:
    """The bytes of all elements, each with its lowest first."""
    return ordered(to_memory(value, source), element_bytes(source))


def bytes_to_vector(value: bytes, source: PortType, target: PortType) -> tuple[Any, ...]:
    """As many elements as the bytes make.

    Raises:
        Unconvertible: some bytes are left over.
    """
    size = element_bytes(target)
    if len(value) % size:
        raise refused(value, f"{len(value)} bytes long, no multiple of {size}", target)
    elements: tuple[Any, ...] = from_memory(ordered(value, size), target)
    return elements


def ordered(data: bytes, size: int) -> bytes:
    """Elements of the machine as little-endian ones, or back."""
    if sys.byteorder == "little":
        return data
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


# To and from JSON.


def to_json(value: Any, source: PortType, target: PortType) -> Json:
    """The JSON value: 128-bit integers are strings, bytes a string of hexadecimal digits.

    Raises:
        Unconvertible: a float is not finite.
    """
    if source in ELEMENTS:
        return Json.of([finite(item, target) for item in value])
    if source is P.BYTES:
        return Json.of(bytes(value).hex())
    if source is P.U128 or source is P.I128:
        return Json.of(str(value))
    return Json.of(finite(value, target))


def finite(value: Any, target: PortType) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        raise refused(value, "no number that JSON has", target)
    return value


def is_number(tree: Any) -> bool:
    return isinstance(tree, int | float) and not isinstance(tree, bool)


def json_to_number(value: Json, source: PortType, target: PortType) -> Any:
    """A JSON number; for an integer type, one without a fraction or an exponent.

    Raises:
        Unconvertible: it is none, or out of range.
    """
    return of_tree(value.tree(), value, target)


def of_tree(tree: Any, value: Any, target: PortType) -> Any:
    if target.is_float:
        if is_number(tree):
            return narrow_float(float(tree), P.F64, target)
    elif is_number(tree) and isinstance(tree, int):
        low, high = integer_range(target)
        if low <= tree <= high:
            return tree
        raise refused(value, f"outside of {target.keyword}, {low} to {high}", target)
    raise refused(value, f"no JSON number of type {target.keyword}", target)


def json_to_wide(value: Json, source: PortType, target: PortType) -> int:
    """A JSON string of a decimal 128-bit integer, or a JSON integer.

    Raises:
        Unconvertible: it is neither, or out of range.
    """
    tree = value.tree()
    if not isinstance(tree, str):
        number: int = of_tree(tree, value, target)
        return number
    found = parse_integer(trim(tree), target)
    if found is None:
        raise refused(value, f"no decimal {target.keyword}", target)
    return found


def json_to_bool(value: Json, source: PortType, target: PortType) -> bool:
    """A JSON bool.

    Raises:
        Unconvertible: it is something else.
    """
    if value in ("true", "false"):
        return value == "true"
    raise refused(value, "no JSON bool", target)


def json_to_bytes(value: Json, source: PortType, target: PortType) -> bytes:
    """The bytes of a JSON string of hexadecimal digits.

    Raises:
        Unconvertible: it is something else.
    """
    tree = value.tree()
    if not isinstance(tree, str):
        raise refused(value, "no JSON string", target)
    return from_hex(value, tree)


def json_to_vector(value: Json, source: PortType, target: PortType) -> tuple[Any, ...]:
    """The numbers of a JSON array.

    Raises:
        Unconvertible: it is none, or holds what is no number of the target's elements.
    """
    tree = value.tree()
    if not isinstance(tree, list):
        raise refused(value, "no JSON array", target)
    return each(tree, P.JSON, ELEMENTS[target], lambda item, _, to: of_tree(item, item, to))


# Between vectors.


def vector_rule(source: PortType, target: PortType) -> Rule:
    """The rule of each element of a pair of vector types."""
    one, other = ELEMENTS[source], ELEMENTS[target]
    if other.is_float:
        return narrow_float if one.is_float else integer_to_float
    if one.is_float:
        nearest = (one, other) == (P.F32, P.I32)
        return round_then_check if nearest else check_then_truncate
    return keep if BITS[one] <= BITS[other] else check_range


def vector_to_vector(value: tuple[Any, ...], source: PortType, target: PortType) -> Any:
    """Every element converted by the rule of the pair.

    Raises:
        Unconvertible: an element is out of range; the message says which.
    """
    return each(value, ELEMENTS[source], ELEMENTS[target], vector_rule(source, target))


def each(values: Any, source: PortType, target: PortType, rule: Rule) -> tuple[Any, ...]:
    made: list[Any] = []
    for place, item in enumerate(values):
        try:
            made.append(rule(item, source, target))
        except Unconvertible as error:
            raise Unconvertible(f"element {place}: {error}") from None
    return tuple(made)
