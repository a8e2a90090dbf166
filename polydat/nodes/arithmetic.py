"""Unsigned 64-bit arithmetic; a result wraps modulo 2**64 unless its text says otherwise."""

from __future__ import annotations

from polydat.errors import EvalError
from polydat.nodes.constraints import NonZero
from polydat.nodes.declare import Const, node, u64
from polydat.nodes.failures import BOUNDS_CROSSED, DIV_BY_ZERO, REM_BY_ZERO
from polydat.types import U64_MAX


@node(
    "Arithmetic",
    c="input + addend",
    golden=[((5, 10), 15), ((U64_MAX, 1), 0), ((7, 0), 7)],
)
def add(input: u64, addend: Const[u64]) -> u64:
    """Sum with a constant.

    Args:
        input: any u64.
        addend: what is added.

    Returns:
        `input + addend`, modulo 2**64.

    Example:
        order := add(cycle, 1000)
    """
    return (input + addend) & U64_MAX


@node(
    "Arithmetic",
    c="input * factor",
    golden=[((6, 7), 42), ((1 << 63, 2), 0), ((U64_MAX, U64_MAX), 1)],
)
def mul(input: u64, factor: Const[u64]) -> u64:
    """Product with a constant.

    Args:
        input: any u64.
        factor: what it is multiplied by.

    Returns:
        `input * factor`, modulo 2**64.

    Example:
        millis := mul(cycle, 1000)
    """
    return (input * factor) & U64_MAX


@node(
    "Arithmetic",
    c="pd_div",
    fails=DIV_BY_ZERO,
    golden=[((4201337, 100), 42013), ((U64_MAX, U64_MAX), 1), ((99, 100), 0)],
)
def div(input: u64, divisor: Const[u64]) -> u64:
    """Quotient of an unsigned division.

    Args:
        input: any u64.
        divisor: what it is divided by.

    Returns:
        `input / divisor`, rounded down.

    Raises:
        EvalError: `divisor` is 0.

    Example:
        batch := div(cycle, 100)
    """
    if divisor == 0:
        raise EvalError(DIV_BY_ZERO.text)
    return input // divisor


@node(
    "Arithmetic",
    c="pd_mod",
    fails=REM_BY_ZERO,
    bounds=lambda modulus: (0, modulus - 1 if modulus else 0),
    golden=[((17, 5), 2), ((542, 100), 42), ((U64_MAX, 10), 5)],
)
def mod(input: u64, modulus: Const[u64]) -> u64:
    """Remainder of an unsigned division.

    Folds a wide value, such as a hash, into `[0, modulus)`.  The fold favours small
    values when `modulus` does not divide 2**64, by less than `modulus / 2**64`.

    Args:
        input: any u64.
        modulus: the divisor.

    Returns:
        In `[0, modulus)`.

    Raises:
        EvalError: `modulus` is 0.

    Example:
        bucket := mod(hash(cycle), 1000)
    """
    if modulus == 0:
        raise EvalError(REM_BY_ZERO.text)
    return input % modulus


def check_radixes(*radixes: int) -> str | None:
    """What is wrong with the radixes of `mixed_radix`."""
    if not radixes:
        return "radixes: one is needed at least"
    if 0 in radixes[:-1]:
        return f"radix {radixes.index(0)} must be non-zero: only the last may be 0"
    return None


@node(
    "Arithmetic",
    c="pd_mixed_radix",
    output_for_each="radixes",
    validate=check_radixes,
    golden=[
        ((4201337, 100, 1000, 0), (37, 13, 42)),
        ((100000, 100, 1000, 0), (0, 0, 1)),
        ((0, 100, 1000, 0), (0, 0, 0)),
        ((U64_MAX, 0), (U64_MAX,)),
        ((7, 2, 2), (1, 1)),
    ],
)
def mixed_radix(input: u64, *radixes: Const[u64]) -> tuple[u64, ...]:
    """Digits of `input` in a number system with a radix for each place.

    The first digit runs fastest, so the digits walk through every combination.

    Args:
        input: any u64.
        radixes: how many values each digit has, the fastest first; a last radix of 0
            takes all that is left.  Without one, what is left is dropped.

    Returns:
        One digit for each radix.

    Example:
        (device, reading) := mixed_radix(cycle, 100, 0)
    """
    digits = []
    for radix in radixes:
        digits.append(input % radix if radix else input)
        input = input // radix if radix else 0
    return tuple(digits)


