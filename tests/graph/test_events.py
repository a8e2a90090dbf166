"""Every kind of event: a program that raises it, and its words for people and for tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

import polydat
from polydat.api import Assembler
from polydat.graph import events
from polydat.graph.events import Event, EventLog
from polydat.graph.node import InputKind
from polydat.types import PortType

C = "input c: u64\n"

# Program, kind, level, words.
CASES: list[tuple[str, type[Event], str, str]] = [
    (f"{C}x := c", events.Parsed, "info", "parsed 2 statements"),
    (f"{C}x := hash(c)", events.BindingResolved, "info", "'x' is a node hash"),
    (
        f"m(a: u64) -> (o: u64) := {{ o := a + 1 }}\n{C}x := m(c)",
        events.ModuleInlined,
        "info",
        "module 'm' adds 2 nodes",
    ),
    (
        f"pragma strict_values\n{C}x := c",
        events.PragmaAcknowledged,
        "advisory",
        "pragma strict_values in line 1",
    ),
    (
        f"pragma fast\n{C}x := c",
        events.UnknownPragma,
        "warning",
        "pragma fast in line 1 is unknown and does nothing",
    ),
    (f"{C}x := hash(c)", events.OutputDeclared, "info", "'x' is an output"),
    (
        f"{C}x := sin(c)",
        events.TypeWidening,
        "advisory",
        "u64 widens to f64 in c \N{RIGHTWARDS ARROW} x",
    ),
    (
        f"{C}x := sin(c)",
        events.TypeAdapterInserted,
        "advisory",
        "adapter U64\N{RIGHTWARDS ARROW}F64 between 'c' and 'x'",
    ),
    (
        "pragma strict_values\ninput (a: u64, b: u64)\nx := div_wire(a, b)",
        events.AssertionInserted,
        "advisory",
        "check that divisor is not 0 between 'b' and 'x'",
    ),
    (
        "input (a: u64, b: u64)\nx := div_wire(a, b)",
        events.AssertionSkipped,
        "advisory",
        "no check between 'b' and 'x': strict_values not enabled",
    ),
    (
        f"{C}x := hash(c)",
        events.CompileLevelSelected,
        "info",
        "'x' can run as native code",
    ),
    (
        "extern e: u64\nx := hash(e)",
        events.ExternWithoutDefault,
        "warning",
        "extern 'e: u64' has no default and is None until set",
    ),
    (
        "extern e: dyn\nx := hash(e)",
        events.InputConverterInserted,
        "info",
        "input 'e' (declared dyn) is read as u64 by x",
    ),
    (
        "x := hash(0)",
        events.ConstantFolded,
        "info",
        "hash reads no input and is 16294208416658607535",
    ),
    (
        f"{C}x := mod(hash(c), 10)",
        events.FusionApplied,
        "info",
        "hash_mod_to_hash_range: 'x' is hash_range and takes in x__anon_0",
    ),
    ("x := 1", events.Summary, "info", "1 nodes, 1 outputs, 0 constants folded"),
]

WARNING = "nothing reads 'a'"


def logged(source: str) -> EventLog:
    log = EventLog()
    polydat.compile(source, log=log)
    return log


@pytest.mark.parametrize(("source", "kind", "level", "words"), CASES, ids=lambda v: str(v)[:30])
def test_event(source: str, kind: type[Event], level: str, words: str) -> None:
    found = [e for e in logged(source) if isinstance(e, kind)]
    assert words in [e.text for e in found]
    for event in found:
        facts: dict[str, Any] = event.as_json()
        assert facts["event"] == kind.__name__
        assert facts["level"] == level
        assert facts["text"] == event.text
        json.dumps(facts)


def test_costly_wires_that_change() -> None:
    from polydat.nodes import registry

    costly = [
        s for s in registry.public().values() if any(p.kind.value == "config" for p in s.params)
    ]
    for spec in costly:
        graph = Assembler(["cycle"])
        wires = []
        for param in spec.wires:
            graph.add_input(param.name, param.type or PortType.U64, InputKind.EXTERNAL_WRITE, 1)
            wires.append(param.name)
        log = EventLog()
        graph.add_node("x", spec, wires)
        graph.add_output("x")
        graph.compile(log=log)
        assert any(isinstance(e, events.ConfigWireCycleWarning) for e in log)
    event = events.ConfigWireCycleWarning("pick", "weights")
    assert event.text == "'weights' of 'pick' is costly to change, and changes"
    assert event.as_json()["level"] == "warning"


def test_warnings_without_a_kind() -> None:
    unused = EventLog()
    graph = Assembler(["cycle"])
    graph.add_node("a", "hash", ["cycle"])
    graph.add_node("b", "hash", ["cycle"])
    graph.add_output("b")
    graph.compile(log=unused)
    (warning,) = [e for e in unused if isinstance(e, events.Warned)]
    assert warning.text == WARNING
    assert warning.as_json()["level"] == "warning"


def test_every_kind_is_here() -> None:
    kinds = {k for k in vars(events).values() if isinstance(k, type) and issubclass(k, Event)}
    shown = {kind for _, kind, _, _ in CASES}
    assert kinds - shown == {Event, events.ConfigWireCycleWarning, events.Warned}
