"""Every block of the documents that shows a command or a program is run.

console   commands behind `$`, and what they print; `...` stands for anything
python    a session, by doctest, or a program that has to run; with tests in it, by pytest
polydat   a program that has to compile, or what the block behind it says:
          output     the table of its first rows
          error      the message with which it is refused
          canonical  its tree as text: it has to parse, and need not compile

Blocks of `text` and `json` are shown by generators; `sh` installs, which CI does.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import polydat
from polydat.cli.main import main
from polydat.errors import CompileError
from polydat.lang.parser import parse
from polydat.lang.printer import print_file
from tests.commands import ROOT, command_folder, environment

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


class Block(NamedTuple):
    """A block, and the one behind it where that says what becomes of it."""

    page: str
    line: int
    language: str
    text: str
    kind: str
    result: str


BLOCK = re.compile(
    r"^```(\w+)\n(.*?)^```$(?:\n\n?```(output|error|canonical)\n(.*?)^```$)?", re.M | re.S
)


def blocks(language: str) -> Iterator[Block]:
    for page in PAGES:
        name = page.relative_to(ROOT).as_posix()
        text = page.read_text(encoding="utf-8")
        for found in BLOCK.finditer(text):
            if found[1] == language:
                line = text.count("\n", 0, found.start()) + 1
                yield Block(name, line, language, found[2], found[3] or "", found[4] or "")


def cases(language: str) -> list[object]:
    found = [pytest.param(b, id=f"{b.page}:{b.line}") for b in blocks(language)]
    assert found, f"no page has a {language} block"
    return found


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `polydat` is the package under test."""
    folder = command_folder(tmp_path_factory.mktemp("bin"))
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return environment(PATH=path)


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for a POSIX shell")
@pytest.mark.parametrize("block", cases("console"))
def test_console(block: Block, shell: dict[str, str]) -> None:
    parts = re.split(r"^\$ ", block.text, flags=re.M)
    assert parts[0] == "", "a console block begins with a command"
    for part in parts[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=ROOT, env=shell, text=True, timeout=60, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        shown = "\n".join(line.rstrip() for line in done.stdout.splitlines())
        assert matches(expected.rstrip("\n"), shown), f"$ {command}\n{shown}"


def matches(expected: str, shown: str) -> bool:
    pattern = ".*".join(map(re.escape, expected.split("...")))
    return re.fullmatch(pattern, shown, re.S) is not None


@pytest.mark.parametrize("block", cases("python"))
def test_python(block: Block, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    if "def test_" in block.text:
        path = tmp_path / "test_block.py"
        path.write_text(block.text, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
        )
        assert (done.returncode, " passed" in done.stdout) == (0, True), done.stdout
        return
    if ">>>" not in block.text:
        exec(compile(block.text, block.page, "exec"), {"__name__": "__main__"})
        return
    parsed = doctest.DocTestParser().get_doctest(block.text, {}, block.page, block.page, block.line)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=said.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(said)


@pytest.mark.parametrize("block", cases("polydat"))
def test_polydat(block: Block, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    match block.kind:
        case "error":
            with pytest.raises(CompileError) as caught:
                polydat.compile(block.text)
            assert f"{caught.value}\n" == block.result
        case "canonical":
            assert print_file(parse(block.text)) == block.result
        case "output":
            path = tmp_path / "program.polydat"
            path.write_text(block.text, encoding="utf-8")
            rows = block.result.count("\n") - 2  # behind the names and a line
            options = ["--emit", "table", "--engine", "interpreter"]
            assert main(["run", str(path), "--cycles", str(rows), *options]) == 0
            shown = [line.rstrip() for line in capfd.readouterr().out.splitlines()]
            assert shown == block.result.splitlines()
        case _:
            assert polydat.compile(block.text, context=f"{block.page}:{block.line}").outputs


LANGUAGES = {"console", "python", "polydat", "output", "error", "canonical", "text", "json", "sh"}


def test_no_block_is_of_a_language_that_nobody_runs() -> None:
    for page in PAGES:
        opened = re.findall(r"^```(\S+)$", page.read_text(encoding="utf-8"), re.M)
        assert {word for word in opened if not word.startswith("{")} <= LANGUAGES, page


def test_results_stand_behind_programs() -> None:
    for kind in ("output", "error", "canonical"):
        assert not list(blocks(kind)), f"a block of kind {kind} stands alone"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples").glob("*.polydat")), ids=lambda p: p.name
)
def test_examples_are_the_same_on_every_engine(path: Path) -> None:
    program = polydat.compile_file(path)
    want = {
        name: column.tolist() for name, column in program.range(0, 50, engine="interpreter").items()
    }
    for engine in ("closures", "native"):
        got = program.range(0, 50, engine=engine)
        assert {name: column.tolist() for name, column in got.items()} == want
    assert len(want) > 3


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples").glob("*.polydat")), ids=lambda p: p.name
)
def test_examples_are_commented(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = sum(line.startswith("//") for line in lines)
    assert comments >= sum(":=" in line for line in lines) // 2


def test_program_of_the_readme_is_the_example() -> None:
    shown = next(b for b in blocks("polydat") if b.page == "README.md")
    from_page = polydat.compile(shown.text).range(0, 100)
    from_file = polydat.compile_file(ROOT / "examples" / "users.polydat").range(0, 100)
    for name in from_file:
        assert from_page[name].tolist() == from_file[name].tolist()
