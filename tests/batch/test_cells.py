"""What every type looks like in each text format, by the golden text forms."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

import polydat
from polydat.batch.formats import Format
from polydat.errors import UsageError
from polydat.types import PortType
from tests.batch.columns import batch_of, written
from tests.golden_values import golden, value_of

P = PortType
ROWS = [r for r in golden("text_forms")["vectors"] if r["type"] not in ("handle", "dyn")]
LONE = pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['type']}-{r['in']}"[:40])


def lines_of(form: str, row: dict[str, Any]) -> list[str]:
    """The lines that a format writes for one value beside a number."""
    type = P(row["type"])
    batch = batch_of(["n", "x"], [P.U64, type], [(7, value_of(row["in"], type))])
    return written(Format(form).writer({}), batch).decode().split("\n", 1)


@LONE
def test_csv(row: dict[str, Any]) -> None:
    head, body = lines_of("csv", row)
    assert head == "n,x"
    assert body == f"7,{row['csv']}\n"


@LONE
def test_json_lines(row: dict[str, Any]) -> None:
    (line, rest) = lines_of("jsonl", row)
    assert rest == ""
    assert line == '{"n":7,"x":' + row["json_lines"] + "}"
    json.loads(line)


WRITTEN = [
    ("bytes", b"\x00\xff", "X'00ff'", r"'\x00ff'::bytea"),
    ("bytes", b"", "X''", r"'\x'::bytea"),
    ("u128", 2**128 - 1, f"'{2**128 - 1}'", f"'{2**128 - 1}'"),
    ("vec_f32", [0.1, -0.0], "'[0.1,-0.0]'", "'[0.1,-0.0]'"),
    ("json", {"a": "it's"}, "'{\"a\":\"it''s\"}'", "'{\"a\":\"it''s\"}'"),
    ("f16", 0.1, "0.099975586", "0.099975586"),
    ("reg_i64x2", bytes(16), "'[0, 0]'", "'[0, 0]'"),
]


@pytest.mark.parametrize(("type", "value", "sqlite", "postgresql"), WRITTEN)
def test_sql(type: str, value: Any, sqlite: str, postgresql: str) -> None:
    program = polydat.compile(f"extern x: {type}\ny := identity(x)")
    batch = program.range(0, 1, outputs=["y"], inputs={"x": value})
    for dialect, want in (("sqlite", sqlite), ("postgresql", postgresql)):
        text = written(Format("sql", None, dialect, ("t",)).writer({}), batch).decode()
        assert f"({want})" in text


def test_sqlite_reads_bytes_back() -> None:
    data = bytes(range(256))
    program = polydat.compile("extern x: bytes\ny := identity(x)")
    batch = program.range(0, 2, outputs=["y"], inputs={"x": data})
    text = written(Format("sql", None, "sqlite", ("t",)).writer({}), batch).decode()
    with sqlite3.connect(":memory:") as database:
        database.executescript("CREATE TABLE t (y BLOB);\n" + text)
        assert database.execute("SELECT y FROM t").fetchall() == [(data,), (data,)]


def test_absent_values_of_every_type() -> None:
    types = ("u128", "bytes", "json", "vec_f32", "reg128", "f16")
    lines = [f"extern x{n}: {t}\ny{n} := null_if(x{n}, c, 1.0)" for n, t in enumerate(types)]
    program = polydat.compile("input c: u64\n" + "\n".join(lines))
    values = [1, b"", {}, [], bytes(16), 0.0]
    names = [f"y{n}" for n in range(len(types))]
    batch = program.range(0, 2, outputs=names, inputs={f"x{n}": v for n, v in enumerate(values)})
    text = written(Format("csv").writer({}), batch).decode()
    assert text == ",".join(names) + "\n" + (",,,,,\n" * 2)
    nothing = json.dumps(dict.fromkeys(names), separators=(",", ":"))
    assert written(Format("jsonl").writer({}), batch).decode() == (nothing + "\n") * 2


def test_objects_are_refused() -> None:
    program = polydat.compile("extern x: handle\ny := identity(x)")
    batch = program.range(0, 1, outputs=["y"], inputs={"x": object()})
    with pytest.raises(UsageError, match="type handle cannot be written"):
        written(Format("csv").writer({}), batch)
