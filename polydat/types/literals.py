"""Numbers as people write them in specs, weights and texts that are converted.

ASCII digits only, no blanks, no underscores, no other base.
"""

from __future__ import annotations

import re

from polydat.types.slots import U64_MAX

# What is cut off where a rule says so: the White_Space property of Unicode.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B)))
BLANKS += "\u2028\u2029\u202f\u205f\u3000"

_INTEGER = re.compile(r"\+?[0-9]+\Z")
_FLOAT = re.compile(
    r"[+-]?(inf|infinity|nan|([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)\Z", re.IGNORECASE
)


def trim(text: str) -> str:
    """The text without blanks at either end."""
    return text.strip(BLANKS)


def parse_u64(text: str) -> int | None:
    """A decimal u64, with a plus sign or without."""
    if not _INTEGER.match(text) or len(text.lstrip("+0")) > 20:
        return None
    number = int(text)
    return number if number <= U64_MAX else None


def parse_f64(text: str) -> float | None:
    """The nearest f64 of a decimal number, or `inf`, `infinity`, `nan` in any case."""
    return float(text) if _FLOAT.match(text) else None
