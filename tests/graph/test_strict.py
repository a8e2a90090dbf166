"""Round trips, nodes that nothing reads, and what strict compilation refuses."""

from __future__ import annotations

import pytest

import polydat
from polydat.graph import roundtrip
from polydat.graph.events import Level
from polydat.types import PortType


def warnings(assembler: polydat.Assembler) -> list[str]:
    log = polydat.EventLog()
    assembler.compile(log=log)
    return [event.text for event in log.at(Level.WARNING)]


def there_and_back() -> polydat.Assembler:
    asm = polydat.Assembler()
    asm.add_input("c", PortType.U32)
    asm.add_node("wide", "__u32_to_bool", ["c"])
    asm.add_node("back", "__bool_to_u32", ["wide"])
    asm.add_output("back")
    return asm


def test_a_round_trip_is_a_warning() -> None:
    assert warnings(there_and_back()) == [
        "in 'back' bool is turned back into u32, of which it was made in 'wide'"
    ]


def test_a_round_trip_under_strict_values_is_an_error() -> None:
    asm = polydat.Assembler()
    asm.strict_values = True
    asm.add_input("c", PortType.U32)
    asm.add_node("wide", "__u32_to_bool", ["c"])
    asm.add_node("back", "__bool_to_u32", ["wide"])
    asm.add_output("back")
    with pytest.raises(polydat.StrictError, match="bool is turned back into u32"):
        asm.compile()


def test_a_conversion_of_something_else_is_none() -> None:
    asm = polydat.Assembler()
    asm.add_input("c", PortType.U64)
    asm.add_node("flag", "__u64_to_bool", ["c"])
    asm.add_node("narrow", "__bool_to_u32", ["flag"])
    asm.add_output("narrow")
    assert warnings(asm) == []


def test_other_nodes_end_the_search() -> None:
    asm = polydat.Assembler(["c"])
    asm.add_node("f", "to_f64", ["c"])
    asm.add_node("h", "hash", ["c"])
    asm.add_output("f")
    asm.add_output("h")
    assert warnings(asm) == []


def test_json_and_registers_are_left_out() -> None:
    names = roundtrip.conversions()
    assert names["__u32_to_bool"] == (PortType.U32, PortType.BOOL)
    assert not any("reg" in name for name in names)


def test_a_node_that_nothing_reads_is_a_warning() -> None:
    asm = polydat.Assembler(["c"])
    asm.add_node("lonely", "hash", ["c"])
    asm.add_node("y", "hash", ["c"])
    asm.add_output("y")
    assert warnings(asm) == ["nothing reads 'lonely'"]
    with pytest.raises(polydat.StrictError, match="nothing reads 'lonely'"):
        asm.compile(strict=True)


def test_outputs_that_were_not_asked_for_are_no_surprise() -> None:
    log = polydat.EventLog()
    polydat.compile("input c: u64\na := hash(c)\nb := mod(a, 5)\nd := c", outputs=["b"], log=log)
    assert log.at(Level.WARNING) == []


def test_strict_refuses_adapters_and_names_the_conversion() -> None:
    with pytest.raises(polydat.StrictError) as caught:
        polydat.compile("input c: u64\ny := lerp(c, 0.0, 1.0)", strict=True)
    assert "'c' is u64" in str(caught.value)
    assert "= write: an explicit conversion, such as 'c as f64'" in str(caught.value)
    assert polydat.compile("input c: u64\ny := lerp(c as f64, 0.0, 1.0)", strict=True)


def test_operators_widen_in_strict_programs_too() -> None:
    assert polydat.compile("input c: u64\ny := c * 0.5", strict=True)


def test_every_node_says_what_it_can_run_as() -> None:
    log = polydat.EventLog()
    polydat.compile("input c: u64\ny := hash(c)", log=log)
    assert "polydat[info]: 'y' can run as native code" in log.format()
