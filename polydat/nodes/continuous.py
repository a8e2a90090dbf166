"""Distributions whose quantiles have no formula: from tables that reach into the tails."""

from __future__ import annotations

from polydat.nodes import exact
from polydat.nodes.constraints import Range
from polydat.nodes.declare import Const, f64, node
from polydat.nodes.incomplete import beta_below, gamma_above, gamma_below, log_gamma
from polydat.nodes.quantiles import Quantiles, logarithms

SHAPE = Range(0.05, 1000.0)
SCALE = Range(1e-100, 1e100)
LN_HALF = -0.6931471805599453


def gamma(shape: float, scale: float) -> Quantiles:
    """The table of `dist_gamma`."""
    start = exact.log(shape) if shape >= 1.0 else (LN_HALF + log_gamma(shape + 1.0)) / shape
    below = logarithms(gamma_below(shape), start)
    above = logarithms(gamma_above(shape), below[-1])
    return Quantiles(
        tuple(scale * exact.exp(y) for y in below), tuple(scale * exact.exp(y) for y in above)
    )


@node(
    "Distributions",
    c="pd_quantile",
    setup=gamma,
    check={"shape": SHAPE, "scale": SCALE},
    # Bits of the table: the values are 2 log 2, 2**-45 and 45 log 2, to 14 digits.
    golden=[
        ((0.5, 1.0, 2.0), 1.386294361119898),
        ((0.75, 1.0, 1.0), 1.386294361119901),
        ((0.0, 1.0, 1.0), 2.842170943040455e-14),
        ((-1.0, 1.0, 1.0), 2.842170943040455e-14),
        ((float("nan"), 1.0, 1.0), 2.842170943040455e-14),
        ((1.0, 1.0, 1.0), 31.191623125197534),
    ],
)
def dist_gamma(input: f64, shape: Const[f64], scale: Const[f64] = 1.0, *, table: Quantiles) -> f64:
    """The gamma distribution: how long `shape` events take, one behind the other.

    A cumulative share is off by 1 part in 8,000 of itself at most, in both tails too; shares below
    2**-45 count as that.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        shape: from 0.05 to 1,000; the mean is `shape * scale`.
        scale: mean time of one event.

    Returns:
        Above 0.0.

    Example:
        service_ms := dist_gamma(unit_interval(hash(cycle)), 3.0, 12.5)
    """
    return table.sample(input)


def beta(a: float, b: float) -> Quantiles:
    """The table of `dist_beta`: what lies above is what lies below of the mirrored one."""
    below = logarithms(beta_below(a, b), exact.log(a / (a + b)), 0.0)
    mirrored = logarithms(beta_below(b, a), exact.log(b / (a + b)), 0.0)
    return Quantiles(tuple(exact.exp(y) for y in below), tuple(-exact.expm1(y) for y in mirrored))


@node(
    "Distributions",
    c="pd_quantile",
    setup=beta,
    check={"a": SHAPE, "b": SHAPE},
    # Bits of the table: shapes 1 and 1 are the uniform distribution.
    golden=[
        ((0.5, 1.0, 1.0), 0.5000000000000018),
        ((0.25, 1.0, 1.0), 0.25000000000000094),
        ((0.75, 1.0, 1.0), 0.749999999999999),
        ((0.0, 1.0, 1.0), 2.8421709430404146e-14),
        ((float("nan"), 1.0, 1.0), 2.8421709430404146e-14),
        ((1.0, 1.0, 1.0), 0.9999999999999716),
        ((0.5, 2.0, 3.0), 0.3857275681323902),
    ],
)
def dist_beta(input: f64, a: Const[f64], b: Const[f64], *, table: Quantiles) -> f64:
    """The beta distribution: a share that is known from `a` hits and `b` misses.

    A cumulative share is off by 1 part in 8,000 of itself at most, in both tails too; shares below
    2**-45 count as that.

    Args:
        input: a probability; what lies outside of 0.0 to 1.0 counts as the nearer bound.
        a: from 0.05 to 1,000; the mean is `a / (a + b)`.
        b: from 0.05 to 1,000.

    Returns:
        From 0.0 to 1.0.

    Example:
        click_rate := dist_beta(unit_interval(hash(cycle)), 2.0, 30.0)
    """
    return table.sample(input)
