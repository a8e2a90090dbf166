"""Without a compiler: the same values, and the ledger says why native code is off."""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def native() -> dict[str, Done]:
    """Rows with a compiler, where there is one."""
    return {graph: run("run", graph, "--cycles", "2000") for graph in (USERS, SENSORS)}


@pytest.mark.parametrize("how", REASONS)
def test_same_values(tmp_path: Path, how: str, native: dict[str, Done]) -> None:
    env = without(tmp_path, how)
    for graph, want in native.items():
        assert want.code == 0
        assert run("run", graph, "--cycles", "2000", env=env) == want


@pytest.mark.parametrize("how", REASONS)
def test_ledger_says_why(tmp_path: Path, how: str) -> None:
    done: Done = run("doctor", USERS, env=without(tmp_path, how))
    assert done.code == 0
    facts = [line.split(maxsplit=1) for line in done.out.splitlines()]
    assert ["native", REASONS[how]] in facts
    assert ["engine", "native:auto"] in facts
    assert ["nodes", "7 as closures"] in facts


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
