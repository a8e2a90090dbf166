"""Samplers have the distribution that they are named for, at a million fixed points.

Every test is of fixed numbers, so none can fail by chance; the bounds are those that a
right sampler passes all but once in a million times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from polydat.api import Assembler
from polydat.nodes import registry
from polydat.nodes.normal_quantile import normal_quantile
from polydat.nodes.samplers import binomial

ROWS = 1_000_000
SIGMAS = 5.0
KOLMOGOROV = 2.7 / math.sqrt(ROWS)  # passed all but once in a million times


def column(*nodes: tuple[Any, ...], rows: int = ROWS) -> Any:
    """Values of the last of a chain of nodes: function, wires, constants.

    The wire `-1` is the node before, `cycle` the row.
    """
    graph = Assembler(["cycle"])
    for number, (function, wires, constants) in enumerate(nodes):
        names = [f"n{number - 1}" if w == -1 else w for w in wires]
        graph.add_node(f"n{number}", function, names, constants)
    graph.add_output("out", f"n{len(nodes) - 1}")
    return graph.compile(engine="closures").range(0, rows)["out"]


HASH = ("hash", ["cycle"], [])
UNIT = ("unit_interval", [-1], [])


def check_counts(observed: Sequence[int], shares: Sequence[float]) -> None:
    """Chi-square of counts against shares, as deviations of its normal approximation."""
    total = sum(observed)
    assert total == ROWS
    expected = np.array(shares) * total
    chi = float(((np.array(observed) - expected) ** 2 / expected).sum())
    free = len(shares) - 1
    assert abs(chi - free) <= SIGMAS * math.sqrt(2 * free), (observed[:10], expected[:10])


def check_continuous(values: Any, cumulative: Callable[[Any], Any], most: float) -> None:
    """Greatest distance of the empirical distribution from a cumulative one."""
    ordered = np.sort(values)
    steps = np.arange(ROWS + 1) / ROWS
    below = cumulative(ordered)
    distance = max(np.abs(below - steps[1:]).max(), np.abs(below - steps[:-1]).max())
    assert distance < most


# Hashes.


def test_every_input_bit_flips_half_of_the_output_bits() -> None:
    graph = Assembler(["cycle"])
    graph.add_node("base", "hash", ["cycle"])
    graph.add_output("base")
    for bit in range(64):
        graph.add_node(f"mask{bit}", "const_u64", [], [1 << bit])
        graph.add_node(f"flipped{bit}", "u64_xor", ["cycle", f"mask{bit}"])
        graph.add_node(f"hash{bit}", "hash", [f"flipped{bit}"])
        graph.add_output(f"hash{bit}")
    rows = 40_000
    batch = graph.compile(engine="closures").range(0, rows)
    for bit in range(64):
        changed = batch["base"] ^ batch[f"hash{bit}"]
        flips = np.unpackbits(changed.view(np.uint8)).reshape(rows, 64).sum(axis=0)
        assert np.abs(flips - rows / 2).max() < 5.5 * math.sqrt(rows) / 2


@pytest.mark.parametrize(
    "nodes",
    [
        [("hash_range", ["cycle"], [1000])],
        [("xxhash3", ["cycle"], []), ("mod", [-1], [1000])],
        [("pcg", ["cycle"], [42]), ("mod", [-1], [1000])],
        [("pcg_stream", ["cycle", "cycle"], [7]), ("mod", [-1], [1000])],
        [HASH, UNIT, ("discretize", [-1], [1.0, 1000])],
        [("hash_interval", ["cycle"], [0.0, 1000.0]), ("f64_to_u64", [-1], [])],
    ],
    ids=["hash_range", "xxhash3", "pcg", "pcg_stream", "unit_interval", "hash_interval"],
)
def test_thousand_buckets_are_filled_alike(nodes: list[tuple[Any, ...]]) -> None:
    check_counts(np.bincount(column(*nodes), minlength=1000), [0.001] * 1000)


# Coins.


@pytest.mark.parametrize(
    ("nodes", "share"),
    [
        ([("fair_coin", ["cycle"], [])], 0.5),
        ([("unfair_coin", ["cycle"], [0.2])], 0.2),
        ([("unfair_coin", ["cycle"], [0.999])], 0.999),
        ([HASH, ("coin_flip", [-1], [0.3])], 0.3),
        ([("chance", ["cycle"], [0.01])], 0.01),
        ([("n_of", ["cycle"], [3, 10])], 0.3),
    ],
    ids=["fair", "unfair", "unfair_high", "coin_flip", "chance", "n_of"],
)
def test_coins(nodes: list[tuple[Any, ...]], share: float) -> None:
    ones = int((column(*nodes) != 0).sum())
    assert abs(ones - share * ROWS) <= SIGMAS * math.sqrt(share * (1 - share) * ROWS)


def test_n_of_has_exactly_n_in_each_window() -> None:
    values = column(("n_of", ["cycle"], [7, 50]))
    assert set(values.reshape(-1, 50).sum(axis=1).tolist()) == {7}


# Choices.

COLOURS = {"red": 0.5, "green": 0.3, "blue": 0.15, "grey": 0.05}
SPEC = ";".join(f"{colour}:{share}" for colour, share in COLOURS.items())
NUMBERS = {0: 0.5, 1: 0.3, 2: 0.15, 3: 0.05}
NUMBER_SPEC = ";".join(f"{number}:{share}" for number, share in NUMBERS.items())


@pytest.mark.parametrize(
    ("nodes", "shares"),
    [
        ([("one_of", ["cycle"], list(COLOURS))], dict.fromkeys(COLOURS, 0.25)),
        ([("one_of_weighted", ["cycle"], [SPEC])], COLOURS),
        ([HASH, ("weighted_strings", [-1], [SPEC])], COLOURS),
        ([HASH, ("weighted_u64", [-1], [NUMBER_SPEC])], NUMBERS),
        ([HASH, ("weighted_pick", [-1], [NUMBER_SPEC])], NUMBERS),
        ([HASH, ("alias_sample", [-1], list(NUMBERS.values()))], NUMBERS),
        ([HASH, ("histribution", [-1], ["0.5 0.3 0.15 0.05"])], NUMBERS),
    ],
    ids=lambda value: value[-1][0] if isinstance(value, list) else "",
)
def test_choices(nodes: list[tuple[Any, ...]], shares: Mapping[Any, float]) -> None:
    values = column(*nodes)
    values = values.tolist() if not isinstance(values, np.ndarray) else values
    found, counts = np.unique(values, return_counts=True)
    observed = dict(zip(found.tolist(), counts.tolist(), strict=True))
    assert set(observed) == set(shares)
    check_counts([observed[value] for value in shares], list(shares.values()))


# Distributions: a table of 1001 entries is exact at its entries, so that the distance stays
# small; the approximation that the normal one is made of is off by 2e-4 at most.


def normal_cumulative(x: Any) -> Any:
    return np.array([0.5 * math.erfc(-v / math.sqrt(2.0)) for v in x.tolist()])


CONTINUOUS: list[tuple[str, list[Any], Callable[[Any], Any], float]] = [
    ("dist_normal", [10.0, 3.0], lambda x: normal_cumulative((x - 10.0) / 3.0), 1e-3),
    ("dist_exponential", [0.5], lambda x: 1.0 - np.exp(-0.5 * x), 1e-3),
    ("dist_uniform", [-2.0, 6.0], lambda x: (x + 2.0) / 8.0, 0.0),
    ("dist_pareto", [2.0, 3.0], lambda x: 1.0 - (2.0 / x) ** 3.0, 1e-3),
    ("dist_empirical", ["0 1 3"], lambda x: np.interp(x, [0.0, 1.0, 3.0], [0.0, 0.5, 1.0]), 0.0),
]


@pytest.mark.parametrize(
    ("name", "constants", "cumulative", "slack"), CONTINUOUS, ids=[row[0] for row in CONTINUOUS]
)
def test_continuous_distributions(
    name: str, constants: list[Any], cumulative: Callable[[Any], Any], slack: float
) -> None:
    values = column(HASH, UNIT, (name, [-1], constants))
    check_continuous(values, cumulative, KOLMOGOROV + slack)


def test_moments_of_the_normal_distribution() -> None:
    """Both tails end at 0.001, which takes 0.5 % off the deviation."""
    values = column(HASH, UNIT, ("dist_normal", [-1], [10.0, 3.0]))
    assert abs(float(values.mean()) - 10.0) < SIGMAS * 3.0 / math.sqrt(ROWS) + 1e-5
    assert 2.97 < float(values.std()) < 3.0


def test_zipf_ranks() -> None:
    """Interpolated ranks, rounded up, fall like 1 / rank; a table of 1000 steps is coarse."""
    values = np.ceil(column(HASH, UNIT, ("dist_zipf", [-1], [100, 1.0])))
    total = sum(1 / k for k in range(1, 101))
    for rank in (1, 2, 3, 5, 10):
        share = float((values == rank).mean())
        assert abs(share - 1 / rank / total) < 0.0025


# Distributions by exact inversion have no slack.

INVERTED: list[tuple[str, list[Any], Callable[[Any], Any]]] = [
    ("dist_lognormal", [1.0, 0.5], lambda x: normal_cumulative((np.log(x) - 1.0) / 0.5)),
    ("dist_weibull", [1.5, 2.0], lambda x: -np.expm1(-((x / 2.0) ** 1.5))),
    ("dist_gamma", [3.0, 2.0], lambda x: 1.0 - np.exp(-x / 2.0) * (1.0 + x / 2.0 + x**2 / 8.0)),
    ("dist_gamma", [1.0, 5.0], lambda x: -np.expm1(-x / 5.0)),
    ("dist_beta", [2.0, 3.0], lambda x: x**2 * (6.0 - 8.0 * x + 3.0 * x**2)),
    ("dist_beta", [0.5, 0.5], lambda x: np.arcsin(np.sqrt(x)) * 2.0 / np.pi),
    (
        "dist_triangular",
        [0.0, 1.0, 4.0],
        lambda x: np.where(x < 1.0, x**2 / 4.0, 1.0 - (4.0 - x) ** 2 / 12.0),
    ),
]


@pytest.mark.parametrize(
    ("name", "constants", "cumulative"), INVERTED, ids=[f"{n}{c}" for n, c, _ in INVERTED]
)
def test_inverted_distributions(
    name: str, constants: list[Any], cumulative: Callable[[Any], Any]
) -> None:
    check_continuous(column(HASH, UNIT, (name, [-1], constants)), cumulative, KOLMOGOROV)


# Shape times scale, and times scale again; a / (a + b), and `a * b / (a + b)**2 / (a + b + 1)`.
MOMENTS: list[tuple[str, list[Any], float, float]] = [
    ("dist_gamma", [3.0, 2.0], 6.0, 12.0),
    ("dist_gamma", [0.3, 10.0], 3.0, 30.0),
    ("dist_gamma", [250.0, 0.1], 25.0, 2.5),
    ("dist_beta", [2.0, 3.0], 0.4, 0.04),
    ("dist_beta", [0.2, 0.6], 0.25, 0.1875 / 1.8),
    ("dist_beta", [40.0, 10.0], 0.8, 0.16 / 51.0),
]


@pytest.mark.parametrize(("name", "constants", "mean", "variance"), MOMENTS)
def test_moments_of_gamma_and_beta(
    name: str, constants: list[Any], mean: float, variance: float
) -> None:
    values = column(HASH, UNIT, (name, [-1], constants))
    assert abs(float(values.mean()) - mean) < SIGMAS * math.sqrt(variance / ROWS)
    assert abs(float(values.var()) / variance - 1.0) < 0.015


def poisson_share(k: int) -> float:
    return math.exp(k * math.log(9.5) - 9.5 - math.lgamma(k + 1))


def zipf_share(k: int) -> float:
    return k**-1.2 / sum(j**-1.2 for j in range(1, 101)) if 1 <= k <= 100 else 0.0


COUNTED: list[tuple[str, list[Any], Callable[[int], float], float, float]] = [
    ("dist_poisson", [9.5], poisson_share, 9.5, 9.5),
    ("dist_binomial", [40, 0.3], lambda k: math.comb(40, k) * 0.3**k * 0.7 ** (40 - k), 12.0, 8.4),
    ("dist_geometric", [0.3], lambda k: 0.3 * 0.7**k, 7 / 3, 70 / 9),
]


@pytest.mark.parametrize(
    ("name", "constants", "share"),
    [*(row[:3] for row in COUNTED), ("zipf_rank", [100, 1.2], zipf_share)],
)
def test_distributions_of_whole_numbers(
    name: str, constants: list[Any], share: Callable[[int], float]
) -> None:
    """Counts of every value that is expected 20 times, and of all others together."""
    counts = np.bincount(column(HASH, UNIT, (name, [-1], constants)), minlength=101)
    shares = [share(k) for k in range(101)]
    often = [k for k in range(101) if shares[k] * ROWS >= 20]
    observed = [int(counts[k]) for k in often]
    expected = [shares[k] for k in often]
    if 1.0 - sum(expected) > 1e-9:
        observed.append(ROWS - sum(observed))
        expected.append(1.0 - sum(expected))
    check_counts(observed, expected)


@pytest.mark.parametrize(
    ("name", "constants", "mean", "variance"),
    [(name, constants, mean, variance) for name, constants, _, mean, variance in COUNTED],
)
def test_moments_of_whole_numbers(
    name: str, constants: list[Any], mean: float, variance: float
) -> None:
    values = column(HASH, UNIT, (name, [-1], constants))
    assert abs(values.mean() - mean) < SIGMAS * math.sqrt(variance / ROWS)
    assert abs(values.var() / variance - 1.0) < 0.015


@pytest.mark.parametrize("p", [1e-19, 1e-9, 0.001, 0.07, 0.0751, 0.3, 0.5001, 0.8, 0.93, 0.99999])
def test_normal_quantile(p: float) -> None:
    """The cumulative distribution leads back; its slope says how far the quantile is off."""
    x = normal_quantile(p)
    slope = math.exp(-x * x / 2.0) / math.sqrt(2.0 * math.pi)
    error = (0.5 * math.erfc(-x / math.sqrt(2.0)) - p) / slope
    assert abs(error) < 1e-15 * abs(x) + 2.0**-54 * p / slope * 3


@pytest.mark.parametrize(
    ("n", "p", "first"), [(10**9, 0.5, 500_000_000), (10**9, 1e-9, 1), (10**6, 0.999999, 999_999)]
)
def test_large_binomial_tables_lie_around_the_mean(n: int, p: float, first: int) -> None:
    table = binomial(n, p)
    assert abs(table.sample(0.5) - first) <= 1
    assert table.cumulative[-1] == 1.0


# Permutations and noise.


@pytest.mark.parametrize("size", [1, 2, 3, 5, 17, 64, 65, 1000, 4097, 65536])
def test_cycle_walks_are_permutations(size: int) -> None:
    for seed, stream in ((0, 0), (42, 7)):
        values = column(("cycle_walk", ["cycle"], [size, seed, stream]), rows=size)
        assert sorted(values.tolist()) == list(range(size))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 17, 64, 65, 1000, 4097, 65537])
def test_permute_is_a_permutation(size: int) -> None:
    for key in (0, 42):
        values = column(("permute", ["cycle"], [size, key]), rows=size)
        assert sorted(values.tolist()) == list(range(size))


def test_permute_fills_a_large_domain_evenly() -> None:
    """The first million of 2**40 positions, by their highest, middle and lowest bits."""
    values = column(("permute", ["cycle"], [1 << 40, 7]))
    assert len(np.unique(values)) == ROWS
    for shift in (30, 15, 0):
        check_counts(np.bincount((values >> shift) % 1024, minlength=1024), [1 / 1024] * 1024)


@pytest.mark.parametrize("size", [5, 100])
def test_keys_of_permute_reach_every_value(size: int) -> None:
    """The value of one position is uniform over keys."""
    permute = registry.get("permute")
    values = [permute.evaluate((3,), (size, key), ()) for key in range(100 * size)]
    counts = np.bincount(values, minlength=size)
    chi = float(((counts - 100) ** 2 / 100).sum())
    assert abs(chi - (size - 1)) <= SIGMAS * math.sqrt(2 * (size - 1))


@pytest.mark.parametrize(
    ("size", "feedback"), [(10, 0x9), (15, 0x9), (31, 0x12), (100, 0x41), (1000, 0x204)]
)
def test_shuffles_are_permutations(size: int, feedback: int) -> None:
    values = column(("shuffle", ["cycle"], [feedback, size, 5]), rows=size)
    assert sorted(values.tolist()) == list(range(5, size + 5))


@pytest.mark.parametrize(
    ("name", "most"),
    [("perlin_1d", 0.5), ("perlin_2d", 1.0), ("simplex_2d", 1.0), ("fractal_noise_1d", 0.5)],
)
def test_noise_is_smooth_and_bounded(name: str, most: float) -> None:
    wires = ["cycle"] * (2 if name.endswith("2d") else 1)
    values = column((name, wires, [42, 0.01]), rows=100_000)
    assert np.abs(values).max() <= most
    assert np.abs(np.diff(values)).max() < 0.15
    assert values.std() > 0.1
    assert abs(float(values.mean())) < 0.1
