"""`polydat check`: right or wrong, and everything about a program for machines."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import SENSORS, USERS
from tests.commands import Done


def test_right_program(call: Callable[..., Done]) -> None:
    done = call("check", USERS)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"ok: {USERS} compiles in ")


def test_stats_and_manifest(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program(
        "/// the number of the row",
        "input cycle: u64",
        'extern word: str = "x"',
        "/// never the same twice",
        "id := hash(cycle)",
    )
    done = call("check", graph, "--stats", "--manifest")
    assert done.code == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["nodes", "1"] in lines
    assert ["cycle", "u64", "coordinate", "0", "the", "number", "of", "the", "row"] in lines
    assert ["word", "str", "external", "write", "x"] in lines
    assert ["id", "u64", "never", "the", "same", "twice"] in lines


def test_json_of_a_right_program(call: Callable[..., Done]) -> None:
    done = call("check", SENSORS, "--json", "-")
    assert (done.code, done.err) == (0, "")
    facts = json.loads(done.out)
    assert facts["ok"] is True
    assert [i["name"] for i in facts["inputs"]] == ["cycle", "site", "place"]
    assert facts["inputs"][2]["default"] == "room"
    assert {"name": "reading", "type": "str", "modifier": "", "doc": ""} in facts["outputs"]
    assert len(facts["id"]) == 64


def test_json_of_a_wrong_program(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("check", program("input cycle: u64", "x := hahs(cycle)"), "--json", "-")
    assert done.code == 2
    facts = json.loads(done.out)
    assert facts["ok"] is False
    (found,) = facts["diagnostics"]
    assert (found["kind"], found["line"], found["column"], found["length"]) == (
        "BindError", 2, 6, 11,
    )  # fmt: skip
    assert found["nearest"] == ["hash"]


def test_warnings_go_to_standard_error(
    call: Callable[..., Done], program: Callable[..., str]
) -> None:
    graph = program("input cycle: u64", "extern word: str", 'x := "{word}"')
    done = call("check", graph)
    assert done.code == 0
    assert done.err == (
        f"{graph}: warning: extern 'word: str' has no default and is None until set\n"
    )


def test_strict_refuses_conversions(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program("input cycle: u64", "x := lerp(cycle, 0.0, 2.0)")
    assert call("check", graph).code == 0
    done = call("check", graph, "--strict")
    assert (done.code, done.out) == (2, "")
    assert "StrictError" in done.err
