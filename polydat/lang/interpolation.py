"""Texts with placeholders: where these stand, and the format that is left.

The expressions inside are read by `expressions`; here a text is only taken apart.
"""

from __future__ import annotations

import re

MARK = re.compile(r"\{\{|\}\}|\{")
INSIDE = re.compile(r'[()\[\]{}]|"(?s:[^"\\]++|\\.)*+"?')


def split_text(text: str) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    """The format of a text, with `{}` for each placeholder, and where their insides stand.

    `None` where the text has no placeholder, or one that does not end: it is a plain text
    then.  `{{` and `}}` stay as they are, for `printf` to turn into single braces.
    """
    pieces: list[str] = []
    inside: list[tuple[int, int]] = []
    done = at = 0
    while (mark := MARK.search(text, at)) is not None:
        at = mark.end()
        if mark[0] != "{":
            continue
        end = find_end(text, at)
        if end is None:
            return None
        pieces.append(text[done : mark.start()])
        inside.append((at, end))
        done = at = end + 1
    if not inside:
        return None
    return "{}".join((*pieces, text[done:])), tuple(inside)


def find_end(text: str, at: int) -> int | None:
    """The offset of the `}` that ends the placeholder whose inside begins at `at`."""
    depth = 0
    for match in INSIDE.finditer(text, at):
        token = match[0]
        if token == "}" and depth == 0:
            return match.start()
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
    return None
