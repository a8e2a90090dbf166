"""Distributions by exact inversion: of whole numbers by their cumulative shares, of floats by
the inverse of the cumulative distribution.

Give a uniform number, such as `unit_interval(hash(x))`.  Each sample takes one of them, has the
whole range of the distribution, and grows with the number.
"""

from __future__ import annotations

import math

from polydat.nodes import exact, ieee
from polydat.nodes.constraints import PositiveFinite, Range
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.discrete import BITS, Shares, around, shares
from polydat.nodes.normal_quantile import normal_quantile
from polydat.nodes.ranks import powers

BELOW_ONE = 1.0 - 2.0**-53  # the greatest probability
LEAST = 2.0**-65  # stands for 0.0 where that would be infinitely far; below any `unit_interval`
PROBABILITY = Range(0.0, 1.0)
MOST_COUNT = 1_000_000_000  # a table has some 25 entries for each root of it
MOST_RANKS = 1_000_000


def open_share(u: float, least: float = 0.0) -> float:
    """A probability whose value is finite; NaN stays."""
    return ieee.clamp(u, least, BELOW_ONE)


def poisson(mean: float) -> Shares:
    """The table of `dist_poisson`."""
    above, under = mean.as_integer_ratio()
    return around(math.floor(mean), None, lambda k: (above, under * (k + 1)))


@node(
    "Distributions",
    c="pd_shares",
    setup=poisson,
    check={"mean": Range(2.0**-64, float(MOST_COUNT))},
    # exp(-2) is 0.13534, three times that 0.40601, five times 0.67668.
    golden=[
        ((0.0, 2.0), 0),
        ((0.1353, 2.0), 0),
        ((0.1354, 2.0), 1),
        ((0.4060, 2.0), 1),
        ((0.4061, 2.0), 2),
        ((0.6767, 2.0), 3),
        ((float("nan"), 2.0), 0),
    ],
)
def dist_poisson(input: f64, mean: Const[f64], *, table: Shares) -> u64:
    """The Poisson distribution: how many events happen where `mean` are expected.

    Cumulative shares are the f64 nearest to the exact ones; what is rarer than 2**-100 of
    the most frequent count is left out.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        mean: from 2**-64 to 1e9.

    Returns:
        The least count whose cumulative share is above `input`.

    Example:
        arrivals := dist_poisson(unit_interval(hash(cycle)), 3.5)
    """
    return table.sample(input)


