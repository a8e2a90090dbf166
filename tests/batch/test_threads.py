"""Threads change how long a batch takes, and nothing in it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import polydat
from polydat.batch._columns import BLOCK
from polydat.batch.parts import cut
from polydat.batch.rows import Rows

SOURCE = """
input c: u64
extern p: str = "q"
h := hash(c)
u := unit_interval(h)
n := null_if(mod(h, 100), c, 0.3)
t := "{p}-{n}"
same := "{p}{p}"
b := u64_eq(mod(h, 2), 0)
"""
COUNTS = (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 10 * BLOCK + 7)


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_rows_are_the_same_for_any_number_of_threads(engine: str) -> None:
    program = polydat.compile(SOURCE, engine=engine)
    for count in COUNTS:
        want = {k: v.tolist() for k, v in program.range(5, 5 + count).items()}
        for threads in (2, 3, 8):
            got = program.range(5, 5 + count, threads=threads)
            assert {k: v.tolist() for k, v in got.items()} == want
            got.to_arrow().validate(full=True)


def test_the_first_failing_row_is_named() -> None:
    # Rows 3000 and 9000 fail; the second lies in another thread's part.
    source = "input c: u64\ny := div_wire(1, u64_mul(u64_ne(c, 3000), u64_ne(c, 9000)))"
    program = polydat.compile(source)
    for threads in (1, 2, 8):
        with pytest.raises(polydat.EvalError, match="c = 3000"):
            program.range(0, 10_000, threads=threads)


def test_parts_are_whole_blocks() -> None:
    assert cut(Rows(0, 1, 0), 4) == [(0, 0)]
    assert cut(Rows(0, 1, 10), 4) == [(0, 10)]
    assert cut(Rows(9, 3, 2 * BLOCK + 1), 2) == [(0, 2 * BLOCK), (2 * BLOCK, 1)]
    assert sum(count for _, count in cut(Rows(0, 1, 12345), 3)) == 12345


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", None])
def test_a_number_of_threads_is_asked_for(threads: Any) -> None:
    with pytest.raises(polydat.UsageError, match="threads is a number from 1 on"):
        polydat.compile("input c: u64\ny := c").range(0, 1, threads=threads)


def test_batches_use_threads() -> None:
    program = polydat.compile(SOURCE)
    rows = [
        value
        for batch in program.batches(0, 5000, rows=2048, threads=2)
        for value in batch["t"].tolist()
    ]
    assert rows == program.range(0, 5000)["t"].tolist()


ENDLESS = """
import sys, polydat
program = polydat.compile('input c: u64\\nt := "{c}-{hash(c)}"', engine=sys.argv[1])
program.range(0, 10)
print("ready", flush=True)
program.range(0, 60_000_000, threads=int(sys.argv[2]))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(
    ("engine", "threads"), [("native", "1"), ("native", "2"), ("closures", "2")]
)
def test_ctrl_c_ends_a_batch(engine: str, threads: str) -> None:
    command = [sys.executable, "-c", ENDLESS, engine, threads]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in errors
    assert process.returncode != 0


def test_states_that_garbage_collection_finds_are_freed_once() -> None:
    # The traceback of a failure holds the state in a circle.
    program = polydat.compile('input c: u64\ny := div_wire(1, u64_ne(c, 3))\nt := "{y}"')
    for engine in ("closures", "native"):
        for _ in range(30):
            with pytest.raises(polydat.EvalError):
                program.range(0, 5, engine=engine)
            kernel: Any = program.kernel(engine)
            kernel.circle = [kernel]
            assert kernel(c=1)["t"] == "1"
        del kernel
        gc.collect()
