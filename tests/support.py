"""Builders and comparers that more than one test file uses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hypothesis import settings

from polydat.errors import EvalError
from polydat.types import PortType, to_slot

VARIANTS = ("raw", "push", "pull", "push_pull")
CLOSURES = tuple(f"closures:{v}" for v in VARIANTS)
NATIVE = tuple(f"native:{v}" for v in VARIANTS)
COMPILED = CLOSURES + NATIVE
INTERPRETERS = tuple(f"interpreter:{m}" for m in ("off", "auto", "force"))
ENGINES = INTERPRETERS + COMPILED


def bits(value: Any, type: PortType) -> Any:
    """A value for comparing: floats by their bits, any NaN equal to any other."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else to_slot(value, type)
    if hasattr(value, "tolist"):
        value = tuple(value.tolist())
    if isinstance(value, tuple):
        return tuple(bits(v, PortType.F64) for v in value)
    return value


def outcome(compute: Callable[[], Any], type: PortType) -> Any:
    """The value of a computation, or the text of its failure."""
    try:
        return bits(compute(), type)
    except EvalError as error:
        return f"fails: {error}"


def few() -> settings:
    """A fifth of the examples, for tests that run a compiler for each."""
    return settings(max_examples=max(1, settings().max_examples // 5))
