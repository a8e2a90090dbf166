"""`printf`: text with placeholders, each for the next wire.

    format       text and placeholders; `{{` and `}}` are braces, a lone `}` is one too
    placeholder  `{`, a body, and `}` or the end of the text
    body         [:] [0 before a digit: fill] [width] [. precision] [conversion] [ignored]

A conversion is one character, whatever it is; `x`, `X`, `b` and `o` mean something to
unsigned integers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from polydat.errors import BindError, Diagnostic, EvalError
from polydat.nodes.declare import Const, Types, node
from polydat.nodes.pieces import Form, Piece, Shown, Written
from polydat.types import PortType, text

MOST = 65535  # for a width or a precision

P = PortType
LETTERED = (P.U64, P.U32, P.U16, P.U8)  # types that a conversion letter applies to
PADDED_WITH_ZEROS = (*LETTERED, P.I64, P.I32, P.I16, P.I8, P.U128, P.I128)


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What stands between the braces; `precision` is -1 where none is given."""

    fill: str = " "
    width: int = 0
    precision: int = -1
    conversion: str = ""


Part: TypeAlias = bytes | Placeholder

_PART = re.compile(r"\{\{|\}\}|\{([^}]*)\}?", re.ASCII)
_BODY = re.compile(r":?(0(?=[0-9]))?([0-9]*)(?:\.([0-9]*))?(.?)", re.DOTALL)


@lru_cache(maxsize=256)
def parse_format(format: str) -> tuple[Part, ...]:
    """The literal texts (as UTF-8) and the placeholders of a format, in order."""
    parts: list[Part] = []
    literal, at = "", 0
    for match in _PART.finditer(format):
        literal += format[at : match.start()]
        at = match.end()
        if match[1] is None:
            literal += match[0][0]
            continue
        if literal:
            parts.append(literal.encode())
        literal = ""
        parts.append(parse_body(match[1]))
    literal += format[at:]
    if literal:
        parts.append(literal.encode())
    return tuple(parts)


def parse_body(body: str) -> Placeholder:
    match = _BODY.match(body)
    assert match is not None
    zero, width, precision, conversion = match.groups()
    return Placeholder(
        "0" if zero else " ",
        int(width or "0"),
        int(precision) if precision else -1,
        conversion,
    )


def check_format(format: str) -> str | None:
    """What is wrong with a format."""
    for part in parse_format(format):
        if isinstance(part, Placeholder):
            for what, number in (("width", part.width), ("precision", part.precision)):
                if number > MOST:
                    return f"format: a {what} must be at most {MOST}, got {number}"
    return None


def missing(index: int, wires: int) -> str:
    return f"printf: format references input #{index} but only {wires} wire input(s) supplied"


def format_pieces(constants: Sequence[Any], types: Types) -> tuple[Piece, ...]:
    """The pieces of `printf`.

    Raises:
        BindError: a placeholder has no wire.
    """
    pieces: list[Piece] = []
    wire = 0
    for part in parse_format(constants[0]):
        if isinstance(part, bytes):
            pieces.append(Written(part))
            continue
        if wire == len(types):
            raise BindError(Diagnostic(missing(wire, wire)))
        pieces.append(shown(part, wire, types[wire]))
        wire += 1
    return tuple(pieces)


def shown(part: Placeholder, wire: int, type: PortType) -> Shown:
    """How a placeholder shows a wire of a type: what does not apply to it is dropped."""
    if type is P.STR:
        return Shown(wire, type, width=part.width)
    if type in PADDED_WITH_ZEROS:
        lettered = type in LETTERED and part.conversion in ("x", "X", "b", "o")
        base = part.conversion if lettered else "d"
        return Shown(wire, type, width=part.width, fill=part.fill, base=base)
    if type.is_float and part.precision >= 0:
        return Shown(wire, type, Form.FIXED, part.precision, part.width, part.fill)
    if type.is_float:
        return Shown(wire, type, width=part.width, fill=part.fill)
    return Shown(wire, type)


def shown_text(value: Any, piece: Shown) -> str:
    """The text of a value by the piece that shows it."""
    if piece.base != "d":
        body = format(value, piece.base)
    elif piece.form is Form.FIXED:
        body = text.fixed(value, piece.precision)
    else:
        body = text.row_text(value, piece.type)
    return body.rjust(piece.width, piece.fill)


@node(
    "String",
    pieces=format_pieces,
    validate=check_format,
    golden=[
        (("hello {}", 42), "hello 42"),
        (("{} + {} = {}", 1, 2, 3), "1 + 2 = 3"),
        (("id={:05} val={:.1}", 7, 98.6), "id=00007 val=98.6"),
        (("{{escaped}} {}", 1), "{escaped} 1"),
        (("{:04x}|{:X}|{:b}|{:o}", 255, 255, 5, 8), "00ff|FF|101|10"),
        (("{:06.1}|{:6}", -2.5, 1.0), "00-2.5|   1.0"),
        (("{:+5}|{:>5}|{:.2f}", 42, 42, 3.14159), "42|42|3.14"),
        (("{:03}|{:09}|{", "é", True, 0.5), "  é|true|0.5"),
        (("} {:.}{0}{1}", 2.0, 3, 4), "} 2.034"),
        (("no wires", 1, 2), "no wires"),
        (("",), ""),
    ],
)
def printf(format: Const[str], *values: Any, types: Types) -> str:
    """Text in which each placeholder `{}` is the next value.

    A placeholder may hold a width, zeros before it to pad with them, a point and a
    number of decimals, and a letter: `{:08.3}`, `{:x}`.  A number is padded on the left,
    a text with spaces, `true` and `false` not at all.  A float without decimals keeps
    the digits that it needs: `1.0`, `5e-5`.

    Args:
        format: the text; `{{` and `}}` are single braces.
        values: wires of any type; those beyond the last placeholder are not shown.

    Returns:
        The text.

    Raises:
        EvalError: there are more placeholders than values.

    Example:
        line := printf("id={:05} temp={:.1}", cycle, unit_interval(hash(cycle)))
    """
    out: list[str] = []
    wire = 0
    for part in parse_format(format):
        if isinstance(part, bytes):
            out.append(part.decode())
            continue
        if wire == len(values):
            raise EvalError(missing(wire, wire))
        out.append(shown_text(values[wire], shown(part, wire, types[wire])))
        wire += 1
    return "".join(out)
