"""How far a run has come: a bar on a terminal, plain lines elsewhere, all on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from polydat.batch.job import Tell

PATIENCE = 1.0  # seconds before a bar appears, and between plain lines
REFRESH = 0.1  # seconds between two looks at the bar


@contextmanager
def progress(rows: int, wanted: bool | None, shares_terminal: bool) -> Iterator[Tell]:
    """What is told of rows and bytes, and shows them.

    Args:
        rows: how many there will be.
        wanted: whether it was asked for; `None`: where a terminal shows it.
        shares_terminal: whether the rows go to the terminal as well.
    """
    terminal = sys.stderr is not None and sys.stderr.isatty()
    if wanted is False or sys.stderr is None or (wanted is None and not terminal):
        yield ignore
        return
    if wanted is None and shares_terminal:
        yield ignore
        return
    with bar(rows) if terminal and not shares_terminal else lines(rows) as tell:
        yield tell


def ignore(rows: int, size: int) -> None:
    """Show nothing."""


@contextmanager
def lines(rows: int) -> Iterator[Tell]:
    """A line a second, and one at the end."""
    count = Count(rows)
    due = count.began + PATIENCE

    def tell(more: int, size: int) -> None:
        nonlocal due
        count.add(more, size)
        if time.perf_counter() >= due:
            print(f"polydat: {count}", file=sys.stderr, flush=True)
            due = time.perf_counter() + PATIENCE

    yield tell
    print(f"polydat: {count}", file=sys.stderr, flush=True)


@contextmanager
def bar(rows: int) -> Iterator[Tell]:
    """A bar that appears when the work has taken a second, and goes when it is done."""
    count = Count(rows)
    shown: Any = None
    due = count.began + PATIENCE

    def tell(more: int, size: int) -> None:
        nonlocal shown, due
        count.add(more, size)
        if time.perf_counter() < due:
            return
        due = time.perf_counter() + REFRESH
        if shown is None:
            shown = new_bar()
            shown.start()
            shown.add_task("", total=max(1, rows))
        shown.update(shown.task_ids[0], completed=count.rows, description=count.short())

    try:
        yield tell
    finally:
        if shown is not None:
            shown.stop()


def new_bar() -> Any:
    """A bar of rich, which is imported only when there is something to wait for."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


class Count:
    """Rows and bytes since the beginning."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.rows = 0
        self.bytes = 0
        self.began = time.perf_counter()

    def add(self, rows: int, size: int) -> None:
        self.rows += rows
        self.bytes += size

    @property
    def rate(self) -> float:
        """Rows a second."""
        took = time.perf_counter() - self.began
        return self.rows / took if took else 0.0

    def short(self) -> str:
        """Rows, rate and bytes."""
        return f"{self.rows:,} rows, {self.rate:,.0f} rows/s, {amount(self.bytes)}"

    def __str__(self) -> str:
        part = f"{self.rows / self.total:.0%}" if self.total else "100%"
        left = (self.total - self.rows) / self.rate if self.rate else 0.0
        ahead = f", {left:,.0f} s left" if self.rows < self.total else ""
        return (
            f"{self.rows:,} of {self.total:,} rows ({part}), {self.rate:,.0f} rows/s,"
            f" {amount(self.bytes)}{ahead}"
        )


def amount(size: float) -> str:
    """`512 B`, `1.5 MB`"""
    if size < 1000:
        return f"{size:.0f} B"
    for unit in ("kB", "MB", "GB"):
        size /= 1000
        if size < 1000:
            return f"{size:.1f} {unit}"
    return f"{size / 1000:.1f} TB"
