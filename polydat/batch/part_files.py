"""Parts of a range in files of their own, named by their rows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from polydat.batch.formats import COMPRESSIONS, ENDINGS


@dataclass(frozen=True, slots=True)
class PartFile:
    """A file and the rows in it."""

    path: str
    rows: range


def part_files(target: str, rows: range, parts: int) -> Iterator[PartFile]:
    """The rows in files of about equal count, in order.

    `rows.csv` and rows 0 to 999 in two parts: `rows.0000-0500.csv`, `rows.0500-1000.csv`,
    each named by its first row and the one behind its last.  Numbers have equal widths, so
    that the names sort as the rows do.

    Args:
        parts: how many; fewer where there are fewer rows, and one where there is none.
    """
    count = max(1, min(parts, len(rows)))
    width = len(str(rows.stop))
    stem, ending = split_ending(target)
    for part in range(count):
        own = rows[part * len(rows) // count : (part + 1) * len(rows) // count]
        # A slice of a range with a step ends at a multiple of it: the last one as asked for.
        stop = rows.stop if part == count - 1 else own.stop
        name = f"{stem}.{own.start:0{width}}-{stop:0{width}}{ending}"
        yield PartFile(name, range(own.start, stop, own.step))


def split_ending(target: str) -> tuple[str, str]:
    """A path, and its ending: `rows.csv.gz` is `rows` and `.csv.gz`."""
    folder, name = os.path.split(target)
    rest, ending = name, ""
    for known in (COMPRESSIONS, ENDINGS):
        found = next((e for e in known if rest.endswith(e) and rest != e), "")
        rest, ending = rest.removesuffix(found), found + ending
    if not ending:
        rest, ending = os.path.splitext(name)
    return os.path.join(folder, rest), ending
