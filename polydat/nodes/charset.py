"""Sets of characters: `A-Z0-9` stands for 36 of them."""

from __future__ import annotations


def expand(written: str) -> tuple[str, ...]:
    """The characters of a set, in order; one that is there twice is drawn twice as often.

    `a-z` is a range where a character follows the dash, empty if it runs backwards; any other
    dash is itself.  Surrogates are no characters.
    """
    found: list[str] = []
    at = 0
    while at < len(written):
        if written[at + 1 : at + 2] == "-" and at + 2 < len(written):
            codes = range(ord(written[at]), ord(written[at + 2]) + 1)
            found.extend(chr(code) for code in codes if not 0xD800 <= code <= 0xDFFF)
            at += 3
        else:
            found.append(written[at])
            at += 1
    return tuple(found)
