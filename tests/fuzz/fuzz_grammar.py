"""A fuzz run over the language: every text ends in an error with a place, or in a program.

    python -m tests.fuzz.fuzz_grammar --count 200000
    python -m tests.fuzz.fuzz_grammar --seed 7 --only 1234     show and check one input

Number and seed decide an input, whatever the number of processes.  A process that dies,
or takes longer than the limit over one input, is replaced; the run goes on behind it.
"""

from __future__ import annotations

import argparse
import faulthandler
import heapq
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from tests.fuzz.check import OUTCOMES, check
from tests.fuzz.inputs import KINDS, make

LIMIT = 10.0  # seconds for one input
MEMORY = 4 << 30  # bytes for one process
BATCH = 200  # inputs between two reports of a process
SLOWEST = 5


@dataclass
class Report:
    """What became of some inputs.

    Attributes:
        outcomes: how often each pair of kind and outcome was met.
        failures: number of an input, how it was made, what went wrong.
        slowest: milliseconds, characters and number of the slowest inputs.
        reached: number behind the last input.
    """

    reached: int
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)
    slowest: list[tuple[float, int, int]] = field(default_factory=list)
    characters: int = 0

    def add(self, other: Report) -> None:
        self.reached = other.reached
        self.outcomes.update(other.outcomes)
        self.failures += other.failures
        self.slowest = heapq.nlargest(SLOWEST, self.slowest + other.slowest)
        self.characters += other.characters


def try_one(seed: int, number: int, report: Report) -> None:
    """Check one input, and note what became of it."""
    kind, text = make(seed, number)
    began = time.perf_counter()
    try:
        outcome = check(text)
    except Exception as error:  # whatever it is, it is what the run looks for
        outcome = "FAILED"
        report.failures.append((number, kind, summary(error)))
    took = (time.perf_counter() - began) * 1000
    report.outcomes[kind, outcome] += 1
    report.characters += len(text)
    report.slowest = heapq.nlargest(SLOWEST, [*report.slowest, (took, len(text), number)])
    report.reached = number + 1


def summary(error: Exception) -> str:
    """An exception in one line, with the innermost place in polydat."""
    frames = traceback.extract_tb(error.__traceback__)
    here = next((f for f in reversed(frames) if "polydat" in f.filename), frames[-1])
    place = f"{os.path.basename(here.filename)}:{here.lineno}"
    return f"{type(error).__name__} at {place}: {str(error)[:200]}"


# --- processes ------------------------------------------------------------------------------


def work(channel: Connection, current: Any, seed: int, numbers: range, limit: float) -> None:
    """Check inputs, and send a report now and then; die where one takes too long."""
    limit_memory()
    report = Report(numbers.start)
    for number in numbers:
        current.value = number
        faulthandler.dump_traceback_later(limit, exit=True)
        try_one(seed, number, report)
        faulthandler.cancel_dump_traceback_later()
        if number % BATCH == BATCH - 1:
            channel.send(report)
            report = Report(number + 1)
    channel.send(report)
    channel.close()


def limit_memory() -> None:
    """Let a text that takes all memory fail, where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Worker:
    """A process for a range of inputs, and a new one in its place where it dies."""

    def __init__(self, seed: int, numbers: range, limit: float) -> None:
        self.context = multiprocessing.get_context("spawn")
        self.seed = seed
        self.numbers = numbers
        self.limit = limit
        self.report = Report(numbers.start)
        self.start()

    def start(self) -> None:
        self.current = self.context.Value("q", self.report.reached)
        self.channel, other = self.context.Pipe(duplex=False)
        rest = range(self.report.reached, self.numbers.stop)
        self.process = self.context.Process(
            target=work, args=(other, self.current, self.seed, rest, self.limit)
        )
        self.process.start()
        other.close()

    def receive(self) -> bool:
        """Take what the process sent; false when all is done."""
        try:
            self.report.add(self.channel.recv())
        except EOFError:
            self.process.join()
            if self.process.exitcode == 0:
                return False
            self.replace()
        return True

    def replace(self) -> None:
        """Note the input over which the process died, and go on behind it."""
        number = self.current.value
        for again in range(self.report.reached, number):  # lost with the process
            try_one(self.seed, again, self.report)
        kind, _ = make(self.seed, number)
        why = (
            f"the process ended with code {self.process.exitcode}: a crash, or over {self.limit} s"
        )
        self.report.failures.append((number, kind, why))
        self.report.outcomes[kind, "FAILED"] += 1
        self.report.reached = number + 1
        self.start()


def run(seed: int, count: int, jobs: int = 1, limit: float = LIMIT) -> Report:
    """Check inputs 0 to `count` in processes."""
    share = -(-count // jobs)
    workers = [
        Worker(seed, range(first, min(first + share, count)), limit)
        for first in range(0, count, share)
    ]
    running = {worker.channel: worker for worker in workers}
    shown = time.monotonic()
    while running:
        for channel in wait(list(running), timeout=1):
            worker = running.pop(channel)  # type: ignore[call-overload]
            if worker.receive():
                running[worker.channel] = worker
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            done = sum(w.report.reached - w.numbers.start for w in workers)
            print(f"{done:,} of {count:,}", file=sys.stderr, flush=True)
    total = Report(0)
    for worker in workers:
        total.add(worker.report)
    return total


# --- what a person reads -----------------------------------------------------------------------


def told(report: Report, seconds: float) -> str:
    """A table of kinds and outcomes, the slowest inputs, and what failed."""
    columns = (*OUTCOMES, "FAILED")
    lines = [f"{'':<14}" + "".join(f"{name:>14}" for name in columns)]
    for kind in KINDS:
        cells = "".join(f"{report.outcomes[kind, name]:>14,}" for name in columns)
        lines.append(f"{kind:<14}{cells}")
    count = sum(report.outcomes.values())
    sums = [sum(report.outcomes[kind, name] for kind in KINDS) for name in columns]
    lines.append(f"{'all':<14}" + "".join(f"{number:>14,}" for number in sums))
    lines.append(
        f"{count:,} inputs, {report.characters:,} characters in {seconds:.0f} s"
        f" ({count / max(seconds, 1e-9):,.0f} a second)"
    )
    lines.append("slowest:")
    lines += [f"  {t:8.1f} ms  {size:6} characters  #{n}" for t, size, n in report.slowest]
    by_reason: dict[str, list[int]] = {}
    for number, _, why in report.failures:
        by_reason.setdefault(why, []).append(number)
    for why, numbers in sorted(by_reason.items(), key=lambda pair: -len(pair[1])):
        first = ", ".join(f"#{n}" for n in numbers[:5])
        lines.append(f"FAILED {len(numbers)} times, {first}: {why}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the language.")
    parser.add_argument("--count", type=int, default=10_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other inputs")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one input")
    parser.add_argument("--only", type=int, metavar="N", help="show and check one input")
    args = parser.parse_args()
    if args.only is not None:
        kind, text = make(args.seed, args.only)
        print(f"{kind}: {text!r}", flush=True)
        print(check(text))
        return 0
    began = time.monotonic()
    report = run(args.seed, args.count, args.jobs, args.limit)
    print(told(report, time.monotonic() - began))
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
