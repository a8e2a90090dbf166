"""Checks that the compiler puts on wires; a program cannot ask for them by name."""

from __future__ import annotations

from polydat.errors import AssertionFailure
from polydat.nodes.declare import node, u64
from polydat.nodes.failures import VALUE_IS_ZERO
from polydat.types import U64_MAX


@node(
    "Diagnostic",
    name="__assert_u64_nonzero",
    c="pd_assert_nonzero",
    fails=VALUE_IS_ZERO,
    golden=[((1,), 1), ((U64_MAX,), U64_MAX)],
)
def assert_u64_nonzero(value: u64) -> u64:
    """The value, where it is not 0."""
    if value == 0:
        raise AssertionFailure(VALUE_IS_ZERO.text)
    return value
