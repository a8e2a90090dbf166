"""Sequences that look random and repeat nothing: PCG, shift registers, cycle walks.

Each is a function of a position, so any element is reached at once.
"""

from __future__ import annotations

from typing import NamedTuple

from polydat.nodes.declare import Const, node, u64
from polydat.nodes.hashing import mix
from polydat.types import U64_MAX

MULTIPLIER = 6364136223846793005
KEY_POSITIONS = range(1_000_000_000, 1_000_000_006)  # of a cycle walk's keys in its stream


def pcg_output(state: int) -> int:
    """The output permutation RXS M XS of PCG, for 64 bits of state."""
    word = ((state >> ((state >> 59) + 5)) ^ state) * 12605985483714917081 & U64_MAX
    return word >> 43 ^ word


def pcg_seek(seed: int, increment: int, position: int) -> int:
    """Output after `position` steps of the generator; position 0 is that of the seed.

    A step multiplies and adds; steps are composed by squaring, one for each bit.

    Source:
        M. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
        Algorithms for Random Number Generation (2014), sections 4.3.1 and 6.3;
        F. Brown, Random Number Generation with Arbitrary Strides (1994).
    """
    multiplier, addend = MULTIPLIER, increment
    state = seed
    while position:
        if position & 1:
            state = (state * multiplier + addend) & U64_MAX
        addend = (multiplier + 1) * addend & U64_MAX
        multiplier = multiplier * multiplier & U64_MAX
        position >>= 1
    return pcg_output(state)


def increment_of(stream: int) -> int:
    """The addend of a stream: odd, so that every state is reached."""
    return (2 * stream + 1) & U64_MAX


@node(
    "Permutation",
    c="pd_pcg",
    golden=[
        ((0, 42, 0), 7101797662165212071),
        ((1, 42, 0), 5728613405259621552),
        ((2, 42, 5), 12364607965683986992),
        ((0, 0, 0), 0),
        ((U64_MAX, 42, 0), 6642942586928974645),
    ],
)
def pcg(input: u64, seed: Const[u64] = 0, stream: Const[u64] = 0) -> u64:
    """Number at a position of a PCG sequence.

    Args:
        input: the position.
        seed: the state at position 0.
        stream: which of 2**63 sequences; the highest bit has no effect.

    Returns:
        Any u64.

    Example:
        random := pcg(cycle, 42)

    Source:
        PCG RXS M XS 64: M. O'Neill, PCG (2014).
    """
    return pcg_seek(seed, increment_of(stream), input)


@node(
    "Permutation",
    c="pd_pcg(input, seed, stream)",
    golden=[
        ((1, 5, 42), 3879676797808236913),
        ((2, 5, 42), 12364607965683986992),
        ((0, 9, 0), 0),
        ((1000000, 0, 42), 4203320712961416415),
    ],
)
def pcg_stream(input: u64, stream: u64, seed: Const[u64] = 0) -> u64:
    """Number at a position of a PCG sequence that a wire chooses.

    Args:
        input: the position.
        stream: which of 2**63 sequences; the highest bit has no effect.
        seed: the state at position 0.

    Returns:
        Any u64.

    Example:
        random := pcg_stream(cycle, hash_range(cycle, 8), 42)
    """
    return pcg_seek(seed, increment_of(stream), input)


class Walk(NamedTuple):
    """What a cycle walk knows beforehand.

    Attributes:
        range: how many values there are.
        half: bits of each half of a value.
        keys: one for each round.
    """

    range: int
    half: int
    keys: tuple[int, ...]

    def words(self) -> tuple[int, ...]:
        """Range, bits of a half, keys."""
        return (self.range, self.half, *self.keys)


