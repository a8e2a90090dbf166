"""Every pair of types converts, or is refused, as the golden tables say, on every engine."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import pytest

from polydat.api import Assembler, Program
from polydat.errors import EvalError
from polydat.graph.adapters import find_adapter, find_boundary_adapter
from polydat.graph.node import InputKind
from polydat.nodes import registry
from polydat.nodes.adapters import AdapterClass, adapter_name, class_of
from polydat.types import ELEMENTS, REGISTERS, PortType, integer_range, to_slot
from polydat.types.memory import zero_of
from tests.golden_values import golden, value_of

P = PortType
TABLE = golden("adapters")
FAILS = {"fails": True}

VECTORS: dict[tuple[PortType, PortType], list[dict[str, Any]]] = defaultdict(list)
for _row in golden("conversions")["vectors"]:
    VECTORS[P(_row["from"]), P(_row["to"])].append(_row)


def name_of(adapter: Any) -> str | None:
    return None if adapter is None else adapter.name


def test_classes_and_names() -> None:
    for row in TABLE["pairs"]:
        source, target = P(row["from"]), P(row["to"])
        automatic = row["node"] if row["class"] == "automatic" else None
        assert name_of(find_adapter(source, target)) == automatic, row
        assert name_of(find_boundary_adapter(source, target)) == row["node"], row
        if row["node"] is not None:
            assert (registry.get(row["node"]).fails is not None) == row["can_fail"], row


def test_counts() -> None:
    pairs = [(s, t) for s in P for t in P if s not in REGISTERS and t not in REGISTERS]
    classes = Counter(class_of(s, t) for s, t in pairs)
    counts = TABLE["counts"]
    assert classes[AdapterClass.AUTOMATIC] == counts["automatic"]
    assert classes[AdapterClass.BOUNDARY] == counts["boundary"]


def test_registers_become_each_other_and_nothing_else() -> None:
    names = next(r["nodes"] for r in TABLE["registers"] if "nodes" in r)
    for source in P:
        for target in P:
            if source in REGISTERS or target in REGISTERS:
                view = source in REGISTERS and target in REGISTERS and source is not target
                want = names[target.keyword] if view else None
                assert name_of(find_adapter(source, target)) == want
                assert name_of(find_boundary_adapter(source, target)) == want


def test_objects_have_no_adapters() -> None:
    for keyword in TABLE["never"]["types"]:
        for other in P:
            assert find_boundary_adapter(P(keyword), other) is None
            assert find_boundary_adapter(other, P(keyword)) is None


def shown(value: Any, type: PortType) -> Any:
    """A value for comparing: floats by their bits, any NaN as any other."""
    if type in ELEMENTS:
        return [shown(item, ELEMENTS[type]) for item in value]
    if type.is_float:
        return "NaN" if math.isnan(value) else to_slot(value, type)
    return type, value


def expected(row: dict[str, Any], target: PortType) -> Any:
    if "out_has" in row:
        return row["out_has"]
    return shown(value_of(row["out"], target), target)


def without_message(value: Any) -> dict[str, str]:
    """An object about malformed text, but for its message, which is no part of the tables."""
    tree = dict(value)
    assert list(tree) == ["error", "message", "raw"]
    assert tree.pop("message")
    return tree


@pytest.mark.parametrize("pair", VECTORS, ids=lambda p: f"{p[0].keyword}-{p[1].keyword}")
def test_references(pair: tuple[PortType, PortType]) -> None:
    source, target = pair
    spec = registry.get(adapter_name(source, target))
    for row in VECTORS[pair]:
        value = value_of(row["in"], source)
        if row.get("out") == FAILS:
            with pytest.raises(EvalError, match=spec.name):
                spec.evaluate((value,), (), (source,))
            continue
        made = spec.evaluate((value,), (), (source,))
        got = without_message(made.tree()) if "out_has" in row else shown(made, target)
        assert got == expected(row, target), row


SOURCES = sorted({source for source, _ in VECTORS}, key=lambda t: t.keyword)


@pytest.mark.parametrize("engine", ["closures", "native"])
@pytest.mark.parametrize("source", SOURCES, ids=lambda t: t.keyword)
def test_engines(source: PortType, engine: str) -> None:
    graph = Assembler()
    graph.add_input("x", source, InputKind.EXTERNAL_WRITE, zero_of(source))
    targets = [target for one, target in VECTORS if one is source]
    for target in targets:
        graph.add_node(target.keyword, adapter_name(source, target), ["x"])
        graph.add_output(target.keyword)
    program = graph.compile(engine=engine)
    kernel, reference = program.kernel(), program.kernel("interpreter")
    for target in targets:
        for row in VECTORS[source, target]:
            value = value_of(row["in"], source)
            got, want = (pulled(k, target, value) for k in (kernel, reference))
            assert got == want, row
            assert (got == "fails") == (row.get("out") == FAILS), row


def pulled(kernel: Any, target: PortType, value: Any) -> Any:
    kernel.set_input("x", value)
    try:
        value = kernel.pull(target.keyword)
    except EvalError:
        return "fails"
    if target in ELEMENTS:
        value = tuple(value.tolist())
    return repr(value) if target is P.JSON else shown(value, target)


# Texts that have a value in each type, for columns: edges, and some that other types refuse.
WHOLE = ("0", "1", "2", "100", "127")
EDGES = {P.BOOL: ("true", "0"), P.BYTES: ("", "00", "ff", "0100", "deadbeef", "00" * 8, "01" * 16)}
EDGES[P.JSON] = (*WHOLE, "true", '"12"', '"ff"', "-1", "1.5", "[]", "[1,2.5]", '{"b":[1,"x"]}', "x")
EDGES[P.STR] = (*WHOLE, *EDGES[P.JSON], "", " 7\n", "-128", "256", "1e400", "nan", "\u00e9")


def texts_of(type: PortType) -> tuple[str, ...]:
    """Texts that have a value in `type`."""
    if type in EDGES:
        return EDGES[type]
    if type.is_float:
        return (*WHOLE, "-0", "0.1", "-2.5", "255.5", "65519", "1e30", "nan", "-inf", "5e-324")
    if type in ELEMENTS:
        lists = ("[]", "[0,1,-1]", "[127,-128]")
        return (*lists, "[0.5,-0.0,1e30]", "[2.5]") if ELEMENTS[type].is_float else lists
    low, high = integer_range(type)
    return (*WHOLE, str(low), str(high), str(high // 2 + 1), str(-(-low // 2)))


@pytest.mark.parametrize("source", SOURCES, ids=lambda t: t.keyword)
def test_columns(source: PortType) -> None:
    texts = texts_of(source)
    graph = Assembler(["cycle"])
    graph.add_node("text", "fixed_values_str", ["cycle"], texts)
    if source is not P.STR:
        graph.add_node("value", adapter_name(P.STR, source), ["text"])
    targets = [target for one, target in VECTORS if one is source]
    for target in targets:
        graph.add_node(target.keyword, adapter_name(source, target), [graph_end(source)])
        graph.add_output(target.keyword)
    program = graph.compile(engine="interpreter")
    for target in targets:
        want = column(program, "interpreter", target, len(texts))
        for engine in ("closures", "native"):
            assert column(program, engine, target, len(texts)) == want, (engine, target)


def graph_end(source: PortType) -> str:
    return "text" if source is P.STR else "value"


def column(program: Program, engine: str, target: PortType, rows: int) -> Any:
    """The first failure from each row on, then the values of the rows behind the last one."""
    made: list[Any] = []
    while len(made) < rows:
        try:
            batch = program.range(len(made), rows, engine=engine, outputs=[target.keyword])
        except EvalError as error:
            made.append(str(error))
        else:
            made += map(repr, batch[target.keyword].tolist())
    return made
