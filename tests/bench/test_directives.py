"""Comment directives: how inputs move and which outputs are read."""

from __future__ import annotations

import pytest

import polydat
from polydat.bench import directives
from polydat.bench.workload import movements, value_at, workload
from polydat.errors import ParseError, UsageError
from polydat.types import PortType

TEXT = """\
// a graph
  /// @driver
  /// cycle := every
  ///   tenant := every 1_000
  /// seed := fixed
/// documentation, since the block has no such line
input cycle: u64
/// @selector
/// user, key
/// part
"""


def test_blocks_are_read() -> None:
    found = directives.read(TEXT.replace("/// documentation", "// documentation"))
    assert found.driver == {"cycle": 1, "tenant": 1000, "seed": 0}
    assert found.selector == ("user", "key", "part")
    assert (found.spans["tenant"].line, found.spans["tenant"].column) == (4, 9)
    assert (found.spans["key"].line, found.spans["key"].column) == (9, 11)


def test_a_block_ends_where_the_comments_end() -> None:
    found = directives.read("/// @driver\n/// cycle := every\n\n/// about x\nx := 1\n")
    assert found.driver == {"cycle": 1}


def test_program_without_directives() -> None:
    found = directives.read("/// about x\nx := 1\n")
    assert (found.driver, found.selector) == (None, None)


@pytest.mark.parametrize(
    "line", ["cycle := sometimes", "cycle = every", "cycle := every 0", "documentation", ":="]
)
def test_other_lines_of_a_driver_are_refused(line: str) -> None:
    with pytest.raises(ParseError) as caught:
        directives.read(f"/// @driver\n/// {line}\n")
    assert caught.value.line == 2


def test_cycle_moves_by_itself() -> None:
    program = polydat.compile("input (a: u64, cycle: u64)\nx := hash(a + cycle)\n")
    assert movements(program.core, None) == (0, 1)
    assert movements(program.core, {"a": 10}) == (10, 0)


def test_values_of_moving_inputs() -> None:
    assert [value_at(PortType.U64, n, 2) for n in range(5)] == [0, 0, 1, 1, 2]
    assert [value_at(PortType.U64, n, 0) for n in range(3)] == [0, 0, 0]
    assert [value_at(PortType.F64, n, 1) for n in range(3)] == [0.0, 1.0, 2.0]
    assert [value_at(PortType.I8, n, 1) for n in (127, 128)] == [127, 0]
    assert [value_at(PortType.BOOL, n, 1) for n in range(3)] == [False, True, False]


def test_workload_has_the_outputs_that_are_read_and_their_nodes() -> None:
    text = "input cycle: u64\na := hash(cycle)\nb := hash(a)\nc := mod(a, 10)\nd := 7\n"
    program = polydat.compile(text)
    asked = directives.read("/// @selector\n/// c, d\n")
    load = workload("graph", program, asked)
    assert [o.name for o in load.core.outputs] == ["c", "d"]
    assert load.nodes == 2
    assert workload("graph", program, directives.read("")).nodes == 3


def test_extern_without_a_value_is_not_timed() -> None:
    program = polydat.compile('input cycle: u64\nextern e: str\nx := "{e}"\ny := hash(cycle)\n')
    with pytest.raises(UsageError, match="extern 'e' has no value"):
        workload("graph", program, directives.read(""))
    assert workload("graph", program, directives.read("/// @selector\n/// y\n")).nodes == 1
