"""Fusion: every rule keeps values, and the loop keeps what others read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import polydat
from polydat.api import Program
from polydat.errors import EvalError
from polydat.graph.fusion import rules
from polydat.graph.rewrite import Pattern, Rule, constant_value
from polydat.types import U64_MAX, PortType
from tests import strategies
from tests.support import COMPILED, bits


def functions(program: Program) -> list[str]:
    """Node functions of a program's graph, without the passthroughs of inputs."""
    nodes = program.core.graph.nodes
    return [n.spec.name for n in nodes if not n.name.startswith("__port_")]


def variables(pattern: Pattern) -> tuple[dict[str, PortType], dict[str, PortType]]:
    """Names of wires and of constants in a pattern, with their types."""
    wires: dict[str, PortType] = {}
    constants: dict[str, PortType] = {}
    for place, part in enumerate(pattern.wires):
        if isinstance(part, str):
            kind = pattern.spec.wire_param(place).type
            assert kind is not None
            wires[part] = kind
        else:
            inner = variables(part)
            wires |= inner[0]
            constants |= inner[1]
    for place, expr in enumerate(pattern.constants):
        kind = pattern.spec.const_param(place).type
        assert kind is not None
        if hasattr(expr, "id"):
            constants[expr.id] = kind
    return wires, constants


def value_of(pattern: Pattern | str, known: dict[str, Any]) -> Any:
    """A side of a rule by the reference functions."""
    if isinstance(pattern, str):
        return known[pattern]
    wires = [value_of(part, known) for part in pattern.wires]
    constants = [constant_value(expr, known) for expr in pattern.constants]
    types = [PortType.F64 if isinstance(w, float) else PortType.U64 for w in wires]
    return pattern.spec.evaluate(wires, constants, types)


def outcome(pattern: Pattern, known: dict[str, Any], type: PortType) -> Any:
    try:
        return bits(value_of(pattern, known), type)
    except EvalError as error:
        return str(error)


SMALL = st.integers(0, 12)


@pytest.mark.parametrize("known_rule", rules(), ids=lambda r: r.name)
@given(data=st.data())
def test_both_sides_have_one_value(known_rule: Rule, data: st.DataObject) -> None:
    wires, constants = variables(known_rule.before)
    known = {name: data.draw(strategies.values(t)) for name, t in wires.items()}
    for name, type in constants.items():
        drawn = strategies.values(type)
        # Small ones often, so that one is a multiple of another now and then.
        known[name] = data.draw(st.one_of(SMALL, drawn) if type is PortType.U64 else drawn)
    only = {name: known[name] for name in constants}
    if known_rule.where is not None and not known_rule.where(**only):
        return
    type = known_rule.before.spec.returns[0]
    assert type is not None
    assert known_rule.after.spec.returns[0] is type
    want = outcome(known_rule.before, known, type)
    assert outcome(known_rule.after, known, type) == want


def test_rules_stand_in_ascending_order() -> None:
    order = [(r.priority, r.name) for r in rules()]
    assert order == sorted(order)
    assert [name for _, name in order[:3]] == [
        "hash_mod_to_hash_range",
        "hash_unit_lerp_to_hash_interval",
        "unit_lerp_to_scale_range",
    ]


@pytest.mark.parametrize(
    ("source", "want"),
    [
        ("y := mod(hash(c), 100)", ["hash_range"]),
        ("y := hash(c) % 100", ["hash_range"]),
        ("y := lerp(unit_interval(hash(c)), 0, 10)", ["hash_interval"]),
        ("y := lerp(unit_interval(c), 0, 10)", ["scale_range"]),
        ("y := scale_range(hash(c), 0, 10)", ["hash_interval"]),
        ("y := c + 1 + 2", ["add"]),
        ("y := c * 3 * 5", ["mul"]),
        ("y := c - 1", ["add"]),
        ("y := c / 7", ["div"]),
        ("y := c % 12 % 4", ["mod"]),
        ("y := hash(c) % 12 % 4", ["hash_range"]),
        # A remainder by 4 does not follow from one by 6.
        ("y := c % 6 % 4", ["mod", "mod"]),
        # `mod` by zero fails, `hash_range` by zero is zero.
        ("y := mod(hash(c), 0)", ["hash", "mod"]),
        # `u64_mod` by zero is zero, `mod` by zero fails.
        ("y := c % 0", ["const_u64", "u64_mod"]),
        # The hash is an output: its work is done anyway.
        ("h := hash(c)\ny := mod(h, 100)", ["hash", "mod"]),
        # Read twice, by two nodes or by one.
        (
            "y := f64_add(lerp(unit_interval(hash(c))), 1.0)",
            ["hash_interval", "const_f64", "f64_add"],
        ),
        # A name between them is an output, and a node of its own.
        ("h := hash(c)\ni := h\ny := mod(i, 100)", ["hash", "identity", "mod"]),
    ],
)
def test_what_fuses(source: str, want: list[str]) -> None:
    program = polydat.compile(f"input c: u64\n{source}")
    assert sorted(functions(program)) == sorted(want)


