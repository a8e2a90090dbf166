"""Known values that are no value of one expression: sums of columns, and tables of constants.

`origin` means what it means in tests/golden/README.md: the documents of the reference program
publish a value, its tests assert it, or it is derived from the definition by a second script.
"""

from __future__ import annotations

from typing import Any

import pytest

from polydat.api import Assembler
from polydat.nodes.alias import alias_table
from polydat.nodes.noise import noise
from polydat.nodes.permutation import lfsr, walk
from polydat.nodes.special import probit
from polydat.nodes.weights import read_histogram
from polydat.types import PortType, from_slot, to_slot

ENGINES = ("interpreter:off", "closures", "native")

# Chains of nodes: function and constants, the first of the row; rows, their sum, its origin.
SUMS: list[tuple[str, list[tuple[str, list[Any]]], int, int]] = [
    ("published", [("hash", []), ("mod", [1000])], 100_000, 49908479),
    ("derived", [("fair_coin", [])], 10_000, 5005),
    ("asserted", [("n_of", [3, 10])], 10_000, 3000),
    ("asserted", [("n_of", [7, 7])], 7_000, 7000),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("origin", "chain", "rows", "total"), SUMS)
def test_sums_of_columns(
    origin: str, chain: list[tuple[str, list[Any]]], rows: int, total: int, engine: str
) -> None:
    assert sum(values(chain, rows, engine)) == total


def values(chain: list[tuple[str, list[Any]]], rows: int, engine: str) -> list[Any]:
    graph = Assembler(["cycle"])
    before = "cycle"
    for function, constants in chain:
        graph.add_node(f"{function}_of", function, [before], constants)
        before = f"{function}_of"
    graph.add_output("out", before)
    found: list[Any] = graph.compile().range(0, rows, engine=engine)["out"].tolist()
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_shares_of_an_unfair_coin(engine: str) -> None:
    """Derived; the node gives the bits of 1.0 or 0.0 as a u64, or counts."""
    ones = values([("unfair_coin", [0.2])], 10_000, engine)
    assert sum(value != 0 for value in ones) == 1970


@pytest.mark.parametrize("engine", ENGINES)
def test_places_of_one_in_ten(engine: str) -> None:
    """Derived: the place that is selected in windows 0 to 19."""
    places = [2, 4, 3, 1, 0, 5, 6, 1, 7, 2, 9, 5, 2, 1, 3, 4, 9, 5, 5, 9]
    ones = values([("n_of", [1, 10])], 200, engine)
    assert [row for row, value in enumerate(ones) if value] == [
        10 * window + place for window, place in enumerate(places)
    ]


def float_bits(numbers: tuple[float, ...]) -> list[int]:
    return [to_slot(number, PortType.F64) for number in numbers]


@pytest.mark.parametrize(
    ("weights", "bias", "alias"),
    [
        ((1.0, 2.0, 3.0), (0.5, 0.5, 1.0), (1, 2, 2)),
        (
            (50.0, 25.0, 13.0, 12.0),
            (0x3FF0000000000000, 0x3FDEB851EB851EB8, 0x3FE0A3D70A3D70A4, 0x3FDEB851EB851EB8),
            (0, 0, 0, 1),
        ),
        (
            (0.3, 0.5, 0.2),
            (0x3FECCCCCCCCCCCCC, 0x3FF0000000000000, 0x3FE3333333333334),
            (1, 1, 1),
        ),
    ],
)
def test_alias_tables(
    weights: tuple[float, ...], bias: tuple[float, ...], alias: tuple[int, ...]
) -> None:
    """Derived."""
    table = alias_table(weights)
    wanted = [b if isinstance(b, float) else from_slot(b, PortType.F64) for b in bias]
    assert float_bits(table.bias) == float_bits(tuple(wanted))
    assert table.alias == alias


def test_keys_of_a_cycle_walk() -> None:
    """Derived, for 1000 values, seed 0, stream 0."""
    assert walk(1000, 0, 0).keys == (
        0xC5DD414C53264950,
        0x05C0D6FE5D52D005,
        0xFE11D9A9548C4588,
        0xAEB416B9E984D01C,
        0x19C5EC0B8D91646C,
        0x998339276329254E,
    )


def test_permutations_of_noise() -> None:
    """Derived."""
    of_42, of_0 = noise(42, 1.0).permutation, noise(0, 1.0).permutation
    first = (223, 154, 93, 133, 136, 83, 78, 232, 25, 207, 190, 77, 255, 84, 196, 191)
    assert of_42[:16] == first
    assert of_42[-4:] == (23, 181, 120, 200)
    first = (226, 62, 78, 77, 32, 221, 2, 73, 118, 143, 182, 22, 75, 24, 193, 199)
    assert of_0[:16] == first
    assert sorted(of_0) == sorted(of_42) == list(range(256))


def test_a_register_of_eight_bits_has_the_full_period() -> None:
    """Asserted."""
    seen, register = set(), 1
    for _ in range(255):
        register = lfsr(register, 0x8E)
        seen.add(register)
    assert seen == set(range(1, 256))


def test_labels_of_a_histogram() -> None:
    """Asserted."""
    assert read_histogram("234:50 33:25 17:13 3:12").numbers == (234, 33, 17, 3)


def test_probit() -> None:
    """Asserted."""
    assert abs(probit(0.975) - 1.96) < 1e-3
    assert (probit(0.0), probit(1.0)) == (float("-inf"), float("inf"))
