"""`python -m bench kills`: runs that are killed at random moments and resumed.

A run with `--parts` and `--resume` is killed again and again.  After each kill every part that has
its name must hold the bytes of a run that was left alone; at last a run that is not killed must
make all of them, and leave nothing else behind.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, sleep

from bench.rows import SOURCE

FORMATS = ("csv", "jsonl", "sql", "parquet", "arrow")
ROWS, PARTS = 600_000, 8


def command(graph: Path, target: Path) -> list[str]:
    asked = ["--cycles", str(ROWS), "--parts", str(PARTS), "--resume", "-o", str(target)]
    return [sys.executable, "-m", "polydat", "run", str(graph), *asked, "--no-progress"]


def whole_files(folder: Path) -> dict[str, bytes]:
    """What looks whole: the files that are not hidden."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".")}


def killed(line: Sequence[str], after: float) -> bool:
    """Whether a run was killed before its end."""
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        sleep(after)
        process.kill()
    return process.returncode != 0


def kill_often(form: str, kills: int, draw: random.Random) -> str:
    """Kill runs of one format so many times; what happened, in words.

    Raises:
        SystemExit: a file that looks whole is not, or the last run leaves other files.
    """
    with tempfile.TemporaryDirectory(prefix="polydat-") as scratch:
        graph, folder, alone = (Path(scratch, n) for n in ("record.polydat", "killed", "alone"))
        graph.write_text(SOURCE)
        folder.mkdir()
        alone.mkdir()
        began = perf_counter()
        subprocess.run(command(graph, alone / f"rows.{form}"), check=True)
        took, want = perf_counter() - began, whole_files(alone)
        data = {name for name in want if not name.endswith(".json")}
        line, done, finished = command(graph, folder / f"rows.{form}"), 0, 0
        while done < kills:
            if killed(line, draw.uniform(0, took)):
                done += 1
            else:
                finished += 1
            made = whole_files(folder)
            broken = [n for n in made if n not in want or (n in data and made[n] != want[n])]
            if broken:
                raise SystemExit(
                    f"{form}, kill {done}: {', '.join(broken)} is not what it should be"
                )
            if data <= made.keys():
                for path in folder.iterdir():
                    path.unlink()
        subprocess.run(line, check=True)
        if whole_files(folder) != want or len(list(folder.iterdir())) != len(want):
            raise SystemExit(f"{form}: the last run left other files")
    return f"{form}: {done} kills, {finished} runs that ended before, all parts as they should be"


def main(arguments: Sequence[str]) -> int:
    """Kill runs of each format; the exit code says whether all files were right."""
    parser = argparse.ArgumentParser(prog="python -m bench kills")
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=f"of {', '.join(FORMATS)}")
    parser.add_argument("--kills", type=int, default=200, help="of each format (default: 200)")
    parser.add_argument("--seed", type=int, default=7, help="of the moments")
    read = parser.parse_args(arguments)
    unknown = [form for form in read.formats if form not in FORMATS]
    if unknown:
        parser.error(f"no format {', '.join(unknown)}")
    for form in read.formats or FORMATS:
        print(kill_often(form, read.kills, random.Random(read.seed)), flush=True)
    return 0
