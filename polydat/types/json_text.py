"""JSON values: the compact text of one, which is what engines carry.

Compact text has no blanks, every key of an object once (the last value of it, in the place of
the first), and numbers in one form: integers that a u64 or an i64 holds in decimal, all others
as the nearest f64 (`json_number` in `types/text.py`).
"""

from __future__ import annotations

import json
import math
import re
from json.encoder import encode_basestring
from typing import Any

from polydat.types.text import json_number

LEAST, GREATEST = -(1 << 63), (1 << 64) - 1  # integers that stay integers
MOST_DEEP = 127  # arrays and objects within each other, in a text


class JsonError(ValueError):
    """A text is no JSON; the message says what was expected, and at which character."""


class Json(str):
    """A JSON value as its compact text."""

    __slots__ = ()

    @classmethod
    def of(cls, tree: Any) -> Json:
        """The value of plain data.

        Raises:
            TypeError: something in it has no JSON form.
            ValueError: a float is not finite, an integer is beyond i64 and u64, or a text holds
                half of a surrogate pair.
        """
        return cls(written(tree))

    @classmethod
    def parse(cls, text: str) -> Json:
        """The value of a JSON text.

        Raises:
            JsonError: the text is malformed, or holds a number beyond the range of f64.
        """
        return cls.of(Reader(text).whole())

    def tree(self) -> Any:
        """The value as plain data."""
        return json.loads(self)


def written(tree: Any) -> str:
    """Compact text of plain data; raises as `Json.of`."""
    if tree is None:
        return "null"
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, Json):
        return str(tree)
    if isinstance(tree, str):
        return quoted(tree)
    if isinstance(tree, int):
        if not LEAST <= tree <= GREATEST:
            raise ValueError(f"{tree} is beyond the integers of JSON, {LEAST} to {GREATEST}")
        return str(int(tree))
    if isinstance(tree, float):
        if not math.isfinite(tree):
            raise ValueError(f"{tree} is no JSON number")
        return json_number(tree)
    if isinstance(tree, list | tuple):
        return f"[{','.join(map(written, tree))}]"
    if isinstance(tree, dict):
        return f"{{{','.join(map(member, tree.items()))}}}"
    raise TypeError(f"{tree!r} of type {tree.__class__.__name__} has no JSON form")


def member(item: tuple[Any, Any]) -> str:
    key, value = item
    if not isinstance(key, str):
        raise TypeError(f"the key {key!r} of an object is no text")
    return f"{quoted(key)}:{written(value)}"


def quoted(text: str) -> str:
    """A text as a JSON string."""
    text.encode()  # half of a surrogate pair is a UnicodeError, which is a ValueError
    return encode_basestring(text)


_BLANKS = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}", re.ASCII)
_WORDS = {"n": ("null", None), "t": ("true", True), "f": ("false", False)}
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


class Reader:
    """Reads one JSON text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def whole(self) -> Any:
        """The value of the whole text."""
        value = self.value()
        self.skip()
        if self.at < len(self.text):
            raise self.error("the text should end")
        return value

    def error(self, what: str, at: int | None = None) -> JsonError:
        return JsonError(f"{what} at character {(self.at if at is None else at) + 1}")

    def skip(self) -> None:
        """Move behind blanks."""
        found = _BLANKS.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def take(self, character: str) -> bool:
        """Move behind blanks and `character`, if it is there."""
        self.skip()
        if not self.text.startswith(character, self.at):
            return False
        self.at += 1
        return True

    def value(self) -> Any:
        self.skip()
        first = self.text[self.at : self.at + 1]
        if first == '"':
            return self.string()
        if first == "[" or first == "{":
            return self.nested(first)
        if first in _WORDS:
            word, value = _WORDS[first]
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def number(self) -> int | float:
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise self.error("expected a value")
        whole, fraction, power = found.groups()
        if not fraction and not power and len(whole) <= 20 and whole != "-0":
            integer = int(whole)
            if LEAST <= integer <= GREATEST:
                self.at = found.end()
                return integer
        value = float(found[0])
        if math.isinf(value):
            raise self.error("a number beyond the range of f64")
        self.at = found.end()
        return value

    def nested(self, first: str) -> Any:
        if self.depth == MOST_DEEP:
            raise self.error(f"more than {MOST_DEEP} arrays and objects within each other")
        self.depth += 1
        self.at += 1
        tree = self.array() if first == "[" else self.object()
        self.depth -= 1
        return tree

    def array(self) -> list[Any]:
        items: list[Any] = []
        if self.take("]"):
            return items
        while True:
            items.append(self.value())
            if self.take("]"):
                return items
            if not self.take(","):
                raise self.error("expected ',' or ']'")

    def object(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        if self.take("}"):
            return members
        while True:
            self.skip()
            if not self.text.startswith('"', self.at):
                raise self.error("expected a key in quotes")
            key = self.string()
            if not self.take(":"):
                raise self.error("expected ':'")
            members[key] = self.value()
            if self.take("}"):
                return members
            if not self.take(","):
                raise self.error("expected ',' or '}'")

    def string(self) -> str:
        start = self.at
        parts: list[str] = []
        self.at += 1
        while True:
            found = _PLAIN.match(self.text, self.at)
            assert found is not None
            parts.append(found[0])
            self.at = found.end()
            if self.at == len(self.text):
                raise self.error("a string without an end", start)
            if self.text[self.at] == '"':
                self.at += 1
                return "".join(parts)
            if self.text[self.at] != "\\":
                raise self.error("a control character in a string")
            parts.append(self.escape())

    def escape(self) -> str:
        start = self.at
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in _ESCAPES and letter:
            self.at += 2
            return _ESCAPES[letter]
        unit = self.unit()
        if unit is None:
            raise self.error("an escape that JSON does not have", start)
        if not 0xD800 <= unit < 0xE000:
            return chr(unit)
        second = self.unit() if unit < 0xDC00 else None
        if second is None or not 0xDC00 <= second < 0xE000:
            raise self.error("half of a surrogate pair", start)
        return chr(0x10000 + ((unit - 0xD800) << 10) + second - 0xDC00)

    def unit(self) -> int | None:
        r"""The 16 bits of a `\u` escape, behind which it moves; `None` for anything else."""
        found = _HEX.match(self.text, self.at + 2)
        if found is None or not self.text.startswith("\\u", self.at):
            return None
        self.at = found.end()
        return int(found[0], 16)