@node(
    "Arithmetic",
    c="a + b",
    golden=[((40, 2), 42), ((U64_MAX, 1), 0)],
)
def u64_add(a: u64, b: u64) -> u64:
    """Sum of two wires: `+` of u64.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a + b`, modulo 2**64.

    Example:
        total := u64_add(cycle, hash(cycle))
    """
    return (a + b) & U64_MAX


@node(
    "Arithmetic",
    c="a - b",
    golden=[((44, 2), 42), ((0, 1), U64_MAX)],
)
def u64_sub(a: u64, b: u64) -> u64:
    """Difference of two wires: `-` of u64.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a - b`, modulo 2**64.

    Example:
        gap := u64_sub(hash(cycle), cycle)
    """
    return (a - b) & U64_MAX


@node(
    "Arithmetic",
    c="a * b",
    golden=[((6, 7), 42), ((1 << 32, 1 << 32), 0)],
)
def u64_mul(a: u64, b: u64) -> u64:
    """Product of two wires: `*` of u64.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a * b`, modulo 2**64.

    Example:
        square := u64_mul(cycle, cycle)
    """
    return (a * b) & U64_MAX


@node(
    "Arithmetic",
    c="b ? a / b : 0",
    golden=[((84, 2), 42), ((42, 0), 0), ((U64_MAX, 1), U64_MAX)],
)
def u64_div(a: u64, b: u64) -> u64:
    """Quotient of two wires, 0 where there is none: `/` of u64.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a / b`, rounded down; 0 where `b` is 0.

    Example:
        share := u64_div(hash(cycle), cycle)
    """
    return a // b if b else 0


@node(
    "Arithmetic",
    c="b ? a % b : 0",
    golden=[((42, 10), 2), ((42, 0), 0), ((U64_MAX, 10), 5)],
)
def u64_mod(a: u64, b: u64) -> u64:
    """Remainder of two wires, 0 where there is none: `%` of u64.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        In `[0, b)`; 0 where `b` is 0.

    Example:
        slot := u64_mod(hash(cycle), cycle)
    """
    return a % b if b else 0


@node(
    "Arithmetic",
    c="pd_div",
    fails=DIV_BY_ZERO,
    check={"divisor": NonZero()},
    golden=[((17, 5), 3), ((U64_MAX, 1), U64_MAX), ((0, U64_MAX), 0)],
)
def div_wire(input: u64, divisor: u64) -> u64:
    """Quotient of two wires; there is none where the divisor is 0.

    Args:
        input: any u64.
        divisor: what it is divided by.

    Returns:
        `input / divisor`, rounded down.

    Raises:
        EvalError: `divisor` is 0.

    Example:
        share := div_wire(cycle, add(hash_range(cycle, 9), 1))
    """
    if divisor == 0:
        raise EvalError(DIV_BY_ZERO.text)
    return input // divisor


@node(
    "Arithmetic",
    c="pd_mod",
    fails=REM_BY_ZERO,
    check={"divisor": NonZero()},
    golden=[((17, 5), 2), ((U64_MAX, 10), 5), ((0, U64_MAX), 0)],
)
def mod_wire(input: u64, divisor: u64) -> u64:
    """Remainder of two wires; there is none where the divisor is 0.

    Args:
        input: any u64.
        divisor: what it is divided by.

    Returns:
        In `[0, divisor)`.

    Raises:
        EvalError: `divisor` is 0.

    Example:
        slot := mod_wire(cycle, add(hash_range(cycle, 9), 1))
    """
    if divisor == 0:
        raise EvalError(REM_BY_ZERO.text)
    return input % divisor


