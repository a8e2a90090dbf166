"""`polydat explain`: what became of a graph, as tables and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.commands import Done

GRAPH = (
    "input (cycle: u64, site: u64)",
    "extern factor: f64 = 2.0",
    "answer := 40 + 2",
    "/// once a row",
    "hashed := hash(cycle)",
    "scaled := hashed * factor",
    "place := hash(site)",
    'label := "{place}/{hashed}"',
)


@pytest.fixture
def facts(call: Callable[..., Done], program: Callable[..., str]) -> dict[str, list[dict]]:
    done = call("explain", program(*GRAPH), "--json", "-")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def row(rows: list[dict], key: str, name: str) -> dict:
    (found,) = [r for r in rows if r[key] == name]
    return found


def test_wires(facts: dict[str, list[dict]]) -> None:
    hashed = row(facts["wires"], "node", "hashed")
    assert hashed["is"] == "hash(cycle)"
    assert hashed["output"] == ["hashed"]
    assert "label" in hashed["read by"]
    label = row(facts["wires"], "node", "label")
    assert label["is"] == 'printf("{}/{}", place, hashed)'
    order = [r["node"] for r in facts["wires"]]
    assert order.index("hashed") < order.index("scaled")


def test_types_and_conversions(facts: dict[str, list[dict]]) -> None:
    types = {r["name"]: (r["what"], r["type"], r["about"]) for r in facts["types"] if r["name"]}
    assert types["cycle"] == ("coordinate", "u64", "")
    assert types["factor"] == ("external write", "f64", "")
    assert types["scaled"] == ("output", "f64", "")
    assert types["hashed"] == ("output", "u64", "once a row")
    told = [r["about"] for r in facts["types"] if r["what"] == "advisory"]
    assert any("u64 widens to f64" in text for text in told)


def test_lifecycle(facts: dict[str, list[dict]]) -> None:
    assert row(facts["lifecycle"], "node", "answer") == {
        "node": "answer",
        "evaluated": "once, at compile time",
        "because": "it is a constant",
    }
    scaled = row(facts["lifecycle"], "node", "scaled")
    assert scaled["evaluated"] == "every round"
    assert scaled["because"] == "it depends on cycle, factor"


def test_constants(facts: dict[str, list[dict]]) -> None:
    assert [r["value"] for r in facts["constants"]] == ["42"]


def test_fusion(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program("input cycle: u64", "user := mod(hash(cycle), 1000)")
    (fused,) = json.loads(call("explain", graph, "fusion", "--json", "-").out)["fusion"]
    assert (fused["node"], fused["by"]) == ("user", "hash_mod_to_hash_range")
    assert "hash_range" in fused["is now"]
    assert len(fused["took in"]) == 1  # the hash, which has no name of its own


def test_provenance(facts: dict[str, list[dict]]) -> None:
    label = row(facts["provenance"], "output", "label")
    assert label["depends on"] == ["cycle", "site"]
    assert label["nodes"] == 3
    assert row(facts["provenance"], "output", "answer")["depends on"] == []


def test_engines(facts: dict[str, list[dict]]) -> None:
    assert row(facts["engines"], "what", "engine")["is"] == "native:auto"


def test_one_phase_for_people(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("explain", program(*GRAPH), "provenance")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "provenance: the inputs that each output depends on"
    assert lines[1].split() == ["output", "depends", "on", "nodes", "of"]
    assert next(line.split()[:4] for line in lines if line.strip().startswith("label")) == [
        "label",
        "cycle,",
        "site",
        "3",
    ]


def test_phase_with_nothing_to_tell(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("explain", program("input cycle: u64", "x := hash(cycle)"), "constants")
    assert done.out == "constants: what was computed while compiling\n  nothing\n"
