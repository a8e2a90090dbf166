"""Progress: a bar where a terminal shows it, lines where they are asked for, else nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from polydat.cli import progress
from tests.cli.conftest import USERS
from tests.commands import Done, environment, run

LINE = re.compile(r"polydat: 1,000 of 1,000 rows \(100%\), [\d,]+ rows/s, [\d.]+ kB\n")


def test_lines_are_asked_for(call: Callable[..., Done], tmp_path: Path) -> None:
    arguments = ["run", USERS, "--cycles", "1000", "-o", tmp_path / "rows.csv"]
    assert call(*arguments).err == ""
    assert call(*arguments, "--no-progress").err == ""
    assert LINE.fullmatch(call(*arguments, "--progress").err)


def test_kept_parts_count(call: Callable[..., Done], tmp_path: Path) -> None:
    arguments = ["run", USERS, "--cycles", "1000", "-o", tmp_path / "rows.csv", "--parts", "2"]
    assert call(*arguments).code == 0
    assert LINE.fullmatch(call(*arguments, "--resume", "--progress").err)


def test_a_line_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    count = progress.Count(2_000_000)
    assert str(count) == "0 of 2,000,000 rows (0%), 0 rows/s, 0 B, 0 s left"
    now = 104.0
    count.add(500_000, 12_345_678)
    assert str(count) == ("500,000 of 2,000,000 rows (25%), 125,000 rows/s, 12.3 MB, 12 s left")


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_500_000, "2.5 MB"), (7e12, "7.0 TB")],
)
def test_amounts(size: float, text: str) -> None:
    assert progress.amount(size) == text


PROGRAM = """
import sys
from polydat.cli import progress
from polydat.cli.main import main
progress.PATIENCE = 0.0
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("option", "shown"), [((), True), (("--no-progress",), False)])
def test_bar_on_a_terminal(tmp_path: Path, option: tuple[str, ...], shown: bool) -> None:
    import pty

    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, "run", USERS, "--cycles", "200_000",
         "-o", str(tmp_path / "rows.csv"), *option],
        stderr=terminal, env=environment(TERM="xterm", COLUMNS="120"),
    )  # fmt: skip
    os.close(terminal)
    said = b"".join(iter(lambda: read_terminal(master), b""))
    os.close(master)
    assert process.wait(timeout=60) == 0
    assert (b"rows/s" in said) == shown
    assert shown or said == b""


def read_terminal(descriptor: int) -> bytes:
    """What was said; nothing where the other end is closed, which Linux calls an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def test_rich_is_loaded_only_for_a_bar() -> None:
    text = (
        "import sys; from polydat.cli.main import main;"
        f" main(['run', {USERS!r}, '--cycles', '10', '--progress']);"
        " sys.exit('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", text], env=environment(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert run("run", USERS, "--cycles", "1").err == ""
