"""Values that may be absent, and what tells whether they are there.

The functions with two leading underscores are companions: an engine whose slots cannot
hold `None` evaluates one beside the value.
"""

from __future__ import annotations

from typing import Any

from polydat.nodes.constants import whole_text
from polydat.nodes.constraints import Range
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.hashing import mix, unit

PROBABILITY = Range(0.0, 1.0)


@node(
    "Probability",
    c="((void)chance, (void)p, value)",
    pieces=whole_text,
    present=("__null_if_present", (1,)),
    check={"p": PROBABILITY},
    golden=[
        # unit_interval(hash(0)) is 0.8833, of hash(1) 0.5666.
        ((7, 0, 0.5), 7),
        ((7, 0, 0.9), None),
        ((2.5, 1, 0.5), 2.5),
        (("text", 1, 0.6), None),
        ((7, 0, 0.0), 7),
        ((7, 0, 1.0), None),
        ((None, 0, 0.0), None),
    ],
)
def null_if(value: Any, chance: u64, p: Const[f64]) -> Any:
    """The value, or `None` in a share of the cases.

    Args:
        value: a wire of any type.
        chance: what decides, such as a coordinate; it is hashed.
        p: share of absent values, from 0 (never) to 1 (always).

    Returns:
        `None` where `unit_interval(hash(chance))` is below `p`, else `value`.

    Example:
        nickname := null_if("nick-{cycle}", cycle, 0.25)
    """
    return None if unit(mix(chance)) < p else value


@node(
    "Probability",
    name="__null_if_present",
    c="!(pd_unit(pd_hash(chance)) < p)",
    golden=[((0, 0.5), True), ((0, 0.9), False)],
)
def null_if_present(chance: u64, p: Const[f64]) -> bool:
    """Whether `null_if` gives its value."""
    return not unit(mix(chance)) < p


@node(
    "Probability",
    name="__both_present",
    c="a & b",
    golden=[((True, True), True), ((True, False), False)],
)
def both_present(a: bool, b: bool) -> bool:
    """Whether both of two values are there."""
    return a and b
