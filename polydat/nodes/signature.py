"""The signature of a node function as one line: messages, reference pages, `polydat nodes`."""

from __future__ import annotations

import json
from typing import Any

from polydat.nodes.declare import REQUIRED, NodeSpec, Param

# What a function of two lists takes.
PAIRS = "as many selectors as values, one at least of each"


def has_pairs(count: int) -> bool:
    """Whether so many wires are two lists of one length."""
    return count >= 2 and count % 2 == 0


def signature(spec: NodeSpec) -> str:
    """`mod(input: u64, const modulus: u64) -> u64`"""
    params = ", ".join(map(parameter, spec.params))
    same = "the type of the first value" if spec.halves else "the type of the input"
    results = ", ".join(same if t is None else t.keyword for t in spec.returns)
    many = f"one {results} for each of {spec.output_for_each}" if spec.output_for_each else results
    return f"{spec.name}({params}) -> {many}"


def parameter(param: Param) -> str:
    """`const modulus: u64`"""
    word = "" if param.kind.value == "wire" else f"{param.kind.value} "
    star = "*" if param.variadic else ""
    type = "any" if param.type is None else param.type.keyword
    default = "" if param.default is REQUIRED else f" = {param.default!r}"
    return f"{word}{star}{param.name}: {type}{default}"


def constant_text(value: Any) -> str:
    """A constant as a program would write it."""
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
