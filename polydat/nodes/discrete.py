"""Tables of distributions of whole numbers: exact weights, shares that are each rounded once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate

from polydat.nodes.tables import f64_words

BITS = 160  # of the weight of the most frequent value
NEGLIGIBLE = 60  # bits of a weight that is left out, with all beyond it: 2**-100 of the greatest


@dataclass(frozen=True, slots=True)
class Shares:
    """Values from `first` on, and the share of each with all before it.

    Attributes:
        cumulative: ascending; the last is 1.0.
    """

    first: int
    cumulative: tuple[float, ...]

    def sample(self, u: float) -> int:
        """The least value whose cumulative share is above `u`; the first for NaN."""
        at = 0 if u != u else bisect_right(self.cumulative, u)
        return self.first + min(at, len(self.cumulative) - 1)

    def words(self) -> tuple[int, ...]:
        """The first value, then the shares."""
        return (self.first, *f64_words(self.cumulative))


def shares(first: int, weights: Iterable[int]) -> Shares:
    """The table of weights that need not have a sum of 1; each share is the nearest f64."""
    sums = list(accumulate(weights))
    return Shares(first, tuple(sum / sums[-1] for sum in sums))


def around(mode: int, last: int | None, step: Callable[[int], tuple[int, int]]) -> Shares:
    """The table of a distribution that falls on both sides of its most frequent value.

    Args:
        mode: that value.
        last: the greatest value, if there is one.
        step: of a value, the ratio of the weight of the next one to its own.
    """
    below: list[int] = []
    weight, value = 1 << BITS, mode
    while value > 0 and weight >> NEGLIGIBLE:
        value -= 1
        above, under = step(value)
        weight = weight * under // above
        below.append(weight)
    upwards = [1 << BITS]
    value = mode
    while value != last and upwards[-1] >> NEGLIGIBLE:
        above, under = step(value)
        upwards.append(upwards[-1] * above // under)
        value += 1
    return shares(mode - len(below), [*reversed(below), *upwards])
