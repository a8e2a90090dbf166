"""Which adapter heals a wire whose two ends differ in type.

The adapters are declared in `nodes/adapters.py`; a pair without a declaration has none.
"""

from __future__ import annotations

from polydat.nodes import registry
from polydat.nodes.adapters import adapter_name
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
    """The automatic adapter from one type to another, if there is one."""
    return registry.find(adapter_name(source, target))


def display_name(type: PortType) -> str:
    """The name of a type in events, such as `U64` or `VecF32`."""
    return "".join(part.capitalize() for part in type.keyword.split("_"))
