"""Single bits of unsigned 64-bit integers: logic, shifts, interleaving."""

from __future__ import annotations

from polydat.nodes.declare import node, u64
from polydat.types import U64_MAX


@node("Arithmetic", c="a & b", golden=[((0xFF00, 0x0FF0), 0x0F00), ((U64_MAX, 0), 0)])
def u64_and(a: u64, b: u64) -> u64:
    """Bits that both have: `&`.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        The bitwise conjunction.

    Example:
        low := u64_and(hash(cycle), 255)
    """
    return a & b


@node("Arithmetic", c="a | b", golden=[((0xF0, 0x0F), 0xFF), ((U64_MAX, 0), U64_MAX)])
def u64_or(a: u64, b: u64) -> u64:
    """Bits that one has at least: `|`.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        The bitwise disjunction.

    Example:
        odd := u64_or(cycle, 1)
    """
    return a | b


@node("Arithmetic", c="a ^ b", golden=[((0xFF, 0x0F), 0xF0), ((U64_MAX, U64_MAX), 0)])
def u64_xor(a: u64, b: u64) -> u64:
    """Bits that only one has: `^`.

    Args:
        a: any u64.
        b: any u64.

    Returns:
        The bitwise exclusive disjunction.

    Example:
        mixed := u64_xor(hash(cycle), cycle)
    """
    return a ^ b


@node(
    "Arithmetic",
    c="a << (b & 63)",
    golden=[((1, 8), 256), ((1, 63), 1 << 63), ((1, 64), 1), ((3, 63), 1 << 63)],
)
def u64_shl(a: u64, b: u64) -> u64:
    """Bits moved to the left, zeros moved in: `<<`.

    Args:
        a: any u64.
        b: how far, modulo 64.

    Returns:
        `a << (b mod 64)`, modulo 2**64.

    Example:
        page := u64_shl(cycle, 12)
    """
    return (a << (b & 63)) & U64_MAX


@node(
    "Arithmetic",
    c="a >> (b & 63)",
    golden=[((256, 4), 16), ((U64_MAX, 63), 1), ((5, 64), 5)],
)
def u64_shr(a: u64, b: u64) -> u64:
    """Bits moved to the right, zeros moved in: `>>`.

    Args:
        a: any u64.
        b: how far, modulo 64.

    Returns:
        `a >> (b mod 64)`.

    Example:
        top := u64_shr(hash(cycle), 32)
    """
    return a >> (b & 63)


@node("Arithmetic", c="~input", golden=[((0,), U64_MAX), ((U64_MAX,), 0)])
def u64_not(input: u64) -> u64:
    """Every bit inverted: `!` of u64.

    Args:
        input: any u64.

    Returns:
        The bitwise complement.

    Example:
        inverted := u64_not(cycle)
    """
    return input ^ U64_MAX


@node(
    "Arithmetic",
    c="pd_interleave",
    golden=[
        ((0b101, 0b010), 0b11001),
        ((5, 10), 153),
        ((U64_MAX, 0), 0x5555555555555555),
        ((0, U64_MAX), 0xAAAAAAAAAAAAAAAA),
    ],
)
def interleave(a: u64, b: u64) -> u64:
    """Bits of two integers in turn, a Morton code: near points get near numbers.

    Args:
        a: its low 32 bits become the even bits.
        b: its low 32 bits become the odd bits.

    Returns:
        Any u64.

    Example:
        seed := hash(interleave(cycle, 7))
    """
    code = 0
    for bit in range(32):
        code |= (a >> bit & 1) << 2 * bit | (b >> bit & 1) << 2 * bit + 1
    return code
