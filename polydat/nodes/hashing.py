"""Hashes of integers, and the ranges and intervals they fall into.

All but `xxhash3` mix with the finaliser of SplitMix64, a bijection of the 64-bit integers.
"""

from __future__ import annotations

from polydat.nodes.declare import Const, f64, node, u64
from polydat.types import U64_MAX


def mix(x: int) -> int:
    """The finaliser of SplitMix64 on the next state after `x`.

    Source:
        G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators
        (2014), section 4; constants of variant 13 of D. Stafford.
    """
    x = (x + 0x9E3779B97F4A7C15) & U64_MAX
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & U64_MAX
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & U64_MAX
    return x ^ (x >> 31)


def xxh3(x: int) -> int:
    """XXH3, 64 bits, seed 0, of the 8 bytes of `x`, the lowest first.

    Source:
        Y. Collet, xxHash fast digest algorithm (specification 0.2.0), XXH3 of 4 to 8 bytes;
        the constant is the exclusive or of bytes 8 to 15 and 16 to 23 of its secret.
    """
    x = (x >> 32 | x << 32) & U64_MAX  # the last four bytes are added to the first, moved up
    x ^= 0xC73AB174C5ECD5A2
    x ^= rotate_left(x, 49) ^ rotate_left(x, 24)
    x = (x * 0x9FB21C651E98DF25) & U64_MAX
    x ^= (x >> 35) + 8
    x = (x * 0x9FB21C651E98DF25) & U64_MAX
    return x ^ (x >> 28)


def rotate_left(x: int, by: int) -> int:
    return (x << by | x >> 64 - by) & U64_MAX


def unit(x: int) -> float:
    """An integer as a fraction of 2**64: 1.0 is reached, by rounding."""
    return float(x) / 2.0**64


@node(
    "Hashing",
    c="pd_hash",
    aliases=("splitmix64", "scatter"),
    golden=[
        ((0,), 16294208416658607535),
        ((1,), 10451216379200822465),
        ((U64_MAX,), 16490336266968443936),
    ],
)
def hash(input: u64) -> u64:
    """Well mixed bits that depend on every bit of `input`.

    Different inputs have different hashes.  `hash(hash(x))` is a stream that is
    independent of `hash(x)`.

    Args:
        input: any u64.

    Returns:
        Any u64, each once.

    Example:
        hashed := hash(cycle)

    Source:
        SplitMix64: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number
        Generators (2014), section 4.
    """
    return mix(input)


@node(
    "Hashing",
    c="pd_xxh3",
    aliases=("xxh3",),
    golden=[
        ((0,), 14374147212387527897),
        ((1,), 3439722301264460078),
        ((U64_MAX,), 5841669975847748627),
    ],
)
def xxhash3(input: u64) -> u64:
    """Well mixed bits by another function than `hash`: XXH3 of the eight bytes.

    Args:
        input: any u64, hashed with its lowest byte first.

    Returns:
        Any u64, each once.

    Example:
        digest := xxhash3(cycle)

    Source:
        XXH3 with 64 bits and seed 0: Y. Collet, xxHash fast digest algorithm.
    """
    return xxh3(input)


@node(
    "Hashing",
    c="pd_hash_range",
    bounds=lambda max: (0, max - 1 if max else 0),
    golden=[((1, 1000), 465), ((42, 1000000), 275413), ((42, 0), 0)],
)
def hash_range(input: u64, max: Const[u64]) -> u64:
    """Hash of `input`, folded into `[0, max)`.

    Args:
        input: any u64.
        max: how many values there are.

    Returns:
        In `[0, max)`; 0 where `max` is 0.

    Example:
        user := hash_range(cycle, 1000000)
    """
    return mix(input) % max if max else 0


@node(
    "Hashing",
    c="pd_hash_interval",
    golden=[
        ((0, -180.0, 180.0), float.fromhex("0x1.13fbd921aa43ep+7")),
        ((42, -180.0, 180.0), float.fromhex("0x1.5bda7a16cd8c4p+6")),
        ((7, 3.0, 3.0), 3.0),
    ],
)
def hash_interval(input: u64, min: Const[f64], max: Const[f64]) -> f64:
    """Hash of `input`, spread over the interval from `min` to `max`.

    Args:
        input: any u64.
        min: value for a hash of 0.
        max: value for the greatest hashes; it may be below `min`.

    Returns:
        `min + u * (max - min)` with `u` from 0.0 to 1.0, both reached.

    Example:
        longitude := hash_interval(cycle, -180.0, 180.0)
    """
    return min + unit(mix(input)) * (max - min)
