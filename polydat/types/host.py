"""Values at the border to the host: checked on the way in, in Python's own forms on the way out.

type          in                              out
integers      any integer in range            int
floats        any real number, rounded        float
reg*          16 bytes, or such an array      bytes
json          plain data, a Json, JSON_NULL   plain data, JSON_NULL
vec_*         a sequence or an array          read-only numpy array
ext, handle   any object                      the same object
dyn           any value                       the same value
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import Any, Final

from polydat.errors import WriteError
from polydat.types.json_text import Json
from polydat.types.port import ELEMENTS, OBJECTS, REGISTERS, PortType, integer_range
from polydat.types.slots import round_to

REGISTER_BYTES = 16


class JsonNull:
    """The JSON value `null` as a whole, which differs from no value at all."""

    def __repr__(self) -> str:
        return "polydat.JSON_NULL"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "JSON_NULL"


JSON_NULL: Final = JsonNull()


def check_value(name: str, value: Any, type: PortType) -> Any:
    """`value` as the engine's value of `type`, see `types/memory.py`; `None` stays.

    Integers of other libraries are taken by value.  A float type takes integers too; an
    integer type takes no float and no bool.

    Raises:
        WriteError: wrong type, or outside the range of `type`.
    """
    if value is None or type in OBJECTS:
        return value
    if type is PortType.BOOL:
        if isinstance(value, bool) or _is_numpy_bool(value):
            return bool(value)
    elif type is PortType.STR:
        if isinstance(value, str) and not isinstance(value, Json):
            return _check_text(name, str(value))
    elif type.is_float:
        if is_real(value):
            return _check_float(name, value, type)
    elif type.is_integer:
        if is_integral(value):
            return _check_integer(name, int(value), type)
    elif type in ELEMENTS:
        if isinstance(value, Iterable) and not isinstance(value, str | bytes | dict):
            return _check_elements(name, value, type)
    elif type is PortType.JSON:
        return _check_json(name, value)
    elif isinstance(value, bytes | bytearray | memoryview) or hasattr(value, "tobytes"):
        return _check_bytes(name, value, type)
    raise WriteError(
        f"input '{name}' has type {type.keyword}, got {value!r} of type {value.__class__.__name__}",
        "type",
    )


def is_integral(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_real(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _check_integer(name: str, number: int, type: PortType) -> int:
    low, high = integer_range(type)
    if not low <= number <= high:
        raise WriteError(f"input '{name}' takes {low} to {high}, got {number}", "range")
    return number


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


def _check_bytes(name: str, value: Any, type: PortType) -> bytes:
    data = value.tobytes() if hasattr(value, "tobytes") else bytes(value)
    if type in REGISTERS and len(data) != REGISTER_BYTES:
        raise WriteError(
            f"input '{name}' takes {REGISTER_BYTES} bytes of a register, got {len(data)}", "range"
        )
    return bytes(data)


def _check_elements(name: str, value: Iterable[Any], type: PortType) -> tuple[Any, ...]:
    element = ELEMENTS[type]
    fits = is_real if element.is_float else is_integral
    checked: list[Any] = []
    for place, item in enumerate(value):
        if not fits(item):
            raise WriteError(
                f"input '{name}' takes elements of type {element.keyword},"
                f" got {item!r} at place {place}",
                "type",
            )
        where = f"{name}[{place}]"
        check = _check_float if element.is_float else _check_integer
        checked.append(check(where, item if element.is_float else int(item), element))
    return tuple(checked)


def _check_json(name: str, value: Any) -> Json:
    if isinstance(value, Json):
        return value
    try:
        return Json.of(None if value is JSON_NULL else value)
    except (TypeError, ValueError, RecursionError) as error:
        raise WriteError(f"input '{name}' is no JSON value: {error}", "type") from None


def _is_numpy_bool(value: Any) -> bool:
    return type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")
