"""`polydat verify`: equal files pass, and the first row that differs is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.conftest import SENSORS, USERS
from tests.commands import Done, run

Call = Callable[..., Done]
KINDS = ["csv", "tsv", "jsonl", "sql", "txt", "csv.gz", "jsonl.zst", "parquet", "arrow", "arrows"]


@pytest.fixture
def made(call: Call, tmp_path: Path) -> Callable[[str], tuple[Path, Path]]:
    """Write a file and its manifest; the result is their paths."""

    def make(kind: str) -> tuple[Path, Path]:
        target, manifest = tmp_path / f"rows.{kind}", tmp_path / "m.json"
        done = call("run", USERS, "--cycles", "10..70_000", "--step", "2", "-o", target,
                    "--outputs", "user_id,score,label", "--manifest", manifest)  # fmt: skip
        assert (done.code, done.err) == (0, "")
        return target, manifest

    return make


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_passes(
    call: Call, made: Callable[[str], tuple[Path, Path]], kind: str
) -> None:
    target, manifest = made(kind)
    done = call("verify", target, "--manifest", manifest)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"ok: {target} has 34,995 rows, 10 to 70000\n"
    other = target.with_name("renamed")
    target.rename(other)
    assert call("verify", other, "--manifest", manifest, "--engine", "closures").code == 0


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "sql"])
def test_the_row_that_differs_is_named(
    call: Call, made: Callable[[str], tuple[Path, Path]], kind: str
) -> None:
    target, manifest = made(kind)
    content = target.read_bytes()
    at = content.index(b"user-", 3 * len(content) // 4)
    target.write_bytes(content[:at] + b"uber" + content[at + 4 :])
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    first, expected, found = done.err.splitlines()
    # The row, by counting rows before the change: each has one label.
    cycle = 10 + 2 * content.count(b"user-", 0, at)
    assert first == f"polydat verify: {target}: the row of cycle = {cycle} differs"
    assert expected.startswith("  expected: ")
    assert found == expected.replace("expected: ", "found:    ").replace("user-", "uber-")


def test_rows_with_line_feeds_are_counted_as_rows(
    call: Call, program: Callable[..., str], tmp_path: Path
) -> None:
    graph = program("input cycle: u64", 'x := "a\\n\\n{cycle}"')
    target, manifest = tmp_path / "r.csv", tmp_path / "m.json"
    call("run", graph, "--cycles", "100", "-o", target, "--manifest", manifest)
    target.write_text(target.read_text().replace("\n77", "\n78"))
    done = call("verify", target, "--manifest", manifest)
    assert done.err.splitlines()[0].endswith("the row of cycle = 77 differs")
    assert done.err.splitlines()[1] == '  expected: "a\\n\\n77"'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda b: b[:-1], "differs"),
        (lambda b: b"", "byte 0 differs, before the first row"),
        (lambda b: b + b"x", "there are bytes behind the last row"),
        (lambda b: b.replace(b"score", b"scora", 1), "byte 12 differs, before the first row"),
    ],
)
def test_ends_of_a_file(
    call: Call,
    made: Callable[[str], tuple[Path, Path]],
    change: Callable[[bytes], bytes],
    message: str,
) -> None:
    target, manifest = made("csv")
    target.write_bytes(change(target.read_bytes()))
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    assert message in done.err


@pytest.mark.parametrize("kind", ["csv.gz", "jsonl.zst"])
def test_compressed_file_that_is_cut(
    call: Call, made: Callable[[str], tuple[Path, Path]], kind: str
) -> None:
    target, manifest = made(kind)
    target.write_bytes(target.read_bytes()[:-5000])
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    assert "cannot be decompressed" in done.err or "differs" in done.err


@pytest.mark.parametrize("kind", ["parquet", "arrow", "arrows"])
def test_columns_that_differ(
    call: Call, made: Callable[[str], tuple[Path, Path]], kind: str
) -> None:
    target, manifest = made(kind)
    read = {"parquet": parquet.read_table, "arrow": lambda p: pa.ipc.open_file(p).read_all(),
            "arrows": lambda p: pa.ipc.open_stream(p.read_bytes()).read_all()}[kind]  # fmt: skip
    rows = read(target)
    scores = rows["score"].to_pylist()
    scores[12_345] += 1e-16
    write(target, kind, rows.set_column(1, "score", pa.array(scores)))
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    assert done.err.endswith(f"the row of cycle = {10 + 2 * 12_345} differs in column 'score'\n")
    write(target, kind, rows.slice(0, 30_000))
    done = call("verify", target, "--manifest", manifest)
    assert done.err.endswith(f"the row of cycle = {10 + 2 * 30_000} differs\n")
    write(target, kind, pa.concat_tables([rows, rows.slice(0, 1)]))
    done = call("verify", target, "--manifest", manifest)
    assert done.err.endswith("there are rows behind the last\n")
    write(target, kind, rows.replace_schema_metadata({"a": "b"}))
    done = call("verify", target, "--manifest", manifest)
    assert done.err.endswith("every row is right, but the bytes are not those of the manifest\n")
    target.write_bytes(b"PAR1")
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    assert f"it is no whole {kind.rstrip('s')} file" in done.err


def write(target: Path, kind: str, rows: pa.Table) -> None:
    if kind == "parquet":
        parquet.write_table(rows, target)
        return
    new = pa.ipc.new_file if kind == "arrow" else pa.ipc.new_stream
    with new(target, rows.schema) as writer:
        writer.write_table(rows)


def test_parts_are_verified_by_name(call: Call, tmp_path: Path) -> None:
    target, manifest = tmp_path / "rows.csv", tmp_path / "m.json"
    call("run", USERS, "--cycles", "100", "-o", target, "--parts", "2", "--manifest", manifest)
    parts = sorted(tmp_path.glob("*.csv"))
    done = call("verify", *parts, "--manifest", manifest)
    assert (done.code, len(done.out.splitlines())) == (0, 2)
    done = call("verify", tmp_path / "rows.000-051.csv", "--manifest", manifest)
    assert done.code == 2
    assert done.err.startswith(f"polydat verify: {manifest} names no file 'rows.000-051.csv'")
    parts[0].write_bytes(parts[1].read_bytes())
    done = call("verify", *parts, "--manifest", manifest)
    assert done.code == 1
    assert "the row of cycle = 0 differs" in done.err


def test_program_that_became_another(call: Call, tmp_path: Path) -> None:
    target, manifest = tmp_path / "rows.csv", tmp_path / "m.json"
    call("run", SENSORS, "--cycles", "5", "-o", target, "--manifest", manifest, "site=3")
    assert call("verify", target, "--manifest", manifest).code == 0
    content = json.loads(manifest.read_text())
    content["source"]["assignments"] = ["site=4"]
    manifest.write_text(json.dumps(content))
    done = call("verify", target, "--manifest", manifest)
    assert done.code == 1
    assert "is another one now" in done.err


def test_graph_from_standard_input_is_in_the_manifest(tmp_path: Path) -> None:
    target, manifest = tmp_path / "rows.csv", tmp_path / "m.json"
    text = "input cycle: u64\nx := hash(cycle)\n"
    assert run("run", "-", "-o", target, "--manifest", manifest, input=text).code == 0
    assert run("verify", target, "--manifest", manifest).code == 0
    assert run("verify", tmp_path / "no.csv", "--manifest", manifest).code == 2
