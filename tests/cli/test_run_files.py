"""`polydat run -o`: every format, compression, manifests, parts and going on after a stop."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import polydat
from tests.cli.conftest import SENSORS, USERS
from tests.commands import COMMAND, Done, environment, run

# Published: mod(hash(cycle), 1000000) for cycles 0 to 4.
USER_IDS = [607535, 822465, 348110, 139053, 603978]

Call = Callable[..., Done]


@pytest.mark.parametrize("name", ["csv", "csv.gz", "csv.zst", "tsv", "jsonl", "sql", "parquet",
                                  "arrow", "arrows", "txt"])  # fmt: skip
def test_the_ending_picks_the_format(call: Call, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"rows.{name}"
    done = call("run", USERS, "--cycles", "5", "--outputs", "user_id,label", "-o", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert user_ids(target) == USER_IDS
    assert [p.name for p in tmp_path.iterdir()] == [target.name]


def user_ids(path: Path) -> list[int]:
    """The column of user ids, by the readers of others."""
    kind = path.name.partition(".")[2]
    if kind == "parquet":
        return list(parquet.read_table(path)["user_id"].to_pylist())
    if kind == "arrow":
        return list(pa.ipc.open_file(path).read_all()["user_id"].to_pylist())
    if kind == "arrows":
        return list(pa.ipc.open_stream(path.read_bytes()).read_all()["user_id"].to_pylist())
    how = {"gz": "gzip", "zst": "zstd"}.get(kind.rpartition(".")[2])
    text = pa.input_stream(str(path), compression=how).read().decode()
    if kind == "jsonl":
        return [json.loads(line)["user_id"] for line in text.splitlines()]
    if kind == "sql":
        return [int(line.split(",")[0][1:]) for line in text.splitlines() if line[0] == "("]
    if kind == "txt":
        return [int(line.split()[0]) for line in text.splitlines()[2:]]
    lines = csv.reader(text.splitlines(), "excel-tab" if kind == "tsv" else "excel")
    return [int(row[0]) for row in list(lines)[1:]]


def test_sqlite_loads_what_run_writes(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "rows.sql"
    done = call("run", USERS, "--cycles", "3000", "--outputs", "user_id,score,label",
                "--dialect", "sqlite", "-o", target)  # fmt: skip
    assert (done.code, done.err) == (0, "")
    program = polydat.compile_file(USERS)
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE TABLE users (user_id INTEGER, score REAL, label TEXT)")
        base.executescript(target.read_text())
        found = base.execute("SELECT user_id, label FROM users ORDER BY rowid").fetchall()
    base.close()
    batch = program.range(0, 3000)
    assert found == list(zip(batch["user_id"].tolist(), batch["label"].tolist(), strict=True))


def test_table_is_named_by_the_graph_or_by_an_option(call: Call) -> None:
    done = call("run", USERS, "--cycles", "1", "--outputs", "user_id", "--emit", "sql")
    assert done.out.splitlines()[2:] == ['INSERT INTO "users" ("user_id") VALUES', "(607535);"]
    done = call("run", USERS, "--cycles", "1", "--outputs", "user_id", "--emit", "sql",
                "--table", "shop.people", "--dialect", "mysql")  # fmt: skip
    assert done.out.splitlines()[1:] == ["INSERT INTO `shop`.`people` (`user_id`) VALUES",
                                         "(607535);"]  # fmt: skip
    assert call("run", USERS, "--cycles", "0", "--emit", "sql", "--dialect", "sqlite").out == ""


def test_value_that_a_dialect_has_not(call: Call, tmp_path: Path) -> None:
    done = call("run", USERS, "--emit", "sql", "--dialect", "sqlite", "-o", tmp_path / "x.sql")
    assert done.code == 1
    assert done.err == (
        "polydat run: cannot write 'hashed' in row 0 (the first is row 0): SQL for sqlite has"
        " integers up to 9223372036854775807\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_failing_row_ends_a_statement(call: Call, program: Callable[..., str]) -> None:
    graph = program("input cycle: u64", "x := div_wire(12, 2 - cycle)")
    done = call("run", graph, "--emit", "sql", "--dialect", "sqlite", "--table", "t")
    assert done.code == 1
    assert done.out == 'INSERT INTO "t" ("x") VALUES\n(6),\n(12);\n'
    assert "divide by zero (at cycle = 2)" in done.err


def test_parquet_says_where_it_comes_from(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "rows.parquet"
    call("run", USERS, "--cycles", "5..50", "--step", "5", "-o", target)
    metadata = parquet.read_schema(target).metadata
    assert metadata[b"polydat.program"].decode() == polydat.compile_file(USERS).id
    assert metadata[b"polydat.range"] == b"5..50"
    assert metadata[b"polydat.step"] == b"5"
    assert b"polydat.version" in metadata


def test_arrow_to_a_pipe_is_a_stream() -> None:
    done = subprocess.run(
        [*COMMAND, "run", USERS, "--cycles", "70000", "--emit", "arrow"],
        capture_output=True, check=True, timeout=60, env=environment(),
    )  # fmt: skip
    rows = pa.ipc.open_stream(done.stdout).read_all()
    assert rows.num_rows == 70_000
    assert rows["user_id"].to_pylist()[:5] == USER_IDS


def test_gzip_is_the_same_each_time(call: Call, tmp_path: Path) -> None:
    for name in ("a.csv.gz", "b.csv.gz"):
        assert call("run", USERS, "--cycles", "100", "-o", tmp_path / name).code == 0
    content = (tmp_path / "a.csv.gz").read_bytes()
    assert content == (tmp_path / "b.csv.gz").read_bytes()
    assert gzip.decompress(content).decode() == call("run", USERS, "--cycles", "100").out


def test_threads_do_not_change_a_byte(call: Call, tmp_path: Path) -> None:
    for name in ("csv", "jsonl", "sql", "parquet", "arrow"):
        for threads in ("1", "3"):
            call("run", USERS, "--cycles", "150_000", "--threads", threads,
                 "-o", tmp_path / f"{threads}.{name}")  # fmt: skip
        assert (tmp_path / f"1.{name}").read_bytes() == (tmp_path / f"3.{name}").read_bytes()


def test_missing_pyarrow_is_asked_for(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = call("run", USERS, "-o", tmp_path / "rows.parquet")
    assert (done.code, done.err) == (
        2,
        "polydat run: pyarrow is not installed: pip install 'polydat[arrow]'\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_manifest_by_hand(call: Call, tmp_path: Path) -> None:
    target, path = tmp_path / "rows.csv", tmp_path / "m.json"
    done = call("run", SENSORS, "--cycles", "2..9", "--step", "3", "--outputs", "sensor_id",
                "site=12", "-o", target, "--manifest", path)  # fmt: skip
    assert (done.code, done.err) == (0, "")
    content = json.loads(path.read_text())
    text = Path(SENSORS).read_text()
    assert content["source"] == {
        "path": SENSORS,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "assignments": ["site=12"],
        "text": text,
    }
    assert content["range"] == {"start": 2, "stop": 9, "step": 3}
    assert content["columns"] == [{"name": "sensor_id", "type": "str"}]
    assert content["format"] == {"name": "csv"}
    assert (content["rows"], content["complete"]) == (3, True)
    rows = target.read_bytes()
    assert content["files"] == [
        {"name": "rows.csv", "start": 2, "stop": 9, "rows": 3, "bytes": len(rows),
         "sha256": hashlib.sha256(rows).hexdigest()}
    ]  # fmt: skip


def test_parts_hold_the_rows_of_one_file(call: Call, tmp_path: Path) -> None:
    whole = call("run", USERS, "--cycles", "1000").out.splitlines()
    target = tmp_path / "rows.csv"
    assert call("run", USERS, "--cycles", "1000", "-o", target, "--parts", "3").code == 0
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["rows.0000-0333.csv", "rows.0333-0666.csv", "rows.0666-1000.csv",
                     "rows.csv.manifest.json"]  # fmt: skip
    found = [(tmp_path / name).read_text().splitlines() for name in names[:3]]
    assert [part[0] for part in found] == [whole[0]] * 3
    assert [line for part in found for line in part[1:]] == whole[1:]


def test_resume_keeps_what_is_whole(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "rows.jsonl"
    arguments = ["run", USERS, "--cycles", "1000", "-o", target, "--parts", "4", "--resume"]
    assert call(*arguments).code == 0
    parts = sorted(tmp_path.glob("*.jsonl"))
    want = {part.name: part.read_bytes() for part in parts}
    kept = {part: part.stat().st_mtime_ns for part in parts}
    parts[0].unlink()
    parts[2].write_bytes(want[parts[2].name].replace(b"user-1", b"user-2"))
    (tmp_path / f".{parts[2].name}.abc.partial").write_bytes(b"left by a killed run")
    assert call(*arguments).code == 0
    assert {part.name: part.read_bytes() for part in tmp_path.glob("*.jsonl")} == want
    assert [parts[n].stat().st_mtime_ns == kept[parts[n]] for n in (1, 3)] == [True, True]
    assert list(tmp_path.glob(".*")) == []


def test_resume_refuses_other_rows(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    arguments = ["run", USERS, "-o", target, "--parts", "2"]
    assert call(*arguments, "--cycles", "10").code == 0
    before = {p: p.read_bytes() for p in tmp_path.iterdir()}
    done = call(*arguments, "--cycles", "12", "--resume")
    assert done.code == 2
    assert done.err == (
        f"polydat run: {target}.manifest.json is of other files: the range (0..10 there, 0..12"
        " here); without --resume they are made anew\n"
    )
    assert {p: p.read_bytes() for p in tmp_path.iterdir()} == before
    assert call(*arguments, "--cycles", "12").code == 0


def test_parts_end_at_the_part_that_fails(
    call: Call, program: Callable[..., str], tmp_path: Path
) -> None:
    graph = program("input cycle: u64", "x := div_wire(12, 70 - cycle)")
    done = call("run", graph, "--cycles", "100", "-o", tmp_path / "r.csv", "--parts", "4")
    assert done.code == 1
    assert sorted(p.name for p in tmp_path.glob("r.*")) == [
        "r.000-025.csv", "r.025-050.csv", "r.csv.manifest.json",
    ]  # fmt: skip
    content = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    assert (content["complete"], content["rows"], content["parts"]) == (False, 50, 4)


def test_timing_counts_all_rows() -> None:
    done = run("run", USERS, "--cycles", "3", "--threads", "2", "--timing")
    assert done.err.startswith("polydat: 3 rows in ")
