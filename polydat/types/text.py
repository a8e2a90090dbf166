"""The text of a value: what text nodes, writers and messages print.

A float prints the shortest decimal digits that read back as the same value of its own
type, in one of two layouts, or a fixed number of decimals:

    form      layout
    display   1.0, 0.0001, 9.99e-5, 1e16: an exponent below 1e-4 and from 1e16 on
    plain     1, 0.0001, 0.0000999, 10000000000000000: never an exponent
    fixed     decimals of the exact binary value, half to even
    json      1.0, 0.00005, 1e-6, 1e+16: digits of an f64, an even last one where two are as near

Vectors are their elements in brackets without blanks, registers their lanes with blanks,
bytes two hexadecimal digits each.
"""

from __future__ import annotations

import math
from typing import Any

from polydat.errors import InternalError
from polydat.types.port import ELEMENTS, PortType
from polydat.types.registers import LANES, register_lanes

SMALLEST, LARGEST = -4, 15  # decimal exponents that the display form lays out in full
SMALLEST_JSON = -5  # and the least of the json form


def display(value: float, type: PortType = PortType.F64) -> str:
    """A float with at least one decimal, or with an exponent."""
    if not math.isfinite(value):
        return not_finite(value)
    digits, point = shortest(value, type)
    sign = sign_of(value)
    if SMALLEST <= point - 1 <= LARGEST:
        text = positional(digits, point)
        return sign + (text if "." in text else f"{text}.0")
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1}"


def plain(value: float, type: PortType = PortType.F64) -> str:
    """A float without an exponent, and without a fraction where it has none."""
    if not math.isfinite(value):
        return not_finite(value)
    return sign_of(value) + positional(*shortest(value, type))


def fixed(value: float, decimals: int) -> str:
    """A float with a number of decimals, rounded half to even from its exact value."""
    if not math.isfinite(value):
        return not_finite(value)
    return f"{value:.{decimals}f}"


def json_number(value: float) -> str:
    """A finite float as JSON writes it."""
    if value == 0:
        return f"{sign_of(value)}0.0"
    digits, point = repr_digits(abs(value))
    if SMALLEST_JSON <= point - 1 <= LARGEST:
        text = positional(digits, point)
        return sign_of(value) + (text if "." in text else f"{text}.0")
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign_of(value)}{digits[0]}{fraction}e{point - 1:+}"


def row_text(value: Any, type: PortType) -> str:
    """A value as rows, messages and `printf` show it."""
    if type.is_float:
        return display(value, type)
    if type is PortType.BOOL:
        return "true" if value else "false"
    if type.is_integer:
        return str(int(value))
    if type is PortType.STR or type is PortType.JSON:
        return str(value)
    if type is PortType.BYTES:
        return bytes(value).hex()
    if type in ELEMENTS:
        return f"[{','.join(row_text(item, ELEMENTS[type]) for item in value)}]"
    if type is PortType.REG128:
        return f"{int.from_bytes(value, 'little'):032x}"
    if type in LANES:
        lanes = register_lanes(value, type)
        return f"[{', '.join(row_text(item, LANES[type]) for item in lanes)}]"
    if type is PortType.EXT or type is PortType.DYN:
        return str(value)
    raise InternalError(f"values of type {type.keyword} have no text")


def joined_text(value: Any, type: PortType) -> str:
    """A value as `str_concat` and `+` show it: f64 and f32 plain, bytes as UTF-8."""
    if type is PortType.F64 or type is PortType.F32:
        return plain(value, type)
    if type is PortType.BYTES:
        return bytes(value).decode("utf-8", "replace")
    return row_text(value, type)


def not_finite(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "inf" if value > 0 else "-inf"


def sign_of(value: float) -> str:
    return "-" if math.copysign(1.0, value) < 0 else ""


def positional(digits: str, point: int) -> str:
    """Digits with the point behind the first `point` of them, zeros filled in."""
    if point <= 0:
        return f"0.{'0' * -point}{digits}"
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return f"{digits[:point]}.{digits[point:]}"


def shortest(value: float, type: PortType = PortType.F64) -> tuple[str, int]:
    """The fewest digits that read back as `value`, the nearest of those; ties go up.

    Returns:
        Digits without zeros at either end, and where the decimal point stands: the value
        is `0.digits` times 10 to that power.  Zero is `0` with the point behind it.
    """
    if value == 0:
        return "0", 1
    size = abs(value)
    digits, exponent = shortest_f64(size) if type is PortType.F64 else shortest_f32(size)
    text = str(digits)
    return text.rstrip("0"), len(text) + exponent


def repr_digits(size: float) -> tuple[str, int]:
    """The shortest digits of a positive f64 and where their point stands; ties go to even."""
    mantissa, _, power = repr(size).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(power or "0") - (len(whole + fraction) - len(digits))
    return digits.rstrip("0"), point


def shortest_f64(size: float) -> tuple[int, int]:
    """Digits and decimal exponent of a positive f64: those of `repr`, but for ties."""
    text, point = repr_digits(size)
    digits, exponent = int(text), point - len(text)
    if exponent < 0:  # a tie ends in a 5 behind the last digit, so it has a fraction
        top, bottom = size.as_integer_ratio()
        distance = top * 10**-exponent - digits * bottom
        digits += distance > 0 and 2 * distance == bottom
    return digits, exponent


def shortest_f32(size: float) -> tuple[int, int]:
    """Digits and decimal exponent of a positive f32, by search with exact integers."""
    low, mid, high, one = f32_interval(size)
    closed = mid // (2 * (high - mid)) % 2 == 0  # an even significand owns both its bounds
    exponent = math.floor(math.log10(size)) + 2
    while True:  # from one digit on; nine always suffice
        exponent -= 1
        scale, unit = (10**-exponent, one) if exponent < 0 else (1, one * 10**exponent)
        least, value, most = low * scale, mid * scale, high * scale
        below = value // unit
        near = [
            n
            for n in (below + 1, below)  # the larger first: it wins where both are as near
            if least < n * unit < most or (closed and n * unit in (least, most))
        ]
        if near:
            return min(near, key=lambda n: abs(value - n * unit)), exponent


def f32_interval(size: float) -> tuple[int, int, int, int]:
    """Bounds of the numbers that round to a positive f32, and the f32 between them.

    Returns:
        Lower bound, value, upper bound and the number that all three are divided by.
    """
    fraction, power = math.frexp(size)
    spacing = max(power - 24, -149)  # of the values around `size`, as a power of two
    significand = int(math.ldexp(size, -spacing))
    # In quarters of the spacing: below a power of two the values lie twice as close.
    closer = fraction == 0.5 and spacing > -149
    quarters = (4 * significand - (1 if closer else 2), 4 * significand, 4 * significand + 2)
    up, down = (1 << (spacing - 2), 1) if spacing >= 2 else (1, 1 << (2 - spacing))
    low, mid, high = (n * up for n in quarters)
    return low, mid, high, down
