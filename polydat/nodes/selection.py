"""The value whose selector is true, of a list of any length.

The functions with two leading underscores have few wires each: compiled engines compute a
selection with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.errors import EvalError
from polydat.nodes.declare import Part, Types, node, u64
from polydat.nodes.failures import NOT_ONE_SELECTED
from polydat.types import PortType


def selector_types(types: Types) -> Sequence[PortType | None]:
    """Selectors are bool, and values have the type of the first of them."""
    half = len(types) // 2
    return (*(PortType.BOOL,) * half, *(types[half],) * half)


def parts_of_pick(wires: int) -> Sequence[Part]:
    """How many selectors are true, that it is one, and the value of the last that is."""
    half = wires // 2
    parts: list[Part] = [Part("__as_count", (0,))]
    for selector in range(1, half):
        parts.append(Part("__count_selected", (-len(parts), selector)))
    parts.append(Part("__one_selected", (-len(parts),)))
    checked = -len(parts)
    chosen = half
    for selector in range(1, half):
        parts.append(Part("__chosen", (selector, half + selector, chosen)))
        chosen = -len(parts)
    return (*parts, Part("__checked", (checked, chosen)))


@node(
    "Arithmetic",
    halves=True,
    wanted=selector_types,
    like=-1,
    parts=parts_of_pick,
    fails=NOT_ONE_SELECTED,
    golden=[
        ((True, 5), 5),
        ((False, True, 10, 20), 20),
        ((True, False, 10, 20), 10),
        ((False, False, True, "a", "b", ""), ""),
        ((False, True, 1.5, -0.0), -0.0),
    ],
)
def pick(*wires: Any) -> Any:
    """The value whose selector is true; everything is evaluated.

    Args:
        wires: selectors of type bool, then as many values, all of the type of the first value.

    Returns:
        The value at the place of the selector that is true.

    Raises:
        EvalError: no selector is true, or several are.

    Example:
        kind := pick(cycle < 5, cycle >= 5, "early", "late")
    """
    half = len(wires) // 2
    chosen = [place for place in range(half) if wires[place]]
    if not chosen:
        raise EvalError(f"pick: no selector matched (all N={half} booleans false)")
    if len(chosen) > 1:
        places = ", ".join(f"b{place}" for place in chosen)
        raise EvalError(f"pick: multiple selectors matched (positions {places})")
    return wires[half + chosen[0]]


@node("Arithmetic", name="__as_count", c="selector", golden=[((True,), 1), ((False,), 0)])
def as_count(selector: bool) -> u64:
    """1 for a selector that is true, else 0."""
    return int(selector)


@node(
    "Arithmetic",
    name="__count_selected",
    c="count + selector",
    golden=[((0, True), 1), ((3, False), 3)],
)
def count_selected(count: u64, selector: bool) -> u64:
    """One more where the selector is true."""
    return count + selector


@node(
    "Arithmetic",
    name="__one_selected",
    c="pd_one_selected",
    fails=NOT_ONE_SELECTED,
    golden=[((1,), 1)],
)
def one_selected(count: u64) -> u64:
    """The count, which has to be 1."""
    if count != 1:
        raise EvalError(NOT_ONE_SELECTED.text)
    return count


@node(
    "Arithmetic",
    name="__chosen",
    c="(selector ? value : other)",
    like=1,
    golden=[((True, 1, 2), 1), ((False, 1, 2), 2), ((False, "a", "b"), "b")],
)
def choose(selector: bool, value: Any, other: Any) -> Any:
    """The value of a selector that is true, else another."""
    return value if selector else other


@node(
    "Arithmetic",
    name="__checked",
    c="((void)count, value)",
    like=1,
    golden=[((1, 7), 7), ((1, "a"), "a")],
)
def checked(count: u64, value: Any) -> Any:
    """A value that is used only where a check went before."""
    return value
