"""`polydat run`: rows in every format, from every part of the range."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from polydat.cli.run import number
from tests.cli.conftest import LADDER, SENSORS, USERS
from tests.commands import Done, environment, run
from tests.support import ENGINES

# Published: mod(hash(cycle), 1000000) and mod(hash(cycle), 64) for cycles 0 to 4.
USER_IDS = ["607535", "822465", "348110", "139053", "603978"]
BUCKETS = ["47", "1", "14", "45", "10"]


def rows(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize("engine", ENGINES)
def test_published_values(call: Callable[..., Done], engine: str) -> None:
    done = call("run", USERS, "--cycles", "5", "--outputs", "user_id,bucket", "--engine", engine)
    assert (done.code, done.err) == (0, "")
    assert rows(done.out) == [
        ["user_id", "bucket"],
        *map(list, zip(USER_IDS, BUCKETS, strict=True)),
    ]


def test_main_job_in_a_process() -> None:
    done = run("run", USERS, "--cycles", "10")
    assert (done.code, done.err) == (0, "")
    lines = rows(done.out)
    assert lines[0] == ["hashed", "user_id", "bucket", "score", "label"]
    assert [line[1] for line in lines[1:6]] == USER_IDS
    assert [line[4] for line in lines[1:6]] == [f"user-{n}" for n in USER_IDS]
    assert len(lines) == 11


def test_rows_of_any_part_of_the_range(call: Callable[..., Done]) -> None:
    done = call("run", USERS, "--cycles", "1..5", "--step", "2", "--outputs", "user_id")
    assert done.out.split() == ["user_id", USER_IDS[1], USER_IDS[3]]
    done = call("run", USERS, "--cycles", "18446744073709551615..18446744073709551616",
                "--outputs", "cycle")  # fmt: skip
    assert done.out.split() == ["cycle", "18446744073709551615"]
    assert call("run", USERS, "--cycles", "0", "--outputs", "user_id").out == "user_id\n"


def test_json_lines(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program(
        "input (cycle: u64, level: f64)",
        "extern word: str = \"say \\\"hi\\\",\\n\u00e9\"",
        "half := level / 2.0",
        "whole := level * 0.0",
        "even := true",
    )  # fmt: skip
    done = call("run", graph, "--cycles", "1", "--emit", "jsonl", "level=0.0001",
                "--outputs", "half,whole,even,word")  # fmt: skip
    assert done.err == ""
    assert done.out == '{"half":0.00005,"whole":0.0,"even":true,"word":"say \\"hi\\",\\n\u00e9"}\n'
    assert json.loads(done.out)["word"] == 'say "hi",\n\u00e9'


def test_cells_are_quoted(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program(
        "input cycle: u64",
        'comma := "a,{cycle}"',
        "quote := \"say \\\"{cycle}\\\"\"",
        'tab := "a\\t{cycle}"',
        'empty := ""',
    )  # fmt: skip
    done = call("run", graph, "--cycles", "1", "--emit", "csv")
    assert done.out == 'comma,quote,tab,empty\n"a,0","say ""0""",a\t0,""\n'
    done = call("run", graph, "--cycles", "1", "--emit", "tsv")
    assert done.out == 'comma\tquote\ttab\tempty\na,0\t"say ""0"""\t"a\t0"\t""\n'


