"""Cones of the interpreter: which nodes they take, what the ledger says, and that values stay."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

import polydat
from polydat.api import Assembler, Program
from polydat.engines import cone_code
from polydat.engines.choice import Engine, JitMode
from polydat.engines.cones import ConePlan, form
from polydat.errors import BuildError, EvalError, NativeConeError
from polydat.graph.node import InputKind, InputWire
from polydat.settings import override
from polydat.types import PortType
from tests.commands import ROOT
from tests.engines.test_host_nodes import declared

P = PortType
IN_PYTHON = declared("test_twice", lambda a: a * 2 % 2**64, [P.U64], [P.U64])
ODD_IS_NONE = declared("test_odd_is_none", lambda a: None if a % 2 else a, [P.U64], [P.U64])


def formed(program: Program, least: int = 2) -> list[list[str]]:
    """Names of the members of every cone."""
    graph = program.core.graph
    cones = form(program.core.dag, least).cones
    return [[graph.nodes[i].name for i in cone.members] for cone in cones]


def plan_of(program: Program) -> ConePlan:
    (plan,) = form(program.core.dag, 2).cones
    return plan


def test_the_default_of_the_interpreter_is_auto() -> None:
    assert Engine.parse("interpreter") == Engine.interpreter() == Engine.parse("interpreter:auto")
    assert Engine.parse("interpreter:force").jit is JitMode.FORCE
    assert str(Engine.interpreter(JitMode.OFF)) == "interpreter:off"


def test_a_connected_graph_is_one_cone() -> None:
    program = polydat.compile_file(ROOT / "bench" / "graphs" / "ladder.polydat")
    kernel = program.kernel("interpreter:auto")
    assert (kernel.plan.native_segments, kernel.plan.native_nodes) == (1, 11)
    (entry,) = [e for e in kernel.ledger.entries if e.what == "cone"]
    assert entry.built
    assert entry.cone is not None
    assert entry.cone.kind == "Formed"
    assert set(entry.cone.outputs) == {"a", "user", "r", "bucket", "p", "part", "key"}
    assert len(entry.cone.members) == 11
    assert (entry.cone.boundary_inputs, entry.cone.boundary_outputs) == (3, 7)
    assert entry.cone.label.startswith("jit_cone[")
    assert entry.cone.label.endswith("+5 more]")
    assert entry.compiler


def test_off_has_no_cones() -> None:
    kernel = polydat.compile("input c: u64\nx := mod(hash(c) + 1, 7)").kernel("interpreter:off")
    assert kernel.plan.native_nodes == 0
    assert not kernel.ledger.entries


def test_auto_leaves_single_nodes_alone_and_force_takes_them() -> None:
    program = polydat.compile("input (a: u64, b: u64)\nx := hash(a)\ny := mod(b + 1, 7)")
    assert [len(c) for c in formed(program)] == [2]
    assert sorted(len(c) for c in formed(program, least=1)) == [1, 1, 1, 2]  # a, b, x, y


def test_constants_and_scope_work_stay_with_the_fold() -> None:
    asm = Assembler(["c"])
    asm.add_input("n", P.U64, InputKind.ITERATION_EXTERN, 3)
    asm.add_node("once", "hash", ["n"])
    asm.add_node("twice", "hash", ["once"])
    asm.add_node("sum", "u64_add", ["twice", "c"])
    asm.add_node("end", "hash", ["sum"])
    asm.add_output("end")
    plan = plan_of(asm.compile())
    graph = asm.compile().core.graph
    assert [graph.nodes[i].name for i in plan.members] == ["sum", "end"]
    assert len(plan.reads) == 2
    assert len(plan.makes) == 1


def sandwich() -> Program:
    """A node without C between two ends that are connected beside it."""
    asm = Assembler(["c"])
    asm.add_node("a", "hash", ["c"])
    asm.add_node("a2", "hash", ["a"])
    asm.add_node("middle", IN_PYTHON, ["a2"])
    asm.add_node("b", "u64_add", ["a2", "middle"])
    asm.add_node("b2", "hash", ["b"])
    asm.add_output("b2")
    return asm.compile()


def test_a_component_that_is_not_convex_is_split() -> None:
    program = sandwich()
    assert formed(program) == [["a", "a2"], ["b", "b2"]]
    off, auto = program.kernel("interpreter:off"), program.kernel("interpreter:auto")
    for c in (0, 1, 7):
        assert auto(c=c) == off(c=c)


def test_two_cones_that_would_read_each_other_are_split() -> None:
    asm = Assembler(["i", "j"])
    for name, wire in (("a", "i"), ("c", "j")):
        asm.add_node(name, "hash", [wire])
        asm.add_node(f"{name}_out", IN_PYTHON, [name])
    asm.add_node("b", "hash", ["c_out"])
    asm.add_node("d", "hash", ["a_out"])
    asm.add_node("e", "u64_add", ["a", "b"])
    asm.add_node("f", "u64_add", ["c", "d"])
    for name in ("e", "f"):
        asm.add_output(name)
    program = asm.compile()
    off, auto = program.kernel("interpreter:off"), program.kernel("interpreter:auto")
    for i, j in itertools.product((0, 5), (1, 2)):
        assert auto(i=i, j=j) == off(i=i, j=j)


def wide(count: int, function: str) -> Program:
    """A sum of many coordinates: in one node, or two by two."""
    names = [f"i{n}" for n in range(count)]
    asm = Assembler(names)
    if function == "sum":
        asm.add_node("s", "sum", names)
    else:
        asm.add_node("s0", "hash", ["i0"])
        for n in range(1, count):
            asm.add_node(f"s{n}", "u64_add", [f"s{n - 1}", f"i{n}"])
    last = "s" if function == "sum" else f"s{count - 1}"
    asm.add_node("end", "hash", [last])
    asm.add_output("end")
    return asm.compile()


def test_a_cone_reads_at_most_64_wires() -> None:
    program = wide(150, "u64_add")
    cones = form(program.core.dag, 2).cones
    assert [len(cone.reads) for cone in cones] == [64, 64, 24]
    coords = list(range(150))
    kernels = [program.kernel(e) for e in ("interpreter:off", "interpreter:auto")]
    for kernel in kernels:
        kernel.set_inputs(coords)
    assert kernels[0]["end"] == kernels[1]["end"]


def test_a_node_that_reads_more_alone_is_on_the_ledger() -> None:
    program = wide(70, "sum")
    kernel = program.kernel("interpreter:force")
    kinds = {e.cone.kind: e for e in kernel.ledger.entries if e.cone is not None}
    assert kinds["InputBound"].cone is not None
    assert kinds["InputBound"].cone.members == ("s",)
    assert kinds["InputBound"].cone.boundary_inputs == 70
    assert "at most 64" in kinds["InputBound"].reason
    kernel.set_inputs([1] * 70)
    reference = program.kernel("interpreter:off")
    reference.set_inputs([1] * 70)
    assert kernel["end"] == reference["end"]


@pytest.mark.parametrize("mode", ["off", "auto", "force"])
def test_none_on_the_boundary(mode: str) -> None:
    """From an extern that is cleared, and from a node outside, only what depends is `None`."""
    asm = Assembler(["c"])
    asm.add_input("e", P.U64, InputKind.EXTERNAL_WRITE, 4)
    asm.add_node("h", "hash", ["c"])
    asm.add_node("free", "mod", ["h"], [100])
    asm.add_node("with_e", "u64_add", ["free", "e"])
    asm.add_node("more_e", "u64_add", ["with_e", "e"])
    asm.add_node("maybe", ODD_IS_NONE, ["c"])
    asm.add_node("partly", "u64_add", ["free", "maybe"])
    asm.add_node("end", "u64_add", ["partly", "free"])
    for name in ("free", "more_e", "partly", "end"):
        asm.add_output(name)
    kernel = asm.compile().kernel(f"interpreter:{mode}")
    kernel.set_inputs([0])  # hash(0) = 16294208416658607535
    assert [kernel[n] for n in ("free", "more_e", "partly", "end")] == [35, 43, 35, 70]
    kernel.set_input("e", None)
    assert [kernel[n] for n in ("free", "more_e", "partly", "end")] == [35, None, 35, 70]
    kernel.set_inputs([1])  # hash(1) = 10451216379200822465
    assert [kernel[n] for n in ("end", "partly", "free")] == [None, None, 65]
    kernel.set_inputs([0])
    kernel.set_input("e", 1)
    assert [kernel[n] for n in ("end", "more_e", "free")] == [70, 37, 35]


@pytest.mark.parametrize("mode", ["off", "auto", "force"])
def test_a_failing_member_fails_only_what_needs_it(mode: str) -> None:
    asm = Assembler(["c"], context="cones")
    asm.add_node("h", "hash", ["c"])
    asm.add_node("bad", "mod", ["h"], [0])
    asm.add_node("worse", "hash", ["bad"])
    asm.add_node("good", "hash", ["h"])
    for name in ("worse", "good", "h"):
        asm.add_output(name)
    program = asm.compile()
    kernel = program.kernel(f"interpreter:{mode}")
    for c in (0, 1):
        kernel.set_inputs([c])
        good = program.kernel("closures")
        good.set_inputs([c])
        with pytest.raises(EvalError) as caught:
            kernel.pull("worse")
        assert str(caught.value) == (
            f"mod({good['h']}, 0), which feeds worse in cones:"
            " attempt to calculate the remainder with a divisor of zero"
        )
        assert kernel["good"] == good["good"]
        assert kernel["h"] == good["h"]


def broken(monkeypatch: pytest.MonkeyPatch, marker: str) -> None:
    """A compiler that refuses texts which contain `marker`."""
    real = cone_code.load

    def load(text: Callable[[], str], names: Any) -> Any:
        if marker in text():
            raise BuildError("refused for the test")
        return real(text, names)

    monkeypatch.setattr(cone_code, "load", load)


def two_cones() -> Program:
    return polydat.compile("input (a: u64, b: u64)\nx := mod(hash(a), 7)\ny := hash(b ^ 12345)")


def test_auto_restores_what_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, "12345")
    program = polydat.compile(
        "input (a: u64, b: u64)\nx := hash(mod(a, 9) + 1)\ny := hash(b ^ 12345)"
    )
    kernel = program.kernel("interpreter:auto")
    entries = {e.cone.kind: e for e in kernel.ledger.entries if e.cone is not None}
    assert set(entries) == {"Formed", "Codegen"}
    refused = entries["Codegen"].cone
    assert refused is not None
    assert refused.outputs == ("y",)
    assert refused.boundary_inputs == 1
    assert "refused for the test" in entries["Codegen"].reason
    assert kernel(a=5, b=6) == program.kernel("interpreter:off")(a=5, b=6)


def test_force_names_the_cone_that_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, "12345")
    program = polydat.compile("input b: u64\ny := hash(b ^ 12345)")
    with pytest.raises(NativeConeError) as caught:
        program.kernel("interpreter:force")
    assert "jit_cone[u64_xor+hash] has no native code: refused for the test" in str(caught.value)


def test_without_a_compiler_everything_is_interpreted() -> None:
    source = "input c: u64\nx := hash(mod(c, 9) + 1)"
    with override(native=False):
        kernel = polydat.compile(source).kernel("interpreter:auto")
        assert kernel.plan.native_nodes == 0
        (entry,) = kernel.ledger.entries
        assert entry.cone is not None
        assert entry.cone.kind == "Codegen"
        assert "POLYDAT_NATIVE=0" in entry.reason
        with pytest.raises(NativeConeError):
            polydat.compile(source).kernel("interpreter:force")
    assert kernel(c=4) == polydat.compile(source).kernel("closures")(c=4)


def test_the_mode_does_not_change_identity() -> None:
    source = "input c: u64\nx := hash(hash(c))"
    modes = ("off", "auto", "force")
    ids = {polydat.compile(source, engine=f"interpreter:{m}").kernel().program_id for m in modes}
    assert len(ids) == 1


def test_texts_floats_and_several_outputs_cross_the_border() -> None:
    source = """
