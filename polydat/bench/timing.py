"""Measuring: candidates take turns, so that what slows the machine slows all of them.

The number that counts is the best sample: whatever else a machine does only adds to a
time.  The median and the spread say how quiet the machine was.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_PASSES = 1 << 20
LEAST_NS = 0.1

# Runs the work so many times, and says how long it took, in nanoseconds.
Work = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to measure.

    Attributes:
        rounds: samples of each candidate.
        sample_ms: how long one sample takes, about.
    """

    rounds: int
    sample_ms: float


@dataclass(frozen=True, slots=True)
class Timing:
    """Time of one unit of work.

    Attributes:
        best: smallest sample, in nanoseconds.
        median: of the samples, in nanoseconds.
        spread: range between the quartiles, over the median.
    """

    best: float
    median: float
    spread: float

    def without(self, driver: Timing) -> Timing:
        """This time less that of driving; at least a tenth of a nanosecond is left."""
        best = max(self.best - driver.best, LEAST_NS)
        return Timing(best, max(self.median - driver.median, best), self.spread)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to time: `work(n)` does `units * n` units."""

    work: Work
    units: int


def measure(candidates: Sequence[Candidate], budget: Budget) -> list[Timing]:
    """Timing of each candidate; they alternate, sample by sample."""
    passes = [calibrate(c, budget.sample_ms * 1e6) for c in candidates]
    samples: list[list[float]] = [[] for _ in candidates]
    for _ in range(budget.rounds):
        for candidate, count, own in zip(candidates, passes, samples, strict=True):
            own.append(candidate.work(count) / (count * candidate.units))
    return [summary(own) for own in samples]


def calibrate(candidate: Candidate, wanted_ns: float) -> int:
    """How many passes make one sample; runs the work, so that it is warm as well."""
    passes = 1
    while passes < MOST_PASSES:
        took = max(1, candidate.work(passes))
        if took >= wanted_ns / 2:
            return max(1, round(passes * wanted_ns / took))
        passes = max(2 * passes, round(0.7 * passes * wanted_ns / took))
    return MOST_PASSES


def summary(samples: Sequence[float]) -> Timing:
    """Best, median and spread of samples."""
    middle = statistics.median(samples)
    if len(samples) < 2:
        return Timing(middle, middle, 0.0)
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return Timing(min(samples), middle, (high - low) / middle if middle else 0.0)