def binomial(n: int, p: float) -> Shares:
    """The table of `dist_binomial`."""
    above, whole = p.as_integer_ratio()
    if p in (0.0, 1.0):
        return Shares(n if p else 0, (1.0,))
    mode = min((n + 1) * above // whole, n)
    return around(mode, n, lambda k: ((n - k) * above, (k + 1) * (whole - above)))


@node(
    "Distributions",
    c="pd_shares",
    setup=binomial,
    check={"n": Range(0, MOST_COUNT), "p": PROBABILITY},
    # 1, 4, 6, 4, 1 of 16.
    golden=[
        ((0.0624, 4, 0.5), 0),
        ((0.0625, 4, 0.5), 1),
        ((0.3125, 4, 0.5), 2),
        ((0.6875, 4, 0.5), 3),
        ((0.9375, 4, 0.5), 4),
        ((1.0, 4, 0.5), 4),
        ((0.5, 7, 0.0), 0),
        ((0.5, 7, 1.0), 7),
        ((0.5, 0, 0.5), 0),
    ],
)
def dist_binomial(input: f64, n: Const[u64], p: Const[f64], *, table: Shares) -> u64:
    """The binomial distribution: how many of `n` trials succeed.

    Cumulative shares are the f64 nearest to the exact ones; what is rarer than 2**-100 of
    the most frequent count is left out.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        n: how many trials, at most 1e9.
        p: probability of each to succeed.

    Returns:
        The least count whose cumulative share is above `input`.

    Example:
        defects := dist_binomial(unit_interval(hash(cycle)), 100, 0.02)
    """
    return table.sample(input)


def zipf(n: int, skew: float) -> Shares:
    """The table of `zipf_rank`."""
    weights = []
    for power in powers(n, skew):
        above, under = power.as_integer_ratio() if math.isfinite(power) else (1, 0)
        weights.append((under << BITS) // above)
    return shares(1, weights)


@node(
    "Distributions",
    c="pd_shares",
    setup=zipf,
    check={"n": Range(1, MOST_RANKS), "skew": Range(0.0, 64.0)},
    # Ranks 1, 2, 3 of skew 1 have 6, 3 and 2 parts of 11.
    golden=[
        ((0.0, 3, 1.0), 1),
        ((0.5454, 3, 1.0), 1),
        ((0.5455, 3, 1.0), 2),
        ((0.8181, 3, 1.0), 2),
        ((0.8182, 3, 1.0), 3),
        ((1.0, 3, 1.0), 3),
        ((0.25, 4, 0.0), 2),
        ((0.9, 1, 2.0), 1),
    ],
)
def zipf_rank(input: f64, n: Const[u64], skew: Const[f64] = 1.0, *, table: Shares) -> u64:
    """Zipf's distribution of ranks, exactly: whole numbers, each as likely as its share.

    Cumulative shares come from powers that are each rounded once.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        n: how many ranks there are, at most 1,000,000.
        skew: how steeply they fall, from 0 to 64; rank k is as likely as `1 / k**skew`.

    Returns:
        In `[1, n]`.

    Example:
        product := zipf_rank(unit_interval(hash(cycle)), 1000, skew: 1.1)
    """
    return table.sample(input)


@node(
    "Distributions",
    c="pd_geometric(input, p)",
    check={"p": Range(2.0**-53, 1.0)},
    # A half, a quarter, an eighth.
    golden=[
        ((0.0, 0.5), 0),
        ((0.49, 0.5), 0),
        ((0.51, 0.5), 1),
        ((0.74, 0.5), 1),
        ((0.76, 0.5), 2),
        ((0.9, 1.0), 0),
        ((float("nan"), 0.5), 0),
    ],
)
def dist_geometric(input: f64, p: Const[f64]) -> u64:
    """The geometric distribution: how many trials fail before the first that succeeds.

    Two logarithms, each rounded once, are divided: at the limit between two counts the
    probability may be off by 3 units in its last place.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        p: probability of each trial to succeed, from 2**-53 to 1.0.

    Returns:
        The whole part of `log(1 - input) / log(1 - p)`.

    Example:
        retries := dist_geometric(unit_interval(hash(cycle)), 0.8)
    """
    if p == 1.0:
        return 0
    return ieee.to_u64(exact.log1p(-open_share(input)) / exact.log1p(-p))


@node(
    "Distributions",
    c="pd_lognormal(input, mu, sigma)",
    # exp(0) is 1; the normal quantile of a half is 0 here.
    golden=[((0.5, 0.0, 1.0), 1.0), ((0.9, 0.0, 0.0), 1.0), ((0.5, 1.0, 3.0), math.e)],
)
def dist_lognormal(input: f64, mu: Const[f64] = 0.0, sigma: Const[f64] = 1.0) -> f64:
    """The lognormal distribution: its logarithm has a normal one.

    The normal quantile has a relative error below 1e-15.

    Args:
        input: a probability; what lies outside of 2**-65 to 1 - 2**-53 counts as the nearer
            of them.
        mu: mean of the logarithm; `exp(mu)` is the median.
        sigma: standard deviation of the logarithm.

    Returns:
        `exp(mu + sigma * quantile)`.

    Example:
        size := dist_lognormal(unit_interval(hash(cycle)), 8.0, 1.5)

    Source:
        M. Wichura, Algorithm AS 241 (1988).
    """
    return exact.exp(mu + sigma * normal_quantile(open_share(input, LEAST)))


@node(
    "Distributions",
    c="pd_weibull(input, shape, scale)",
    check={"shape": PositiveFinite(), "scale": PositiveFinite()},
    golden=[
        ((0.0, 2.0, 3.0), 0.0),
        ((0.5, 1.0, 1.0), 0.6931471805599453),  # the logarithm of 2
        ((float("nan"), 2.0, 1.0), float("nan")),
    ],
)
def dist_weibull(input: f64, shape: Const[f64], scale: Const[f64] = 1.0) -> f64:
    """The Weibull distribution: times until something fails.

    A logarithm and a power, each rounded once: the relative error is below
    `2**-52 * (1 + 1 / shape)`.

    Args:
        input: a probability; what lies outside of 0.0 to 1 - 2**-53 counts as the nearer bound.
        shape: below 1 failures become rarer with time, above 1 more frequent.
        scale: the time until which 63.2 % have failed.

    Returns:
        `scale * (-log(1 - input)) ** (1 / shape)`.

    Example:
        lifetime := dist_weibull(unit_interval(hash(cycle)), 1.5, 1000.0)
    """
    return scale * exact.pow(-exact.log1p(-open_share(input)), 1.0 / shape)


def check_triangle(min: float, mode: float, max: float) -> str | None:
    """What is wrong with the constants of `dist_triangular`."""
    if min <= mode <= max and min < max and math.isfinite(max - min):
        return None
    return f"min <= mode <= max and min < max are needed, got {min}, {mode}, {max}"


@node(
    "Distributions",
    c="pd_triangular(input, min, mode, max)",
    validate=check_triangle,
    # Half of the area lies below the mode, an eighth below half the way to it.
    golden=[
        ((0.5, 0.0, 1.0, 2.0), 1.0),
        ((0.125, 0.0, 1.0, 2.0), 0.5),
        ((0.875, 0.0, 1.0, 2.0), 1.5),
        ((0.0, -1.0, 0.0, 4.0), -1.0),
        ((7.0, -1.0, 0.0, 4.0), 4.0),
        ((0.75, 0.0, 0.0, 1.0), 0.5),
        ((0.25, 0.0, 1.0, 1.0), 0.5),
    ],
)
def dist_triangular(input: f64, min: Const[f64], mode: Const[f64], max: Const[f64]) -> f64:
    """The triangular distribution: what is known of a value is its range and its likeliest place.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        min: the least value.
        mode: the value at the peak.
        max: the greatest value.

    Returns:
        In `[min, max]`; the error is below 3 units in the last place of the range.

    Example:
        effort := dist_triangular(unit_interval(hash(cycle)), 1.0, 3.0, 10.0)
    """
    u = ieee.clamp(input, 0.0, 1.0)
    if u * (max - min) < mode - min:
        return min + ieee.square_root(u * (max - min) * (mode - min))
    return max - ieee.square_root((1.0 - u) * (max - min) * (max - mode))
