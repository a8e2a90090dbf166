"""Sampling distributions: a probability goes in, the value that it belongs to comes out.

A distribution is a table of 1001 values, made when the program is compiled; a sample lies
on the line between two of them.  Give a uniform number, such as `unit_interval(hash(x))`:
a u64 alone is at or beyond 1.0, but for 0.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from functools import cache

from polydat.nodes import exact, ieee
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.lut import RESOLUTION, Lut, fill_gaps, tabulate
from polydat.nodes.ranks import powers
from polydat.nodes.special import probit
from polydat.types.literals import parse_f64, trim


@cache
def standard_normal() -> tuple[float, ...]:
    """The normal distribution of mean 0 and deviation 1 at every entry of a table."""
    return tuple(probit(i / RESOLUTION) for i in range(RESOLUTION + 1))


def normal(mean: float, stddev: float) -> Lut:
    """The table of `dist_normal`."""
    return Lut(fill_gaps([mean + stddev * x for x in standard_normal()]))


@node(
    "Distributions",
    c="pd_lut",
    setup=normal,
    aliases=("icd_normal",),
    golden=[
        ((0.0, 0.0, 1.0), float.fromhex("-0x1.8b963b77a4bb3p+1")),
        ((0.25, 0.0, 1.0), float.fromhex("-0x1.592f51a79bdb4p-1")),
        ((0.8413, 0.0, 1.0), float.fromhex("0x1.ffe3d93da2808p-1")),
        ((1.0, 10.0, 0.0), 10.0),
        ((float("nan"), 0.0, 1.0), float("nan")),
    ],
)
def dist_normal(input: f64, mean: Const[f64], stddev: Const[f64], *, table: Lut) -> f64:
    """The normal distribution.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        mean: the value at probability 0.5, but for 1e-7 deviations.
        stddev: the standard deviation.

    Returns:
        Within 3.0905 deviations of the mean, where the table ends.

    Example:
        temperature := dist_normal(unit_interval(hash(cycle)), 21.5, 2.0)
    """
    return table.sample(input)


@cache
def log_tails() -> tuple[float, ...]:
    """The logarithm of what is left above each entry of a table."""
    return tuple(exact.log(1.0 - i / RESOLUTION) for i in range(RESOLUTION + 1))


def exponential(rate: float) -> Lut:
    """The table of `dist_exponential`."""
    return Lut(fill_gaps([ieee.divide(-x, rate) for x in log_tails()]))


@node(
    "Distributions",
    c="pd_lut",
    setup=exponential,
    aliases=("icd_exponential",),
    golden=[
        ((0.25, 1.0), float.fromhex("0x1.269621134db92p-2")),
        ((0.9, 1.0), float.fromhex("0x1.26bb1bbb55516p+1")),
        ((1.0, 1.0), 6.907755278982136),
        ((0.0, 1.0), 0.0),
        ((0.5, 0.0), 0.0),
    ],
)
def dist_exponential(input: f64, rate: Const[f64], *, table: Lut) -> f64:
    """The exponential distribution: waiting times of events of a constant rate.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        rate: how many events happen in one unit of time; the mean is `1 / rate`.

    Returns:
        From 0.0 to 6.9078 / `rate`, where the table ends.

    Example:
        wait_ms := dist_exponential(unit_interval(hash(cycle)), 0.02)
    """
    return table.sample(input)


def uniform(min: float, max: float) -> Lut:
    """The table of `dist_uniform`."""
    return tabulate(lambda p: min + p * (max - min))


@node(
    "Distributions",
    c="pd_lut",
    setup=uniform,
    golden=[
        ((0.0, 10.0, 20.0), 10.0),
        ((1.0, 10.0, 20.0), 20.0),
        ((7.0, 10.0, 20.0), 20.0),
        ((0.5, -1.0, 1.0), 0.0),
    ],
)
def dist_uniform(input: f64, min: Const[f64], max: Const[f64], *, table: Lut) -> f64:
    """The uniform distribution.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        min: the value at 0.0.
        max: the value at 1.0.

    Returns:
        In `[min, max]`.

    Example:
        angle := dist_uniform(unit_interval(hash(cycle)), 0.0, 360.0)
    """
    return table.sample(input)


def pareto(scale: float, shape: float) -> Lut:
    """The table of `dist_pareto`."""
    exponent = ieee.divide(1.0, shape)
    return tabulate(lambda p: ieee.divide(scale, exact.pow(1.0 - p, exponent)))


@node(
    "Distributions",
    c="pd_lut",
    setup=pareto,
    golden=[
        ((0.5, 1.0, 1.0), 2.0),
        ((0.99, 1.0, 1.0), float.fromhex("0x1.8fffffffffffap+6")),
        ((1.0, 1.0, 1.0), float.fromhex("0x1.f3ffffffffff8p+9")),
        ((0.0, 3.0, 2.0), 3.0),
    ],
)
def dist_pareto(input: f64, scale: Const[f64], shape: Const[f64], *, table: Lut) -> f64:
    """The Pareto distribution: few large values, many small ones.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        scale: the least value.
        shape: how steeply large values become rare.

    Returns:
        From `scale` to the value at 0.999, where the table ends.

    Example:
        size := dist_pareto(unit_interval(hash(cycle)), 1000.0, 1.5)
    """
    return table.sample(input)


MOST_RANKS = 10_000_000  # a table of more takes minutes to make


def zipf(n: int, exponent: float) -> Lut:
    """The table of `dist_zipf`."""
    weights = [ieee.divide(1.0, power) for power in powers(n, exponent)]
    total = 0.0
    for weight in weights:
        total += weight
    shares = [0.0]
    for weight in weights:
        shares.append(shares[-1] + ieee.divide(weight, total))

    def rank(p: float) -> float:
        at = bisect_right(shares, p) - 1
        if shares[at] == p:
            return float(at)
        return float(min(max(at + 1, 1), n))

    return tabulate(rank)


def check_ranks(n: int, exponent: float) -> str | None:
    """What is wrong with the constants of `dist_zipf`."""
    return None if n <= MOST_RANKS else f"n must be at most {MOST_RANKS}, got {n}"


@node(
    "Distributions",
    c="pd_lut",
    setup=zipf,
    validate=check_ranks,
    golden=[
        ((0.0, 100, 1.0), 0.0),
        ((0.1, 100, 1.0), 1.0),
        ((0.25, 100, 1.0), 2.0),
        ((0.5, 100, 1.0), 8.0),
        ((0.9, 100, 1.0), 60.0),
        ((1.0, 100, 1.0), 100.0),
        ((0.5, 1, 2.0), 1.0),
    ],
)
def dist_zipf(input: f64, n: Const[u64], exponent: Const[f64], *, table: Lut) -> f64:
    """Zipf's distribution of ranks: rank 1 most often, the others ever less.

    The result lies on a line between ranks, so it need not be a whole number.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        n: how many ranks there are.
        exponent: how steeply they fall; rank k is as likely as `1 / k**exponent`.

    Returns:
        In `[0.0, n]`; below 1.0 for probabilities below 0.001.

    Example:
        rank := round_to_u64(dist_zipf(unit_interval(hash(cycle)), 1000, 1.0))
    """
    return table.sample(input)


def read_points(spec: str) -> tuple[list[float], str | None]:
    """The data points of a spec, and what is wrong with it."""
    points: list[float] = []
    for piece in re.split("[ ,;]", spec):
        written = trim(piece)
        if not written:
            continue
        point = parse_f64(written)
        if point is None or math.isnan(point):
            return [], f"spec: '{written}' is no number"
        points.append(point)
    return points, None if len(points) > 1 else "spec: two data points are needed at least"


def empirical(spec: str) -> Lut:
    """The table of `dist_empirical`."""
    return Lut(fill_gaps(sorted(read_points(spec)[0])))


def check_points(spec: str) -> str | None:
    """What is wrong with the spec of `dist_empirical`."""
    return read_points(spec)[1]


@node(
    "Probability",
    c="pd_lut",
    setup=empirical,
    validate=check_points,
    golden=[
        ((0.0, "1 3 5 7 9"), 1.0),
        ((0.5, "9,7,5,3,1"), 5.0),
        ((1.0, "1 3; 5"), 5.0),
        ((0.25, "0 10"), 2.5),
    ],
)
def dist_empirical(input: f64, spec: Const[str], *, table: Lut) -> f64:
    """The distribution of data points that were seen.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        spec: two or more numbers, in any order, between blanks, `,` or `;`.

    Returns:
        From the least to the greatest of them, on the line between two neighbours.

    Example:
        latency := dist_empirical(unit_interval(hash(cycle)), "1.2 1.9 2.3 4.8 11.0")
    """
    return table.sample(input)
