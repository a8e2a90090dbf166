"""Alias tables: choosing by weight with one look, whatever the weights.

Source: M. Vose, A Linear Algorithm for Generating Random Numbers with a Given Distribution
(1991), with queues in the place of stacks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from polydat.nodes.tables import f64_words, text_words


@dataclass(frozen=True, slots=True)
class Alias:
    """Slots that are as likely as each other, each shared by itself and one other.

    Attributes:
        bias: share of a slot that is its own.
        alias: who has the rest.
    """

    bias: tuple[float, ...]
    alias: tuple[int, ...]

    def sample(self, x: int) -> int:
        """The slot of a hash: its low end chooses, its high half decides."""
        slot = x % len(self.bias)
        return slot if (x >> 32) / 4294967295.0 < self.bias[slot] else self.alias[slot]

    def words(self) -> tuple[int, ...]:
        """How many slots; of each its bias and its alias."""
        pairs = zip(f64_words(self.bias), self.alias, strict=True)
        return (len(self.bias), *(word for pair in pairs for word in pair))


def alias_table(weights: Sequence[float]) -> Alias:
    """The table of weights whose sum is positive."""
    count = len(weights)
    total = 0.0
    for weight in weights:
        total += weight
    scale = count / total
    scaled = [weight * scale for weight in weights]
    bias, alias = [1.0] * count, list(range(count))
    small = deque(i for i in range(count) if scaled[i] < 1.0)
    large = deque(i for i in range(count) if not scaled[i] < 1.0)
    while small and large:
        poor, rich = small.popleft(), large.popleft()
        bias[poor], alias[poor] = scaled[poor], rich
        scaled[rich] -= 1.0 - scaled[poor]
        (small if scaled[rich] < 1.0 else large).append(rich)
    return Alias(tuple(bias), tuple(alias))


@dataclass(frozen=True, slots=True)
class WeightedTexts:
    """Texts and how often each is chosen."""

    alias: Alias
    texts: tuple[str, ...]

    def words(self) -> tuple[int, ...]:
        """The alias table, then the texts."""
        return (*self.alias.words(), *text_words(self.texts))


@dataclass(frozen=True, slots=True)
class WeightedNumbers:
    """Numbers and how often each is chosen."""

    alias: Alias
    numbers: tuple[int, ...]

    def words(self) -> tuple[int, ...]:
        """The alias table, then the numbers."""
        return (*self.alias.words(), *self.numbers)
