"""Port types and values: the one package that is imported as a whole."""

from polydat.types.port import (
    BITS,
    ELEMENTS,
    OBJECTS,
    REGISTERS,
    WIDE,
    Colour,
    Domain,
    PortType,
    find_type,
    integer_range,
)
from polydat.types.slots import U64_MAX, from_slot, round_to, to_slot

__all__ = [
    "BITS",
    "ELEMENTS",
    "OBJECTS",
    "REGISTERS",
    "U64_MAX",
    "WIDE",
    "Colour",
    "Domain",
    "PortType",
    "find_type",
    "from_slot",
    "integer_range",
    "round_to",
    "to_slot",
]
