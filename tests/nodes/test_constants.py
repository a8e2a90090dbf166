"""Constants that a node cannot take are refused when the program is made, in words."""

from __future__ import annotations

from typing import Any

import pytest

from polydat.api import Assembler
from polydat.errors import ArityError, BindError
from polydat.nodes.constants import constant_name
from polydat.nodes.registry import REGISTRY
from polydat.types import PortType

U64_MAX = (1 << 64) - 1

# fmt: off
REFUSED: list[tuple[str, tuple[Any, ...], str]] = [
    ("mixed_radix", (), "radixes: one is needed at least"),
    ("mixed_radix", (5, 0, 3), "radix 1 must be non-zero"),
    ("discretize", (0.0, 10), "range must be a positive finite f64, got 0.0"),
    ("discretize", (float("inf"), 10), "range must be a positive finite f64, got inf"),
    ("discretize", (float("nan"), 10), "range must be a positive finite f64, got nan"),
    ("discretize", (1.0, 0), "buckets must be non-zero"),
    ("format_f64", (65536,), "precision must be in [0, 65535], got 65536"),
    ("zero_pad_u64", (65536,), "width must be in [0, 65535], got 65536"),
    ("cycle_walk", (0,), "range must be > 0"),
    ("shuffle", (9, 5, U64_MAX - 3), "the range [min, min + size) must fit in u64"),
    ("unfair_coin", (1.5,), "p must be in [0.0, 1.0], got 1.5"),
    ("unfair_coin", (float("nan"),), "p must be in [0.0, 1.0], got nan"),
    ("chance", (-0.1,), "p must be in [0.0, 1.0], got -0.1"),
    ("blend", (2.0,), "mix must be in [0.0, 1.0], got 2.0"),
    ("n_of", (1, 0), "m must be in [1, 65536], got 0"),
    ("n_of", (1, 65537), "m must be in [1, 65536], got 65537"),
    ("n_of", (9, 3), "n (9) must be <= m (3)"),
    ("weighted_strings", ("",), "one is needed at least"),
    ("weighted_strings", (" ; ,",), "one is needed at least"),
    ("weighted_strings", ("a",), "'a' has no weight: write 'a:1'"),
    ("weighted_strings", ("a:x",), "the weight of 'a' is 'x', which is no number"),
    ("weighted_strings", ("a: 1",), "the weight of 'a' is ' 1', which is no number"),
    ("weighted_strings", ("a:1;b:-1",), "a weight must not be negative, got -1.0"),
    ("weighted_strings", ("a:nan",), "a weight must not be negative, got nan"),
    ("weighted_strings", ("a:0;b:0",), "all weights are 0"),
    ("weighted_u64", ("x:1",), "'x' is no u64"),
    ("weighted_u64", ("1 :1",), "'1 ' is no u64"),
    ("weighted_u64", ("18446744073709551616:1",), "'18446744073709551616' is no u64"),
    ("weighted_pick", ("1:0",), "the weight of '1' must be positive and finite, got 0.0"),
    ("weighted_pick", ("1:inf",), "the weight of '1' must be positive and finite, got inf"),
    ("weighted_pick", ("",), "one value is needed at least"),
    ("one_of_weighted", ("a:0;b:1",), "the weight of 'a' must be positive and finite"),
    ("one_of_weighted", ("",), "one value is needed at least"),
    ("alias_sample", (), "weights: one is needed at least"),
    ("alias_sample", (0.0, 0.0), "weights: all weights are 0"),
    ("alias_sample", (1.0, -1.0), "a weight must not be negative, got -1.0"),
    ("histribution", ("",), "one is needed at least"),
    ("histribution", ("5:1 3",), "'3' has no weight, and others have"),
    ("histribution", ("a:1",), "'a' is no u64"),
    ("histribution", ("1 b",), "'b' has no number as its weight"),
    ("dist_empirical", ("1",), "two data points are needed at least"),
    ("dist_empirical", ("1 a",), "'a' is no number"),
    ("dist_empirical", ("1 nan",), "'nan' is no number"),
    ("dist_zipf", (10_000_001, 1.0), "n must be at most 10000000"),
    ("fractal_noise_1d", (1, 0.1, 0), "octaves must be in [1, 64], got 0"),
    ("fractal_noise_2d", (1, 0.1, 65), "octaves must be in [1, 64], got 65"),
]
# fmt: on


@pytest.mark.parametrize(("function", "constants", "text"), REFUSED)
def test_constant_is_refused(function: str, constants: tuple[Any, ...], text: str) -> None:
    with pytest.raises(BindError) as caught:
        Assembler(["cycle"]).add_node("n", function, ["cycle", "cycle"], constants)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("function", "constants"), [("add", ()), ("dist_normal", (1.0,)), ("lerp", (1.0, 2.0, 3.0))]
)
def test_number_of_constants(function: str, constants: tuple[Any, ...]) -> None:
    with pytest.raises(ArityError, match=function):
        Assembler(["cycle"]).add_node("n", function, ["cycle"], constants)


@pytest.mark.parametrize(
    ("function", "constants", "filled"),
    [
        ("lerp", (), (0.0, 1.0)),
        ("discretize", (), (100.0, 10)),
        ("format_u64", (), (10,)),
        ("zero_pad_u64", (), (10,)),
        ("shuffle", (9,), (9, 0, 0)),
        ("cycle_walk", (7,), (7, 0, 0)),
        ("remap", (1.0,), (1.0, 1.0, 0.0, 1.0)),
        ("coin_flip", (), (0.5,)),
        ("fractal_noise_1d", (3, 0.5), (3, 0.5, 4)),
        ("dist_normal", (1, 2), (1.0, 2.0)),
    ],
)
def test_defaults(function: str, constants: tuple[Any, ...], filled: tuple[Any, ...]) -> None:
    graph = Assembler(["cycle"])
    graph.add_node("n", function, ["cycle"], constants)
    assert graph.nodes[0].constants == filled
    assert list(map(type, graph.nodes[0].constants)) == list(map(type, filled))


def test_constants_are_known_by_their_names() -> None:
    """A graph asks for every node whether it is one: that is a fact of the declaration."""
    names = {constant_name(type) for type in PortType if type is not PortType.DYN}
    assert {spec.name for spec in REGISTRY.values() if spec.is_constant} == names
