"""Nodes against numpy: the expressions give what the nodes give, and the page says what is slow."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bench.maths import FUNCTIONS, source
from bench.node_expressions import EXPRESSIONS
from bench.nodes import Result, compare, page
from polydat.bench.timing import Budget
from polydat.nodes import registry

SHORT = Budget(1, 0.01)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_numpy_gives_the_values_of_the_node(name: str) -> None:
    result = compare(registry.get(name), EXPRESSIONS[name], "closures", SHORT)
    assert result.ours > 0.0
    assert (result.ratio is None) == (EXPRESSIONS[name].numpy is None)


def test_other_values_are_refused() -> None:
    wrong = dataclasses.replace(EXPRESSIONS["u64_add"], numpy=np.subtract)
    with pytest.raises(SystemExit, match="u64_add of"):
        compare(registry.get("u64_add"), wrong, "closures", SHORT)


def test_the_page_marks_what_is_slow() -> None:
    results = [
        Result("quick", 1.0, 2.0, 0.5, 1.05),
        Result("slow", 4.0, 2.0, 2.0, 1.05),
        Result("sine", 4.0, 2.0, 2.0, 4.0),
        Result("alone", 4.0, None, None, 1.05),
    ]
    lines = page(results).splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["slow", "sine", "quick", "alone"]
    assert [line.endswith("slower than 1.05 x") for line in lines[1:5]] == [
        True,
        False,
        False,
        False,
    ]
    assert lines[-1] == "2 of 3 hold; 1 have no numpy"


def test_every_function_is_called_in_both_ways() -> None:
    text = source()
    for name in FUNCTIONS:
        assert f"= pd_{name}(x[i]" in text
        assert f"= {name}(x[i]" in text
