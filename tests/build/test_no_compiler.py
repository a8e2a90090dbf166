"""Without a compiler: the same values, and the ledger says why native code is off."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SENSORS, USERS
from tests.commands import Done, environment, run

NOT_NAMED = {"CC": None, "POLYDAT_CC": None}


def without(folder: Path, how: str) -> dict[str, str]:
    """An environment in which no compiler runs, and an empty cache."""
    changes: dict[str, str | None] = {**NOT_NAMED, "POLYDAT_CACHE_DIR": str(folder / "cache")}
    if how == "path":
        (folder / "empty").mkdir()
        changes["PATH"] = str(folder / "empty")
    else:
        changes[how] = "/nonexistent"
    return environment(**changes)


REASONS = {
    "CC": "the C compiler '/nonexistent' does not run",
    "POLYDAT_CC": "the C compiler '/nonexistent' does not run",
    "path": "there is no C compiler on the search path",
}


ROWS = ("run", SENSORS, "--cycles", "2000")  # integers, floats and texts


@pytest.fixture(scope="module")
def native() -> Done:
    """The rows with a compiler, where there is one."""
    return run(*ROWS)


@pytest.mark.parametrize("how", REASONS)
def test_same_values_and_the_ledger_says_why(tmp_path: Path, how: str, native: Done) -> None:
    env = without(tmp_path, how)
    assert (native.code, native.err) == (0, "")
    assert run(*ROWS, env=env) == native
    done = run("explain", SENSORS, "engines", "--json", "-", env=env)
    facts = json.loads(done.out)["engines"]
    assert {"what": "native", "is": REASONS[how]} in facts
    assert {"what": "engine", "is": "native:auto"} in facts
    assert {"what": "native nodes", "is": 0} in facts


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell script")
def test_a_compiler_that_fails_is_reported(tmp_path: Path) -> None:
    """It runs and says its name, and then compiles nothing."""
    compiler = tmp_path / "cc"
    compiler.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "bad cc 1.0" && exit 0\nexit 1\n')
    compiler.chmod(0o755)
    env = environment(POLYDAT_CC=str(compiler), POLYDAT_CACHE_DIR=str(tmp_path / "cache"))
    done = run("run", USERS, env=env)
    assert done.code == 1
    assert "the C compiler refused generated code" in done.err
    assert str(compiler) in done.err