def walk(range: int, seed: int, stream: int) -> Walk:
    """The table of `cycle_walk`."""
    bits = max(2, (range - 1).bit_length())
    increment = increment_of(stream)
    keys = tuple(pcg_seek(seed, increment, position) for position in KEY_POSITIONS)
    return Walk(range, (bits + 1) // 2, keys)


def scramble(half: int, key: int) -> int:
    """The round function of the Feistel network."""
    x = (half * 0x9E3779B97F4A7C15 + key) & U64_MAX
    x = ((x >> 32) ^ x) * 0xD6E8FEB86659FD93 & U64_MAX
    return (x >> 32) ^ x


def check_range(range: int, seed: int, stream: int) -> str | None:
    """What is wrong with the constants of `cycle_walk`."""
    return None if range > 0 else "range must be > 0"


@node(
    "Permutation",
    c="pd_cycle_walk",
    setup=walk,
    validate=check_range,
    bounds=lambda range, seed, stream: (0, range - 1),
    golden=[
        ((0, 50, 42, 0), 9),
        ((11, 50, 42, 0), 12),
        ((50, 50, 42, 0), 9),
        ((7, 64, 123, 7), 58),
        ((11, 1000, 0, 0), 984),
        ((5, 1, 0, 0), 0),
    ],
)
def cycle_walk(
    position: u64,
    range: Const[u64],
    seed: Const[u64] = 0,
    stream: Const[u64] = 0,
    *,
    table: Walk,
) -> u64:
    """Value at a position of a permutation of `[0, range)`.

    `range` positions in a row have every value once.  A Feistel network permutes the least
    even number of bits that holds the range, and is applied until the result lies in it.

    Args:
        position: taken modulo `range`.
        range: how many values there are, at least 1.
        seed: chooses the permutation.
        stream: chooses it too.

    Returns:
        In `[0, range)`.

    Example:
        user := cycle_walk(cycle, 1000000, 42)

    Source:
        Cycle walking: J. Black, P. Rogaway, Ciphers with Arbitrary Finite Domains (2002).
    """
    mask = (1 << table.half) - 1
    value = position % range
    while True:
        left, right = value >> table.half, value & mask
        for key in table.keys:
            left, right = right, left ^ (scramble(right, key) & mask)
        value = left << table.half | right
        if value < range:
            return value


def lfsr(register: int, feedback: int) -> int:
    """One step of a Galois shift register to the right."""
    return register >> 1 ^ (feedback if register & 1 else 0)


@node(
    "Permutation",
    c="input >> 1 ^ (feedback & (0 - (input & 1)))",
    golden=[((1, 0x8E), 142), ((42, 0x8E), 21), ((0, 0xB400), 0), ((U64_MAX, U64_MAX), 1 << 63)],
)
def lfsr_step(input: u64, feedback: Const[u64]) -> u64:
    """Next state of a Galois linear-feedback shift register.

    Args:
        input: the state; 0 stays 0.
        feedback: what is added where a 1 falls out on the right.

    Returns:
        Any u64.

    Example:
        next := lfsr_step(cycle, 0xB400)
    """
    return lfsr(input, feedback)


def rejections(size: int) -> int:
    """How many values `shuffle` throws away before it gives up."""
    width = max(4, size.bit_length())
    return 1 << width if width < 63 else U64_MAX


def check_shuffle(feedback: int, size: int, min: int) -> str | None:
    """What is wrong with the constants of `shuffle`."""
    if size and min + size - 1 > U64_MAX:
        return f"the range [min, min + size) must fit in u64: min is {min}, size {size}"
    return None


@node(
    "Permutation",
    c="pd_shuffle",
    validate=check_shuffle,
    golden=[
        ((0, 0x204, 1000, 0), 515),
        ((1, 0x204, 1000, 0), 0),
        ((42, 0x204, 1000, 0), 528),
        ((0, 0x12, 31, 0), 17),
        ((5, 0x9, 1, 5), 5),
        ((3, 0x9, 0, 7), 7),
        ((0, 0, 16, 0), 0),
        ((15, 0, 16, 0), 7),
        ((1, 0x204, 1000, U64_MAX - 999), U64_MAX - 999),
    ],
)
def shuffle(input: u64, feedback: Const[u64] = 0, size: Const[u64] = 0, min: Const[u64] = 0) -> u64:
    """Value at a position of a shuffled range, by one walk of a shift register.

    With a feedback of maximal period, of the width of `size` and at least 4 bits, `size`
    positions in a row have every value once.

    Args:
        input: the position, taken modulo `size`.
        feedback: of the shift register; see `lfsr_step`.
        size: how many values there are.
        min: the least value; the greatest must fit too.

    Returns:
        In `[min, min + size)`; `min` where `size` is 0, and where the register
        falls to 0 or never comes back into the range.

    Example:
        order := shuffle(cycle, 0x204, 1000)
    """
    if size == 0:
        return min
    register = input % size + 1
    left = rejections(size)
    while left:
        register = lfsr(register, feedback)
        if register == 0:
            return min
        if register <= size:
            return register - 1 + min
        left -= 1
    return min


class Split(NamedTuple):
    """What `permute` knows beforehand.

    Attributes:
        size: how many values there are.
        low_bits: how many bits the lower part of a value has.
        high_count: how many values its upper part has.
        keys: one for each round.
    """

    size: int
    low_bits: int
    high_count: int
    keys: tuple[int, ...]

    def words(self) -> tuple[int, ...]:
        """Size, bits of the lower part, values of the upper one, keys."""
        return (self.size, self.low_bits, self.high_count, *self.keys)


ROUNDS = 6


def split(size: int, key: int) -> Split:
    """The table of `permute`."""
    low_bits = (size - 1).bit_length() // 2
    keys: list[int] = []
    for _ in range(ROUNDS):
        key = mix((key + 1) & U64_MAX)
        keys.append(key)
    return Split(size, low_bits, ((size - 1) >> low_bits) + 1, tuple(keys))


def check_size(size: int, key: int) -> str | None:
    """What is wrong with the constants of `permute`."""
    return None if size > 0 else "size must be > 0"


@node(
    "Permutation",
    c="pd_permute",
    setup=split,
    validate=check_size,
    bounds=lambda size, key: (0, size - 1),
    domain=lambda size, key: size,
    golden=[((0, 1, 0), 0), ((U64_MAX, 1, 42), 0)],
)
def permute(position: u64, size: Const[u64], key: Const[u64] = 0, *, table: Split) -> u64:
    """Value at a position of a permutation of `[0, size)`, without a table of it.

    `size` positions in a row have every value once.  A Feistel network works on two parts of
    nearly equal size: the lower one is mixed by exclusive or, the upper one by addition modulo
    its count.  So at most the square root of `size` values lie outside, and are walked on from;
    the time of a value hardly depends on `size`.

    A position whose range is known when the program is compiled, and larger than `size`, is
    refused: values would repeat.

    Args:
        position: taken modulo `size`.
        size: how many values there are, at least 1.
        key: chooses the permutation.

    Returns:
        In `[0, size)`.

    Example:
        account := permute(cycle, 1000000, 42)

    Source:
        Generalized Feistel networks and cycle walking: J. Black, P. Rogaway, Ciphers with
        Arbitrary Finite Domains (2002).
    """
    mask = (1 << table.low_bits) - 1
    value = position % size
    while True:
        high, low = value >> table.low_bits, value & mask
        for low_key, high_key in zip(table.keys[::2], table.keys[1::2], strict=True):
            low ^= scramble(high, low_key) & mask
            high = (high + (scramble(low, high_key) * table.high_count >> 64)) % table.high_count
        value = high << table.low_bits | low
        if value < size:
            return value
