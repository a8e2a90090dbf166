"""Port types and values: the one package that is imported as a whole."""

from polydat.types.port import (
    BITS,
    Colour,
    Domain,
    PortType,
    find_type,
    integer_range,
)
from polydat.types.slots import U64_MAX, from_slot, round_to, to_slot

__all__ = [
    "BITS",
    "U64_MAX",
    "Colour",
    "Domain",
    "PortType",
    "find_type",
    "from_slot",
    "integer_range",
    "round_to",
    "to_slot",
]
