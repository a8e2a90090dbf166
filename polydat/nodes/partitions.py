"""Pieces of a stretch of numbers: cutting it, and numbers in one of its pieces.

A piece is a value that only these functions understand; in a program it has type `ext`.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from polydat.errors import EvalError
from polydat.nodes.declare import Const, node, u64
from polydat.nodes.failures import OUT_OF_RANGE
from polydat.nodes.hashing import mix
from polydat.nodes.partition_cut import Partition, PartitionList, cut, subdivided
from polydat.nodes.partition_spec import SpecError, read_spec
from polydat.types import U64_MAX

ext: TypeAlias = Any  # in annotations: a piece, or a list of them
T = TypeVar("T")

TENTH = Partition(0, 1, 100, 200, 0, 1000, (10.0, 20.0))
EMPTY = Partition(0, 1, 100, 100, 0, 1000, (10.0, 10.0))
FULL = Partition(0, 1, 0, U64_MAX, 0, U64_MAX, (0.0, 100.0))


def expect(name: str, value: Any, kind: type[T], what: str) -> T:
    """The value, which has to be of a kind.

    Raises:
        EvalError: it is something else.
    """
    if not isinstance(value, kind):
        raise EvalError(f"{name}: expected {what}, got {type(value).__name__}")
    return value


def piece(name: str, value: Any) -> Partition:
    return expect(name, value, Partition, "a partition, such as partition_at gives")


def pieces(name: str, value: Any) -> tuple[Partition, ...]:
    return expect(
        name, value, PartitionList, "a list of partitions, such as partitions gives"
    ).pieces


@node("Partition", fails=OUT_OF_RANGE, golden=[((TENTH,), 100), ((EMPTY,), 0), ((FULL,), U64_MAX)])
def cardinality(p: ext) -> u64:
    """How many ordinals a piece has.

    Args:
        p: a piece.

    Returns:
        Its end less its start.

    Raises:
        EvalError: `p` is no piece.

    Example:
        size := cardinality(partition_at(partitions("20%,*"), 0))
    """
    return piece("cardinality", p).cardinality


@node("Partition", fails=OUT_OF_RANGE, golden=[((TENTH,), 100), ((FULL,), 0)])
def start_of(p: ext) -> u64:
    """The first ordinal of a piece.

    Args:
        p: a piece.

    Returns:
        Its first ordinal.

    Raises:
        EvalError: `p` is no piece.

    Example:
        first := start_of(partition_at(partitions("20%,*"), 1))
    """
    return piece("start_of", p).start


@node("Partition", fails=OUT_OF_RANGE, golden=[((TENTH,), 200), ((FULL,), U64_MAX)])
def end_of(p: ext) -> u64:
    """The ordinal behind the last one of a piece.

    Args:
        p: a piece.

    Returns:
        Its last ordinal and one.

    Raises:
        EvalError: `p` is no piece.

    Example:
        behind := end_of(partition_at(partitions("20%,*"), 0))
    """
    return piece("end_of", p).end


@node("Partition", fails=OUT_OF_RANGE, golden=[((TENTH,), 0)])
def idx_of(p: ext) -> u64:
    """Which of its siblings a piece is, from 0 on, in the order in which they were cut.

    Args:
        p: a piece.

    Returns:
        Its number.

    Raises:
        EvalError: `p` is no piece.

    Example:
        number := idx_of(partition_at(partitions("20%,*"), 1))
    """
    return piece("idx_of", p).index


@node("Partition", fails=OUT_OF_RANGE, golden=[((TENTH,), 1)])
def count_of(p: ext) -> u64:
    """How many siblings a piece has, itself among them.

    Args:
        p: a piece.

    Returns:
        The length of the list that it was cut for.

    Raises:
        EvalError: `p` is no piece.

    Example:
        siblings := count_of(partition_at(partitions("20%,*"), 0))
    """
    return piece("count_of", p).count


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[
        ((0, TENTH), 100),
        ((99, TENTH), 199),
        ((100, TENTH), 100),
        ((250, TENTH), 150),
        ((7, EMPTY), 100),
    ],
)
def mod_in(n: u64, p: ext) -> u64:
    """A number brought into a piece by its remainder.

    Args:
        n: any u64.
        p: a piece.

    Returns:
        The start of `p` and `n` modulo its size; the start where it is empty.

    Raises:
        EvalError: `p` is no piece.

    Example:
        key := mod_in(hash(cycle), partition_at(partitions("20%,*", 1000000), 1))
    """
    part = piece("mod_in", p)
    return part.start + n % part.cardinality if part.cardinality else part.start


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[((TENTH, 15), 115), ((TENTH, 0), 100), ((TENTH, 99), 199)],
)
def at(p: ext, i: u64) -> u64:
    """An ordinal of a piece, by its place.

    Args:
        p: a piece.
        i: the place, from 0 on.

    Returns:
        The start of `p` and `i`.

    Raises:
        EvalError: there is no such place, or `p` is no piece.

    Example:
        key := at(partition_at(partitions("20%,*", 100), 1), mod(cycle, 80))
    """
    part = piece("at", p)
    if i >= part.cardinality:
        raise EvalError(f"at: index {i} is not below the size {part.cardinality} of the partition")
    return part.start + i


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[
        ((50, TENTH), 100),
        ((200, TENTH), 199),
        ((1000, TENTH), 199),
        ((150, TENTH), 150),
        ((7, EMPTY), 100),
    ],
)
def clamp_in(n: u64, p: ext) -> u64:
    """A number brought into a piece by its ends.

    Args:
        n: any u64.
        p: a piece.

    Returns:
        The nearest ordinal of `p`; its start where it is empty.

    Raises:
        EvalError: `p` is no piece.

    Example:
        key := clamp_in(cycle, partition_at(partitions("20%,*"), 1))
    """
    part = piece("clamp_in", p)
    return max(part.start, min(n, part.end - 1)) if part.cardinality else part.start


@node(
    "Hashing",
    fails=OUT_OF_RANGE,
    golden=[((TENTH, 0), 100 + 16294208416658607535 % 100), ((EMPTY, 5), 100)],
)
def random_in(p: ext, seed: u64) -> u64:
    """An ordinal of a piece that looks random.

    Args:
        p: a piece.
        seed: what decides; the same for the same ordinal.

    Returns:
        The start of `p` and the hash of `seed` modulo its size; the start where it is empty.

    Raises:
        EvalError: `p` is no piece.

    Example:
        key := random_in(partition_at(partitions("20%,*", 1000000), 1), cycle)
    """
    part = piece("random_in", p)
    return part.start + mix(seed) % part.cardinality if part.cardinality else part.start


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[((PartitionList((TENTH, EMPTY)),), 2), ((PartitionList(()),), 0)],
)
def partition_count(list: ext) -> u64:
    """How many pieces a list has.

    Args:
        list: pieces.

    Returns:
        Their number.

    Raises:
        EvalError: `list` is no list of pieces.

    Example:
        count := partition_count(partitions("20%,30%,*"))
    """
    return len(pieces("partition_count", list))


@node("Partition", fails=OUT_OF_RANGE, golden=[((PartitionList((TENTH, EMPTY)), 1), EMPTY)])
def partition_at(list: ext, i: u64) -> ext:
    """A piece of a list.

    Args:
        list: pieces.
        i: which one, from 0 on.

    Returns:
        The piece.

    Raises:
        EvalError: there is no such piece, or `list` is no list of pieces.

    Example:
        first := start_of(partition_at(partitions("20%,30%,*"), mod(cycle, 3)))
    """
    found = pieces("partition_at", list)
    if i >= len(found):
        raise EvalError(
            f"partition_at: index {i} out of range for a list of {len(found)} partition(s)"
        )
    return found[i]


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[
        (
            (Partition(0, 1, 250, 500, 0, 1000, (25.0, 50.0)), 1),
            PartitionList((Partition(0, 1, 250, 500, 0, 1000, (25.0, 50.0)),)),
        )
    ],
)
def subdivide(p: ext, n: u64) -> ext:
    """A piece cut into equal pieces.

    Args:
        p: a piece.
        n: how many; their sizes differ by one at most.

    Returns:
        A list of `n` pieces.

    Raises:
        EvalError: `n` is 0 or above the size of `p`, or `p` is no piece.

    Example:
        shard := partition_at(subdivide(partition_at(partitions("20%,*"), 1), 4), mod(cycle, 4))
        key := start_of(shard)
    """
    part = piece("subdivide", p)
    try:
        return subdivided(part, n)
    except SpecError as error:
        raise EvalError(f"subdivide: {error}") from None


@node(
    "Partition",
    fails=OUT_OF_RANGE,
    golden=[(("*/1", 100), PartitionList((Partition(0, 1, 0, 100, 0, 100, (0.0, 100.0)),)))],
)
def partitions(spec: str, extent: Const[u64] = 100) -> ext:
    """A stretch of numbers cut into pieces.

    Amounts are ordinals (`1000`), percents (`25%`) or fractions (`0.25`); `*` is the rest,
    `...` repeats, `*/4` cuts the rest evenly, `~10%` is skipped, `5%x4` is four times 5%.
    `a..b` is one piece.  A recipe gives weights: `linear:N`, `fib:N`, `zipf:s,N` and others.
    Behind it may stand a window, `in 25%..75%`, and an order: `smallest_first`,
    `largest_first`, `random`.

    Args:
        spec: how it is cut.
        extent: the numbers from 0 to below it are cut.

    Returns:
        A list of pieces.

    Raises:
        EvalError: the spec cannot be read, or does not fit.

    Example:
        tiers := partitions("20%,30%,*", 1000000)
        key := mod_in(hash(cycle), partition_at(tiers, mod(cycle, 3)))
    """
    try:
        read = read_spec(spec)
    except SpecError as error:
        raise EvalError(f"partitions: bad spec `{spec}`: {error}") from None
    try:
        return cut(read, 0, extent)
    except SpecError as error:
        raise EvalError(f"partitions: `{spec}` does not fit {extent}: {error}") from None
