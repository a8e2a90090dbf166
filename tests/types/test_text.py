"""The text forms of values, by the tables of tests/golden/values/text_forms.json."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polydat.errors import EvalError, InternalError
from polydat.graph.adapters import find_boundary_adapter
from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType, round_to, text, to_slot
from tests.golden_values import golden, value_of

P = PortType
TABLES = golden("text_forms")

# Stated with the definition of the forms: value, display form, plain form.
FORMS = [
    (1.0, "1.0", "1"),
    (-0.0, "-0.0", "-0"),
    (0.1, "0.1", "0.1"),
    (1e-4, "0.0001", "0.0001"),
    (9.99e-5, "9.99e-5", "0.0000999"),
    (1e-5, "1e-5", "0.00001"),
    (1e15, "1000000000000000.0", "1000000000000000"),
    (1e16, "1e16", "10000000000000000"),
    (1.5e-7, "1.5e-7", "0.00000015"),
    (5e-324, "5e-324", f"0.{'0' * 323}5"),
    (1e21, "1e21", f"1{'0' * 21}"),
    (math.inf, "inf", "inf"),
    (-math.inf, "-inf", "-inf"),
    (math.nan, "NaN", "NaN"),
    (2231889947293916.25, "2231889947293916.3", "2231889947293916.3"),  # a tie goes up
    (2.0**-44, "5.684341886080802e-14", "0.00000000000005684341886080802"),
]


@pytest.mark.parametrize(("value", "display", "plain"), FORMS, ids=lambda v: str(v)[:24])
def test_float_forms(value: float, display: str, plain: str) -> None:
    assert (text.display(value), text.plain(value)) == (display, plain)


@pytest.mark.parametrize("row", TABLES["fixed"], ids=lambda r: f"{r['in']}.{r['digits']}")
def test_fixed(row: dict[str, Any]) -> None:
    type = P(row["type"])
    assert text.fixed(value_of(row["in"], type), row["digits"]) == row["out"]


@pytest.mark.parametrize("row", TABLES["vectors"], ids=lambda r: f"{r['type']}-{r['in']}"[:40])
def test_text_of_each_consumer(row: dict[str, Any]) -> None:
    type = P(row["type"])
    if row["in"] is None or type is P.HANDLE:
        return  # no value comes to the functions; handles are refused when they are compiled
    value = value_of(row["in"], type)
    got = {
        "printf": registry.get("printf").evaluate((value,), ("{}",), (type,)),
        "str_concat": registry.get("str_concat").evaluate((value,), (), (type,)),
    }
    adapter = find_boundary_adapter(type, P.STR)
    if adapter is not None:
        got["adapter"] = adapter_text(adapter, value, type)
    assert got == {consumer: row[consumer] for consumer in got}
    assert text.row_text(value, type) == row["printf"]


def adapter_text(adapter: NodeSpec, value: Any, type: PortType) -> Any:
    try:
        return adapter.evaluate((value,), (), (type,))
    except EvalError:
        return {"fails": True}


def test_value_without_a_text_is_our_fault() -> None:
    with pytest.raises(InternalError, match="type handle have no text"):
        text.row_text(object(), P.HANDLE)


@given(st.floats(allow_nan=False))
def test_both_forms_of_f64_read_back(value: float) -> None:
    for form in (text.display(value), text.plain(value)):
        assert to_slot(float(form), P.F64) == to_slot(value, P.F64)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_no_fewer_digits_read_back_as_an_f32(value: float) -> None:
    digits, point = text.shortest(value, P.F32)
    assert round_to(float(text.plain(value, P.F32)), P.F32) == value
    if len(digits) == 1:
        return
    for shorter in (int(digits[:-1]), int(digits[:-1]) + 1):
        near = Fraction(shorter) * Fraction(10) ** (point - len(digits) + 1)
        assert round_to(float(near), P.F32) != abs(value)
