"""Special values of C99, annex F, and values that are known exactly; in Python and in C."""

from __future__ import annotations

import math

import pytest

from polydat.nodes import exact
from tests.maths.arguments import LARGEST, LEAST, LEAST_NORMAL, to_bits
from tests.maths.library import FUNCTIONS, Library

INF, NAN = math.inf, math.nan
PI = float.fromhex("0x1.921fb54442d18p+1")
H = float.fromhex
UP = 1 + 2.0**-52  # the f64 above 1

Row = tuple[tuple[float, ...], float]

# fmt: off
ROWS: dict[str, list[Row]] = {
    "exp": [
        ((0.0,), 1.0), ((-0.0,), 1.0), ((INF,), INF), ((-INF,), 0.0), ((NAN,), NAN),
        ((1.0,), H("0x1.5bf0a8b145769p+1")), ((-1.0,), H("0x1.78b56362cef38p-2")),
        ((LEAST,), 1.0), ((710.0,), INF), ((-746.0,), 0.0), ((LARGEST,), INF),
    ],
    "exp2": [
        ((0.0,), 1.0), ((-0.0,), 1.0), ((INF,), INF), ((-INF,), 0.0), ((NAN,), NAN),
        ((10.0,), 1024.0), ((-1.0,), 0.5), ((1023.0,), 2.0**1023), ((1024.0,), INF),
        ((-1022.0,), LEAST_NORMAL), ((-1074.0,), LEAST),
        ((-1075.0,), 0.0),  # half way between 0 and the least: even
        ((H("-0x1.0cbffffffffffp+10"),), LEAST),  # and above it
        ((0.5,), H("0x1.6a09e667f3bcdp+0")),
    ],
    "expm1": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -1.0), ((NAN,), NAN),
        ((1.0,), H("0x1.b7e151628aed3p+0")), ((-1.0,), H("-0x1.43a54e4e98864p-1")),
        ((LEAST,), LEAST), ((-LEAST,), -LEAST), ((-50.0,), -1.0), ((710.0,), INF),
        ((-LARGEST,), -1.0), ((2.0**-60,), 2.0**-60),
    ],
    "log": [
        ((1.0,), 0.0), ((0.0,), -INF), ((-0.0,), -INF), ((INF,), INF), ((-1.0,), NAN),
        ((-INF,), NAN), ((NAN,), NAN), ((2.0,), H("0x1.62e42fefa39efp-1")),
        ((10.0,), H("0x1.26bb1bbb55516p+1")), ((-LEAST,), NAN),
    ],
    "log2": [
        ((1.0,), 0.0), ((0.0,), -INF), ((-0.0,), -INF), ((INF,), INF), ((-1.0,), NAN),
        ((NAN,), NAN), ((8.0,), 3.0), ((0.125,), -3.0), ((LEAST,), -1074.0),
        ((LEAST_NORMAL,), -1022.0), ((2.0**1023,), 1023.0), ((LARGEST,), 1024.0),
    ],
    "log10": [
        ((1.0,), 0.0), ((0.0,), -INF), ((-0.0,), -INF), ((INF,), INF), ((-1.0,), NAN),
        ((NAN,), NAN), ((10.0,), 1.0), ((1000.0,), 3.0), ((1e22,), 22.0), ((1e23,), 23.0),
        ((0.1,), -1.0), ((2.0,), H("0x1.34413509f79ffp-2")),
    ],
    "log1p": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((-1.0,), -INF), ((INF,), INF), ((-2.0,), NAN),
        ((-INF,), NAN), ((NAN,), NAN), ((1.0,), H("0x1.62e42fefa39efp-1")), ((LEAST,), LEAST),
        ((-LEAST,), -LEAST), ((2.0**-60,), 2.0**-60),
    ],
    "pow": [
        ((0.0, -3.0), INF), ((-0.0, -3.0), -INF), ((0.0, -2.0), INF), ((-0.0, -2.0), INF),
        ((0.0, -0.5), INF), ((-0.0, -0.5), INF), ((0.0, -INF), INF), ((-0.0, -INF), INF),
        ((0.0, 3.0), 0.0), ((-0.0, 3.0), -0.0), ((0.0, 0.5), 0.0), ((-0.0, 0.5), 0.0),
        ((-0.0, 2.0), 0.0), ((-1.0, INF), 1.0), ((-1.0, -INF), 1.0), ((1.0, NAN), 1.0),
        ((1.0, INF), 1.0), ((NAN, 0.0), 1.0), ((NAN, -0.0), 1.0), ((INF, 0.0), 1.0),
        ((0.0, 0.0), 1.0), ((-2.0, 0.5), NAN), ((-2.0, -0.5), NAN), ((NAN, 1.0), NAN),
        ((2.0, NAN), NAN), ((0.5, -INF), INF), ((2.0, -INF), 0.0), ((0.5, INF), 0.0),
        ((2.0, INF), INF), ((-INF, -3.0), -0.0), ((-INF, -2.0), 0.0), ((-INF, -0.5), 0.0),
        ((-INF, 3.0), -INF), ((-INF, 2.0), INF), ((-INF, 0.5), INF), ((INF, -1.0), 0.0),
        ((INF, 1.0), INF), ((-2.0, 3.0), -8.0), ((-2.0, 2.0), 4.0), ((-2.0, -1.0), -0.5),
        ((-2.0, 1023.0), -(2.0**1023)), ((-2.0, 1025.0), -INF), ((-2.0, 1024.0), INF),
        ((-2.0, -1075.0), -0.0), ((-2.0, 2.0**53 + 2), INF), ((-1.0, 2.0**52 + 1), -1.0),
        ((-1.0, 2.0**53), 1.0), ((2.0, 0.5), H("0x1.6a09e667f3bcdp+0")), ((4.0, 0.5), 2.0),
        ((9.0, 1.5), 27.0), ((81.0, 0.75), 27.0), ((10.0, 22.0), 1e22), ((10.0, -3.0), 0.001),
        ((3.0, 33.0), 5559060566555523.0), ((2.0, -1074.0), LEAST), ((2.0, -1075.0), 0.0),
        ((0.25, -0.5), 2.0), ((2.0**-1074, 2.0**-1), 2.0**-537), ((LARGEST, 1.0), LARGEST),
        ((LEAST, 1.0), LEAST), ((LEAST, -1.0), INF), ((1.5, LEAST), 1.0), ((0.5, LARGEST), 0.0),
        # half way between two f64: 54 bits, the last one 1
        ((134217727.0, 2.0), 18014398241046528.0), ((100663295.0, 2.0), 10133098960257024.0),
        ((7.0, 19.0), 11398895185373144.0), ((-7.0, 19.0), -11398895185373144.0),
        ((3.0, 34.0), 16677181699666568.0), ((2.0**-537, 2.0), 2.0**-1074),
        ((2.0**-538, 2.0), 0.0), ((3 * 2.0**-538, 2.0), 2 * LEAST),
        ((3 * 2.0**-537, 2.0), 9 * LEAST), ((0.5, 1075.0), 0.0),
    ],
    "sin": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN),
        ((1.0,), H("0x1.aed548f090ceep-1")), ((PI,), H("0x1.1a62633145c07p-53")),
        ((LEAST,), LEAST), ((PI / 2,), 1.0), ((-PI / 2,), -1.0),
    ],
    "cos": [
        ((0.0,), 1.0), ((-0.0,), 1.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN),
        ((1.0,), H("0x1.14a280fb5068cp-1")), ((PI / 2,), H("0x1.1a62633145c07p-54")),
        ((PI,), -1.0), ((LEAST,), 1.0),
    ],
    "tan": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN),
        ((1.0,), H("0x1.8eb245cbee3a6p+0")), ((PI / 4,), H("0x1.fffffffffffffp-1")),
        ((LEAST,), LEAST),
    ],
    "asin": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), PI / 2), ((-1.0,), -PI / 2), ((NAN,), NAN),
        ((INF,), NAN), ((-INF,), NAN), ((UP,), NAN), ((-UP,), NAN), ((2.0,), NAN),
        ((0.5,), H("0x1.0c152382d7366p-1")), ((LEAST,), LEAST),
    ],
    "acos": [
        ((1.0,), 0.0), ((-1.0,), PI), ((0.0,), PI / 2), ((-0.0,), PI / 2), ((NAN,), NAN),
        ((INF,), NAN), ((-INF,), NAN), ((UP,), NAN), ((-UP,), NAN), ((LEAST,), PI / 2),
        ((0.5,), H("0x1.0c152382d7366p+0")), ((-0.5,), H("0x1.0c152382d7366p+1")),
    ],
    "atan": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), PI / 2), ((-INF,), -PI / 2), ((NAN,), NAN),
        ((1.0,), PI / 4), ((-1.0,), -PI / 4), ((LARGEST,), PI / 2), ((LEAST,), LEAST),
        ((-LEAST,), -LEAST), ((2.0**-40,), 2.0**-40),
    ],
    "atan2": [
        ((0.0, -0.0), PI), ((-0.0, -0.0), -PI), ((0.0, 0.0), 0.0), ((-0.0, 0.0), -0.0),
        ((0.0, -1.0), PI), ((-0.0, -1.0), -PI), ((0.0, 1.0), 0.0), ((-0.0, 1.0), -0.0),
        ((-1.0, 0.0), -PI / 2), ((-1.0, -0.0), -PI / 2), ((1.0, 0.0), PI / 2),
        ((1.0, -0.0), PI / 2), ((1.0, -INF), PI), ((-1.0, -INF), -PI), ((1.0, INF), 0.0),
        ((-1.0, INF), -0.0), ((INF, 1.0), PI / 2), ((-INF, 1.0), -PI / 2),
        ((INF, -INF), 0.75 * PI), ((-INF, -INF), -0.75 * PI), ((INF, INF), PI / 4),
        ((-INF, INF), -PI / 4), ((NAN, 1.0), NAN), ((1.0, NAN), NAN), ((INF, NAN), NAN),
        ((1.0, 1.0), PI / 4), ((1.0, -1.0), 0.75 * PI), ((-1.0, -1.0), -0.75 * PI),
        ((LEAST, 1.0), LEAST), ((LEAST, LARGEST), 0.0), ((-LEAST, LARGEST), -0.0),
        ((LEAST, -LARGEST), PI), ((LARGEST, LEAST), PI / 2), ((1.0, 2.0**900), 2.0**-900),
        # y / x is half way between two f64, and the angle below it
        ((LEAST, 2.0), 0.0), ((3 * LEAST, 2.0), LEAST), ((7 * LEAST, 2.0), 3 * LEAST),
        ((-3 * LEAST, 2.0), -LEAST), ((5 * LEAST, 2.0), 2 * LEAST),
        # y / x is an f64
        ((3 * LEAST, 1.0), 3 * LEAST), ((2.0**-500 * 3, 1.0), 2.0**-500 * 3),
    ],
    "sinh": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -INF), ((NAN,), NAN),
        ((1.0,), H("0x1.2cd9fc44eb982p+0")), ((LEAST,), LEAST), ((711.0,), INF),
        ((-711.0,), -INF), ((LARGEST,), INF),
    ],
    "cosh": [
        ((0.0,), 1.0), ((-0.0,), 1.0), ((INF,), INF), ((-INF,), INF), ((NAN,), NAN),
        ((1.0,), H("0x1.8b07551d9f550p+0")), ((LEAST,), 1.0), ((711.0,), INF), ((-711.0,), INF),
    ],
    "tanh": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), 1.0), ((-INF,), -1.0), ((NAN,), NAN),
        ((1.0,), H("0x1.85efab514f394p-1")), ((LEAST,), LEAST), ((20.0,), 1.0), ((-20.0,), -1.0),
    ],
    "asinh": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -INF), ((NAN,), NAN),
        ((1.0,), H("0x1.c34366179d427p-1")), ((LEAST,), LEAST), ((-LEAST,), -LEAST),
    ],
    "acosh": [
        ((1.0,), 0.0), ((0.5,), NAN), ((-1.0,), NAN), ((-INF,), NAN), ((INF,), INF),
        ((NAN,), NAN), ((2.0,), H("0x1.5124271980435p+0")),
    ],
    "atanh": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), INF), ((-1.0,), -INF), ((UP,), NAN),
        ((-2.0,), NAN), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN),
        ((0.5,), H("0x1.193ea7aad030bp-1")), ((LEAST,), LEAST),
    ],
    "sqrt": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), NAN), ((-1.0,), NAN),
        ((NAN,), NAN), ((9.0,), 3.0), ((2.0,), H("0x1.6a09e667f3bcdp+0")),
        ((LEAST,), 2.0**-537), ((-LEAST,), NAN),
    ],
    "cbrt": [
        ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -INF), ((NAN,), NAN),
        ((8.0,), 2.0), ((-27.0,), -3.0), ((0.125,), 0.5), ((1e15,), 1e5), ((LEAST,), 2.0**-358),
        ((2.0,), H("0x1.428a2f98d728bp+0")), ((208063.0**3,), 208063.0),
    ],
    "hypot": [
        ((INF, NAN), INF), ((NAN, -INF), INF), ((INF, 1.0), INF), ((0.0, -INF), INF),
        ((NAN, 1.0), NAN), ((1.0, NAN), NAN), ((0.0, 0.0), 0.0), ((-0.0, -0.0), 0.0),
        ((-3.0, 0.0), 3.0), ((0.0, -3.0), 3.0), ((3.0, 4.0), 5.0), ((-5.0, 12.0), 13.0),
        ((LEAST, LEAST), LEAST), ((3 * LEAST, 4 * LEAST), 5 * LEAST), ((LARGEST, LARGEST), INF),
        ((LARGEST, 1.0), LARGEST), ((1.0, 2.0**-40), 1.0), ((1.0, 1.0), H("0x1.6a09e667f3bcdp+0")),
        ((3e300, 4e300), 5e300), ((2.0**-26, 1.0), 1.0),
    ],
}
# fmt: on
CASES = [(name, *row) for name, rows in ROWS.items() for row in rows]


@pytest.mark.parametrize(("name", "arguments", "want"), CASES)
def test_in_python(name: str, arguments: tuple[float, ...], want: float) -> None:
    assert to_bits(getattr(exact, name)(*arguments)) == to_bits(want)


@pytest.mark.parametrize(("name", "arguments", "want"), CASES)
def test_in_c(library: Library, name: str, arguments: tuple[float, ...], want: float) -> None:
    got = library(f"all_{name}", *([a] for a in arguments))
    assert to_bits(got[0]) == to_bits(want)


def test_every_function_has_special_values() -> None:
    assert set(FUNCTIONS) <= set(ROWS)
