"""Running the command line as its users do: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polydat

ROOT = Path(__file__).parents[1]

COMMAND = (sys.executable, "-P", "-m", "polydat")

# Makes processes of their own import what this one does: the package under test, which
# is not always the folder beside tests/, and then the tests.
IMPORTS = {
    "PYTHONSAFEPATH": "1",
    "PYTHONPATH": os.pathsep.join((str(Path(polydat.__file__).parents[1]), str(ROOT))),
}


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of a command: the package under test is found, and `None` unsets."""
    merged: dict[str, str | None] = {
        **os.environ,
        **IMPORTS,
        "PYTHON_COLORS": "0",
        **changes,
    }
    return {name: value for name, value in merged.items() if value is not None}


def run(
    *arguments: str | Path,
    input: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> Done:
    """Run `polydat` with arguments."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=input.encode() if isinstance(input, str) else input,
        env=environment() if env is None else env,
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def command_folder(folder: Path) -> Path:
    """A folder for PATH in which `polydat` is the package under test."""
    script = folder / "polydat"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m polydat "$@"\n')
    script.chmod(0o755)
    return folder
