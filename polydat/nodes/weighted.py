"""Choosing by weight; a table is made of the weights when the program is compiled."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from polydat.errors import EvalError
from polydat.nodes.alias import Alias, WeightedNumbers, WeightedTexts, alias_table
from polydat.nodes.declare import Config, Const, f64, node, u64
from polydat.nodes.failures import OUT_OF_RANGE
from polydat.nodes.hashing import mix, unit
from polydat.nodes.tables import f64_words, text_words
from polydat.nodes.weights import (
    need_numbers,
    need_positive,
    need_total,
    read_histogram,
    read_weights,
    total_complaint,
)
from polydat.types.literals import trim


def weighted_texts(spec: str) -> WeightedTexts:
    """The table of `weighted_strings`."""
    read = read_weights(spec)
    return WeightedTexts(alias_table(read.weights), read.values)


def check_texts(spec: str) -> str | None:
    """What is wrong with the spec of `weighted_strings`."""
    return need_total(read_weights(spec)).complaint


@node(
    "Weighted",
    c="pd_weighted_strings",
    setup=weighted_texts,
    validate=check_texts,
    golden=[
        ((0, "sensor:0.7;gateway:0.2;controller:0.1"), "sensor"),
        ((16294208416658607535, "red:0.5;blue:0.3;green:0.2"), "blue"),
        ((10451216379200822465, "red:0.5;blue:0.3;green:0.2"), "green"),
        ((7, " a :1, b:0 ;;"), "a "),
        ((1 << 63, "only:3"), "only"),
    ],
)
def weighted_strings(input: u64, spec: Const[str], *, table: WeightedTexts) -> str:
    """One of several texts, each as often as its weight says.

    Args:
        input: a hash; nothing is hashed inside.
        spec: `value:weight` pairs between `;` or `,`; weights need not sum to 1, and may
            be 0.

    Returns:
        One of the values.

    Example:
        status := weighted_strings(hash(cycle), "ok:0.97; degraded:0.02; error:0.01")
    """
    return table.texts[table.alias.sample(input)]


@lru_cache(maxsize=64)
def read_texts(spec: str) -> WeightedTexts:
    """The table of a spec that a wire carries; kept, since such a wire hardly ever changes.

    Raises:
        EvalError: the spec is wrong.
    """
    complaint = check_texts(spec)
    if complaint is not None:
        raise EvalError(f"dynamic_weighted_select: {complaint}")
    return weighted_texts(spec)


@node(
    "Weighted",
    fails=OUT_OF_RANGE,
    golden=[
        ((16294208416658607535, "red:0.5;blue:0.3;green:0.2"), "blue"),
        ((10451216379200822465, "red:0.5;blue:0.3;green:0.2"), "green"),
        ((7, ""), ""),
        ((7, " ; ,"), ""),
        ((1 << 63, "only:3"), "only"),
    ],
)
def dynamic_weighted_select(selector: u64, weights_spec: Config[str]) -> str:
    """One of several texts by weights that a wire carries; see `weighted_strings`.

    Compiled engines call this function: a table of a text that may change has to be kept
    between rows, and the steps of C keep nothing.

    Args:
        selector: a hash; nothing is hashed inside.
        weights_spec: `value:weight` pairs between `;` or `,`, read again when it changes.

    Returns:
        One of the values; the empty text where there is no pair.

    Raises:
        EvalError: a pair has no weight, or the weights have no positive sum.

    Example:
        extern shares: str = "ok:0.97; error:0.03"
        status := dynamic_weighted_select(hash(cycle), shares)
    """
    if not any(map(trim, re.split("[;,]", weights_spec))):
        return ""
    table = read_texts(weights_spec)
    return table.texts[table.alias.sample(selector)]


def weighted_numbers(spec: str) -> WeightedNumbers:
    """The table of `weighted_u64`."""
    read = read_weights(spec)
    return WeightedNumbers(alias_table(read.weights), read.numbers)


def check_numbers(spec: str) -> str | None:
    """What is wrong with the spec of `weighted_u64`."""
    return need_total(need_numbers(read_weights(spec))).complaint


@node(
    "Weighted",
    c="pd_weighted_u64",
    setup=weighted_numbers,
    validate=check_numbers,
    golden=[
        ((16294208416658607535, "10:0.5;20:0.3;30:0.2"), 20),
        ((10451216379200822465, "10:0.5;20:0.3;30:0.2"), 30),
        ((7, "18446744073709551615:1"), (1 << 64) - 1),
        ((5, "1:0,2:9"), 2),
    ],
)
def weighted_u64(input: u64, spec: Const[str], *, table: WeightedNumbers) -> u64:
    """One of several u64, each as often as its weight says.

    Args:
        input: a hash; nothing is hashed inside.
        spec: `value:weight` pairs between `;` or `,`.

    Returns:
        One of the values.

    Example:
        size := weighted_u64(hash(cycle), "512:70; 4096:25; 65536:5")
    """
    return table.numbers[table.alias.sample(input)]


def picked_numbers(spec: str) -> WeightedNumbers:
    """The table of `weighted_pick`."""
    read = read_weights(spec, trimmed=True)
    return WeightedNumbers(alias_table(read.weights), read.numbers)


def check_picks(spec: str) -> str | None:
    """What is wrong with the spec of `weighted_pick`."""
    return need_positive(need_numbers(read_weights(spec, trimmed=True))).complaint


@node(
    "Weighted",
    c="pd_weighted_u64",
    setup=picked_numbers,
    validate=check_picks,
    golden=[
        ((16294208416658607535, "10 : 0.5; 20 : 0.3; 30 : 0.2"), 20),
        ((10451216379200822465, "10:0.5;20:0.3;30:0.2"), 30),
        ((0, "7:1"), 7),
    ],
)
def weighted_pick(input: u64, spec: Const[str], *, table: WeightedNumbers) -> u64:
    """One of several u64, each as often as its weight says, from a spec with blanks.

    Args:
        input: a hash; nothing is hashed inside.
        spec: `value : weight` pairs between `;` or `,`; every weight is positive.

    Returns:
        One of the values.

    Example:
        size := weighted_pick(hash(cycle), "512 : 70; 4096 : 25; 65536 : 5")
    """
    return table.numbers[table.alias.sample(input)]


@dataclass(frozen=True, slots=True)
class Cumulative:
    """Texts, and for each the share of it and of all before it."""

    shares: tuple[float, ...]
    texts: tuple[str, ...]

    def words(self) -> tuple[int, ...]:
        """How many there are, the shares, then the texts."""
        return (len(self.shares), *f64_words(self.shares), *text_words(self.texts))


def cumulative_texts(spec: str) -> Cumulative:
    """The table of `one_of_weighted`."""
    read = read_weights(spec)
    total, sum = 0.0, 0.0
    for weight in read.weights:
        total += weight
    shares: list[float] = []
    for weight in read.weights:
        sum += weight / total
        shares.append(sum)
    return Cumulative((*shares[:-1], 1.0), read.values)


def check_one_of(spec: str) -> str | None:
    """What is wrong with the spec of `one_of_weighted`."""
    return need_positive(read_weights(spec)).complaint


@node(
    "Probability",
    c="pd_one_of_weighted",
    setup=cumulative_texts,
    validate=check_one_of,
    golden=[
        ((0, "red:60,blue:30,green:10"), "blue"),
        ((1, "red:60,blue:30,green:10"), "red"),
        ((5, "a:1e-300;b:1e300"), "b"),
        ((9, "x:2"), "x"),
    ],
)
def one_of_weighted(input: u64, spec: Const[str], *, table: Cumulative) -> str:
    """One of several texts, by the hash of the input, each as often as its weight says.

    Args:
        input: any u64.
        spec: `value:weight` pairs between `;` or `,`; every weight is positive.

    Returns:
        One of the values.

    Example:
        colour := one_of_weighted(cycle, "red:60, blue:30, green:10")
    """
    share = unit(mix(input))
    at = bisect_right(table.shares, share)
    if at and table.shares[at - 1] == share:
        at -= 1  # of equal shares the last
    return table.texts[min(at, len(table.texts) - 1)]


def sampled(*weights: float) -> Alias:
    """The table of `alias_sample`."""
    return alias_table(weights)


def check_weights(*weights: float) -> str | None:
    """What is wrong with the weights of `alias_sample`."""
    complaint = total_complaint(weights)
    return None if complaint is None else f"weights: {complaint}"


@node(
    "Probability",
    c="pd_alias_sample",
    setup=sampled,
    validate=check_weights,
    golden=[
        ((42, 1.0, 2.0, 3.0), 0),
        ((9223372032559808512, 1.0, 2.0, 3.0), 1),
        ((18446744065119617024, 50.0, 25.0, 13.0, 12.0), 0),
        ((7, 5.0), 0),
    ],
)
def alias_sample(input: u64, *weights: Const[f64], table: Alias) -> u64:
    """The place of a weight, each as often as the weight says.

    Args:
        input: a hash; nothing is hashed inside.
        weights: one for each place.

    Returns:
        In `[0, N)` for N weights.

    Example:
        kind := alias_sample(hash(cycle), 0.7, 0.2, 0.1)
    """
    return table.sample(input)


def histogram(spec: str) -> WeightedNumbers:
    """The table of `histribution`."""
    read = read_histogram(spec)
    return WeightedNumbers(alias_table(read.weights), read.numbers)


def check_histogram(spec: str) -> str | None:
    """What is wrong with the spec of `histribution`."""
    return read_histogram(spec).complaint


@node(
    "Probability",
    c="pd_weighted_u64",
    setup=histogram,
    validate=check_histogram,
    golden=[
        ((0, "234:50 33:25 17:13 3:12"), 234),
        ((18446744065119617027, "234:50 33:25 17:13 3:12"), 33),
        ((5, "0 1"), 1),
        ((0, "1  1"), 0),
        ((18446744065119617025, "1  1"), 2),
    ],
)
def histribution(input: u64, spec: Const[str], *, table: WeightedNumbers) -> u64:
    """One of several labels, each as often as a histogram says.

    Args:
        input: a hash; nothing is hashed inside.
        spec: `label:weight` pairs, or weights alone, whose labels are 0, 1, 2 and so on;
            between blanks, `,` or `;`.

    Returns:
        One of the labels.

    Example:
        status := histribution(hash(cycle), "200:95 404:4 500:1")
    """
    return table.numbers[table.alias.sample(input)]
