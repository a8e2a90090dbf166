"""Package build: the status codes of C, from the failures that node functions declare."""

from __future__ import annotations

from polydat.codegen.writer import guarded, indent
from polydat.nodes.failures import FAILURES


def emit_status() -> str:
    """The header `status.h`: an enum of 0 and of every failure."""
    rows = ["PD_OK = 0,"]
    rows += [f"{f.name} = {f.code}, /* {f.text} */" for f in FAILURES]
    return guarded("status", "Status codes.", f"enum {{\n{indent(rows)}\n}};")
