"""`native:lazy`: closures at once, native code when it is there, the same values throughout."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import polydat
from polydat.engines import native
from polydat.engines.choice import Engine, Provenance
from polydat.engines.compiled import CompiledKernel
from polydat.engines.lazy import LazyKernel
from polydat.errors import BuildError, EvalError, UsageError
from polydat.settings import override
from tests.support import VARIANTS

SOURCE = """
input c: u64
extern e: u64 = 3
extern name: str = "n"
m := mod(hash(c), 1000)
x := null_if(m + e, c, 0.5)
label := "{name}-{x}"
bad := mod_wire(c, e)
"""


def lazy(program: polydat.Program, variant: str = "auto") -> LazyKernel:
    kernel = program.kernel(f"native:lazy:{variant}")
    assert isinstance(kernel, LazyKernel)
    return kernel


def test_text_forms() -> None:
    assert Engine.parse("native:lazy") == Engine.native(lazy=True)
    assert Engine.parse("native:lazy:pull") == Engine.native(Provenance.PULL, lazy=True)
    assert str(Engine.native(lazy=True)) == "native:lazy:auto"
    with pytest.raises(UsageError, match=r"no variant of native named 'lasy': .*; nearest: lazy"):
        Engine.parse("native:lasy")
    with pytest.raises(UsageError, match="no variant of closures named 'lazy'"):
        Engine.parse("closures:lazy")


@pytest.mark.parametrize("variant", VARIANTS)
def test_values_before_and_behind_the_swap(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = hold(monkeypatch)
    program = polydat.compile(SOURCE)
    kernel = lazy(program, variant)
    reference = program.kernel("interpreter:off")
    for c in range(8):
        if c == 4:
            assert kernel.plan.native_nodes == 0
            held.set()
            kernel.build.wait()
            assert kernel.plan.native_nodes == 0, "a swap happens between rounds"
        if c == 6:
            kernel.set_input("e", 0)
            reference.set_input("e", 0)
        for each in (kernel, reference):
            each.set_inputs([c])
        for name in ("m", "x", "label"):
            assert kernel[name] == reference[name], (c, name)
        if c >= 6:
            with pytest.raises(EvalError, match="divisor of zero"):
                kernel.pull("bad")
    assert type(kernel) is CompiledKernel
    assert kernel.plan.native_nodes > 0
    assert kernel.fork().plan.native_nodes > 0


def hold(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Makes builds wait for the event."""
    real, held = native.load, threading.Event()

    def load(*args: Any) -> Any:
        held.wait(60)
        return real(*args)

    monkeypatch.setattr(native, "load", load)
    return held


def test_a_value_written_before_the_swap_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hold(monkeypatch)
    kernel = lazy(polydat.compile(SOURCE))
    kernel.set_input("name", "w\u00f6rt")
    kernel.set_input("e", None)
    held.set()
    kernel.build.wait()
    kernel.set_inputs([0])  # hash(0) ends in 535
    assert type(kernel) is CompiledKernel
    assert (kernel["m"], kernel["x"]) == (535, None)
    assert (kernel.input_value("name"), kernel.input_value("e")) == ("w\u00f6rt", None)


def test_code_that_cannot_be_built_leaves_closures(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> Any:
        raise BuildError("refused for the test")

    monkeypatch.setattr(native, "load", refuse)
    kernel = lazy(polydat.compile(SOURCE))
    kernel.build.wait()
    kernel.set_inputs([0])
    assert kernel["m"] == kernel.fork()["m"] == 535
    assert kernel.plan.native_nodes == 0
    (entry,) = kernel.ledger.refusals()
    assert "refused for the test" in entry.reason


def test_without_a_compiler() -> None:
    with override(native=False):
        kernel = lazy(polydat.compile(SOURCE))
        kernel.build.wait()
    kernel.set_inputs([0])
    assert kernel["m"] == 535
    assert kernel.plan.closure_steps > 0


def test_many_threads_start_one_build(monkeypatch: pytest.MonkeyPatch) -> None:
    real = native.load
    calls: list[Any] = []

    def load(*arguments: Any) -> Any:
        calls.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(native, "load", load)
    program = polydat.compile(SOURCE)
    want = [program.kernel("interpreter:off")(c=c, e=7) for c in range(1, 60)]
    found: list[Any] = []

    def run() -> None:
        kernel = program.kernel("native:lazy")
        found.append([kernel(c=c, e=7) for c in range(1, 60)])

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [want] * 6
    assert len(calls) == 1


def test_batches_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hold(monkeypatch)
    program = polydat.compile(SOURCE, engine="native:lazy")
    first = program.range(1, 100)
    held.set()
    for name, column in program.range(1, 100, engine="native").items():
        assert column.tolist() == first[name].tolist()
    for name, column in program.range(1, 100).items():
        assert column.tolist() == first[name].tolist()
