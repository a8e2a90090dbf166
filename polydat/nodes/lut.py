"""Tables of inverse cumulative distributions; each is built once, when a program is compiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from polydat.nodes import ieee
from polydat.nodes.tables import f64_words

RESOLUTION = 1000  # intervals of a table


@dataclass(frozen=True, slots=True)
class Lut:
    """Values at equal distances from probability 0.0 to 1.0, two at least."""

    entries: tuple[float, ...]

    def sample(self, u: float) -> float:
        """The value at a probability, on the line between the two nearest entries."""
        last = len(self.entries) - 1
        place = ieee.clamp(u, 0.0, 1.0) * last
        below = min(ieee.to_u64(place), last - 1)
        t = place - below
        return self.entries[below] * (1.0 - t) + self.entries[below + 1] * t

    def words(self) -> tuple[int, ...]:
        """The entries."""
        return f64_words(self.entries)


def tabulate(inverse: Callable[[float], float]) -> Lut:
    """The table of an inverse cumulative distribution.

    The tails end at the last finite entry: an exponential of rate 1 never exceeds 6.908.

    Args:
        inverse: called with `i / 1000` for i from 0 to 1000.
    """
    return Lut(fill_gaps([inverse(i / RESOLUTION) for i in range(RESOLUTION + 1)]))


def fill_gaps(entries: Sequence[float]) -> tuple[float, ...]:
    """Entries that are not finite, replaced by the nearest finite one before them.

    Those before the first finite one take that one; a table without any is all 0.0.
    """
    held = next((value for value in entries if math.isfinite(value)), 0.0)
    filled: list[float] = []
    for value in entries:
        held = value if math.isfinite(value) else held
        filled.append(held)
    return tuple(filled)
