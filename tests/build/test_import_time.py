"""`import polydat` is cheap, and what is heavy is loaded when it is used."""

from __future__ import annotations

import subprocess
import sys

from tests.commands import environment

HEAVY = ("numpy", "pyparsing", "rich", "pyarrow", "Cython")
BUDGET_MS = 50


def python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(), capture_output=True, text=True,
        timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def loaded(code: str) -> set[str]:
    """Which of the heavy packages are loaded behind some code."""
    return set(python(f"{code}\nimport sys\nprint(*set({HEAVY}) & set(sys.modules))").split())


def test_importing_loads_nothing_heavy() -> None:
    assert loaded("import polydat") == set()


def test_an_assembled_program_needs_no_parser() -> None:
    code = "import polydat; polydat.Assembler(['cycle']).compile(engine='interpreter')"
    assert not loaded(code) & {"pyparsing", "rich", "pyarrow"}


def test_compiling_loads_neither_rich_nor_arrow() -> None:
    code = "import polydat; polydat.compile('x := 1').range(0, 2)"
    assert loaded(code) == {"numpy", "pyparsing"}


def test_looking_up_functions_loads_no_numpy() -> None:
    assert loaded("from polydat.nodes import registry; registry.public()") == set()


def test_importing_is_within_its_budget() -> None:
    """Time of the processor, the best of several processes: others only add to it."""
    code = (
        "import time; began = time.process_time(); import polydat;"
        " print((time.process_time() - began) * 1e3)"
    )
    assert min(float(python(code)) for _ in range(3)) < BUDGET_MS
