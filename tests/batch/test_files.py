"""Names of files, compression, parts and manifests."""

from __future__ import annotations

import gzip
import io
import json
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polydat.batch import compression
from polydat.batch.compression import compressed, decompressed
from polydat.batch.files import remove_partial, whole_file
from polydat.batch.formats import Format, choose
from polydat.batch.manifest import FileEntry, Manifest, Source, read_manifest
from polydat.batch.part_files import part_files
from polydat.errors import UsageError


@pytest.mark.parametrize(
    ("target", "name", "packed"),
    [
        ("rows.csv", "csv", None),
        ("rows.tsv", "tsv", None),
        ("a.b/rows.jsonl", "jsonl", None),
        ("rows.ndjson.gz", "jsonl", "gzip"),
        ("rows.sql.zst", "sql", "zstd"),
        ("rows.parquet", "parquet", None),
        ("rows.arrow", "arrow", None),
        ("rows.txt", "table", None),
        ("rows", "csv", None),
        ("rows.gz", "csv", "gzip"),
        ("-", "csv", None),
    ],
)
def test_the_ending_picks_the_format(target: str, name: str, packed: str | None) -> None:
    found = choose(target)
    assert (found.name, found.compression) == (name, packed)
    assert choose(target, emit="tsv").name == "tsv" or name in ("parquet", "arrow")


def test_formats_that_are_refused() -> None:
    for arguments, message in (
        ({"target": "x", "emit": "jsnol"}, "got 'jsnol'; nearest: jsonl"),
        ({"target": "x.parquet.gz"}, "parquet is compressed inside: write -o x.parquet"),
        ({"target": "-", "emit": "arrow", "terminal": True}, "nothing for a terminal"),
        ({"target": "x.csv", "dialect": "mysql"}, "--dialect goes with --emit sql"),
        ({"target": "x.sql", "dialect": "mysq"}, "nearest: mysql"),
    ):
        with pytest.raises(UsageError, match=message):
            choose(**arguments)  # type: ignore[arg-type]
    assert choose("-", terminal=True).name == "table"
    assert choose("x.sql").dialect == "postgresql"
    assert [choose(t, "arrow").streaming for t in ("-", "x.arrows", "x.arrow", "/dev/null")] == [
        True, True, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["gzip", "zstd"])
def test_compression_round_trip_and_equal_bytes(how: str) -> None:
    def packed() -> bytes:
        stream = io.BytesIO()
        with compressed(stream, how) as inner:
            for n in range(1000):
                inner.write(memoryview(b"%d\n" % n))
        assert not stream.closed
        return stream.getvalue()

    content = packed()
    assert packed() == content
    with decompressed(io.BytesIO(content), how) as stream:
        assert stream.read() == b"".join(b"%d\n" % n for n in range(1000))
    if how == "gzip":
        assert gzip.decompress(content)[:4] == b"0\n1\n"
        assert content[3] == 0, "no name"
        assert content[4:8] == bytes(4), "no time"
    else:
        assert pa.input_stream(io.BytesIO(content), compression="zstd").read()[:4] == b"0\n1\n"


@pytest.mark.parametrize("how", ["gzip", "zstd"])
def test_what_is_cut_does_not_decompress_to_an_end(how: str) -> None:
    stream = io.BytesIO()
    with pytest.raises(KeyError):
        fail_within(compressed(stream, how))
    with pytest.raises((EOFError, OSError)):
        pa.input_stream(io.BytesIO(stream.getvalue()[:-1] + b"x"), compression=how).read()
    with compressed(io.BytesIO(), how) as whole:
        whole.write(b"x")


def fail_within(block: AbstractContextManager[BinaryIO]) -> None:
    with block as stream:
        stream.write(b"x" * 1_000_000)
        raise KeyError


def test_zstd_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(compression, "find_zstd", lambda: None)
    with pytest.raises(UsageError, match=r"zstd takes Python 3.14 or pyarrow"):
        compression.zstd_writer(io.BytesIO())


