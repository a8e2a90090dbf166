"""Bad input, in a process of its own: the exit code, and a message to act on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import USERS
from tests.commands import COMMAND, environment, run

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files and signals")

# A program, and what `check -` says about it.
PROGRAMS = {
    "syntax error": (
        "input cycle: u64\nx := hash(cycle\n",
        """\
<stdin>:2:10: ParseError: this '(' is never closed
  2 | x := hash(cycle
    |          ^
    = found: the end of the program
    = expected: ')'
""",
    ),
    "unknown function": (
        "input cycle: u64\nx := hahs(cycle)\n",
        """\
<stdin>:2:6: BindError: no function named 'hahs'
  2 | x := hahs(cycle)
    |      ^^^^^^^^^^^
    = nearest: hash
""",
    ),
    "wrong argument count": (
        "input cycle: u64\nx := mod(cycle, 10, 3)\n",
        """\
<stdin>:2:6: ArityError: 'mod' takes 2, got 3 arguments
  2 | x := mod(cycle, 10, 3)
    |      ^^^^^^^^^^^^^^^^^
    = expected: mod(input: u64, const modulus: u64) -> u64
""",
    ),
    "unknown wire": (
        "input cycle: u64\nhashed := hash(cycle)\nx := mod(hased, 10)\n",
        """\
<stdin>:3:10: UnknownWire: no wire named 'hased'
  3 | x := mod(hased, 10)
    |          ^^^^^
    = nearest: hashed
""",
    ),
    "cycle": (
        "input cycle: u64\na := b + 1\nb := c + 1\nc := a + cycle\n",
        """\
<stdin>:2:1: CycleDetected: bindings read each other in a circle: a -> b -> c -> a
  2 | a := b + 1
    | ^
    = note: an arrow points from a binding to what it reads
""",
    ),
    "type mismatch": (
        'input cycle: u64\nx := hash("abc")\n',
        """\
<stdin>:2:11: TypeMismatch: 'hash' reads u64 in 'input'
  2 | x := hash("abc")
    |           ^^^^^
    = found: the text "abc"
    = expected: u64, as in hash(input: u64) -> u64
""",
    ),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_rejected_program(case: str) -> None:
    text, message = PROGRAMS[case]
    done = run("check", "-", input=text)
    assert (done.code, done.out) == (2, "")
    assert done.err == message


def test_missing_file_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "users.polydat").write_text("x := 1\n")
    done = run("run", tmp_path / "user.polydat")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"polydat run: cannot read {tmp_path}/user.polydat: there is no such file;"
        f" nearest: {tmp_path}/users.polydat\n"
    )


def test_empty_file_compiles_and_does_not_run(tmp_path: Path) -> None:
    empty = tmp_path / "empty.polydat"
    empty.write_text("")
    assert run("check", empty).code == 0
    done = run("run", empty)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"polydat run: {empty} has no output to run: write a binding, such as x := hash(cycle)\n"
    )


def test_folder_and_bytes_are_no_programs(tmp_path: Path) -> None:
    done = run("check", tmp_path)
    assert (done.code, done.err) == (2, f"polydat check: cannot read {tmp_path}: it is a folder\n")
    done = run("check", "-", input=b"input cycle: u64\nx := \xff\n")
    assert (done.code, done.err) == (
        2,
        "polydat check: <stdin> is not UTF-8 text: line 2, byte 0xff\n",
    )


def test_row_without_a_value() -> None:
    done = run("run", "-", "--cycles", "3", input="input cycle: u64\nx := mod(hash(cycle), 0)\n")
    assert (done.code, done.out) == (1, "x\n")
    assert done.err == (
        "polydat run: mod(16294208416658607535, 0), which feeds x in <stdin>: attempt to"
        " calculate the remainder with a divisor of zero (at cycle = 0)\n"
    )


def test_unwritable_output(tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "rows.csv"
    done = run("run", USERS, "-o", target)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"polydat run: cannot write {target}: No such file or directory\n"
    folder = tmp_path / "folder"
    folder.mkdir()
    done = run("run", USERS, "-o", folder)
    assert (done.code, done.err) == (1, f"polydat run: cannot write {folder}: Is a directory\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk() -> None:
    done = run("run", USERS, "--cycles", "100000", "-o", "/dev/full")
    assert (done.code, done.err) == (
        1,
        "polydat run: cannot write /dev/full: No space left on device\n",
    )
    for command in ("run", "check"):
        with open("/dev/full", "wb") as full:
            ended = subprocess.run(
                [*COMMAND, command, USERS], stdout=full, stderr=subprocess.PIPE,
                env=environment(), timeout=60, check=False,
            )  # fmt: skip
        assert ended.returncode == 1
        assert ended.stderr.decode() == (
            f"polydat {command}: cannot write standard output: No space left on device\n"
        )


@POSIX
def test_closed_pipe_is_a_quiet_success() -> None:
    rows = subprocess.Popen(
        [*COMMAND, "run", USERS, "--cycles", "100_000_000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    assert rows.stdout is not None
    assert rows.stdout.readline() == b"hashed,user_id,bucket,score,label\n"
    rows.stdout.close()
    assert rows.stderr is not None
    with rows.stderr:
        assert rows.stderr.read() == b""
    assert rows.wait(timeout=60) == 0


@POSIX
def test_interrupt_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    rows = subprocess.Popen(
        [*COMMAND, "run", USERS, "--cycles", "1_000_000_000", "-o", str(target)],
        stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    for _ in range(3000):  # until the first batch is written, at most half a minute
        if any(path.stat().st_size for path in tmp_path.iterdir()):
            break
        time.sleep(0.01)
    rows.send_signal(signal.SIGINT)
    assert rows.stderr is not None
    with rows.stderr:
        assert rows.stderr.read() == b""
    assert rows.wait(timeout=60) == 130
    assert list(tmp_path.iterdir()) == []
