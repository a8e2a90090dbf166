"""The golden rows of every declaration hold for its reference function.

The cases are the registry: a node function that is declared is tested, and has rows.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from polydat.api import compile
from polydat.errors import BindError, EvalError
from polydat.nodes import registry
from polydat.nodes.declare import REGISTRY, NodeSpec
from polydat.nodes.pieces import Shown, Written
from polydat.types import ELEMENTS, PortType
from tests.support import bits

P = PortType
VALUES = Path(__file__).parents[1] / "golden" / "values"
PYTHON_TYPES = {bool: P.BOOL, int: P.U64, float: P.F64, str: P.STR, type(None): P.U64}

SPECS = pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda s: s.name)


def types_of(spec: NodeSpec, wires: tuple[Any, ...]) -> list[PortType]:
    """Port types of the wires of a golden row."""
    declared = [spec.wire_param(i).type for i in range(len(wires))]
    return [t or PYTHON_TYPES[type(w)] for t, w in zip(declared, wires, strict=True)]


@SPECS
def test_golden_rows(spec: NodeSpec) -> None:
    assert spec.golden, "a declaration has golden rows, one at an edge at least"
    for args, want in spec.golden:
        wires, consts = spec.split(args)
        types = types_of(spec, wires)
        returns = spec.output_types(consts, types or [P.STR])
        got = spec.evaluate(wires, consts, types)
        several = not any(t in ELEMENTS for t in returns)
        got_all, want_all = (v if isinstance(v, tuple) and several else (v,) for v in (got, want))
        for g, w, t in zip(got_all, want_all, returns, strict=True):
            assert (bits(g, t), g.__class__) == (bits(w, t), w.__class__), args


@SPECS
def test_constants_of_golden_rows_are_accepted(spec: NodeSpec) -> None:
    for args, _ in spec.golden:
        consts = spec.split(args)[1]
        assert spec.validate is None or spec.validate(*consts) is None


@SPECS
def test_docstring_has_an_example_that_runs(spec: NodeSpec) -> None:
    if spec.name.startswith("__"):
        assert spec.doc
        return
    example = spec.doc.partition("Example:\n")[2].partition("\n\n")[0]
    assert f"{spec.name}(" in example
    kernel = compile(f"input cycle: u64\n{dedent(example)}", engine="closures").kernel()
    for cycle in (0, 1, 12345):
        kernel.set_inputs([cycle])
        kernel.eval()


@SPECS
def test_bounds_hold_for_golden_rows(spec: NodeSpec) -> None:
    if spec.bounds is None:
        return
    for args, want in spec.golden:
        low, high = spec.bounds(*spec.split(args)[1])
        assert low <= want <= high


@pytest.mark.parametrize(("name", "text"), [("div", "divide by zero"), ("mod", "divisor of zero")])
def test_zero_divisor_fails(name: str, text: str) -> None:
    with pytest.raises(EvalError, match=text):
        registry.get(name).evaluate((1,), (0,), (P.U64,))


# Formats: what a placeholder means beyond the golden rows of `printf`.


@pytest.mark.parametrize(
    ("format", "types", "pieces"),
    [
        ("a{{b}}c", [], (Written(b"a{b}c"),)),
        ("é{}", [P.U64], (Written("é".encode()), Shown(0, P.U64))),
        ("{:08x}", [P.U32], (Shown(0, P.U32, width=8, fill="0", base="x"),)),
        ("{:08x}", [P.I32], (Shown(0, P.I32, width=8, fill="0"),)),
        ("{:08x}", [P.BOOL], (Shown(0, P.BOOL),)),
        ("{:08x}", [P.STR], (Shown(0, P.STR, width=8),)),
    ],
)
def test_format_pieces(
    format: str, types: list[PortType], pieces: tuple[Written | Shown, ...]
) -> None:
    spec = registry.get("printf")
    assert spec.pieces is not None
    assert spec.pieces((format,), types) == pieces


def test_placeholder_without_a_wire() -> None:
    spec = registry.get("printf")
    assert spec.pieces is not None
    text = "printf: format references input #1 but only 1 wire"
    with pytest.raises(EvalError, match=text):
        spec.evaluate((1,), ("{} {}",), (P.U64,))
    with pytest.raises(BindError, match=text):
        spec.pieces(("{} {}",), (P.U64,))


@pytest.mark.parametrize("format", ["{:65536}", "{:.65536}", "{:99999999999999999999}"])
def test_width_and_precision_are_limited(format: str) -> None:
    validate = registry.get("printf").validate
    assert validate is not None
    assert "must be at most 65535" in validate(format)
    assert validate("{:65535.65535}") is None


@pytest.mark.parametrize(
    ("radixes", "complaint"),
    [((), "one is needed"), ((0, 5), "radix 0 must be"), ((2, 0, 3), "radix 1 must be")],
)
def test_radixes_are_checked(radixes: tuple[int, ...], complaint: str) -> None:
    validate = registry.get("mixed_radix").validate
    assert validate is not None
    assert complaint in validate(*radixes)
