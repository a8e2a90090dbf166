"""Conditions on constants and ports, and how each is worded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol


class Constraint(Protocol):
    """A condition on one value."""

    @property
    def words(self) -> str:
        """What is allowed."""

    def complaint(self, name: str, value: Any) -> str | None:
        """What is wrong with `value` for the parameter `name`; `None` if nothing is."""


@dataclass(frozen=True, slots=True)
class NonZero:
    """Any integer but 0."""

    words: str = "any but 0"

    def complaint(self, name: str, value: Any) -> str | None:
        return None if value != 0 else f"{name} must be non-zero"


@dataclass(frozen=True, slots=True)
class Range:
    """A number from `low` to `high`, both included; never NaN."""

    low: float
    high: float

    @property
    def words(self) -> str:
        return f"from {self.low} to {self.high}"

    def complaint(self, name: str, value: Any) -> str | None:
        if self.low <= value <= self.high:
            return None
        return f"{name} must be in [{self.low}, {self.high}], got {value}"


@dataclass(frozen=True, slots=True)
class PositiveFinite:
    """A float above 0 that is not infinite."""

    words: str = "above 0 and finite"

    def complaint(self, name: str, value: Any) -> str | None:
        if value > 0 and math.isfinite(value):
            return None
        return f"{name} must be a positive finite f64, got {value}"
