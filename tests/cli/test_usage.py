"""Wrong usage: exit code 2, and a message that says what would be right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import SENSORS, USERS
from tests.commands import Done

# Arguments, and the last line that they are answered with.
MISTAKES = [
    (["rnu", USERS], "polydat: error: no command 'rnu'; nearest: run"),
    (["build", USERS], "polydat: error: 'build' is not available yet"),
    (["run", USERS, "--cycle", "3"], "polydat run: error: no option '--cycle'; nearest: --cycles"),
    (
        ["run", USERS, "--threads", "0"],
        "polydat run: --threads takes a number from 1 to 1024, got '0'",
    ),
    (
        ["run", USERS, "--parts", "x", "-o", "x.csv"],
        "polydat run: --parts takes a number from 1 to 1000000, got 'x'",
    ),
    (["run", USERS, "--parts", "2"], "polydat run: --parts needs a file name: write -o FILE"),
    (
        ["run", USERS, "--resume", "-o", "x.csv"],
        "polydat run: --resume goes with --parts N: a run goes on where a part begins",
    ),
    (
        ["run", USERS, "--dialect", "mysql"],
        "polydat run: --dialect goes with --emit sql, not with csv",
    ),
    (
        ["run", USERS, "--table", "people", "-o", "x.csv"],
        "polydat run: --table goes with --emit sql, not with csv",
    ),
    (
        ["run", USERS, "--emit", "sql", "--table", "a."],
        "polydat run: a table is named NAME or SCHEMA.NAME, got 'a.'",
    ),
    (
        ["run", USERS, "--emit", "sql", "--dialect", "sqllite"],
        "polydat run: no SQL dialect named 'sqllite': there are postgresql, mysql, sqlite;"
        " nearest: sqlite",
    ),
    (
        ["run", USERS, "-o", "x.parquet.gz"],
        "polydat run: parquet is compressed inside: write -o x.parquet",
    ),
    (
        ["verify", "x.csv"],
        "polydat verify: error: the following arguments are required: --manifest",
    ),
    (
        ["verify", "x.csv", "--manifest", "nowhere.json"],
        "polydat verify: cannot read the manifest nowhere.json: No such file or directory",
    ),
    (["run", USERS, "--cycles", "x"], "polydat run: --cycles takes N or A..B, got 'x'"),
    (["run", USERS, "--cycles", "5..2"], "polydat run: --cycles 5..2 ends before it begins"),
    (
        ["run", USERS, "--cycles", "0..18446744073709551617"],
        "polydat run: --cycles ends at 2**64 at the latest, got '0..18446744073709551617'",
    ),
    (["run", USERS, "--step", "0"], "polydat run: --step takes a number from 1 on, got '0'"),
    (
        ["run", USERS, "--emit", "jsnol"],
        "polydat run: --emit takes table, csv, tsv, jsonl, sql, parquet, arrow, got 'jsnol';"
        " nearest: jsonl",
    ),
    (
        ["run", USERS, "--outputs", "lable"],
        "polydat run: --outputs: no output named 'lable'; nearest: label",
    ),
    (
        ["run", USERS, "--outputs", "label,label"],
        "polydat run: --outputs takes names, each once, got 'label,label'",
    ),
    (
        ["run", USERS, "--engine", "nativ"],
        "polydat run: no engine named 'nativ': there are interpreter, closures, native;"
        " nearest: native",
    ),
    (
        ["run", USERS, "--engine", "native:pul"],
        "polydat run: no variant of native named 'pul': there are auto, raw, push, pull,"
        " push_pull, lazy; nearest: pull",
    ),
    (["run", SENSORS, "=5"], "polydat run: '=5' is no name=value"),
    (["explain", USERS, "wire"], "polydat explain: no phase named 'wire'; nearest: wires"),
    (
        ["explain", USERS, "traversals"],
        "polydat explain: phase 'traversals' is not available yet: there are tokens, ast, wires,"
        " types, fusion, lifecycle, constants, passes, provenance, engines",
    ),
    (
        ["bench", USERS, "--iters", "0"],
        "polydat bench: --iters takes a number from 1 to 1000, got '0'",
    ),
    (["nodes", "hahs"], "polydat nodes: no function named 'hahs'; nearest: hash"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), MISTAKES, ids=[" ".join((m[0][0], *m[0][2:])) for m in MISTAKES]
)
def test_mistake(call: Callable[..., Done], arguments: list[str], message: str) -> None:
    done = call(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1] == message


def test_assignment_to_an_unknown_name(call: Callable[..., Done]) -> None:
    done = call("run", SENSORS, "plce=hall")
    assert (done.code, done.out) == (2, "")
    assert "'plce'" in done.err
    assert "place" in done.err


def test_assignment_of_another_type(call: Callable[..., Done]) -> None:
    done = call("run", SENSORS, "site=hall")
    assert (done.code, done.out) == (2, "")
    assert "'site'" in done.err
    assert "u64" in done.err


def test_help_and_version(call: Callable[..., Done]) -> None:
    assert call("--help").code == 0
    done = call("run", "--help")
    assert done.code == 0
    assert "--cycles" in done.out
    done = call("--version")
    assert done.code == 0
    assert done.out.startswith("polydat ")
