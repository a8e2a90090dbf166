"""Every pair of types converts, or is refused, as the golden tables say, on every engine."""

from __future__ import annotations

import decimal
import math
import random
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from polydat.api import Assembler, Program
from polydat.engines.host_forms import to_host
from polydat.errors import EvalError
from polydat.graph.adapters import find_adapter, find_boundary_adapter
from polydat.graph.node import InputKind
from polydat.nodes import registry
from polydat.nodes.adapters import AdapterClass, adapter_name, class_of
from polydat.types import ELEMENTS, REGISTERS, PortType, from_slot, integer_range, round_to, to_slot
from polydat.types.memory import zero_of
from tests.golden_values import golden, value_of

P = PortType
EXACT = decimal.Context(prec=1200, Emin=-5000, Emax=5000)
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


@pytest.fixture(scope="module")
def everything() -> Program:
    """A program of all pairs: an input a type, an output a pair."""
    graph = Assembler()
    for source in SOURCES:
        graph.add_input(source.keyword, source, InputKind.EXTERNAL_WRITE, zero_of(source))
    for source, target in VECTORS:
        name = output_name(source, target)
        graph.add_node(name, adapter_name(source, target), [source.keyword])
        graph.add_output(name)
    return graph.compile(engine="interpreter")


def output_name(source: PortType, target: PortType) -> str:
    return f"{source.keyword}_{target.keyword}"


@pytest.mark.parametrize("engine", ["closures:push", "native:pull"])
def test_engines(everything: Program, engine: str) -> None:
    kernel = everything.kernel(engine)
    for (source, target), rows in VECTORS.items():
        for row in rows[:: 1 if engine.startswith("closures") else 4]:
            value = value_of(row["in"], source)
            got = pulled(kernel, source, target, value)
            assert got == computed(source, target, value), row
            assert (got == "fails") == (row.get("out") == FAILS), row


def computed(source: PortType, target: PortType, value: Any) -> Any:
    """What the reference function makes of a value, for comparing."""
    try:
        made = registry.get(adapter_name(source, target)).evaluate((value,), (), (source,))
    except EvalError:
        return "fails"
    return repr(to_host(made, target)) if target is P.JSON else shown(made, target)


def pulled(kernel: Any, source: PortType, target: PortType, value: Any) -> Any:
    kernel.set_input(source.keyword, value)
    try:
        value = kernel.pull(output_name(source, target))
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


@pytest.fixture(scope="module")
def varying() -> Program:
    """A program of all pairs: in each row another text, and what it is in each type."""
    graph = Assembler(["cycle"])
    for source in SOURCES:
        graph.add_node(f"text_{source.keyword}", "fixed_values_str", ["cycle"], texts_of(source))
        if source is not P.STR:
            text = f"text_{source.keyword}"
            graph.add_node(source.keyword, adapter_name(P.STR, source), [text])
    for source, target in VECTORS:
        name = output_name(source, target)
        value = "text_str" if source is P.STR else source.keyword
        graph.add_node(name, adapter_name(source, target), [value])
        graph.add_output(name)
    return graph.compile(engine="interpreter")


@pytest.mark.parametrize("source", SOURCES, ids=lambda t: t.keyword)
def test_columns(varying: Program, source: PortType) -> None:
    for target in (target for one, target in VECTORS if one is source):
        name, rows = output_name(source, target), len(texts_of(source))
        want = column(varying, "interpreter", name, rows)
        assert column(varying, "closures", name, rows) == want, name


def test_columns_of_native_code(varying: Program) -> None:
    names = [output_name(*p) for p in VECTORS if not registry.get(adapter_name(*p)).fails]
    want, got = (varying.range(0, 60, outputs=names, engine=e) for e in ("interpreter", "native"))
    for name in names:
        assert list(map(repr, got[name].tolist())) == list(map(repr, want[name].tolist())), name


def column(program: Program, engine: str, name: str, rows: int) -> Any:
    """The first failure from each row on, then the values of the rows behind the last one."""
    made: list[Any] = []
    while len(made) < rows:
        try:
            batch = program.range(len(made), rows, engine=engine, outputs=[name])
        except EvalError as error:
            made.append(str(error))
        else:
            made += map(repr, batch[name].tolist())
    return made


def floats_to_read(count: int) -> list[str]:
    """Decimals near what lies between two floats, of few and of many digits."""
    draw = random.Random(4)
    texts = ["0.5e-323", "2.4703282292062327e-324", "1.7976931348623158e308", "1e-400", "9" * 400]
    for _ in range(count):
        value = float(from_slot(draw.getrandbits(63), P.F64))
        single = float(from_slot(draw.getrandbits(31), P.F32))
        for near, next_one in (
            (value, math.nextafter(value, math.inf)),
            (single, round_to(single * (1 + 2**-23), P.F32)),
        ):
            if not math.isfinite(next_one):
                continue
            exact = EXACT.divide(EXACT.add(Decimal(near), Decimal(next_one)), Decimal(2))
            texts += [
                f"{exact}",
                f"{EXACT.next_plus(exact)}",
                f"{exact:.{draw.randrange(16, 22)}e}",
            ]
        digits = draw.getrandbits(draw.randrange(1, 90))
        texts.append(f"{digits}.{draw.getrandbits(40)}e{draw.randrange(-345, 310)}")
    return texts


@pytest.mark.parametrize("target", [P.F64, P.F32, P.F16], ids=lambda t: t.keyword)
def test_floats_are_read_to_the_nearest(
    everything: Program, target: PortType, pytestconfig: pytest.Config
) -> None:
    kernel = everything.kernel("closures")
    for text in floats_to_read(20_000 if pytestconfig.getoption("--slow") else 150):
        want = nearest(text, target)
        assert pulled(kernel, P.STR, target, text) == to_slot(want, target), text
        spec = registry.get(adapter_name(P.STR, target))
        assert to_slot(spec.evaluate((text,), (), (P.STR,)), target) == to_slot(want, target), text


def nearest(text: str, target: PortType) -> float:
    """The nearest float, by fractions; that of an f16 is an f32 first."""
    if target is P.F64:
        return float(text)
    exact, near = Fraction(Decimal(text)), round_to(float(text), P.F32)
    if math.isfinite(near):
        bits = to_slot(near, P.F32)
        around = [float(from_slot(b, P.F32)) for b in (bits - 1, bits, bits + 1) if b >= 0]
        finite = [x for x in around if math.isfinite(x)]
        near = min(finite, key=lambda x: (abs(Fraction(x) - exact), to_slot(x, P.F32) % 2))
    return round_to(near, target)
