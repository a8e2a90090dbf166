"""Cutting stretches of numbers: ranges, orders, percents, refusals.

The ranges are those that the reference program prints for the same specs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import polydat
from polydat.errors import ConstantFoldError, EvalError
from polydat.nodes.partition_cut import PartitionList, cut, subdivided
from polydat.nodes.partition_spec import SpecError, read_spec
from tests.support import ENGINES

RANGES = [
    ("20%,30%,*", 100, "0-20 20-50 50-100"),
    ("linear:3", 1000, "0-333 333-667 667-1000"),
    ("*/4", 1000000, "0-250000 250000-500000 500000-750000 750000-1000000"),
    ("*/3", 10, "0-3 3-7 7-10"),
    ("*/4", 10, "0-3 3-5 5-8 8-10"),
    ("1000,5000,*", 20000, "0-1000 1000-6000 6000-20000"),
    ("30%,...", 100, "0-30 30-60 60-90 90-100"),
    ("~10%,20%,*", 100, "10-30 30-100"),
    ("fib:5", 1000, "0-53 53-158 158-316 316-579 579-1000"),
    ("90%,*/fib:5", 1000, "0-900 900-905 905-916 916-932 932-958 958-1000"),
    ("bin:4", 80, "0-10 10-40 40-70 70-80"),
    ("geom:4,2", 150, "0-10 10-30 30-70 70-150"),
    ("zipf:1,3", 110, "0-60 60-90 90-110"),
    ("ln:3", 100, "0-22 22-56 56-100"),
    ("back_heavy:4", 77, "0-8 8-23 23-46 46-77"),
    ("ratios:1,2", 90, "0-30 30-90"),
    ("mul:0.5", 100, "0-50 50-75 75-88 88-94 94-97 97-98 98-99 99-100 100-100 100-100 100-100"),
    ("linear:5 in 25%..75%", 1000, "250-350 350-450 450-550 550-650 650-750"),
    ("linear:3 in 25%..75% smallest_first", 1000, "417-583 250-417 583-750"),
    ("fib:5 largest_first", 1000, "579-1000 316-579 158-316 53-158 0-53"),
    ("10,*,20", 100, "0-10 10-80 80-100"),
    ("10,*/zipf:1,3", 110, "0-10 10-65 65-92 92-110"),
    ("33%x3,*", 100, "0-33 33-66 66-99 99-100"),
    ("0.5,0.5", 7, "0-4 4-7"),
    ("0.5..1.0", 100, "50-100"),
    ("5..100", 50, "5-50"),
    ("[5, 5]", 100, "0-5 5-10"),
    ("*", 0, "0-0"),
]


@pytest.mark.parametrize(("spec", "extent", "ranges"), RANGES)
def test_ranges(spec: str, extent: int, ranges: str) -> None:
    found = cut(read_spec(spec), 0, extent)
    assert " ".join(f"{p.start}-{p.end}" for p in found.pieces) == ranges


REFUSED = [
    ("", 100, "empty spec"),
    ("0..1%", 10, "has no ordinal of 0..10"),
    ("20..10", 100, "is reversed"),
    ("20..", 100, "write both ends"),
    ("60%,60%", 100, "the sizes sum to 120, and there are 100"),
    ("1.5", 100, "did you mean `1.5%`, `0.015`, or `15`?"),
    ("200%", 100, "out of range: 0% to 100%"),
    ("abc", 100, "invalid number `abc`"),
    ("-5", 100, "invalid number `-5`"),
    ("1e3", 100, "invalid number `1e3`"),
    ("99999999999999999999", 100, "at most 2**64 - 1"),
    ("10 ascending", 100, "write `smallest_first`"),
    ("10 largest", 100, "unknown order `largest`: there are unchanged, smallest_first"),
    ("5,,5", 100, "empty entry"),
    ("*,*", 100, "at most one"),
    ("...,5", 100, "repeats the amount before it"),
    ("5,...,5", 100, "so it comes last"),
    ("0,...", 100, "it needs one at least"),
    ("~10%,~20%", 100, "every entry is a gap"),
    ("10,~5x2", 100, "a gap is not repeated"),
    ("10x0", 100, "the number of copies"),
    ("*/0", 100, "the number of pieces"),
    ("*/3", 2, "2 ordinals cannot be 3 pieces"),
    ("*/linear:3", 100, "are written `*/3`"),
    ("fib:0", 100, "from 1 to"),
    ("zipf:1", 100, "zipf takes 2 parameters, got 1"),
    ("mul:-1", 100, "above 0, got -1"),
    ("ratios:0,0", 100, "sum to 0"),
    ("geom:2000,9", 100, "beyond the range of f64"),
    ("foo:3", 100, "invalid number `foo:3`"),
    ("*/foo:3", 100, "unknown recipe `foo`: there are linear, ratios"),
    ("50 in 20..10", 100, "the window 20..10"),
    ("10 in", 100, "`in` needs a window"),
    ("1e-9%,...", 100, "invalid number"),
    ("1,...", 10**12, "over 10,000,000 pieces"),
]


@pytest.mark.parametrize(("spec", "extent", "words"), REFUSED)
def test_refusals(spec: str, extent: int, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        cut(read_spec(spec), 0, extent)
    assert words in str(caught.value)


def test_display_is_that_of_the_reference() -> None:
    found = cut(read_spec("20%,30%,*"), 0, 1000)
    assert str(found) == "PartitionList[3]=[0..200),[200..500),[500..1000)"
    assert str(found.pieces[0]) == "Partition(0/3 [0..200) [0.00%..20.00%))"


def test_percents_are_of_the_whole_extent() -> None:
    first = cut(read_spec("linear:5 in 25%..75%"), 0, 1000).pieces[0]
    assert first.percents == (25.0, 35.0)


def test_subdivide() -> None:
    whole = cut(read_spec("250..500"), 0, 1000).pieces[0]
    parts = subdivided(whole, 3)
    assert [(p.start, p.end) for p in parts.pieces] == [(250, 333), (333, 417), (417, 500)]
    assert [(p.index, p.count) for p in parts.pieces] == [(0, 3), (1, 3), (2, 3)]
    assert parts.pieces[0].percents == (25.0, 33.3)
    for count in (0, 251):
        with pytest.raises(SpecError):
            subdivided(whole, count)


def test_random_is_a_permutation_that_the_text_decides() -> None:
    found = [cut(read_spec("linear:50 random"), 0, 1000) for _ in range(2)]
    assert found[0] == found[1]
    assert sorted(p.index for p in found[0].pieces) == list(range(50))
    assert [p.index for p in found[0].pieces] != list(range(50))


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=8),
    st.integers(0, 10**6),
    st.sampled_from(["", " smallest_first", " largest_first", " random"]),
)
def test_pieces_lie_behind_each_other_and_fill_the_extent(
    shares: list[int], extent: int, order: str
) -> None:
    spec = f"ratios:{','.join(map(str, shares))}{order}"
    pieces = sorted(cut(read_spec(spec), 0, extent).pieces, key=lambda p: p.index)
    assert [p.index for p in pieces] == list(range(len(shares)))
    assert pieces[0].start == 0
    assert pieces[-1].end == extent
    assert all(a.end == b.start for a, b in pairwise(pieces))


@given(st.text(alphabet="0123456789%.,*/x~: infblgeozpmu[]", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = cut(read_spec(text), 0, 1000)
    except SpecError:
        return
    assert isinstance(found, PartitionList)


PROGRAM = """
input cycle: u64
tiers := partitions("20%,30%,*", 1000)
tier := partition_at(tiers, mod(cycle, 3))
size := cardinality(tier)
first := start_of(tier)
last := end_of(tier)
number := idx_of(tier)
siblings := count_of(tier)
wrapped := mod_in(cycle * 700, tier)
clamped := clamp_in(cycle * 700, tier)
some := random_in(tier, 5)
count := partition_count(tiers)
shard := start_of(partition_at(subdivide(tier, 2), 1))
third := at(tier, 2)
"""
# `some` with seed 5 is 18 in the first tier by the reference.
ROWS = [
    (200, 0, 200, 0, 3, 0, 0, 18, 3, 100, 2),
    (300, 200, 500, 1, 3, 300, 499, None, 3, 350, 202),
    (500, 500, 1000, 2, 3, 900, 999, None, 3, 750, 502),
]
NAMES = (
    *("size", "first", "last", "number", "siblings", "wrapped"),
    *("clamped", "some", "count", "shard", "third"),
)


@pytest.mark.parametrize("engine", ENGINES)
def test_nodes_on_every_engine(engine: str) -> None:
    program = polydat.compile(PROGRAM, engine=engine)
    kernel = program.kernel()
    batch = program.range(0, 3, outputs=NAMES)
    for cycle, row in enumerate(ROWS):
        kernel.set_inputs([cycle])
        for name, want in zip(NAMES, row, strict=True):
            got: Any = kernel.pull(name)
            assert want is None or got == want, name
            assert batch[name][cycle] == got, name


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('partition_at(partitions("*/3"), cycle + 3)', "index 3 out of range for a list of 3"),
        ('at(partition_at(partitions("10..20"), 0), cycle + 10)', "at: index 10 is not below"),
        ('subdivide(partition_at(partitions("10..20"), 0), cycle)', "subdivide: 0 pieces"),
        ('partitions("{cycle + 5}..{cycle + 5}")', "partitions: `5..5` does not fit 100"),
        ('partitions("{cycle}x")', "partitions: bad spec `0x`"),
        ('start_of(partitions("*/{cycle + 1}"))', "start_of: expected a partition"),
        ('partition_count(partition_at(partitions("*"), cycle))', "expected a list of partitions"),
    ],
)
@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_failures(engine: str, call: str, words: str) -> None:
    source = f"input cycle: u64\nx := {call}"
    kernel = polydat.compile(source, engine=engine).kernel()
    kernel.set_inputs([0])
    with pytest.raises(EvalError, match=words.replace("(", r"\(")):
        kernel.pull("x")


def test_a_wrong_literal_is_found_while_compiling() -> None:
    with pytest.raises(ConstantFoldError, match="the sizes sum to 120"):
        polydat.compile('x := partitions("60%,60%")')
