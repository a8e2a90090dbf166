"""Values as the golden files write them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from polydat.types import ELEMENTS, REGISTERS, PortType, from_slot
from polydat.types.json_text import Json

P = PortType
FOLDER = Path(__file__).parent / "golden" / "values"


@cache
def golden(name: str) -> Any:
    """The contents of a golden file."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def value_of(written: Any, type: PortType) -> Any:
    """A value from its form in the golden files; `None` stays."""
    if written is None or type in (P.BOOL, P.STR):
        return written
    if type in ELEMENTS:
        return tuple(value_of(item, ELEMENTS[type]) for item in written)
    if type in REGISTERS:
        low, high = (int(written[half], 16) for half in ("lo", "hi"))
        return (low | high << 64).to_bytes(16, "little")
    if type.is_float:
        return float("nan") if written == "nan" else from_slot(int(written, 16), type)
    if type is P.BYTES:
        return bytes.fromhex(written)
    if type is P.JSON:
        return Json(written)
    return written["display"] if type is P.EXT else int(written)
