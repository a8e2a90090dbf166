"""Values that differ from call to call, from the random source of the operating system.

They are for seeds and experiments; `hash` and what is built on it are for data.  A program
that uses one gets a warning, unless it says `volatile`.

There is no C of them.  A second implementation is there to be compared bit for bit, and what
differs from call to call cannot be; it would also have to ask the operating system of each
platform in its own way.  Compiled engines call these functions, once a round, and run all
that reads their values as native code.
"""

from __future__ import annotations

import os

from polydat.nodes import ieee
from polydat.nodes.charset import expand
from polydat.nodes.constraints import Range
from polydat.nodes.declare import Const, Purity, f64, node, u64

LONGEST = Range(0, 1 << 30)  # a value beyond it would not fit into a column either


def random_word() -> int:
    """Any u64."""
    return int.from_bytes(os.urandom(8), "little")


@node(
    "Probability",
    purity=Purity.NONDETERMINISTIC,
    golden=[((5, 6), 5), ((5, 5), 5), ((7, 2), 7)],
)
def random_range(min: Const[u64] = 0, max: Const[u64] = 100) -> u64:
    """A random integer.

    Args:
        min: the least value.
        max: the bound above all values.

    Returns:
        In `[min, max)`; `min` where `max` is not above it.

    Example:
        volatile seed := random_range(0, 1000)
    """
    return min + random_word() % (max - min if max > min else 1)


@node("Probability", purity=Purity.NONDETERMINISTIC, golden=[((1.5, 1.5), 1.5)])
def random_f64(min: Const[f64] = 0.0, max: Const[f64] = 1.0) -> f64:
    """A random float.

    Args:
        min: the least value.
        max: the bound above, which rounding may reach.

    Returns:
        `min + u * (max - min)` for a random u of 64 bits.

    Example:
        volatile share := random_f64()
    """
    return min + random_word() / 2**64 * (max - min)


@node("Probability", purity=Purity.NONDETERMINISTIC, golden=[((0.0,), False), ((-1.0,), False)])
def random_bool(probability: Const[f64] = 0.5) -> bool:
    """A random bool.

    Args:
        probability: of `true`; what lies outside of 0.0 to 1.0 counts as the nearer bound.

    Returns:
        `true` in that share of all calls; never for NaN.

    Example:
        volatile heads := random_bool()
    """
    return random_word() < ieee.to_u64(ieee.clamp(probability, 0.0, 1.0) * 2.0**64)


@node(
    "Probability",
    purity=Purity.NONDETERMINISTIC,
    check={"size": LONGEST},
    golden=[((0,), b"")],
)
def random_bytes(size: Const[u64] = 8) -> bytes:
    """Random bytes.

    Args:
        size: how many, at most 2**30.

    Returns:
        `size` bytes.

    Example:
        volatile token := random_bytes(16)
    """
    return os.urandom(size)


@node(
    "Probability",
    purity=Purity.NONDETERMINISTIC,
    check={"length": LONGEST},
    golden=[(("x", 3), "xxx"), (("", 5), ""), (("A-Z", 0), ""), (("b-a", 2), "")],
)
def random_string(charset: Const[str] = "A-Za-z0-9", length: Const[u64] = 8) -> str:
    """Random text.

    Args:
        charset: the characters, such as `A-Z0-9_`.
        length: how many, at most 2**30.

    Returns:
        `length` characters; the empty text where the set is empty.

    Example:
        volatile password := random_string("a-z0-9", 12)
    """
    characters = expand(charset)
    if not characters:
        return ""
    return "".join(characters[random_word() % len(characters)] for _ in range(length))
