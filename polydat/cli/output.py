"""What commands print: small tables, and the JSON behind `--json FILE`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from polydat.batch.files import open_output


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", metavar="FILE", help="write the same for machines; - is standard output"
    )


def write_json(target: str, content: Any) -> None:
    """Write a JSON document; numbers that JSON has not are refused."""
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False, default=str)
    with open_output(target) as stream:
        stream.write(text.encode() + b"\n")


def table(head: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[str] = ()) -> str:
    """Rows under their heads, aligned; columns named in `right` to the right."""
    texts = [list(map(str, head)), *(list(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for row in texts:
        padded = [
            cell.rjust(width) if name in right else cell.ljust(width)
            for cell, width, name in zip(row, widths, head, strict=True)
        ]
        lines.append("  " + "  ".join(padded).rstrip())
    return "\n".join(lines)


def count(number: int, what: str) -> str:
    """`1 node`, `2 nodes`"""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
