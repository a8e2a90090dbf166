"""Every fusion rule, side by side: the same bits for 10,000 inputs, on each engine.

Edges come often: those of every type, and small numbers, so that one constant is a multiple
of another now and then.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import polydat
from polydat.api import Program
from polydat.engines.choice import Engine
from polydat.engines.core import ProgramCore
from polydat.graph import lifecycle, order, provenance, resolve
from polydat.graph.events import EventLog
from polydat.graph.fusion import rules
from polydat.graph.resolved import ResolvedDag
from polydat.graph.rewrite import Pattern, Rule, constant_value
from polydat.settings import override
from polydat.types import PortType
from tests.equivalence.many import value
from tests.graph.test_fusion import value_of, variables
from tests.support import bits

INPUTS, CONSTANT_SETS = 10_000, 8
RULES = pytest.mark.parametrize("known_rule", rules(), ids=lambda r: r.name)


def draw_constants(dice: random.Random, known_rule: Rule) -> dict[str, Any]:
    """Constants that the rule allows."""
    types = variables(known_rule.before)[1]
    while True:
        drawn = {
            name: dice.randint(0, 12)
            if type is PortType.U64 and dice.random() < 0.5
            else value(dice, type)
            for name, type in types.items()
        }
        if known_rule.where is None or known_rule.where(**drawn):
            return drawn


@RULES
def test_by_the_reference_functions(known_rule: Rule) -> None:
    dice = random.Random(known_rule.name)
    wires = variables(known_rule.before)[0]
    type = known_rule.before.spec.returns[0]
    assert type is not None
    for number in range(INPUTS):
        if number % 10 == 0:
            constants = draw_constants(dice, known_rule)
        known = constants | {name: value(dice, t) for name, t in wires.items()}
        want, got = (
            bits(value_of(side, known), type) for side in (known_rule.before, known_rule.after)
        )
        assert got == want, known


def test_by_every_engine() -> None:
    """Both sides in one graph that no pass has fused, and all of its columns."""
    graph, columns, pairs = built()
    with override(cflags="-O0"):
        for engine in ("closures", "native"):
            batch = Program(ProgramCore(graph), Engine.parse(engine), EventLog(), None).map(columns)
            for before, after in pairs:
                want, got = (np.asarray(batch[name]).view(np.uint64) for name in (before, after))
                assert np.array_equal(want, got), f"{engine}: {before}"


def built() -> tuple[ResolvedDag, dict[str, Any], list[tuple[str, str]]]:
    """The unfused graph of all rules with some sets of constants, its inputs, and its outputs."""
    dice = random.Random(7)
    assembler = polydat.Assembler([])
    pairs: list[tuple[str, str]] = []
    types: dict[str, PortType] = {}
    for known_rule in rules():
        for name, type in variables(known_rule.before)[0].items():
            types[f"{name}_{type.keyword}"] = type
    for name, type in types.items():
        assembler.add_input(name, type)
    for known_rule in rules():
        kinds = variables(known_rule.before)[0]
        for number in range(CONSTANT_SETS):
            constants = draw_constants(dice, known_rule)
            names = (f"{known_rule.name}_{number}_before", f"{known_rule.name}_{number}_after")
            for name, side in zip(names, (known_rule.before, known_rule.after), strict=True):
                add(assembler, name, side, constants, kinds)
                assembler.add_output(name)
            pairs.append(names)
    graph = order.run(resolve.run(assembler, EventLog()))
    dag = ResolvedDag(graph, lifecycle.run(graph), provenance.run(graph))
    columns = {
        name: np.array(
            [value(dice, t) for _ in range(INPUTS)], np.float64 if t.is_float else np.uint64
        )
        for name, t in types.items()
    }
    return dag, columns, pairs


def add(
    assembler: polydat.Assembler,
    name: str,
    side: Pattern,
    constants: dict[str, Any],
    kinds: dict[str, PortType],
) -> None:
    """A side of a rule as nodes, the last of which has the name."""
    wires: list[Any] = []
    for place, part in enumerate(side.wires):
        if isinstance(part, str):
            wires.append(f"{part}_{kinds[part].keyword}")
            continue
        inner = f"{name}_{place}"
        add(assembler, inner, part, constants, kinds)
        wires.append(inner)
    values = [constant_value(expr, constants) for expr in side.constants]
    assembler.add_node(name, side.spec, wires, values)
