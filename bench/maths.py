"""`python -m bench maths`: our elementary functions against those of the platform, per call.

Both are called in loops of C that are compiled together, over the same random arguments of the
range where each function is used; they take turns, and the numbers are medians.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

from polydat.bench.timing import Budget, Candidate, measure
from polydat.codegen import toolchain
from polydat.codegen.toolchain import NoCompiler

COUNT = 4096
BUDGET = Budget(31, 1.0)
ALLOWED = 3.0
ALLOWED_HARD = 4.0  # pow, atan2 and the inverse functions


@dataclass(frozen=True, slots=True)
class Function:
    """A function, the header of csrc/maths/ that has it, and the range of its arguments."""

    header: str
    low: float
    high: float
    arguments: int = 1
    allowed: float = ALLOWED


@dataclass(frozen=True, slots=True)
class Result:
    """Nanoseconds a call."""

    function: str
    ours: float
    libm: float
    ratio: float
    allowed: float

    @property
    def holds(self) -> bool:
        return self.ratio <= self.allowed


FUNCTIONS = {
    "exp": Function("exponential", -50, 50),
    "exp2": Function("exponential", -50, 50),
    "expm1": Function("exponential", -5, 5),
    "log": Function("logarithm", 1e-9, 1e9),
    "log2": Function("logarithm", 1e-9, 1e9),
    "log10": Function("logarithm", 1e-9, 1e9),
    "log1p": Function("logarithm", -0.99, 10),
    "pow": Function("power", 0.1, 20, arguments=2, allowed=ALLOWED_HARD),
    "sin": Function("trigonometric", -100, 100),
    "cos": Function("trigonometric", -100, 100),
    "tan": Function("trigonometric", -100, 100),
    "asin": Function("inverse_trigonometric", -1, 1, allowed=ALLOWED_HARD),
    "acos": Function("inverse_trigonometric", -1, 1, allowed=ALLOWED_HARD),
    "atan": Function("inverse_trigonometric", -50, 50, allowed=ALLOWED_HARD),
    "atan2": Function("inverse_trigonometric", -50, 50, arguments=2, allowed=ALLOWED_HARD),
    "sinh": Function("hyperbolic", -20, 20),
    "cosh": Function("hyperbolic", -20, 20),
    "tanh": Function("hyperbolic", -5, 5),
    "asinh": Function("inverse_hyperbolic", -50, 50, allowed=ALLOWED_HARD),
    "acosh": Function("inverse_hyperbolic", 1, 50, allowed=ALLOWED_HARD),
    "atanh": Function("inverse_hyperbolic", -0.99, 0.99, allowed=ALLOWED_HARD),
    "sqrt": Function("roots", 0, 1e9),
    "cbrt": Function("roots", -1e9, 1e9),
    "hypot": Function("roots", -1e3, 1e3, arguments=2),
}


def source() -> str:
    """C text of `ours_NAME` and `libm_NAME`: each function over arrays."""
    headers = dict.fromkeys(f.header for f in FUNCTIONS.values())
    lines = ["#include <math.h>", "#include <stddef.h>"]
    lines += [f'#include "maths/{header}.h"' for header in headers]
    for name, f in FUNCTIONS.items():
        call = "(x[i])" if f.arguments == 1 else "(x[i], y[i])"
        for whose, function in (("ours", f"pd_{name}"), ("libm", name)):
            head = f"void {whose}_{name}(const double *x, const double *y, double *out, size_t n)"
            body = f"for (size_t i = 0; i < n; i++) out[i] = {function}{call};"
            lines += [f"PD_EXPORT {head};", f"{head} {{ (void)y; {body} }}"]
    return "\n".join(lines) + "\n"


def build(folder: Path) -> ctypes.CDLL:
    """The functions, compiled with the flags of generated code.

    Raises:
        SystemExit: there is no compiler.
    """
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        raise SystemExit(compiler.reason)
    text, built = folder / "maths.c", folder / "maths.so"
    text.write_text(source())
    toolchain.compile_shared(compiler, toolchain.flags(), text, built)
    return ctypes.CDLL(str(built))


def candidate(function: Any, arrays: Sequence[Any]) -> Candidate:
    """Calls of a function over arrays, the last of which it fills."""
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    count = ctypes.c_size_t(COUNT)

    def work(passes: int) -> int:
        began = perf_counter_ns()
        for _ in range(passes):
            function(*pointers, count)
        return perf_counter_ns() - began

    return Candidate(work, COUNT)


def compare(name: str, library: ctypes.CDLL) -> Result:
    """Time one function.

    Raises:
        SystemExit: the two differ by more than the last bits.
    """
    f = FUNCTIONS[name]
    draw = np.random.default_rng(7)
    x, y = (draw.uniform(f.low, f.high, COUNT) for _ in range(2))
    found = [np.empty(COUNT), np.empty(COUNT)]
    works = [
        candidate(getattr(library, f"{whose}_{name}"), (x, y, out))
        for whose, out in zip(("ours", "libm"), found, strict=True)
    ]
    for each in works:
        each.work(1)
    if not np.allclose(*found, rtol=1e-14, atol=0.0):
        raise SystemExit(f"{name} differs from that of the platform")
    ours, libm = (timing.median for timing in measure(works, BUDGET))
    return Result(name, ours, libm, ours / libm, f.allowed)


def measured(names: Iterable[str]) -> list[Result]:
    """Each function against that of the platform."""
    with tempfile.TemporaryDirectory(prefix="polydat-") as folder:
        library = build(Path(folder))
        return [compare(name, library) for name in names]


def page(results: Sequence[Result]) -> str:
    lines = [f"{'function':<9} {'ns/call':>8} {'libm':>8} {'ratio':>6} {'limit':>6}"]
    for r in sorted(results, key=lambda r: -r.ratio):
        mark = "" if r.holds else "  too slow"
        lines.append(
            f"{r.function:<9} {r.ours:8.2f} {r.libm:8.2f} {r.ratio:6.2f} {r.allowed:6g}{mark}"
        )
    return "\n".join([*lines, f"{sum(r.holds for r in results)} of {len(results)} hold"])


def main(arguments: Sequence[str]) -> int:
    """Time the functions; the exit code says whether all hold."""
    parser = argparse.ArgumentParser(prog="python -m bench maths")
    parser.add_argument("names", nargs="*", metavar="FUNCTION")
    parser.add_argument("--json", metavar="FILE", help="write the numbers to a file")
    read = parser.parse_args(arguments)
    unknown = [name for name in read.names if name not in FUNCTIONS]
    if unknown:
        parser.error(f"no function {', '.join(unknown)}")
    results = measured(read.names or FUNCTIONS)
    print(page(results))
    if read.json:
        Path(read.json).write_text(json.dumps([asdict(r) for r in results], indent=2))
    return 0 if all(r.holds for r in results) else 1
