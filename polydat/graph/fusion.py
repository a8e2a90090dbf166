"""Node fusion: one node for a pattern of several, where one is cheaper.

A rule keeps the type, the values and the failures of what it replaces, and leaves fewer
nodes; that is why the loop in `rewrite.py` ends.  The loop refuses a match whose inner
nodes have another reader or are outputs: no rule checks that.

The first three rules, their order and their names are those of the reference.
"""

from __future__ import annotations

from functools import cache

from polydat.graph.events import EventLog
from polydat.graph.node import Graph
from polydat.graph.rewrite import Rule, rewrite, rule


def not_zero(k: int) -> bool:
    return k != 0


def multiple(a: int, b: int) -> bool:
    """Whether a remainder by `a` keeps the remainder by `b`."""
    return a != 0 and b != 0 and a % b == 0


@cache  # on first use, when the node functions are declared
def rules() -> tuple[Rule, ...]:
    """The rules in ascending priority, the order in which they are tried."""
    # fmt: off
    return (
        rule(10, "hash_mod_to_hash_range",
             "mod(hash(x), k)", "hash_range(x, k)", not_zero),
        rule(20, "hash_unit_lerp_to_hash_interval",
             "lerp(unit_interval(hash(x)), a, b)", "hash_interval(x, a, b)"),
        rule(30, "unit_lerp_to_scale_range",
             "lerp(unit_interval(x), a, b)", "scale_range(x, a, b)"),
        rule(40, "hash_scale_to_hash_interval",
             "scale_range(hash(x), a, b)", "hash_interval(x, a, b)"),
        rule(50, "literal_add", "u64_add(x, const_u64(k))", "add(x, k)"),
        rule(50, "literal_div", "u64_div(x, const_u64(k))", "div(x, k)", not_zero),
        rule(50, "literal_mod", "u64_mod(x, const_u64(k))", "mod(x, k)", not_zero),
        rule(50, "literal_mul", "u64_mul(x, const_u64(k))", "mul(x, k)"),
        rule(50, "literal_sub", "u64_sub(x, const_u64(k))", "add(x, 0 - k)"),
        rule(60, "add_add", "add(add(x, a), b)", "add(x, a + b)"),
        rule(60, "hash_range_mod",
             "mod(hash_range(x, a), b)", "hash_range(x, b)", multiple),
        rule(60, "mod_mod", "mod(mod(x, a), b)", "mod(x, b)", multiple),
        rule(60, "mul_mul", "mul(mul(x, a), b)", "mul(x, a * b)"),
    )
    # fmt: on


def run(graph: Graph, log: EventLog) -> Graph:
    """The graph after every rule that applies.

    Ensures: outputs keep their names, types and values; no node has a later lifecycle.
    """
    return rewrite(graph, rules(), log)