@node(
    "Arithmetic",
    c="pd_clamp",
    fails=BOUNDS_CROSSED,
    bounds=lambda min, max: (min, max),
    golden=[((3, 5, 9), 5), ((7, 5, 9), 7), ((U64_MAX, 5, 9), 9), ((0, 0, 0), 0)],
)
def clamp(input: u64, min: Const[u64], max: Const[u64]) -> u64:
    """`input`, or the nearer bound where it lies outside of the bounds.

    Args:
        input: any u64.
        min: the least result.
        max: the greatest result.

    Returns:
        In `[min, max]`.

    Raises:
        EvalError: `min` is above `max`.

    Example:
        size := clamp(hash_range(cycle, 1000), 10, 500)
    """
    if min > max:
        raise EvalError(f"min {min} is above max {max}")
    return min if input < min else max if input > max else input


@node(
    "Arithmetic",
    c="pd_ceil_to_multiple",
    golden=[
        ((800, 100), 800),
        ((801, 100), 900),
        ((0, 100), 0),
        ((42, 0), 42),
        ((U64_MAX, 2), U64_MAX),
        ((U64_MAX, U64_MAX), U64_MAX),
    ],
)
def ceil_to_multiple(value: u64, multiple: u64) -> u64:
    """The least multiple that is not below `value`.

    Args:
        value: any u64.
        multiple: what the result is a multiple of.

    Returns:
        A multiple of `multiple`; the greatest u64 where there is none in range; `value`
        where `multiple` is 0.

    Example:
        padded := ceil_to_multiple(cycle, 512)
    """
    if multiple == 0:
        return value
    least = -(-value // multiple) * multiple
    return least if least <= U64_MAX else U64_MAX


@node(
    "Arithmetic",
    c="multiple ? value / multiple + (value % multiple != 0) : 0",
    golden=[((800, 100), 8), ((801, 100), 9), ((1, 100), 1), ((0, 100), 0), ((42, 0), 0)],
)
def multiples_at_least(value: u64, multiple: u64) -> u64:
    """How many multiples it takes to reach `value`.

    Args:
        value: any u64.
        multiple: the size of one.

    Returns:
        `value / multiple`, rounded up; 0 where `multiple` is 0.

    Example:
        pages := multiples_at_least(hash_range(cycle, 100000), 4096)
    """
    return -(-value // multiple) if multiple else 0


@node(
    "Arithmetic",
    c="current ? current : fallback",
    golden=[((7, 99), 7), ((0, 99), 99), ((0, 0), 0), ((U64_MAX, 99), U64_MAX)],
)
def set_or_get(current: u64, fallback: u64) -> u64:
    """`current`, or `fallback` where it is 0.

    Args:
        current: any u64.
        fallback: any u64.

    Returns:
        One of the two.

    Example:
        seed := set_or_get(hash_range(cycle, 2), 42)
    """
    return current or fallback


@node(
    "Arithmetic",
    c="a + b < a ? 0 : a + b",
    golden=[((100, 42), 142), ((U64_MAX, 1), 0), ((U64_MAX, 0), U64_MAX)],
)
def checked_add(a: u64, b: u64) -> u64:
    """Sum of two wires, 0 where it is too large.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a + b`; 0 from 2**64 on.

    Example:
        end := checked_add(cycle, 1000)
    """
    return a + b if a + b <= U64_MAX else 0


@node(
    "Arithmetic",
    c="a > b ? a - b : 0",
    golden=[((42, 10), 32), ((0, 1), 0), ((U64_MAX, 0), U64_MAX)],
)
def checked_sub(a: u64, b: u64) -> u64:
    """Difference of two wires, 0 where it is negative.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a - b`; 0 where `b` is above `a`.

    Example:
        left := checked_sub(1000, cycle)
    """
    return a - b if a > b else 0


@node(
    "Arithmetic",
    c="pd_checked_mul",
    golden=[((7, 6), 42), ((U64_MAX, 2), 0), ((1 << 32, 1 << 32), 0), ((U64_MAX, 1), U64_MAX)],
)
def checked_mul(a: u64, b: u64) -> u64:
    """Product of two wires, 0 where it is too large.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        `a * b`; 0 from 2**64 on.

    Example:
        bytes := checked_mul(cycle, 4096)
    """
    return a * b if a * b <= U64_MAX else 0
