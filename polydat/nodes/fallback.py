"""What is used where a value is absent, and the demand that it is there.

The functions with two leading underscores are what an engine runs whose slots cannot hold
`None`: they read whether a value is there beside the value itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.errors import EvalError
from polydat.nodes.declare import Absence, Const, Types, node, u64
from polydat.nodes.failures import NOT_THERE
from polydat.types import PortType


def like_the_first(types: Types) -> Sequence[PortType | None]:
    """Both wires have the type of the first."""
    return (types[0], types[0])


@node(
    "Diagnostic",
    absent=Absence("__or_else", (0, 1)),
    golden=[((7, 9), 7), ((None, 9), 9), ((7, None), 7), ((None, None), None)],
)
def this_or(primary: u64 | None, default: u64 | None) -> u64:
    """The first of two u64, or the second where the first is absent.

    Args:
        primary: what is used where it is there; may be `None`.
        default: what is used where it is not; may be `None` too.

    Returns:
        `primary`, else `default`; `None` where both are.

    Example:
        size := this_or(null_if(cycle, cycle, 0.5), 1000)
    """
    return default if primary is None else primary  # type: ignore[return-value]


@node(
    "Diagnostic",
    wanted=like_the_first,
    absent=Absence("__or_else", (0, 1)),
    golden=[
        ((7, 9), 7),
        ((None, 9), 9),
        (("", "x"), ""),
        ((None, "x"), "x"),
        ((None, 2.5), 2.5),
        ((False, True), False),
        ((None, None), None),
    ],
)
def default_or(value: Any | None, fallback: Any | None) -> Any:
    """A value, or another of the same type where it is absent.

    Args:
        value: a wire of any type; may be `None`.
        fallback: a wire of the type of `value`, or of one that is converted to it without
            being asked for; may be `None` too.

    Returns:
        `value`, else `fallback`, with the type of `value`; `None` where both are.

    Example:
        nickname := default_or(null_if("nick-{cycle}", cycle, 0.5), "nobody")
    """
    return fallback if value is None else value


@node(
    "Diagnostic",
    absent=Absence("__required", (0,), always=True),
    fails=NOT_THERE,
    golden=[((7, "value"), 7), ((0, "size"), 0)],
)
def required(input: u64 | None, name: Const[str] = "value") -> u64:
    """The input, which has to be there.

    Args:
        input: what is passed on; may be `None`, which fails.
        name: how the failure calls it.

    Returns:
        `input`.

    Raises:
        EvalError: the input is `None`.

    Example:
        size := required(null_if(cycle, cycle, 0.0), "size")
    """
    if input is None:
        raise EvalError(f"required({name}): {NOT_THERE.text}")
    return input


@node(
    "Diagnostic",
    name="__or_else",
    c="(first_there ? first : ((void)second_there, second))",
    like=2,
    golden=[((True, True, 7, 9), 7), ((False, True, 7, 9), 9), ((False, True, "a", "b"), "b")],
)
def or_else(first_there: bool, second_there: bool, first: Any, second: Any) -> Any:
    """The first value where it is there, else the second."""
    return first if first_there else second


@node(
    "Diagnostic",
    name="__required",
    c="pd_required",
    fails=NOT_THERE,
    golden=[((True, 7), 7)],
)
def required_there(there: bool, input: u64) -> u64:
    """The input, where it is there."""
    if not there:
        raise EvalError(NOT_THERE.text)
    return input


@node(
    "Diagnostic",
    name="__any_present",
    c="a | b",
    golden=[((True, False), True), ((False, False), False)],
)
def any_present(a: bool, b: bool) -> bool:
    """Whether one of two values is there."""
    return a or b
