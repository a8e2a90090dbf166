"""What nodes read besides their wires: tables that are made once from their constants.

The reference function reads a table as Python values.  C reads the same table as 64-bit
words, whose layout each class states.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from polydat.types import PortType, to_slot


class Table(Protocol):
    """Anything that C can read as words."""

    def words(self) -> tuple[int, ...]:
        """The table as C reads it."""


def f64_words(values: Sequence[float]) -> tuple[int, ...]:
    """The bits of floats."""
    return tuple(to_slot(value, PortType.F64) for value in values)


def text_words(texts: Sequence[str]) -> tuple[int, ...]:
    """Texts as words, read by `pd_table_text` of csrc/runtime/table.h.

    Layout: how many there are; where each begins, in bytes, and the last one ends; their
    UTF-8, filled up with zeros to whole words.
    """
    encoded = [text.encode() for text in texts]
    starts = accumulate(map(len, encoded), initial=0)
    return (len(texts), *starts, *byte_words(b"".join(encoded)))


def byte_words(data: bytes) -> tuple[int, ...]:
    """Bytes as words in the order of this machine, filled up with zeros."""
    padded = data + bytes(-len(data) % 8)
    pieces = (padded[at : at + 8] for at in range(0, len(padded), 8))
    return tuple(int.from_bytes(piece, sys.byteorder) for piece in pieces)


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; its words are those of `text_words`."""

    texts: tuple[str, ...]

    def words(self) -> tuple[int, ...]:
        return text_words(self.texts)
