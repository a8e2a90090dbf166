"""What nodes ask of the engines."""

from __future__ import annotations

import pytest

from polydat.api import Assembler
from tests.support import ENGINES


@pytest.mark.parametrize("engine", ENGINES)
def test_outputs_that_read_no_input_are_computed(engine: str) -> None:
    graph = Assembler(["cycle"])
    graph.add_node("all", "product")
    graph.add_node("digits", "mixed_radix", ["all"], [2, 0])
    graph.add_output("low", ("digits", 0))
    graph.add_output("high", ("digits", 1))
    kernel = graph.compile().kernel(engine)
    for cycle in (0, 1):
        kernel.set_inputs([cycle])
        assert (kernel["low"], kernel["high"]) == (1, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fold_joins_any_number_of_wires(engine: str) -> None:
    graph = Assembler(["cycle"])
    for name, function, wires in (
        ("none", "sum", []),
        ("one", "max", ["cycle"]),
        ("many", "sum", ["cycle"] * 1000),
        ("mixed", "min", ["many", "cycle", "one"]),
    ):
        graph.add_node(name, function, wires)
        graph.add_output(name)
    kernel = graph.compile().kernel(engine)
    kernel.set_inputs([7])
    assert [kernel[name] for name in ("none", "one", "many", "mixed")] == [0, 7, 7000, 7]
