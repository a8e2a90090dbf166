"""Tables of quantiles: values of a continuous distribution by their share, tails included.

Shares of 0.0 to 0.5 lie in cells, 32 to each halving of the share; those above 0.5 mirror them.  A
sample lies on the line between the ends of its cell, so that a cumulative share is off by one
part in 8,000 at most, in the tails too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from polydat.nodes import exact
from polydat.nodes.incomplete import Tail
from polydat.nodes.tables import f64_words

CELLS = 32  # of a halving
HALVINGS = 44  # a share below 2**-45 counts as that
STEPS = 200
NEAR, NOISE = 1e-9, 1e-12


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Values at the ends of cells, the smallest share first.

    Attributes:
        below: for shares up to 0.5.
        above: for shares of what lies above, up to 0.5.
    """

    below: tuple[float, ...]
    above: tuple[float, ...]

    def sample(self, u: float) -> float:
        """The value whose cumulative share is `u`; the least for NaN."""
        if u >= 0.5:
            return between(self.above, 1.0 - u)
        return between(self.below, u)

    def words(self) -> tuple[int, ...]:
        """The values for shares below, then those above."""
        return f64_words((*self.below, *self.above))


def between(values: tuple[float, ...], share: float) -> float:
    """The value at a share of at most 0.5."""
    if not share > 2.0 ** -(HALVINGS + 1):
        return values[0]
    half, exponent = math.frexp(share)  # 0.5 <= half < 1
    place = (half - 0.5) * (2 * CELLS)
    cell = int(place)
    at = (exponent + HALVINGS) * CELLS + cell
    if at >= len(values) - 1:
        return values[-1]
    return values[at] + (values[at + 1] - values[at]) * (place - cell)


def shares() -> list[float]:
    """The shares at the ends of cells, from 0.5 down."""
    found = [0.5]
    for halving in range(HALVINGS):
        top = math.ldexp(0.5, -halving - 1)
        found += [top * (1.0 + cell / CELLS) for cell in reversed(range(CELLS))]
    return found


def logarithms(tail: Tail, start: float, most: float = math.inf) -> list[float]:
    """The logarithms of the places at which a tail has each share, the smallest share first.

    Args:
        start: a guess of the logarithm of the median.
        most: what no logarithm reaches.
    """
    found: list[float] = []
    y = start
    for share in shares():
        y = solve(tail, exact.log(share), y, most)
        found.append(y)
    return found[::-1]


def solve(tail: Tail, wanted: float, y: float, most: float) -> float:
    """Where a tail has a logarithm, by Newton's method from a place nearby.

    A step squares the error: behind one that is small enough there is nothing left to do.
    """
    last = math.inf
    for _ in range(STEPS):
        value, slope = tail(y)
        step = (wanted - value) / slope
        if y + step >= most:
            step = (most - y) / 2.0
        y += step
        if abs(step) <= NEAR * abs(y) or (abs(step) < NOISE and abs(step) >= last):
            break
        last = abs(step)
    return y
