"""What a host reads: the forms of values at the border, on the way out.

type       in an engine         for the host
json       Json                 plain data, `JSON_NULL` where all of it is null
vec_*      tuple of numbers     read-only numpy array, `(n,)` of the element type
others     as they are
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from polydat.types import ELEMENTS, PortType
from polydat.types.host import JSON_NULL
from polydat.types.json_text import Json
from polydat.types.memory import element_bytes


def json_to_host(value: Json) -> Any:
    """A JSON value as plain data, or `JSON_NULL`."""
    tree = value.tree()
    return JSON_NULL if tree is None else tree


def vector_to_host(type: PortType) -> Callable[[Any], Any]:
    """The function from elements to a read-only numpy array, `(n,)` of the element type."""
    import numpy as np

    dtype = np.dtype(f"{'f' if ELEMENTS[type].is_float else 'i'}{element_bytes(type)}")

    def to_array(value: Any) -> Any:
        array = np.array(value, dtype)
        array.flags.writeable = False
        return array

    return to_array


def host_form(type: PortType) -> Callable[[Any], Any] | None:
    """How a value of `type` is shown to the host; `None` where it is already in that form."""
    if type is PortType.JSON:
        return json_to_host
    return vector_to_host(type) if type in ELEMENTS else None


def to_host(value: Any, type: PortType) -> Any:
    """A value as the host sees it; `None` stays."""
    form = None if value is None else host_form(type)
    return value if form is None else form(value)
