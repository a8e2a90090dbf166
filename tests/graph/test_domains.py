"""A permutation is refused where more values reach it than it has."""

from __future__ import annotations

import pytest

import polydat
from polydat.errors import BindError


def compile_position(position: str, input_type: str = "u64") -> None:
    polydat.compile(f"input cycle: {input_type}\nout := permute({position}, 500, 7)\n")


@pytest.mark.parametrize(
    ("position", "type", "most"),
    [
        ("mod(cycle, 501)", "u64", 500),
        ("hash_range(cycle, 1000)", "u64", 999),
        ("mod(hash(cycle), 1000)", "u64", 999),
        ("cycle", "u16", 65535),
        ("500", "u64", 500),
        ("permute(cycle, 501)", "u64", 500),
    ],
)
def test_a_range_that_exceeds_the_domain(position: str, type: str, most: int) -> None:
    with pytest.raises(BindError) as caught:
        compile_position(position, type)
    text = str(caught.value)
    assert f"reaches {most}" in text
    assert f"a size of {most + 1} at least" in text


@pytest.mark.parametrize(
    ("position", "type"),
    [
        ("cycle", "u64"),  # nothing is known
        ("cycle", "u8"),
        ("mod(cycle, 500)", "u64"),
        ("499", "u64"),
        ("hash(cycle)", "u64"),
    ],
)
def test_a_range_that_fits(position: str, type: str) -> None:
    compile_position(position, type)
