"""Values that a host hands in: checked against the type they are written to."""

from __future__ import annotations

import numbers
from typing import Any

from polydat.errors import WriteError
from polydat.types.port import PortType, integer_range
from polydat.types.slots import round_to


def check_value(name: str, value: Any, type: PortType) -> Any:
    """`value` as the Python value of `type`: an exact int, float, bool or str; `None` stays.

    Integers of other libraries are taken by value.  A float type takes integers too; an
    integer type takes no float and no bool.

    Raises:
        WriteError: wrong type, or outside the range of `type`.
    """
    if value is None:
        return None
    if type is PortType.BOOL:
        if isinstance(value, bool) or _is_numpy_bool(value):
            return bool(value)
    elif type is PortType.STR:
        if isinstance(value, str):
            return _check_text(name, str(value))
    elif type.is_float:
        if isinstance(value, numbers.Real) and not isinstance(value, bool):
            return _check_float(name, value, type)
    elif type.is_integer and isinstance(value, numbers.Integral) and not isinstance(value, bool):
        number = int(value)
        low, high = integer_range(type)
        if not low <= number <= high:
            raise WriteError(f"input '{name}' takes {low} to {high}, got {number}", "range")
        return number
    raise WriteError(
        f"input '{name}' has type {type.keyword}, got {value!r} of type {value.__class__.__name__}",
        "type",
    )


def _check_float(name: str, value: Any, type: PortType) -> float:
    try:
        return round_to(float(value), type)
    except OverflowError:
        raise WriteError(f"input '{name}': {value} is beyond the range of f64", "range") from None


def _check_text(name: str, value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise WriteError(
            f"input '{name}': character {error.start} is half of a surrogate pair,"
            " which UTF-8 cannot hold",
            "range",
        ) from None
    return value


def _is_numpy_bool(value: Any) -> bool:
    return type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")
