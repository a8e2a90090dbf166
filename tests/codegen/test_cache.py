"""The cache of compiled objects: private, whole, shared by processes, and never trusted blindly."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

import polydat
from polydat.cli.main import main
from polydat.codegen import cache, headers, loader, toolchain
from polydat.codegen.loader import Loaded, load
from polydat.codegen.toolchain import NoCompiler
from polydat.engines import native
from polydat.settings import override
from tests.commands import IMPORTS

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX"),
    pytest.mark.skipif(
        isinstance(toolchain.find_compiler(), NoCompiler), reason="needs a C compiler"
    ),
]
as_root = pytest.mark.skipif(os.getuid() == 0, reason="nothing is read-only for root")

SOURCE = '#include "polydat.h"\nPD_EXPORT int pd_answer(void)\n{{\n    return {};\n}}\n'


def built(value: int) -> Loaded:
    code = load(lambda: SOURCE.format(value), ["pd_answer"])
    assert isinstance(code, Loaded)
    assert code.library.pd_answer() == value
    return code


def replace(path: Path, content: bytes) -> None:
    """Another file under the name: the one that this process has mapped must not shrink."""
    path.unlink()
    path.write_bytes(content)
    path.chmod(0o700)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, not made yet."""
    path = tmp_path / "cache"
    monkeypatch.setenv("POLYDAT_CACHE_DIR", str(path))
    return path


def entry(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_the_folder_is_private_and_an_entry_is_used_again(folder: Path) -> None:
    assert not built(1).cached
    assert folder.stat().st_mode & 0o777 == 0o700
    assert entry(folder).stat().st_mode & 0o077 == 0
    assert built(1).cached
    assert not built(2).cached


def test_flags_compiler_and_headers_are_part_of_the_key(folder: Path) -> None:
    built(1)
    with override(cflags="-DANOTHER"):
        assert not built(1).cached
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("left", [0, 10, -1])
def test_a_truncated_entry_is_built_again(folder: Path, left: int) -> None:
    built(3)
    path = entry(folder)
    content = path.read_bytes()
    replace(path, content[:left])
    assert not built(3).cached
    assert built(3).cached


def test_a_changed_entry_is_built_again(folder: Path) -> None:
    built(4)
    path = entry(folder)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    replace(path, bytes(content))
    assert not built(4).cached


def test_a_foreign_entry_is_not_loaded(folder: Path) -> None:
    """A shared object that somebody put there under the right name, without the trailer."""
    built(5)
    path = entry(folder)
    built(6)
    other = next(p for p in folder.iterdir() if p != path)
    end = len(cache.TRAILER) + 32
    replace(path, other.read_bytes()[:-end])
    assert not built(5).cached


@pytest.mark.parametrize("mode", [0o720, 0o702])
def test_an_entry_that_others_may_write_is_not_loaded(folder: Path, mode: int) -> None:
    built(7)
    entry(folder).chmod(mode)
    assert not built(7).cached


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_that_others_may_write_is_not_used(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    assert not built(8).cached
    assert not built(8).cached
    assert list(folder.iterdir()) == []
    where, complaint = cache.private_folder()
    assert where is None
    assert "can be written by others" in complaint


def test_what_belongs_to_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(9)
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert not built(9).cached
    assert "belongs to another user" in cache.private_folder()[1]


def test_an_entry_that_is_a_symbolic_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    built(10)
    path = entry(folder)
    aside = tmp_path / "aside.so"
    path.rename(aside)
    path.symlink_to(aside)
    assert not built(10).cached
    assert not path.is_symlink(), "the link was replaced, its target was not written"
    assert built(10).cached


def test_a_folder_that_is_a_file_turns_the_cache_off(folder: Path) -> None:
    folder.write_text("not a folder")
    assert not built(11).cached
    assert "cannot be made" in cache.private_folder()[1]
    assert folder.read_text() == "not a folder"


@as_root
def test_a_read_only_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLYDAT_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    tmp_path.chmod(0o500)
    assert not built(12).cached
    assert "cannot be made" in cache.private_folder()[1]
    tmp_path.chmod(0o700)


def test_a_home_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a read-only home says, whoever runs the test."""
    monkeypatch.delenv("POLYDAT_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/proc/nothing")
    assert not built(12).cached
    assert "cannot be made" in cache.private_folder()[1]


def test_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLYDAT_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME")

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert cache.private_folder()[0] is None
    assert not built(13).cached


def test_a_folder_from_which_nothing_can_be_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a file system that is mounted noexec: closures, and the ledger says why."""

    def refuse(path: Path) -> ctypes.CDLL | None:
        return None

    monkeypatch.setattr(loader, "open_library", refuse)
    program = polydat.compile("input c: u64\nx := hash(c)")
    kernel = program.kernel("native")
    assert kernel(c=0) == {"x": 16294208416658607535}
    assert kernel.plan.closure_steps > 0
    (refused,) = program.ledger.refusals()
    assert "mounted noexec?" in refused.reason
    assert str(folder) in refused.reason


PROCESS = """
import sys
sys.path.append({root!r})
from tests.codegen.test_cache import built
for value in range(4):
    built(value)
"""


def test_many_processes_build_the_same_entries_at_once(folder: Path) -> None:
    root = str(Path(__file__).parents[2])
    code = PROCESS.format(root=root)
    environment = {**os.environ, **IMPORTS, "POLYDAT_CACHE_DIR": str(folder)}
    running = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(6)]
    assert [process.wait(120) for process in running] == [0] * 6
    assert len(list(folder.glob("*.so"))) == 4
    assert list(folder.glob(".new-*")) == []
    for value in range(4):
        assert built(value).cached


def test_the_least_recently_used_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[int, Path] = {}
    for value in range(3):
        known = set(names.values())
        built(value)
        names[value] = next(p for p in folder.iterdir() if p not in known)
    size = names[0].stat().st_size
    for age, value in enumerate((1, 2, 0)):  # 1 was not used for longest
        os.utime(names[value], ns=(0, 1_000_000_000 * (age + 1)))
    assert built(1).cached  # which makes 2 the oldest
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * size + size // 2)
    built(3)
    assert [names[value].exists() for value in range(3)] == [True, True, False]
    assert built(3).cached


def test_one_entry_over_the_limit_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 100)
    built(1)
    built(2)
    assert len(list(folder.iterdir())) == 1
    assert built(2).cached


