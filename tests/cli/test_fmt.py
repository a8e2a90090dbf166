"""`polydat fmt`: printing, checking and changing a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.commands import Done

UGLY = ("input cycle:u64   # where", "", "", "x:=hash( cycle )")
PRETTY = "input cycle: u64  # where\n\nx := hash(cycle)\n"


def test_it_prints(call: Callable[..., Done], program: Callable[..., str]) -> None:
    path = program(*UGLY)
    before = Path(path).read_text(encoding="utf-8")
    assert call("fmt", path) == Done(0, PRETTY, "")
    assert Path(path).read_text(encoding="utf-8") == before


def test_it_changes_the_file(call: Callable[..., Done], program: Callable[..., str]) -> None:
    path = program(*UGLY)
    assert call("fmt", path, "-w") == Done(0, "", "")
    assert Path(path).read_text(encoding="utf-8") == PRETTY
    assert [p.name for p in Path(path).parent.iterdir()] == ["graph.polydat"]


def test_it_leaves_a_file_that_is_laid_out_alone(
    call: Callable[..., Done], program: Callable[..., str]
) -> None:
    path = program(*PRETTY.splitlines())
    before = Path(path).stat().st_mtime_ns
    assert call("fmt", "--write", path) == Done(0, "", "")
    assert Path(path).stat().st_mtime_ns == before


def test_it_checks(call: Callable[..., Done], program: Callable[..., str]) -> None:
    path = program(*UGLY)
    assert call("fmt", "--check", path) == Done(
        1, "", f"{path}: 'polydat fmt -w {path}' would change it\n"
    )
    call("fmt", "-w", path)
    assert call("fmt", "--check", path) == Done(0, "", "")


def test_a_program_with_mistakes_stays_as_it_is(
    call: Callable[..., Done], program: Callable[..., str]
) -> None:
    path = program("x = 1")
    done = call("fmt", "-w", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"{path}:1:3: ParseError: '=' binds nothing\n  1 | x = 1\n")
    assert Path(path).read_text(encoding="utf-8") == "x = 1\n"


def test_usage(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("fmt", "--check", "-w", program(*UGLY))
    assert (done.code, done.out) == (2, "")
    assert done.err == "polydat fmt: --check and --write exclude each other\n"
    assert call("fmt", "-w", "-") == Done(2, "", "polydat fmt: --write needs a file\n")
