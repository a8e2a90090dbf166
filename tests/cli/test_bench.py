"""`polydat bench`: every rung, ratios to hand-written C, and wrong C that is found out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from polydat.codegen import toolchain
from polydat.codegen.toolchain import NoCompiler
from tests.cli.conftest import LADDER, USERS
from tests.commands import Done

RUNGS = ["interpreter", "closures", "native", "batch:closures", "batch:native", "c", "c:batch"]

needs_compiler = pytest.mark.skipif(
    isinstance(toolchain.find_compiler(), NoCompiler), reason="needs a C compiler"
)


@needs_compiler
def test_ladder(call: Callable[..., Done]) -> None:
    done = call("bench", LADDER, "--quick", "--json", "-")
    assert (done.code, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["machine"]["cores"] >= 1
    results = document["results"]
    assert [r["rung"] for r in results] == RUNGS
    assert {r["nodes"] for r in results} == {11}
    assert [r["variant"] for r in results] == [None, "auto", "auto", None, None, None, None]
    for r in results:
        assert r["graph"] == LADDER
        assert r["ns_per_cycle"] > 0
        assert r["ns_per_node"] == pytest.approx(r["ns_per_cycle"] / 11)
        assert r["cycles_per_second"] == pytest.approx(1e9 / r["ns_per_cycle"])
        assert r["spread"] >= 0
    ratio = {r["rung"]: r["ratio_to_c"] for r in results}
    assert ratio["c"] == ratio["c:batch"] == 1.0
    # Generous: a compiled engine is far from the interpreter, and near to C.
    assert ratio["interpreter"] > 20 * ratio["closures"]
    assert ratio["native"] < 10


def test_every_variant(call: Callable[..., Done], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYDAT_NATIVE", "0")
    done = call("bench", USERS, "--quick", "--compare-modes")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == f"{USERS}: 6 nodes, 5 outputs"
    assert [line.split()[:2] for line in lines[2:-2]] == [
        ["interpreter", "-"],
        ["closures", "raw"],
        ["closures", "push"],
        ["closures", "pull"],
        ["closures", "pushpull"],
        ["batch:closures", "-"],
    ]
    assert lines[-1] == "  (no native code: native code is switched off (POLYDAT_NATIVE=0))"


@needs_compiler
def test_wrong_c_is_found_out(call: Callable[..., Done], tmp_path: Path) -> None:
    graph = tmp_path / "ladder.polydat"
    shutil.copy(LADDER, graph)
    text = Path(LADDER).with_suffix(".c").read_text().replace("r % 64", "r % 63")
    graph.with_suffix(".c").write_text(text)
    done = call("bench", graph, "--quick")
    assert (done.code, done.out) == (2, "")
    # hash(hash(0) % 10000000) is 17615791197045364068: 36 modulo 64, 18 modulo 63
    assert done.err == ("polydat bench: hand-written C gives 18 for 'bucket', the graph gives 36\n")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["/// @driver", "/// tenant := every"],
            "2:5: ParseError: no coordinate named 'tenant'",
        ),
        (
            ["/// @driver", "/// cycle := often"],
            "2:5: ParseError: 'cycle := often' does not say how an input moves",
        ),
        (["/// @drive"], "1:5: ParseError: no directive '@drive'"),
        (["/// @selector", "/// x, y"], "2:8: ParseError: no output named 'y'"),
    ],
)
def test_wrong_directive(
    call: Callable[..., Done], program: Callable[..., str], lines: list[str], message: str
) -> None:
    graph = program(*lines, "", "input cycle: u64", "x := hash(cycle)")
    done = call("bench", graph, "--quick")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"{graph}:{message}"


def test_graph_without_outputs(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("bench", program("input cycle: u64"), "--quick")
    assert done.code == 2
    assert "has no output to time" in done.err
