"""Conversions that a program asks for by name."""

from __future__ import annotations

from polydat.nodes.declare import f64, node, u64
from polydat.types import U64_MAX
from polydat.types.convert import integer_to_f64


@node(
    "Conversions",
    c="(double)input",
    golden=[((42,), 42.0), (((1 << 53) + 1,), 2.0**53), ((U64_MAX,), 2.0**64)],
)
def to_f64(input: u64) -> f64:
    """A u64 as a float.

    Args:
        input: any u64.

    Returns:
        The nearest f64, ties to even; exact up to 2**53.

    Example:
        seconds := f64_div(to_f64(cycle), 1000.0)
    """
    return integer_to_f64(input)
