"""Which rows a batch has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rows:
    """The numbers of the rows: `count` of them from `start`, `step` apart."""

    start: int
    step: int
    count: int

    @property
    def last(self) -> int:
        """Number of the last row."""
        return self.number(self.count - 1)

    def number(self, row: int) -> int:
        """Number of the row at a place."""
        return self.start + row * self.step

    def part(self, first: int, count: int) -> Rows:
        """The rows from a place on."""
        return Rows(self.number(first), self.step, count)
