"""`polydat nodes`, `polydat cache` and `polydat doctor`: what is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from polydat.codegen.toolchain import NoCompiler, find_compiler
from tests.cli.conftest import USERS
from tests.commands import Done


def test_one_function(call: Callable[..., Done]) -> None:
    done = call("nodes", "mod")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "mod(input: u64, const modulus: u64) -> u64"
    assert "Category: Arithmetic" in lines
    failure = "attempt to calculate the remainder with a divisor of zero"
    assert f"Fails where there is no value: {failure}." in lines
    assert "Gives `None` where it reads one." in lines


def test_all_functions(call: Callable[..., Done]) -> None:
    lines = call("nodes").out.splitlines()
    assert "Hashing" in lines
    assert any(line.startswith("  hash(input: u64) -> u64 ") for line in lines)


def test_a_word_finds_functions(call: Callable[..., Done]) -> None:
    done = call("nodes", "morton")
    assert done.out.startswith("interleave(a: u64, b: u64) -> u64\n")


def test_functions_for_machines(call: Callable[..., Done]) -> None:
    (found,) = json.loads(call("nodes", "lerp", "--json", "-").out)
    assert found["returns"] == ["f64"]
    assert [p["name"] for p in found["parameters"]] == ["t", "a", "b"]
    assert found["parameters"][2]["default"] == 1.0


def test_cache_is_counted_and_cleared(
    call: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv("POLYDAT_CACHE_DIR", str(folder))
    assert call("cache", "info").out == f"{folder}: 0 programs, 0.0 KiB\n"
    assert call("run", USERS, "--cycles", "1").code == 0
    made = len(list(folder.iterdir()))
    done = call("cache", "clear")
    assert done.code == 0
    assert done.out.splitlines()[1] == f"removed {made} program{'' if made == 1 else 's'}"
    assert list(folder.iterdir()) == []


def test_doctor_says_why_native_code_is_off(
    call: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "/nonexistent")
    monkeypatch.delenv("POLYDAT_CC", raising=False)
    done = call("doctor", USERS)
    assert done.code == 0
    facts = [line.split(maxsplit=1) for line in done.out.splitlines()]
    why = "the C compiler '/nonexistent' does not run"
    assert ["native", f"off: {why}; programs run as closures, with the same values"] in facts
    assert ["native", why] in facts
    assert ["graph", USERS] in facts


def test_doctor_tries_native_code(call: Callable[..., Done]) -> None:
    if isinstance(find_compiler(), NoCompiler):
        pytest.skip("there is no C compiler")
    done = call("doctor", USERS)
    assert (done.code, done.err) == (0, "")
    facts = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert facts["native"] == "on"
    assert facts["nodes"].endswith("as native code")
