"""Arguments whose values lie very near to a tie between two f64.

Most are published worst cases: V. Lefevre and J.-M. Muller, Worst cases for correct rounding
of the elementary functions in double precision, ARITH 15 (2001); the sine of a large number
is that of the f64 nearest to a multiple of pi/2, and a few are of the kind x * (1 + tiny).
The last column is how many bits after the one that decides are equal; the test counts them,
so that a case is known to be hard.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from polydat.nodes import exact
from polydat.nodes.exact import fixed
from polydat.nodes.exact.fixed import GUARD
from polydat.nodes.exact.rounding import shifted, split
from polydat.nodes.exact.trigonometric import turned
from tests.maths.arguments import to_bits
from tests.maths.library import Library

PLACES = 1024

CASES = [
    ("exp", "-0x1.ed318efb627eap-27", 59),
    ("exp", "-0x1.3475ac05cead7p-29", 57),
    ("exp", "0x1.9e9cbbfd6080bp-31", 57),
    ("exp", "0x1.83d4bcdebb3f4p+2", 57),
    ("exp", "-0x1.12d31a20fb38bp+5", 58),
    ("exp", "0x1.1d5c2daebe367p+4", 54),
    ("exp", "-0x1.a2fefefd580dfp-13", 57),
    ("exp2", "0x1.e4596526bf94dp-10", 59),
    ("exp2", "0x1.12b14a318f904p-27", 58),
    ("log", "0x1.ea71d85cee020p-509", 60),
    ("log", "0x1.9476e304cd7c7p-384", 60),
    ("log", "0x1.26e9c4d327960p-232", 60),
    ("log", "0x1.613955dc802f8p-35", 60),
    ("log", "0x1.c90810d354618p+245", 63),
    ("log", "0x1.ac50b409c8aeep+8", 60),
    ("log", "0x1.baded30cbf1c4p-1", 54),
    ("log2", "0x1.b4ebe40c95a01p+0", 53),
    ("log2", "0x1.61555f75885b4p-512", 54),
    ("log10", "0x1.e12d66744ff81p+429", 68),
    ("log1p", "0x1.8000000000003p-50", 99),
    ("sin", "0x1.e0000000001c2p-20", 72),
    ("sin", "0x1.598bae9e632f6p-7", 59),
    ("sin", "0x1.fe767739d0f6dp-2", 65),
    ("sin", "0x1.6ac5b262ca1ffp+849", 68),
    ("cos", "0x1.06b505550e6b2p-9", 58),
    ("cos", "0x1.34ec2f9fc9c00p+1", 58),
    ("cos", "0x1.8000000000009p-23", 88),
    ("tan", "0x1.50486b2f87014p-5", 57),
    ("tan", "0x1.dffffffffff1fp-22", 78),
    ("tan", "0x1.67fffffffa114p-18", 57),
]


def exp_of(x: int, places: int) -> int:
    value, k = fixed.exp(x, places)
    return shifted(value, k)


def log_of(x: float, base: Callable[[int], int] | None) -> int:
    value = fixed.log(*split(x), PLACES)
    return value if base is None else (value << PLACES) // base(PLACES)


def scaled(x: float) -> int:
    m, e = split(x)
    return shifted(m, e + PLACES + GUARD)


# A value with PLACES places.
VALUES: dict[str, Callable[[float], int]] = {
    "exp": lambda x: exp_of(scaled(x), PLACES),
    "exp2": lambda x: exp_of(scaled(x) * fixed.ln2(PLACES) >> PLACES, PLACES),
    "log": lambda x: log_of(x, None),
    "log2": lambda x: log_of(x, fixed.ln2),
    "log10": lambda x: log_of(x, fixed.ln10),
    "log1p": lambda x: fixed.log((scaled(x) >> GUARD) + (1 << PLACES), -PLACES, PLACES),
    "sin": lambda x: turned(abs(x), PLACES)[0],
    "cos": lambda x: turned(abs(x), PLACES)[1],
    "tan": lambda x: (turned(x, PLACES)[0] << PLACES) // turned(x, PLACES)[1],
}


def equal_bits(value: int) -> int:
    """How many bits that follow the 54 leading ones are equal."""
    text = f"{abs(value):b}"[54:]
    return len(text) - len(text.lstrip(text[0]))


@pytest.mark.parametrize(("name", "text", "bits"), CASES)
def test_hard_case(library: Library, name: str, text: str, bits: int) -> None:
    x = float.fromhex(text)
    assert equal_bits(VALUES[name](x)) == bits
    want = getattr(exact, name)(x)
    assert to_bits(library(f"all_{name}", [x])[0]) == to_bits(want)
    assert to_bits(library(f"wide_{name}", [x])[0]) == to_bits(want)