def test_parts_by_hand() -> None:
    found = [(Path(f.path).name, f.rows) for f in part_files("a/rows.csv.gz", range(1000), 3)]
    assert found == [
        ("rows.0000-0333.csv.gz", range(333)),
        ("rows.0333-0666.csv.gz", range(333, 666)),
        ("rows.0666-1000.csv.gz", range(666, 1000)),
    ]
    found = [(f.path, f.rows) for f in part_files("rows", range(5, 15, 3), 2)]
    assert found == [("rows.05-11", range(5, 11, 3)), ("rows.11-15", range(11, 15, 3))]
    assert [f.path for f in part_files("x.dat", range(3, 3), 4)] == ["x.3-3.dat"]
    assert [f.path for f in part_files(".csv", range(2), 9)] == [".csv.0-1", ".csv.1-2"]


@given(
    start=st.integers(0, 1 << 64), size=st.integers(0, 1000), step=st.integers(1, 99),
    parts=st.integers(1, 50),
)  # fmt: skip
def test_parts_are_the_rows(start: int, size: int, step: int, parts: int) -> None:
    rows = range(start, start + size, step)
    found = list(part_files("rows.csv", rows, parts))
    assert [n for f in found for n in f.rows] == list(rows)
    assert len(found) == max(1, min(parts, len(rows)))
    assert sorted(f.path for f in found) == [f.path for f in found]
    assert max(len(f.rows) for f in found) - min(len(f.rows) for f in found) <= 1


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    with pytest.raises(KeyError):
        fail_within(whole_file(str(target)))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".rows.csv.abc.partial").write_bytes(b"x")
    (tmp_path / ".other.csv.abc.partial").write_bytes(b"x")
    remove_partial(str(target))
    assert [p.name for p in tmp_path.iterdir()] == [".other.csv.abc.partial"]


def manifest(**changes: Any) -> Manifest:
    given: dict[str, Any] = {
        "program": "p" * 64,
        "polydat": "1.0",
        "source": Source("g.polydat", "x := 1\n", ("a=1",)),
        "rows": range(0, 10, 2),
        "format": Format("sql", "gzip", "mysql", ("s", "t")),
        "columns": (("x", "u64"),),
        "parts": 2,
        "files": (FileEntry("f", 0, 4, 2, 99, "ab"),),
    }
    return Manifest(**{**given, **changes})


def test_manifest_is_read_back(tmp_path: Path) -> None:
    path = str(tmp_path / "m.json")
    manifest().write(path)
    assert read_manifest(path) == manifest()
    content = json.loads(Path(path).read_text())
    assert (content["complete"], content["rows"], content["bytes"]) == (False, 2, 99)
    assert content["source"]["sha256"] == (  # of the seven bytes of the text
        "e4068c3a09bf6ddfe5e9922da6984961d90a5f7dad3d5436a201b1888e2e84d8"
    )
    content["source"]["text"] = "x := 2\n"
    Path(path).write_text(json.dumps(content))
    with pytest.raises(UsageError, match="not that of its hash"):
        read_manifest(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"manifest": 1}', '{"manifest": 2}', "\udcff"])
def test_what_is_no_manifest(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError, match="is no manifest"):
        read_manifest(str(path))
    with pytest.raises(UsageError, match="cannot read the manifest"):
        read_manifest(str(tmp_path / "nowhere"))


def test_manifests_of_other_rows_are_told_apart() -> None:
    assert manifest().differences(manifest(files=())) == []
    (told,) = manifest().differences(manifest(rows=range(10)))
    assert told == "the range (0..10 step 2 there, 0..10 here)"
    (told,) = manifest().differences(manifest(format=Format("csv")))
    assert told == "the format (sql for mysql into s.t gzip there, csv here)"
    with pytest.raises(UsageError, match=r"m\.json is of other files: the number of parts"):
        manifest(parts=3).resumed(manifest(), "m.json")
