"""Folds over a list of wires of any length; none at all give the neutral element."""

from __future__ import annotations

import builtins
import math

from polydat.nodes.declare import node, u64
from polydat.types import U64_MAX


@node(
    "Variadic",
    c="a + b",
    fold=True,
    commutative=True,
    golden=[((), 0), ((42,), 42), ((10, 20, 30), 60), ((U64_MAX, 1, 1), 1)],
)
def sum(*inputs: u64) -> u64:
    """Sum of all wires.

    Args:
        inputs: any number of wires, none too.

    Returns:
        Their sum, modulo 2**64; 0 for none.

    Example:
        total := sum(cycle, hash(cycle), 7)
    """
    return builtins.sum(inputs) & U64_MAX


@node(
    "Variadic",
    c="a * b",
    fold=True,
    commutative=True,
    golden=[((), 1), ((7,), 7), ((2, 3, 7), 42), ((1 << 32, 1 << 32), 0)],
)
def product(*inputs: u64) -> u64:
    """Product of all wires.

    Args:
        inputs: any number of wires, none too.

    Returns:
        Their product, modulo 2**64; 1 for none.

    Example:
        volume := product(cycle, 3, 5)
    """
    return math.prod(inputs) & U64_MAX


@node(
    "Variadic",
    c="a < b ? a : b",
    fold=True,
    commutative=True,
    golden=[((), U64_MAX), ((50, 10, 30), 10), ((U64_MAX,), U64_MAX)],
)
def min(*inputs: u64) -> u64:
    """The least of all wires.

    Args:
        inputs: any number of wires, none too.

    Returns:
        The least; the greatest u64 for none.

    Example:
        first := min(hash(cycle), hash(hash(cycle)))
    """
    return builtins.min(inputs, default=U64_MAX)


@node(
    "Variadic",
    c="a > b ? a : b",
    fold=True,
    commutative=True,
    golden=[((), 0), ((50, 10, 30), 50), ((0,), 0)],
)
def max(*inputs: u64) -> u64:
    """The greatest of all wires.

    Args:
        inputs: any number of wires, none too.

    Returns:
        The greatest; 0 for none.

    Example:
        last := max(hash(cycle), hash(hash(cycle)))
    """
    return builtins.max(inputs, default=0)