input (c: u64, f: f64)
extern name: str = "n\u00e4me"
(low, high) := mixed_radix(hash(c), 5, 10)
label := "{name}-{low}-{high}"
half := f * 0.5 + 1.0
both := "{label} {half}"
"""
    program = polydat.compile(source)
    kernels = [program.kernel(f"interpreter:{m}") for m in ("off", "auto", "force")]
    for c, f, name in ((0, 1.5, "x"), (1, -0.0, "\u2713\u0000"), (2, float("inf"), "")):
        answers = [kernel(c=c, f=f, name=name) for kernel in kernels]
        assert answers[0] == answers[1] == answers[2]


def test_only_what_changed_runs_again() -> None:
    """Two cones: a write that one does not depend on leaves the value of the other."""
    program = two_cones()
    kernel = program.kernel("interpreter:auto")
    kernel.set_inputs([1, 2])
    first = [kernel["x"], kernel["y"]]
    kernel.set_inputs([1, 3])
    other = program.kernel("interpreter:off")
    other.set_inputs([1, 3])
    assert kernel["x"] == first[0] == other["x"]
    assert kernel["y"] == other["y"] != first[1]


def test_wires_of_a_plan() -> None:
    program = polydat.compile("input (a: u64, b: u64)\nx := hash(a + b)", outputs=["x"])
    plan = plan_of(program)
    names = [program.core.graph.nodes[i].spec.name for i in plan.members]
    assert names == ["u64_add", "hash"]
    assert plan.reads == (InputWire(0), InputWire(1))
    assert plan.makes == plan.members[1:]