def test_table_is_aligned_and_safe(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program(
        "input cycle: u64",
        "n := cycle * 100",
        'wide := "\u4e2d{cycle}"',
        'tab := "a\\t{cycle}"',
    )
    done = call("run", graph, "--cycles", "2", "--emit", "table")
    assert done.out == (
        "  n  wide  tab\n"
        "---  ----  ----\n"
        "  0  \u4e2d0   a\\t0\n"
        "100  \u4e2d1   a\\t1\n"
    )  # fmt: skip


def test_name_is_value_fixes_inputs(call: Callable[..., Done]) -> None:
    done = call("run", LADDER, "cycle=7", "--cycles", "1", "--outputs", "a", "tenant=0")
    # hash(7), by SplitMix64
    assert done.err == ""
    assert done.out.split() == ["a", str(splitmix(7))]
    done = call("run", SENSORS, "--cycles", "1", "place=hall", "site=12", "--outputs", "sensor_id")
    assert done.out.split() == ["sensor_id", "hall-12/0"]


def splitmix(x: int) -> int:
    """The published algorithm, once more."""
    mask = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
    return x ^ x >> 31


def test_file_is_written_whole(call: Callable[..., Done], tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    target.write_text("old")
    target.chmod(0o640)
    done = call("run", USERS, "--cycles", "70000", "--outputs", "user_id", "-o", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert len(target.read_text().splitlines()) == 70001
    assert target.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]


def test_failure_keeps_the_old_file(
    call: Callable[..., Done], program: Callable[..., str], tmp_path: Path
) -> None:
    graph = program("input cycle: u64", "x := mod(hash(cycle), 0)")
    target = tmp_path / "rows.csv"
    target.write_text("old")
    assert call("run", graph, "-o", target).code == 1
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.polydat", "rows.csv"]


def test_timing_goes_to_standard_error(call: Callable[..., Done]) -> None:
    done = call("run", USERS, "--cycles", "3", "--timing")
    assert done.code == 0
    assert len(done.out.splitlines()) == 4
    assert done.err.startswith("polydat: 3 rows in ")


def test_extern_without_a_value(call: Callable[..., Done], program: Callable[..., str]) -> None:
    graph = program("input cycle: u64", "extern word: str", 'x := "{word}-{cycle}"', "y := cycle")
    done = call("run", graph)
    assert (done.code, done.out) == (2, "")
    assert done.err == ("polydat run: extern 'word' has no value: write word=VALUE of type str\n")
    assert call("run", graph, "--cycles", "1", "--outputs", "y").out == "y\n0\n"
    assert call("run", graph, "--cycles", "1", "word=hi", "--outputs", "x").out == "x\nhi-0\n"


def test_coordinate_that_cannot_count_so_far(
    call: Callable[..., Done], program: Callable[..., str]
) -> None:
    done = call("run", program("input n: u8", "x := n"), "--cycles", "300")
    assert done.code == 2
    assert done.err == (
        "polydat run: 'n' has type u8 and takes up to 255, and the range goes to 299\n"
    )


def test_terminal_of_another_encoding() -> None:
    """Rows are UTF-8 whatever the terminal says; other text is shown as it can be."""
    env = environment(PYTHONIOENCODING="ascii")
    text = 'input cycle: u64\nx := "\u00e9{cycle}"\n'
    assert run("run", "-", "--cycles", "1", input=text, env=env).out == "x\n\u00e90\n"
    done = run("explain", "-", "wires", input=text, env=env)
    assert done.code == 0
    assert 'printf("\\xe9{}", cycle)' in done.out


def test_program_without_inputs(call: Callable[..., Done], program: Callable[..., str]) -> None:
    done = call("run", program("x := 40 + 2"), "--cycles", "2")
    assert (done.code, done.out) == (0, "x\n42\n42\n")


def test_consts_and_registers_need_what_they_read() -> None:
    program = 'input c: u64\nextern p: str\nconst l := "L{p}"\ny := "{l}{c}"\n'
    done = run("run", "-", "--cycles", "1", input=program)
    assert (done.code, done.out) == (2, "")
    assert "extern 'p' has no value: write p=VALUE of type str" in done.err
    program = "input c: u64\nshared r := 20 * 2\ny := r + c\n"
    done = run("run", "-", "--cycles", "2", "--emit", "csv", input=program)
    assert (done.code, done.out) == (0, "r,y\n40,40\n40,41\n")


@pytest.mark.parametrize(
    ("declaration", "value", "shown"),
    [
        ("extern size: u64", "7", "14"),
        ("extern size: u64 = 1", "7", "14"),
        ("input size: u64", "7", "14"),
        ("extern size: i64", "7", "14"),
        ("extern size: u8", "7", "14"),
    ],
)
def test_a_const_may_read_what_the_command_line_fixes(
    declaration: str, value: str, shown: str
) -> None:
    program = f'input cycle: u64\n{declaration}\nconst twice := "{{size}}" as u64 * 2\n'
    arguments = ("--cycles", "2", "--emit", "csv", "--outputs", "twice")
    done = run("run", "-", f"size={value}", *arguments, input=program)
    assert (done.code, done.out) == (0, f"twice\n{shown}\n{shown}\n"), done.err


@pytest.mark.parametrize(
    ("type", "value", "shown"),
    [
        ("bytes", "00ff", "00ff"),
        ("vec_i32", "[1, -2]", '"[1,-2]"'),
        ("json", '{"a": 1}', '"{""a"":1}"'),
        ("u128", str(2**128 - 1), str(2**128 - 1)),
        ("f16", "0.5", "0.5"),
    ],
)
def test_values_of_every_type_are_read_and_written(type: str, value: str, shown: str) -> None:
    program = f"input cycle: u64\nextern x: {type}\ny := identity(x)\n"
    arguments = ("--cycles", "1", "--emit", "csv", "--outputs", "y")
    done = run("run", "-", f"x={value}", *arguments, input=program)
    assert (done.code, done.out) == (0, f"y\n{shown}\n"), done.err


def test_a_value_that_is_none_of_its_type() -> None:
    program = "input cycle: u64\nextern x: vec_i32\ny := identity(x)\n"
    done = run("run", "-", "x=[1.5]", input=program)
    assert done.code == 2
    assert "the default of extern 'x' is no vec_i32 literal" in done.err


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7", 7),
        ("1_000", 1000),
        ("2K", 2000),
        ("2Ki", 2048),
        ("3M", 3 * 10**6),
        ("1G", 10**9),
        ("0", 0),
        ("K", None),
        ("1k", None),
        ("1MM", None),
        ("1.5K", None),
        ("-1", None),
        ("", None),
    ],
)
def test_counts_have_the_suffixes_of_programs(written: str, meant: int | None) -> None:
    assert number(written) == meant