def test_an_inner_node_that_is_read_twice_stays() -> None:
    asm = polydat.Assembler(["c"])
    asm.add_node("h", "hash", ["c"])
    asm.add_node("a", "mod", ["h"], [10])
    asm.add_node("b", "mod", ["h"], [20])
    asm.add_output("a")
    asm.add_output("b")
    assert sorted(functions(asm.compile())) == ["hash", "mod", "mod"]


def test_a_reader_that_reads_twice_counts_twice() -> None:
    asm = polydat.Assembler(["c"])
    asm.add_node("m", "mul", ["c"], [3])
    asm.add_node("k", "const_u64", [], [5])
    asm.add_node("y", "u64_add", ["k", "k"])
    asm.add_node("z", "u64_mul", ["m", "m"])
    asm.add_output("z")
    asm.add_output("y")
    # The literal folds away; `z` keeps the product that it reads twice.
    assert sorted(functions(asm.compile())) == ["const_u64", "mul", "u64_mul"]


def test_a_shared_hash_leaves_the_rest_to_the_next_rule() -> None:
    source = "input c: u64\nh := hash(c)\ny := lerp(unit_interval(h), 10, 20)"
    program = polydat.compile(source)
    assert sorted(functions(program)) == ["hash", "scale_range"]
    assert program.kernel()(c=0)["y"] == 18.833108082136427


def test_published_values_of_fused_nodes() -> None:
    source = "input c: u64\ny := mod(hash(c), 100)\nz := lerp(unit_interval(hash(c)), 10, 20)"
    program = polydat.compile(source)
    want = {
        0: (35, 18.833108082136427),
        1: (65, 15.665615751722811),
        2: (10, 15.911897341980795),
        42: (13, 17.415648787718233),
        12345: (44, 11.330796686614272),
        U64_MAX: (36, 18.939429202831846),
    }
    for engine in ("interpreter:off", *COMPILED):
        kernel = program.kernel(engine)
        for coordinate, row in want.items():
            assert tuple(kernel(c=coordinate).values()) == row


def test_the_earliest_rule_and_the_smallest_index_come_first() -> None:
    log = polydat.EventLog()
    source = "input c: u64\ny := hash(c) % 100\nz := mod(hash(c), 5)"
    polydat.compile(source, log=log)
    fused = [(e.rule, e.name) for e in log if type(e).__name__ == "FusionApplied"]
    assert fused == [
        ("hash_mod_to_hash_range", "z"),
        ("literal_mod", "y"),
        ("hash_mod_to_hash_range", "y"),
    ]


def test_a_long_chain_fuses_into_one_node() -> None:
    program = polydat.compile("input c: u64\ny := c" + " + 1" * 5000)
    assert functions(program) == ["add"]
    assert program.kernel()(c=7)["y"] == 5007


@given(drawn=strategies.graphs(most=20))
def test_fusion_is_idempotent_and_never_weakens_a_lifecycle(drawn: strategies.Drawn) -> None:
    from polydat.graph import fusion, lifecycle, order, resolve
    from polydat.graph.events import EventLog

    try:
        graph = order.run(resolve.run(drawn.build(), EventLog()))
    except polydat.CompileError:
        return
    once = order.run(fusion.run(graph, EventLog()))
    assert fusion.run(once, EventLog()) is once
    before = dict(zip((n.name for n in graph.nodes), lifecycle.run(graph), strict=True))
    for node, found in zip(once.nodes, lifecycle.run(once), strict=True):
        assert found is before[node.name]
