"""What tests of commands share: a way to call one, and programs in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from polydat.cli.main import main
from tests.commands import ROOT, Done

USERS = str(ROOT / "examples" / "users.polydat")
SENSORS = str(ROOT / "examples" / "sensors.polydat")
LADDER = str(ROOT / "bench" / "graphs" / "ladder.polydat")


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run a command in this process, for what needs no process of its own."""

    def run(*arguments: str | Path) -> Done:
        code = main([str(a) for a in arguments])
        said = capfd.readouterr()
        return Done(code, said.out, said.err)

    return run


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    """Write a program to a file; the result is its path."""

    def write(*lines: str, name: str = "graph.polydat") -> str:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    return write
