"""The ways a node can have no value: each is one status code of the generated C.

The C enum is written from this table when the package is built.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """A status code, the name of its C constant and the text that a user reads."""

    code: int
    name: str
    text: str


DIV_BY_ZERO = Failure(1, "PD_DIV_BY_ZERO", "attempt to divide by zero")
REM_BY_ZERO = Failure(
    2, "PD_REM_BY_ZERO", "attempt to calculate the remainder with a divisor of zero"
)
NO_MEMORY = Failure(3, "PD_NO_MEMORY", "the text cannot be held: out of memory")
TEXT_TOO_LONG = Failure(
    4,
    "PD_TEXT_TOO_LONG",
    "the text of a column is over 2 GiB: make the rows in smaller batches",
)

BOUNDS_CROSSED = Failure(5, "PD_BOUNDS_CROSSED", "min is above max, or one of them is NaN")
OUT_OF_RANGE = Failure(6, "PD_OUT_OF_RANGE", "the value is out of range")
NO_VALUES = Failure(7, "PD_NO_VALUES", "value list must not be empty")
VALUE_IS_ZERO = Failure(8, "PD_VALUE_IS_ZERO", "value must be non-zero")
NOT_CONVERTIBLE = Failure(9, "PD_NOT_CONVERTIBLE", "the value has no counterpart in the other type")
NOT_THERE = Failure(10, "PD_NOT_THERE", "value was not defined")
NOT_ONE_SELECTED = Failure(11, "PD_NOT_ONE_SELECTED", "not exactly one selector is true")

# Not of a node: its reference function said so itself, and is asked again for the words.
HOST_FAILED = Failure(100, "PD_HOST_FAILED", "a function in Python has no value")

FAILURES = (
    DIV_BY_ZERO,
    REM_BY_ZERO,
    NO_MEMORY,
    TEXT_TOO_LONG,
    BOUNDS_CROSSED,
    OUT_OF_RANGE,
    NO_VALUES,
    VALUE_IS_ZERO,
    NOT_CONVERTIBLE,
    NOT_THERE,
    NOT_ONE_SELECTED,
    HOST_FAILED,
)
BY_CODE = {failure.code: failure for failure in FAILURES}
