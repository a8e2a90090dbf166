"""`python -m bench [NAME...] [OPTION...]`: graphs of the suite, by `polydat bench`.

`python -m bench report` measures what is promised, and writes docs/performance.md; `python -m bench
compile` measures the compiler, `nodes` each node against numpy, `maths` our elementary
functions against those of the platform, and `rows` batches of a record against C by hand; `kills`
kills runs and resumes them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench import compile, kills, maths, nodes, report, rows, suite
from polydat.cli.main import main

GRAPHS = Path(__file__).parent / "graphs"


def arguments(given: list[str], made: Path) -> list[str]:
    """Arguments of `polydat bench`: a name of a graph becomes its path, none means all written.

    Args:
        made: folder of the graphs that are made.
    """
    known = {path.stem: str(path) for path in sorted(GRAPHS.glob("*.polydat"))}
    every = known | {name: str(made / f"{name}.polydat") for name in suite.TEXTS}
    named = any(word in every for word in given)
    return ["bench", *(every.get(word, word) for word in given)] + (
        [] if named else list(known.values())
    )


def run(given: list[str]) -> int:
    commands = {
        "report": report.main,
        "compile": compile.main,
        "nodes": nodes.main,
        "maths": maths.main,
        "rows": rows.main,
        "kills": kills.main,
    }
    if given and given[0] in commands:
        return commands[given[0]](given[1:])
    with tempfile.TemporaryDirectory(prefix="polydat-") as folder:
        suite.write(Path(folder))
        return main(arguments(given, Path(folder)))


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
