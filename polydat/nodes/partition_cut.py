"""A stretch of numbers cut into pieces by a spec: where each begins and ends.

Ends are rounded from the exact sum of the sizes before them, so that errors do not add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from polydat.nodes.hashing import mix
from polydat.nodes.partition_spec import (
    EqualRest,
    Order,
    Piece,
    Repeat,
    Rest,
    Size,
    Spec,
    SpecError,
    WeightedRest,
)

SLACK = 1e-6  # of the extent: sizes whose sum is above it by rounding only still fit
MOST_PIECES = 10_000_000


@dataclass(frozen=True, slots=True)
class Partition:
    """A half-open stretch of ordinals, and its place among its siblings.

    Attributes:
        index, count: which piece it is, in order of generation, of how many.
        start, end: ordinals.
        base_start, base_extent: what percents are of.
    """

    index: int
    count: int
    start: int
    end: int
    base_start: int
    base_extent: int
    percents: tuple[float, float] = field(default=(0.0, 0.0))

    @property
    def cardinality(self) -> int:
        """How many ordinals it has."""
        return self.end - self.start

    def __str__(self) -> str:
        low, high = self.percents
        return (
            f"Partition({self.index}/{self.count} [{self.start}..{self.end})"
            f" [{low:.2f}%..{high:.2f}%))"
        )


@dataclass(frozen=True, slots=True)
class PartitionList:
    """Pieces in the order in which they are handed out."""

    pieces: tuple[Partition, ...]

    def __len__(self) -> int:
        return len(self.pieces)

    def __str__(self) -> str:
        ranges = ",".join(f"[{p.start}..{p.end})" for p in self.pieces)
        return f"PartitionList[{len(self.pieces)}]={ranges}"


def nearest(value: float) -> int:
    """The nearest integer, halves away from zero."""
    return math.floor(value + 0.5) if value - math.floor(value) != 0.5 else math.ceil(value)


def cut(spec: Spec, start: int, end: int) -> PartitionList:
    """The pieces of `start` to `end`.

    Raises:
        SpecError: the spec does not fit.
    """
    low, high = start, end
    if spec.window is not None:
        low, high = (bound(size, start, end) for size in spec.window)
        if high <= low:
            raise SpecError(f"the window {low}..{high} of {start}..{end} is empty or reversed")
    ranges = ranges_of(spec, low, high)
    base = end - start
    pieces = [
        Partition(
            i, len(ranges), a, b, start, base, (percent(a, start, base), percent(b, start, base))
        )
        for i, (a, b) in enumerate(ranges)
    ]
    return PartitionList(tuple(ordered(pieces, spec)))


def percent(ordinal: int, start: int, extent: int) -> float:
    return (ordinal - start) * 100.0 / extent if extent else 0.0


def bound(size: Size, low: int, high: int) -> int:
    """An end of a range."""
    if size.ordinals is None:
        return low + nearest(size.of(high - low))
    return min(low + size.ordinals, high)


def ranges_of(spec: Spec, low: int, high: int) -> list[tuple[int, int]]:
    if spec.between is not None:
        first, last = (bound(size, low, high) for size in spec.between)
        if last < first:
            raise SpecError(f"the range {first}..{last} is reversed")
        if last == first:
            raise SpecError(f"`{spec.text}` has no ordinal of {low}..{high}: widen it")
        return [(first, last)]
    if spec.weights:
        return by_percents(spec.weights, low, high)
    return by_entries(spec, low, high)


def by_percents(percents: Sequence[float], low: int, high: int) -> list[tuple[int, int]]:
    """Pieces of sizes in percent; some may be empty."""
    extent, position, cursor = high - low, 0.0, low
    found: list[tuple[int, int]] = []
    for share in percents:
        position += share / 100 * extent
        until = min(low + nearest(position), high)
        found.append((cursor, until))
        cursor = until
    return found


def by_entries(spec: Spec, low: int, high: int) -> list[tuple[int, int]]:
    """Pieces of a list."""
    extent = high - low
    total = sum(e.size.of(extent) for e in spec.entries if isinstance(e, Piece))
    if total > extent + SLACK * max(extent, 1):
        raise SpecError(
            f"the sizes sum to {total:g}, and there are {extent}: leave some out, or end with `*`"
        )
    found: list[tuple[int, int]] = []
    cursor, position = low, 0.0

    def move(size: float, hand_out: bool = True) -> None:
        nonlocal cursor, position
        position += size
        until = min(low + nearest(position), high)
        if hand_out:
            found.append((cursor, until))
        cursor = until

    for entry in spec.entries:
        if isinstance(entry, Piece):
            move(entry.size.of(extent), not entry.is_gap)
        elif isinstance(entry, Rest):
            move(extent - total)
        elif isinstance(entry, Repeat):
            size = entry.size.of(extent)
            if size < 1:
                raise SpecError(f"`...` would repeat {size:g} ordinals: it needs one at least")
            if extent / size > MOST_PIECES:
                raise SpecError(f"`...` would make over {MOST_PIECES:,} pieces")
            while cursor < high:
                move(size)
        elif isinstance(entry, EqualRest):
            found += equal_parts(cursor, high, entry.count)
        else:
            found += weighted_parts(entry, cursor, high)
    return found


def equal_parts(low: int, high: int, count: int) -> list[tuple[int, int]]:
    """Pieces that differ by one ordinal at most.

    Raises:
        SpecError: there are fewer ordinals than pieces.
    """
    extent = high - low
    if count > extent:
        raise SpecError(f"{extent} ordinals cannot be {count} pieces with one at least")
    if count > MOST_PIECES:
        raise SpecError(f"{count:,} pieces are over the most, {MOST_PIECES:,}")
    ends = [low + (i * extent + count // 2) // count for i in range(count + 1)]
    return list(pairwise(ends))


def weighted_parts(entry: WeightedRest, low: int, high: int) -> list[tuple[int, int]]:
    extent = high - low
    if extent == 0:
        raise SpecError(f"nothing is left for `*/{entry.text}`")
    total, done, cursor = sum(entry.weights), 0.0, low
    found: list[tuple[int, int]] = []
    for weight in entry.weights:
        done += weight / total * 100
        until = min(low + nearest(done / 100 * extent), high)
        if until <= cursor:
            raise SpecError(f"`*/{entry.text}` would make an empty piece of {extent} ordinals")
        found.append((cursor, until))
        cursor = until
    return found


def ordered(pieces: Sequence[Partition], spec: Spec) -> list[Partition]:
    """Pieces in the order of a spec; those of one size keep their order."""
    if spec.order is Order.SMALLEST_FIRST:
        return sorted(pieces, key=lambda p: p.cardinality)
    if spec.order is Order.LARGEST_FIRST:
        return sorted(pieces, key=lambda p: -p.cardinality)
    if spec.order is Order.RANDOM:
        return shuffled(pieces, spec.text)
    return list(pieces)


GAMMA = 0x9E3779B97F4A7C15  # of the generator SplitMix64
MASK = (1 << 64) - 1


def shuffled(pieces: Sequence[Partition], text: str) -> list[Partition]:
    """The same order for the same text, by Fisher and Yates from the end.

    Source:
        SplitMix64, seeded with FNV-1a of 64 bits of the text; the seed is our own choice.
    """
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    found = list(pieces)
    for last in range(len(found) - 1, 0, -1):
        other = mix(state) % (last + 1)  # `mix` takes the step before it mixes
        state = (state + GAMMA) & MASK
        found[last], found[other] = found[other], found[last]
    return found


def subdivided(partition: Partition, count: int) -> PartitionList:
    """Equal pieces of a piece; percents lie between its own.

    Raises:
        SpecError: no pieces, or more than it has ordinals.
    """
    if count == 0:
        raise SpecError("0 pieces")
    ranges = equal_parts(partition.start, partition.end, count)
    low, high = partition.percents

    def share(ordinal: int) -> float:
        return low + (high - low) * (ordinal - partition.start) / partition.cardinality

    return PartitionList(
        tuple(
            Partition(
                i, count, a, b, partition.base_start, partition.base_extent, (share(a), share(b))
            )
            for i, (a, b) in enumerate(ranges)
        )
    )
