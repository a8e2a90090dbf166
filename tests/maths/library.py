"""The C of csrc/maths/ as a library: each function over arrays, and what it is made of.

For a function f the library has, over arrays of f64:

    f        the function itself
    wide_f   its slow way alone, rounded: what f falls back to
    error_f  how far its fast way is off, as a fraction of the error that it states
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from polydat.codegen.maths_tables import emit_maths
from polydat.codegen.status import emit_status

CSRC = Path(__file__).parents[2] / "csrc"
WARNINGS = "-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
FLAGS = f"-std=c11 -O2 -fPIC -shared -ffp-contract=off -fno-math-errno {WARNINGS}"


@dataclass(frozen=True, slots=True)
class Function:
    """A function of csrc/maths/.

    Attributes:
        header: where it is.
        arguments: their number.
        has_sign: whether its fast way tells a sign.
        has_ways: whether it has a fast way and a slow one.
    """

    header: str
    arguments: int = 1
    has_sign: bool = True
    has_ways: bool = True


FUNCTIONS = {
    "exp": Function("exponential", has_sign=False),
    "exp2": Function("exponential", has_sign=False),
    "expm1": Function("exponential"),
    "log": Function("logarithm"),
    "log2": Function("logarithm"),
    "log10": Function("logarithm"),
    "log1p": Function("logarithm"),
    "pow": Function("power", arguments=2, has_sign=False),
    "sin": Function("trigonometric"),
    "cos": Function("trigonometric"),
    "tan": Function("trigonometric"),
    "asin": Function("inverse_trigonometric"),
    "acos": Function("inverse_trigonometric"),
    "atan": Function("inverse_trigonometric"),
    "atan2": Function("inverse_trigonometric", arguments=2),
    "sinh": Function("hyperbolic"),
    "cosh": Function("hyperbolic"),
    "tanh": Function("hyperbolic"),
    "asinh": Function("inverse_hyperbolic"),
    "acosh": Function("inverse_hyperbolic"),
    "atanh": Function("inverse_hyperbolic"),
    "sqrt": Function("roots", has_ways=False),
    "cbrt": Function("roots"),
    "hypot": Function("roots", arguments=2, has_sign=False),
}

HEAD = """
#include <stddef.h>
#include "maths/wide_float.h"

/* abs(near - wide), in units of the error that near states. */
static double stated_error(pd_enclosure near, uint32_t sign, pd_wide_float wide)
{
    const pd_wide_float value = pd_wide_of_pair(near.significand, near.exponent, sign);
    pd_wide_float off = pd_wide_sub(value, wide);
    off.sign = 0;
    off.exponent -= near.exponent - 116;
    return pd_wide_round(off) / (double)(near.error + 1);
}
"""


def over_arrays(name: str, arguments: int, value: str) -> str:
    """An exported function over arrays, from the text of its value for x, or x and y."""
    names = "xy"[:arguments]
    params = ", ".join(f"const double *{n}s" for n in names)
    loads = " ".join(f"const double {n} = {n}s[i];" for n in names)
    head = f"void {name}({params}, double *out, size_t count)"
    return (
        f"PD_EXPORT {head};\n{head}\n{{\n    for (size_t i = 0; i < count; i++) {{\n"
        f"        {loads}\n        out[i] = {value};\n    }}\n}}\n"
    )


def source(functions: dict[str, Function]) -> str:
    headers = dict.fromkeys(f.header for f in functions.values())
    text = HEAD + "".join(f'#include "maths/{header}.h"\n' for header in headers)
    for name, f in functions.items():
        call = "(x)" if f.arguments == 1 else "(x, y)"
        text += over_arrays(f"all_{name}", f.arguments, f"pd_{name}{call}")
        if f.has_ways:
            wide = f"pd_wide_round(pd_{name}_wide{call})"
            text += over_arrays(f"wide_{name}", f.arguments, wide)
            parts = ", ".join(f"pd_split({n})" for n in "xy"[: f.arguments])
            sign = ", &sign" if f.has_sign else ""
            text += (
                f"static double error_of_{name}(double x, double y)\n{{\n"
                f"    uint32_t sign = 0;\n    (void)y;\n"
                f"    const pd_enclosure near = pd_{name}_near({parts}{sign});\n"
                f"    return stated_error(near, sign, pd_{name}_wide{call});\n}}\n"
            )
            call = "(x, 0)" if f.arguments == 1 else "(x, y)"
            text += over_arrays(f"error_{name}", f.arguments, f"error_of_{name}{call}")
    return text


class Library:
    """A compiled library of functions."""

    def __init__(self, path: Path) -> None:
        self.loaded = ctypes.CDLL(str(path))

    def __call__(self, name: str, *arguments: Sequence[float]) -> list[float]:
        """The values of an exported function for each element of its arguments."""
        count = len(arguments[0])
        array = ctypes.c_double * count
        out = array()
        passed = [array(*a) for a in arguments]
        getattr(self.loaded, name)(*passed, out, ctypes.c_size_t(count))
        return list(out)


def build(folder: Path, text: str, extra: Sequence[str] = ()) -> Path:
    """Compile C text that includes headers of csrc/maths/; skips without a compiler."""
    cc = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(cc[0]) is None:
        pytest.skip("no C compiler")
    (folder / "maths").mkdir(exist_ok=True)
    (folder / "status.h").write_text(emit_status())
    for name, header in emit_maths().items():
        (folder / name).write_text(header)
    (folder / "all.c").write_text(text)
    flags = [*FLAGS.split(), f"-I{CSRC}", f"-I{folder}", *os.environ.get("CFLAGS", "").split()]
    command = [*cc, *flags, *extra, str(folder / "all.c"), "-o", str(folder / "all.so"), "-lm"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return folder / "all.so"
