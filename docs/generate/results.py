"""Writes the blocks that say what becomes of the programs on hand-made pages.

    python docs/generate/results.py            fill them in; then read what changed

A block `output`, `error` or `canonical` behind a program is filled; an empty `output` gets
four rows, any other as many as it has.  The tests check them, and change nothing.
"""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from pathlib import Path

from files import FOLDER, main

import polydat
from polydat.cli.main import main as command
from polydat.errors import CompileError
from polydat.lang.parser import parse
from polydat.lang.printer import print_file

RESULT = re.compile(
    r"^```polydat\n(.*?)^```\n\n?```(output|error|canonical)\n(.*?)^```$", re.M | re.S
)
ROWS = 4
PAGES = ("language.md",)


def filled(page: str) -> str:
    """A page with every result as it is now."""
    return RESULT.sub(
        lambda m: f"```polydat\n{m[1]}```\n\n```{m[2]}\n{result(*m.groups())}```", page
    )


def result(program: str, kind: str, old: str) -> str:
    if kind == "canonical":
        return print_file(parse(program))
    if kind == "output":
        return rows(program, old.count("\n") - 2 if old else ROWS)
    try:
        polydat.compile(program)
    except CompileError as error:
        return f"{error}\n"
    raise AssertionError(f"this is no error:\n{program}")


def rows(program: str, count: int) -> str:
    """The first rows as a table, without blanks at the ends of lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.polydat"
        path.write_text(program, encoding="utf-8")
        options = ("--cycles", str(count), "--emit", "table", "--engine", "interpreter")
        stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(stream):
            code = command(["run", str(path), *options])
        stream.seek(0)
        shown = stream.read()
    assert code == 0, program
    return "".join(f"{line.rstrip()}\n" for line in shown.splitlines())


if __name__ == "__main__":
    paths = [FOLDER / name for name in PAGES]
    main({path: filled(path.read_text(encoding="utf-8")) for path in paths})
