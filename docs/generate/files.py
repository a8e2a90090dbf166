"""What generators of pages share: where pages lie, writing them, and telling what is old."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "reference"


def main(pages: Mapping[Path, str]) -> None:
    """Write the files, or with `--check` exit with 1 where one is not as it should be."""
    old = [path for path, text in pages.items() if not is_written(path, text)]
    names = [path.relative_to(FOLDER).as_posix() for path in old]
    if "--check" in sys.argv[1:]:
        if old:
            sys.exit(f"not up to date: {', '.join(names)}")
        return
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages[path], encoding="utf-8", newline="\n")
    print(f"wrote {', '.join(names)}" if names else "all is up to date")


def is_written(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text
