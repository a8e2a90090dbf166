"""`python -m bench [NAME...] [OPTION...]`: graphs of bench/graphs/, by `polydat bench`."""

from __future__ import annotations

import sys
from pathlib import Path

from polydat.cli.main import main

GRAPHS = Path(__file__).parent / "graphs"


def arguments(given: list[str]) -> list[str]:
    """Arguments of `polydat bench`: a name of a graph becomes its path, none means all."""
    known = {path.stem: str(path) for path in sorted(GRAPHS.glob("*.polydat"))}
    named = any(word in known for word in given)
    return ["bench", *(known.get(word, word) for word in given)] + (
        [] if named else list(known.values())
    )


if __name__ == "__main__":
    sys.exit(main(arguments(sys.argv[1:])))
