"""JSON lines: one object a row, by RFC 8259; a float that JSON cannot hold is null."""

from __future__ import annotations

import json
from collections.abc import Sequence

from polydat.batch.cells import json_cells
from polydat.batch.row_layout import RowLayout, TextForm
from polydat.types import PortType

SHORT = {"\b": b"\\b", "\t": b"\\t", "\n": b"\\n", "\f": b"\\f", "\r": b"\\r"}
ESCAPES = {
    **{code: f"\\u{code:04x}".encode() for code in range(0x20)},
    **{ord(character): escape for character, escape in SHORT.items()},
    ord('"'): b'\\"',
    ord("\\"): b"\\\\",
}


def jsonl_layout(names: Sequence[str], types: Sequence[PortType]) -> RowLayout:
    """Rows as JSON objects, keys in column order."""
    keys = [json.dumps(name, ensure_ascii=False).encode() + b":" for name in names]
    return RowLayout(
        name="JSON",
        cells=tuple(map(json_cells, types)),
        before=(b"{" + keys[0], *(b"," + key for key in keys[1:])),
        after=b"}\n",
        absent=b"null",
        text=TextForm('"', always=True, escapes=ESCAPES),
        not_finite=(b"null", b"null", b"null"),
        json=True,
    )
