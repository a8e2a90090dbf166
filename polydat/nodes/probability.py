"""Coins, chances and picks: decisions that look random and depend on the input alone."""

from __future__ import annotations

import math

from polydat.errors import EvalError
from polydat.nodes import ieee
from polydat.nodes.constants import list_of_texts
from polydat.nodes.constraints import Range
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.failures import NO_VALUES
from polydat.nodes.hashing import mix, unit
from polydat.nodes.tables import Texts
from polydat.types import U64_MAX, PortType, from_slot, to_slot

ONE = 0x3FF0000000000000  # the bits of 1.0
INFINITE = 0x7FF << 52
QUIET = 1 << 51  # the bit that every NaN of an operation has
NO_NUMBER = 0xFFF8000000000000  # the NaN of an operation on numbers
WINDOW_FACTOR = 0x517CC1B727220A95
PLACE_FACTOR = 0x9E3779B97F4A7C15


@node("Probability", c="pd_hash(input) & 1", golden=[((0,), 1), ((2,), 0), ((15,), 1)])
def fair_coin(input: u64) -> u64:
    """1 or 0, each for half of the inputs.

    Args:
        input: any u64.

    Returns:
        The lowest bit of its hash.

    Example:
        heads := fair_coin(cycle)
    """
    return mix(input) & 1


@node(
    "Probability",
    c="pd_unit(pd_hash(input)) < p",
    check={"p": Range(0.0, 1.0)},
    golden=[((3, 0.2), 1), ((0, 0.2), 0), ((10, 0.2), 1), ((3, 0.0), 0), ((0, 1.0), 1)],
)
def unfair_coin(input: u64, p: Const[f64]) -> u64:
    """1 with a probability, else 0.

    Args:
        input: any u64.
        p: the probability of 1, from 0.0 to 1.0.

    Returns:
        1 where the unit interval of the hash is below `p`.  With `p` 1.0, one input of
        2**54 still gives 0.

    Example:
        failed := unfair_coin(cycle, 0.01)
    """
    return int(unit(mix(input)) < p)


@node(
    "Probability",
    c="pd_unit(pd_hash(input)) < p ? UINT64_C(0x3FF0000000000000) : 0",
    check={"p": Range(0.0, 1.0)},
    golden=[((3, 0.2), ONE), ((0, 0.2), 0), ((0, 1.0), ONE), ((3, 0.0), 0)],
)
def chance(input: u64, p: Const[f64]) -> u64:
    """The bits of 1.0 with a probability, else those of 0.0.

    Args:
        input: any u64.
        p: the probability of 1.0, from 0.0 to 1.0.

    Returns:
        The bits of an f64 as a u64, as `blend` reads them.

    Example:
        weight := chance(cycle, 0.25)
    """
    return ONE if unit(mix(input)) < p else 0


def threshold(p: float) -> int:
    """The number below which a share `p` of all u64 lies."""
    return ieee.to_u64(ieee.clamp(p, 0.0, 1.0) * 2.0**64)


@node(
    "Probability",
    c="input < pd_to_u64(pd_clamp_to(probability, 0.0, 1.0) * 0x1p64)",
    golden=[
        ((4611686018427387903, 0.25), True),
        ((4611686018427387904, 0.25), False),
        ((0, 0.0), False),
        ((U64_MAX, 1.0), False),
        ((0, math.nan), False),
    ],
)
def coin_flip(input: u64, probability: Const[f64] = 0.5) -> bool:
    """True for a share of all inputs, the small ones: give it a hash.

    Args:
        input: a hash.
        probability: the share; what lies outside of 0.0 to 1.0 counts as the nearer bound.

    Returns:
        Whether `input` is below `probability * 2**64`; never for the greatest u64.

    Example:
        failed := coin_flip(hash(cycle), 0.01)
    """
    return input < threshold(probability)


def check_share(n: int, m: int) -> str | None:
    """What is wrong with the constants of `n_of`."""
    return None if n <= m else f"n ({n}) must be <= m ({m})"


@node(
    "Probability",
    c="pd_n_of",
    check={"m": Range(1, 65536)},
    validate=check_share,
    bounds=lambda n, m: (0, 1),
    golden=[
        ((2, 3, 10), 1),
        ((3, 3, 10), 0),
        ((19, 3, 10), 1),
        ((7, 0, 10), 0),
        ((7, 10, 10), 1),
        ((U64_MAX, 1, 1), 1),
    ],
)
def n_of(input: u64, n: Const[u64], m: Const[u64]) -> u64:
    """1 for exactly `n` of each `m` inputs in a row, else 0.

    Each window of `m` inputs ranks its places by their hashes, and the first `n` win.

    Args:
        input: any u64; windows begin at multiples of `m`.
        n: how many are 1, at most `m`.
        m: the length of a window, at most 65536; the cost grows with it.

    Returns:
        1 or 0.

    Example:
        sampled := n_of(cycle, 3, 10)
    """
    window = (input // m) * WINDOW_FACTOR & U64_MAX
    place = input % m
    own = mix(window ^ (place * PLACE_FACTOR & U64_MAX))
    rank = 0
    for other in range(m):
        if other != place:
            hashed = mix(window ^ (other * PLACE_FACTOR & U64_MAX))
            rank += hashed < own or (hashed == own and other < place)
    return int(rank < n)


@node(
    "Probability",
    c="pd_one_of",
    setup=list_of_texts,
    fails=NO_VALUES,
    golden=[
        ((0, "red", "green", "blue"), "green"),
        ((1, "red", "green", "blue"), "blue"),
        ((3, "red", "green", "blue"), "red"),
        ((7, ""), ""),
    ],
)
def one_of(input: u64, *values: Const[str], table: Texts) -> str:
    """One of a list of texts, each as likely, by the hash of the input.

    Args:
        input: any u64.
        values: the list.

    Returns:
        `values[hash(input) mod N]`.

    Raises:
        EvalError: the list is empty.

    Example:
        colour := one_of(cycle, "red", "green", "blue")
    """
    if not table.texts:
        raise EvalError(f"one_of: {NO_VALUES.text}")
    return table.texts[mix(input) % len(table.texts)]


@node(
    "Probability",
    c="pd_blend",
    check={"mix": Range(0.0, 1.0)},
    golden=[
        ((ONE, 0x4000000000000000, 0.5), 0x3FF8000000000000),
        ((0, ONE, 1.0), ONE),
        ((ONE, 0, 0.0), ONE),
        ((INFINITE | 1, ONE, 0.5), INFINITE | QUIET | 1),
        ((INFINITE | 1, U64_MAX, 0.5), U64_MAX),
        ((INFINITE, INFINITE | 1 << 63, 0.5), NO_NUMBER),
    ],
)
def blend(a: u64, b: u64, mix: Const[f64]) -> u64:
    """A mixture of two floats that are given as their bits.

    Args:
        a: the bits of an f64.
        b: the bits of an f64.
        mix: the share of `b`, from 0.0 to 1.0.

    Returns:
        The bits of `a * (1.0 - mix) + b * mix`; those of `b`, else of `a`, where that is
        NaN, and a bit that says so.

    Example:
        weight := blend(chance(cycle, 0.5), chance(hash(cycle), 0.5), 0.25)
    """
    for bits in (b, a):
        if bits & ~(1 << 63) > INFINITE:
            return bits | QUIET
    first, second = (float(from_slot(x, PortType.F64)) for x in (a, b))
    mixed = first * (1.0 - mix) + second * mix
    return NO_NUMBER if math.isnan(mixed) else to_slot(mixed, PortType.F64)
