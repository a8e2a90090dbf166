"""`@node` reads a declaration from a signature, and refuses what it cannot read."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from polydat.errors import InternalError
from polydat.nodes import declare, registry
from polydat.nodes.declare import (
    REQUIRED,
    Config,
    Const,
    Kind,
    NodeSpec,
    Param,
    Types,
    f64,
    node,
    u64,
)
from polydat.nodes.tables import Texts
from polydat.types import PortType

P = PortType


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declarations of a test are gone after it."""
    monkeypatch.setattr(declare, "REGISTRY", dict(declare.REGISTRY))
    monkeypatch.setattr(declare, "ALIASES", dict(declare.ALIASES))


def declared(name: str) -> NodeSpec:
    return declare.REGISTRY[name]


def test_parameters_are_read_from_annotations() -> None:
    @node("Test")
    def probe(a: u64, b: u64 | None, c: Any, d: Config[f64], e: Const[u64] = 7) -> f64:
        """Text."""
        return 0.0

    spec = declared("probe")
    assert spec.params == (
        Param("a", P.U64, Kind.WIRE),
        Param("b", P.U64, Kind.WIRE, accepts_none=True),
        Param("c", None, Kind.WIRE),
        Param("d", P.F64, Kind.CONFIG),
        Param("e", P.U64, Kind.CONST, default=7),
    )
    assert [p.name for p in spec.wires] == ["a", "b", "c", "d"]
    assert [p.name for p in spec.consts] == ["e"]
    assert spec.params[0].default is REQUIRED
    assert (spec.returns, spec.doc, spec.typed) == ((P.F64,), "Text.", False)
    assert spec.header == "ops/test_declarations.h"


def test_keyword_types_is_no_parameter() -> None:
    @node("Test")
    def probe(*values: Any, types: Types) -> str:
        return str(types)

    spec = declared("probe")
    assert spec.typed
    assert spec.params == (Param("values", None, Kind.WIRE, variadic=True),)
    assert spec.variadic_wire is spec.params[0]
    assert spec.evaluate((1,), (), (P.U64,)) == str((P.U64,))


def test_a_lone_wire_of_any_type_accepts_none() -> None:
    assert registry.get("identity").accepts_none
    assert not registry.get("str_concat").accepts_none
    assert not registry.get("add").accepts_none


ACCEPTING = [s for s in registry.REGISTRY.values() if s.accepts_none]


@pytest.mark.parametrize("spec", ACCEPTING, ids=lambda s: s.name)
def test_what_accepts_none_says_how_compiled_engines_do(spec: NodeSpec) -> None:
    """It gives `None` for it, as if it did not accept it, or has another function for it."""
    if spec.absent is not None:
        assert {spec.wires[place].accepts_none for place in spec.absent.wires} == {True}
        instead = registry.get(spec.absent.function)
        assert len(instead.wires) == len(spec.absent.wires) + len(spec.wires)
        assert not instead.accepts_none
        return
    for args, _ in spec.golden:
        wires, consts = spec.split(args)
        assert spec.evaluate([None] * len(wires), consts, [P.U64] * len(wires)) is None


def test_a_name_or_an_alias_is_declared_once() -> None:
    def probe(input: u64) -> u64:
        return input

    with pytest.raises(InternalError, match="'add' is declared twice"):
        node("Test", name="add")(probe)
    with pytest.raises(InternalError, match="'scatter' is declared twice"):
        node("Test", aliases=("scatter",))(probe)
    with pytest.raises(InternalError, match="'scatter' is declared twice"):
        node("Test", name="scatter")(probe)


def test_an_annotation_is_a_port_type() -> None:
    def probe(input: u65) -> u64:  # type: ignore[name-defined]  # noqa: F821
        return 0

    with pytest.raises(InternalError, match="'u65' in a node declaration is no port type"):
        node("Test")(probe)


@pytest.mark.parametrize(
    ("name", "args", "wires", "consts"),
    [
        ("add", (1, 2), (1,), (2,)),
        ("lerp", (0.5, 1.0, 2.0), (0.5,), (1.0, 2.0)),
        ("mixed_radix", (9, 2, 3, 0), (9,), (2, 3, 0)),
        ("printf", ("{}{}", 1, 2.0), (1, 2.0), ("{}{}",)),
        ("str_concat", (), (), ()),
    ],
)
def test_split_undoes_join(
    name: str, args: tuple[Any, ...], wires: tuple[Any, ...], consts: tuple[Any, ...]
) -> None:
    spec = registry.get(name)
    assert spec.split(args) == (wires, consts)
    assert spec.join(wires, consts) == args


def test_the_last_list_parameter_takes_every_further_place() -> None:
    spec = registry.get("mixed_radix")
    assert spec.const_param(0) is spec.const_param(5) is spec.consts[0]
    joined = registry.get("str_concat")
    assert joined.wire_param(0) is joined.wire_param(9) is joined.wires[0]


def test_output_types() -> None:
    assert registry.get("add").output_types((1,), (P.U64,)) == (P.U64,)
    assert registry.get("identity").output_types((), (P.STR,)) == (P.STR,)
    assert registry.get("mixed_radix").output_types((2, 3, 0), (P.U64,)) == (P.U64,) * 3


def test_registry_finds_aliases_and_near_names() -> None:
    found = registry.find("splitmix64")
    assert found is not None
    assert found.name == "hash"
    assert registry.find("hush") is None
    assert "hash" in registry.nearest("hush")
    assert not any(name.startswith("_") for name in registry.public())


def test_a_table_is_made_once_for_each_list_of_constants() -> None:
    made: list[float] = []

    def setup(scale: float) -> Texts:
        made.append(scale)
        return Texts((str(scale),))

    @node("Test", setup=setup)
    def probe(input: u64, scale: Const[f64], *, table: Texts) -> str:
        return table.texts[0]

    spec = declared("probe")
    assert [p.name for p in spec.params] == ["input", "scale"]
    assert [spec.evaluate((1,), (x,), (P.U64,)) for x in (0.0, 0.0, -0.0)] == ["0.0", "0.0", "-0.0"]
    assert list(map(str, made)) == ["0.0", "-0.0"]


def test_words_of_a_list_of_texts() -> None:
    """Count, places, bytes: eight to a word, in the order of the machine."""
    eight, one = (int.from_bytes(t.ljust(8, b"\0"), sys.byteorder) for t in (b"abcdefgh", b"i"))
    assert Texts(("abc", "", "defghi")).words() == (3, 0, 3, 3, 9, eight, one)
    assert Texts(()).words() == (0, 0)
