"""From values of any type to values of one: what stands between an input that takes
anything and a node that reads something.
"""

from __future__ import annotations

from typing import Any

from polydat.errors import EvalError, WriteError
from polydat.nodes.adapters import adapter_name, class_of
from polydat.nodes.declare import REGISTRY, Kind, NodeSpec, Param, add
from polydat.types import ELEMENTS, OBJECTS, REGISTERS, PortType, find_type, integer_range
from polydat.types.host import JSON_NULL, check_value
from polydat.types.json_text import Json

P = PortType

OF_PYTHON = {bool: P.BOOL, float: P.F64, Json: P.JSON, str: P.STR, bytes: P.BYTES}
INTEGERS = (P.U64, P.I64, P.U128, P.I128)


def converter_name(target: PortType) -> str:
    """Name of the node function that converts to a type."""
    return f"__convert_to_{target.keyword}"


def carrier_of(value: Any) -> PortType | None:
    """The port type of a value of the host: integers have the first of four that holds them.

    `None` stands for an object that no port type describes.
    """
    found = OF_PYTHON.get(type(value))
    if found is not None:
        return found
    if isinstance(value, int):
        return next((t for t in INTEGERS if in_range(value, t)), None)
    if value is JSON_NULL or isinstance(value, dict | list):
        return P.JSON
    return carrier_of_array(value)


def in_range(value: int, type: PortType) -> bool:
    low, high = integer_range(type)
    return low <= value <= high


def carrier_of_array(value: Any) -> PortType | None:
    """The port type of a numpy array or scalar, which is known without importing numpy."""
    kind, size = (
        getattr(getattr(value, "dtype", None), name, None) for name in ("kind", "itemsize")
    )
    if kind is None or size is None or kind not in "buif":
        return None
    keyword = "bool" if kind == "b" else f"{kind}{8 * size}"
    return find_type(f"vec_{keyword}" if getattr(value, "ndim", 0) == 1 else keyword)


def to_port(value: Any, target: PortType) -> Any:
    """A value of the host as the engines' value of a type; `None` stays.

    Requires: `target` is no type of objects.

    Raises:
        EvalError: it has none; says why.
    """
    source = None if value is None else carrier_of(value)
    if value is None:
        return None
    if target in REGISTERS and source is P.BYTES:
        source = target  # the host has no other form of a register
    if source is None:
        raise EvalError(f"a {type(value).__name__} is no value of type {target.keyword}")
    try:
        typed = check_value("value", value, source)
        if source is target or (isinstance(typed, int) and holds(typed, target)):
            return typed
    except WriteError as error:
        raise EvalError(str(error)) from None
    if class_of(source, target) is None:
        raise EvalError(f"there is no conversion from {source.keyword} to {target.keyword}")
    adapter = REGISTRY[adapter_name(source, target)]
    return adapter.evaluate((typed,), (), (source,))


def holds(value: int, type: PortType) -> bool:
    """Whether an integer type has a value; what is no integer type has none."""
    return type.is_integer and not isinstance(value, bool) and in_range(value, type)


def declare_converter(target: PortType) -> None:
    """Declare the function from anything to a type."""

    def convert(value: Any, input: str) -> Any:
        try:
            return to_port(value, target)
        except EvalError as error:
            raise EvalError(
                f"input '{input}' is read as {target.keyword}: {error.reason}"
            ) from None

    add(
        NodeSpec(
            name=converter_name(target),
            category="Conversions",
            params=(Param("value", P.DYN, Kind.WIRE), Param("input", P.STR, Kind.CONST)),
            returns=(target,),
            ref=convert,
            doc=f"What the host gave, as {target.keyword}.  Put in where an input takes anything.",
            golden=tuple(((value, "x"), result) for value, result in edges(target)),
        )
    )


def edges(type: PortType) -> tuple[tuple[Any, Any], ...]:
    """Golden rows: a value of the host, and what it is; conversions have rows of their own."""
    if type is P.BOOL:
        return ((True, True), (2, True))
    if type.is_integer:
        return tuple((bound, bound) for bound in integer_range(type))
    if type.is_float:
        return ((0.5, 0.5), (1, 1.0))
    if type in ELEMENTS:
        number = float if ELEMENTS[type].is_float else int
        return (([], ()), ([1, -1], (number(1), number(-1))))
    if type in REGISTERS:
        return ((bytes(16), bytes(16)),)
    return {
        P.STR: (("", ""), (7, "7")),
        P.BYTES: ((b"", b""), (b"\xff", b"\xff")),
        P.JSON: ((JSON_NULL, Json("null")), ({"a": [1]}, Json('{"a":[1]}'))),
    }[type]


for _target in PortType:
    if _target not in OBJECTS:
        declare_converter(_target)
