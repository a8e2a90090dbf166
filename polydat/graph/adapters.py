"""Which adapter heals a wire whose two ends differ in type, and which converts at the border.

The adapters are declared in `nodes/adapters.py`, with the table of their classes.
"""

from __future__ import annotations

from polydat.nodes import registry
from polydat.nodes.adapters import AdapterClass, adapter_name, class_of
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType

# Pairs that keep a number a number and are advised of besides: the eight of the reference.
WIDENINGS = frozenset(
    {
        (PortType.U64, PortType.F64),
        (PortType.U32, PortType.U64),
        (PortType.U32, PortType.I64),
        (PortType.U32, PortType.F64),
        (PortType.I32, PortType.I64),
        (PortType.I32, PortType.F64),
        (PortType.I64, PortType.F64),
        (PortType.F32, PortType.F64),
    }
)


def find_adapter(source: PortType, target: PortType) -> NodeSpec | None:
    """The adapter that a wire may have between two types, if there is one: it never fails."""
    if class_of(source, target) is not AdapterClass.AUTOMATIC:
        return None
    return registry.find(adapter_name(source, target))


def find_boundary_adapter(source: PortType, target: PortType) -> NodeSpec | None:
    """The adapter at the border to the host, if there is one: those of wires, and more."""
    if class_of(source, target) is None:
        return None
    return registry.find(adapter_name(source, target))


def display_name(type: PortType) -> str:
    """The name of a type in events, such as `U64` or `VecF32`."""
    return "".join(part.capitalize() for part in type.keyword.split("_"))
