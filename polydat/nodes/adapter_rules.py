"""How each pair of types converts: its rule in Python, in C, and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from polydat.nodes.declare import Types
from polydat.nodes.failures import NOT_CONVERTIBLE, Failure
from polydat.nodes.pieces import Form, Piece, Shown
from polydat.types import BITS, ELEMENTS, REGISTERS, PortType, contents, convert, integer_range
from polydat.types.contents import Rule

P = PortType
WIDE_INTEGERS = (P.U128, P.I128)
# Floats are truncated before their range is checked, but for these.
CHECKED_FIRST = {(P.F32, t) for t in (P.U8, P.I8, P.U16, P.I16, *WIDE_INTEGERS)}
CHECKED_FIRST |= {(P.F16, t) for t in P if t.is_integer}

NUMBERS, BYTES, TEXTS = "ops/adapters.h", "ops/adapters_bytes.h", "ops/adapters_text.h"


class Meaning(NamedTuple):
    """A family of pairs: what a conversion does, whether it can fail, in words."""

    rule: Rule
    fails: bool
    doc: str


@dataclass(frozen=True, slots=True)
class AdapterRule:
    """What a declaration of an adapter needs; the fields are those of `NodeSpec`."""

    convert: Callable[[Any], Any]
    doc: str
    c: str | None = None
    include: str | None = None
    appends: bool = False
    pieces: Callable[[Sequence[Any], Types], tuple[Piece, ...]] | None = None
    fails: Failure | None = None


KEEP = Meaning(convert.keep, False, "The same number.")
WIDEN = Meaning(convert.widen_float, False, "The same number.")
NEAREST = Meaning(convert.integer_to_float, False, "The nearest float, ties to even.")
NARROW = Meaning(
    convert.narrow_float, False, "The nearest float, ties to even, infinite where it is too large."
)
NOT_ZERO = Meaning(convert.integer_to_bool, False, "Whether the number is not 0.")
IS_NUMBER = Meaning(convert.float_to_bool, False, "Whether the number is neither zero nor NaN.")
TO_INTEGER = Meaning(convert.bool_to_integer, False, "1 for true, 0 for false.")
TO_FLOAT = Meaning(convert.bool_to_float, False, "1.0 for true, 0.0 for false.")
IN_RANGE = Meaning(convert.check_range, True, "The same number, where that is in range.")
TRUNCATED = Meaning(
    convert.truncate_then_check, True, "The number without its fraction, where that is in range."
)
CHECKED = Meaning(
    convert.check_then_truncate, True, "A number in range, without its fraction then."
)
SAME_BITS = Meaning(convert.keep, False, "The same bits, seen as other lanes.")

TEXT = "The number in decimal, never with an exponent."
TO_TEXT = Meaning(contents.to_text, False, TEXT)
FROM_TEXT = {
    P.BOOL: Meaning(contents.text_to_bool, True, "`true`, `1`, `false` or `0`, in any case."),
    P.BYTES: Meaning(contents.text_to_bytes, True, "Bytes in hexadecimal digits."),
    P.JSON: Meaning(
        contents.text_to_json,
        False,
        "The JSON value of a text; of a malformed one an object with `error`, `message`, `raw`.",
    ),
}
FROM_JSON = {
    P.BOOL: Meaning(contents.json_to_bool, True, "A JSON bool."),
    P.BYTES: Meaning(contents.json_to_bytes, True, "A JSON string of hexadecimal digits."),
    **dict.fromkeys(
        WIDE_INTEGERS,
        Meaning(contents.json_to_wide, True, "A JSON integer, or a string that holds one."),
    ),
}
ELEMENTWISE = "Every element converted on its own."


def meaning_of(source: PortType, target: PortType) -> Meaning:
    """The family of a pair."""
    if target in REGISTERS:
        return SAME_BITS
    if source is P.STR:
        return of_text(target)
    if source is P.JSON and target is not P.STR:
        return of_json(target)
    if source is P.BYTES and target is not P.STR and target is not P.JSON:
        return of_bytes(target)
    if target is P.STR:
        return to_text(source)
    if target is P.BYTES:
        rule = contents.vector_to_bytes if source in ELEMENTS else contents.scalar_to_bytes
        return Meaning(rule, False, "Its bytes, the lowest first.")
    if target is P.JSON:
        inexact = source.is_float or (source in ELEMENTS and ELEMENTS[source].is_float)
        return Meaning(contents.to_json, inexact, "The JSON value.")
    if source in ELEMENTS:
        fails = vector_fails(source, target)
        return Meaning(contents.vector_to_vector, fails, ELEMENTWISE)
    return of_numbers(source, target)


def of_numbers(source: PortType, target: PortType) -> Meaning:
    if source is P.BOOL:
        return TO_FLOAT if target.is_float else TO_INTEGER
    if target is P.BOOL:
        return IS_NUMBER if source.is_float else NOT_ZERO
    if source.is_float and target.is_float:
        return WIDEN if BITS[source] < BITS[target] else NARROW
    if source.is_float:
        return CHECKED if (source, target) in CHECKED_FIRST else TRUNCATED
    if target.is_float:
        return NEAREST
    return KEEP if holds(source, target) else IN_RANGE


def holds(source: PortType, target: PortType) -> bool:
    """Whether an integer type has every value of another."""
    low, high = integer_range(source)
    least, most = integer_range(target)
    return least <= low and high <= most


def vector_fails(source: PortType, target: PortType) -> bool:
    one, other = ELEMENTS[source], ELEMENTS[target]
    return not other.is_float and (one.is_float or BITS[other] < BITS[one])


def of_text(target: PortType) -> Meaning:
    if target in FROM_TEXT:
        return FROM_TEXT[target]
    if target in ELEMENTS:
        return Meaning(contents.text_to_vector, True, "The numbers of a JSON array.")
    if target.is_float:
        return Meaning(contents.text_to_float, True, "The nearest float of a decimal number.")
    return Meaning(contents.text_to_integer, True, "A decimal integer in range.")


def of_json(target: PortType) -> Meaning:
    if target in FROM_JSON:
        return FROM_JSON[target]
    if target in ELEMENTS:
        return Meaning(contents.json_to_vector, True, "The numbers of a JSON array.")
    return Meaning(contents.json_to_number, True, "A JSON number in range.")


def of_bytes(target: PortType) -> Meaning:
    if target in ELEMENTS:
        partial_bytes = BITS[ELEMENTS[target]] > 8
        return Meaning(contents.bytes_to_vector, partial_bytes, "As many elements as fit.")
    return Meaning(contents.bytes_to_scalar, True, "The number of exactly its bytes.")


def to_text(source: PortType) -> Meaning:
    if source in ELEMENTS:
        return Meaning(contents.to_text, ELEMENTS[source].is_float, "Its JSON text.")
    if source is P.BYTES:
        return TO_TEXT._replace(doc="Two hexadecimal digits a byte.")
    if source is P.BOOL:
        return TO_TEXT._replace(doc="`true` or `false`.")
    return TO_TEXT._replace(doc="The number with a fraction.") if source is P.F16 else TO_TEXT


# The C of pairs of numbers that are a line; `input` is a value of the source type.
LINES: dict[Rule, str] = {
    convert.keep: "(input)",
    convert.widen_float: "(input)",
    convert.integer_to_bool: "input != 0",
    convert.float_to_bool: "(uint64_t)(input < 0 || input > 0)",
    convert.bool_to_integer: "input != 0",
    convert.bool_to_float: "input ? 1.0f : 0.0f",
}


def rule_of(source: PortType, target: PortType) -> AdapterRule:
    """Everything about the conversion of a pair of types that has one."""
    meaning = meaning_of(source, target)
    rule, fails, doc = meaning
    c = c_of(source, target, rule)
    return AdapterRule(
        convert=partial(rule_call, rule, source, target),
        doc=doc,
        c=c,
        include=include_of(source, target),
        appends=c is not None and target.is_reference,
        pieces=pieces_of(source) if target is P.STR and c is None else None,
        fails=NOT_CONVERTIBLE if fails else None,
    )


def include_of(source: PortType, target: PortType) -> str:
    """The header of the C of a pair."""
    sides = {source, target}
    if sides & {P.STR, P.JSON}:
        return TEXTS
    return BYTES if P.BYTES in sides or source in ELEMENTS else NUMBERS


def rule_call(rule: Rule, source: PortType, target: PortType, value: Any) -> Any:
    return rule(value, source, target)


PLAIN = {P.F64: Form.PLAIN, P.F32: Form.PLAIN}


def pieces_of(source: PortType) -> Callable[[Sequence[Any], Types], tuple[Piece, ...]]:
    def pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
        return (Shown(0, source, PLAIN.get(source, Form.DISPLAY)),)

    return pieces


def c_of(source: PortType, target: PortType, rule: Rule) -> str | None:
    """The C of a pair: a line, or the name of a function."""
    if target in REGISTERS:
        return "(input)"
    if target is P.STR and source not in ELEMENTS:
        return None  # pieces
    if target is P.STR:
        target = P.JSON  # the same text
    if source.domain is None or target.domain is None:
        return contents_function(source, target)
    if source in WIDE_INTEGERS and target in WIDE_INTEGERS:
        return "pd_same_sign"
    if rule in (convert.check_range, convert.truncate_then_check, convert.check_then_truncate):
        name = f"pd_{source.keyword}_to_{target.keyword}"
        return f"{name}_checked" if (source, target) == (P.F64, P.U64) else name
    if rule is convert.narrow_float:
        return narrowed("input") if (source, target) == (P.F64, P.F16) else "(float)input"
    if rule is convert.integer_to_float:
        return nearest(source, target)
    if target in WIDE_INTEGERS:
        return widened(source)
    if source in WIDE_INTEGERS:
        return "(uint64_t)((input.low | input.high) != 0)"
    return LINES[rule]


def contents_function(source: PortType, target: PortType) -> str:
    """The function of a pair with a text, bytes, JSON or a vector on one side at least."""
    if P.BYTES in (source, target):
        # The same bits, whether or not they are meant to have a sign.
        source, target = (P.U128 if t is P.I128 else t for t in (source, target))
    if (source, target) == (P.F16, P.JSON):
        source = P.F32
    checked = source is P.BYTES and target in ELEMENTS and target is not P.VEC_I8
    return f"pd_{'checked_' if checked else ''}{source.keyword}_to_{target.keyword}"


def nearest(source: PortType, target: PortType) -> str:
    """The nearest float of an integer."""
    if source in WIDE_INTEGERS:
        kind = "float" if target is P.F32 else "double"
        made = f"pd_{source.keyword}_to_{kind}(input)"
    elif source is P.U64 and target is not P.F32:
        made = "pd_from_u64(input)"
    else:
        made = f"({'float' if target is P.F32 else 'double'})input"
    return narrowed(made) if target is P.F16 else made


def narrowed(made: str) -> str:
    return f"pd_round_f16({made})"


def widened(source: PortType) -> str:
    """An integer in 128 bits."""
    if source is P.BOOL:
        return "pd_u128_of(input != 0, 0)"
    if integer_range(source)[0] == 0:
        return "pd_u128_of(input, 0)"
    return "pd_u128_of((uint64_t)(int64_t)input, input < 0 ? UINT64_MAX : 0)"
