"""Numbers as people write them in specs, weights and texts that are converted.

ASCII digits only, no blanks, no underscores, no other base.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal

from polydat.types.port import PortType, integer_range
from polydat.types.slots import round_to, to_slot

# What is cut off where a rule says so: the White_Space property of Unicode.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B)))
BLANKS += "\u2028\u2029\u202f\u205f\u3000"

MOST_DIGITS = 39  # of an integer of 128 bits

_INTEGER = re.compile(r"([+-]?)0*([0-9]+)\Z")
_FLOAT = re.compile(
    r"[+-]?(inf|infinity|nan|([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)\Z", re.IGNORECASE
)


def trim(text: str) -> str:
    """The text without blanks at either end."""
    return text.strip(BLANKS)


def parse_integer(text: str, type: PortType) -> int | None:
    """A decimal integer in the range of `type`; a minus sign only where it has negative ones."""
    found = _INTEGER.match(text)
    if not found or len(found[2]) > MOST_DIGITS:
        return None
    low, high = integer_range(type)
    if found[1] == "-" and low == 0:
        return None
    number = -int(found[2]) if found[1] == "-" else int(found[2])
    return number if low <= number <= high else None


def parse_u64(text: str) -> int | None:
    """A decimal u64, with a plus sign or without."""
    return parse_integer(text, PortType.U64)


def parse_f64(text: str) -> float | None:
    """The nearest f64 of a decimal number, or `inf`, `infinity`, `nan` in any case."""
    return float(text) if _FLOAT.match(text) else None


def parse_f32(text: str) -> float | None:
    """The nearest f32, rounded once; else as `parse_f64`."""
    near = parse_f64(text)
    if near is None or near == 0 or not math.isfinite(near):
        return near
    exact, rounded = Decimal(text), Decimal(near)
    if exact != rounded and to_slot(near, PortType.F64) % 2 == 0:
        # To the odd neighbour: no tie of an f32 is odd, so that rounding again goes the right way.
        near = math.nextafter(near, math.inf if exact > rounded else -math.inf)
    return round_to(near, PortType.F32)