def test_info_and_clear(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(1)
    built(2)
    (folder / ".new-left").write_bytes(b"of a build that was interrupted")
    (folder / "somebody.txt").write_text("not ours")
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out.startswith(f"{folder}: 3 programs, ")
    assert main(["cache", "clear"]) == 0
    assert "removed 3 programs" in capsys.readouterr().out
    assert [path.name for path in folder.iterdir()] == ["somebody.txt"]
    assert not built(1).cached


GRAPH = "input c: u64\nx := mod(hash(c), 10)\n"


def test_the_doctor_says_which_tier_a_program_gets(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = tmp_path / "graph.polydat"
    graph.write_text(GRAPH)
    assert main(["doctor", str(graph)]) == 0
    told = dict(line.split("  ", 1) for line in capsys.readouterr().out.splitlines())
    assert told["native"].strip() == "on"
    assert told["cache"].strip() == str(folder)
    assert told["nodes"].strip() == "2 as native code"
    assert told["segment"].strip() == "compiled"


def test_the_doctor_says_why_there_is_no_native_code(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    graph = tmp_path / "graph.polydat"
    graph.write_text(GRAPH)
    with override(native=False):
        assert main(["doctor", str(graph)]) == 0
    told = capsys.readouterr().out
    assert "native code is switched off (POLYDAT_NATIVE=0)" in told
    assert "2 as closures" in told
    assert "can be written by others" in told


def large(step: int, name: str = "n") -> polydat.Program:
    """A program so long that its code is known by the program and not by its text."""
    links = native.LARGE
    lines = [f"{name}{i} := hash({f'{name}{i - 1}' if i else 'c'} + {step})" for i in range(links)]
    source = "input c: u64\n" + "\n".join(lines)
    return polydat.compile(source, outputs=[f"{name}{links - 1}"], engine="native")


def ledger_of(program: polydat.Program) -> list[bool]:
    kernel = program.kernel()
    want = program.kernel("interpreter:off")
    for cycle in (0, 1, 99):
        assert kernel(c=cycle) == want(c=cycle)
    return [entry.cached for entry in program.ledger.entries if entry.what == "segment"]


def test_the_text_of_a_large_program_is_not_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ledger_of(large(1)) == [False]

    def not_again(*arguments: object) -> str:
        raise AssertionError("the text is made")

    monkeypatch.setattr(native, "emit_program", not_again)
    assert ledger_of(large(1)) == [True]
    with pytest.raises(AssertionError, match="the text is made"):
        large(2).kernel()


def test_other_code_for_another_large_program(folder: Path) -> None:
    assert ledger_of(large(1)) == [False]
    assert ledger_of(large(2)) == [False]
    assert ledger_of(large(1, "other")) == [False]  # names are part of a program
    assert len(list(folder.iterdir())) == 3


def test_another_generator_makes_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ledger_of(large(1)) == [False]
    monkeypatch.setattr(headers, "generator_digest", lambda: "of another version")
    assert ledger_of(large(1)) == [False]


def test_a_large_program_keeps_its_text_where_asked(folder: Path, tmp_path: Path) -> None:
    ledger_of(large(1))
    with override(keep_c=str(tmp_path / "texts")):
        assert ledger_of(large(1)) == [True]
    (text,) = (tmp_path / "texts").iterdir()
    assert "pd_segment_0" in text.read_text()


def broken_compiler(folder: Path) -> str:
    """A compiler that says its version and compiles nothing."""
    path = folder / "half-a-compiler"
    path.write_text(
        "#!/bin/sh\n"
        '[ "$1" = --version ] && { echo "half 1.0"; exit 0; }\n'
        'echo "ld: cannot find crt1.o" >&2\nexit 1\n'
    )
    path.chmod(0o755)
    return str(path)


def test_a_compiler_that_compiles_nothing_is_none(folder: Path, tmp_path: Path) -> None:
    with override(cc=broken_compiler(tmp_path)):
        code = load(lambda: SOURCE.format(3), ["pd_answer"])
        assert isinstance(code, NoCompiler)
        assert code.reason.endswith(
            "half-a-compiler' runs, and compiles nothing: ld: cannot find crt1.o"
        )
        program = polydat.compile("input c: u64\nx := mod(hash(c), 100)", engine="native")
        assert program.kernel()(c=0) == {"x": 35}
        assert program.range(0, 3)["x"].tolist() == [35, 65, 10]


def test_flags_of_the_user_that_compile_nothing_are_told(folder: Path) -> None:
    with override(cflags="--no-such-flag"), pytest.raises(polydat.BuildError, match="no-such-flag"):
        load(lambda: SOURCE.format(4), ["pd_answer"])
