"""SQL: statements of every dialect, and SQLite, which really reads them."""

from __future__ import annotations

import math
import sqlite3
from typing import Any

import pytest
from hypothesis import given

from polydat.batch.dialects import DIALECTS
from polydat.batch.formats import Format
from polydat.batch.sql_writer import table_name
from polydat.errors import OutputError, UsageError
from polydat.types import PortType
from tests.batch.columns import batch_of, tables, written
from tests.batch.reference_writers import sql_cell, sql_text
from tests.support import few

S, F, U, B = PortType.STR, PortType.F64, PortType.U64, PortType.BOOL
HEADS = {
    "postgresql": "SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\n",
    "mysql": "SET NAMES utf8mb4;\n",
    "sqlite": "",
}


def sql(dialect: str, names: Any, types: Any, rows: Any, table: tuple[str, ...] = ("t",)) -> bytes:
    writer = Format("sql", dialect=dialect, table=table).writer({})
    return written(writer, batch_of(names, types, rows))


def quoted(name: str, dialect: str) -> str:
    mark = "`" if dialect == "mysql" else '"'
    return mark + name.replace(mark, 2 * mark) + mark


@pytest.mark.parametrize("dialect", DIALECTS)
@given(table=tables())
def test_statements_are_those_of_the_reference(dialect: str, table: Any) -> None:
    names, types, rows = table
    columns = [quoted(name, dialect) for name in names]
    try:
        want = sql_text(HEADS[dialect], quoted("t", dialect), columns, types, rows,
                        sql_cell(dialect))  # fmt: skip
    except KeyError:
        with pytest.raises(OutputError, match=f"SQL for {dialect} has"):
            sql(dialect, names, types, rows)
        return
    assert sql(dialect, names, types, rows) == want.encode()


def test_values_by_hand() -> None:
    types = [S, F, B, PortType.I8]
    rows = [("it's\n\\", 1.0, True, -128), (None, None, None, None), ("", 1e16, False, 127)]
    names = ["a", 'b"`', "c", "d"]
    assert sql("postgresql", names, types, rows, ("my", "t")).decode() == (
        HEADS["postgresql"] + 'INSERT INTO "my"."t" ("a", "b""`", "c", "d") VALUES\n'
        "('it''s\n\\', 1.0, true, -128),\n(NULL, NULL, NULL, NULL),\n('', 1e16, false, 127);\n"
    )
    assert sql("mysql", names, types, rows).decode() == (
        HEADS["mysql"] + 'INSERT INTO `t` (`a`, `b"```, `c`, `d`) VALUES\n'
        "('it''s\\n\\\\', 1.0, true, -128),\n(NULL, NULL, NULL, NULL),\n('', 1e16, false, 127);\n"
    )
    assert sql("sqlite", names, types, rows).decode() == (
        'INSERT INTO "t" ("a", "b""`", "c", "d") VALUES\n'
        "('it''s\n\\', 1.0, 1, -128),\n(NULL, NULL, NULL, NULL),\n('', 1e16, 0, 127);\n"
    )


@pytest.mark.parametrize(
    ("dialect", "type", "value", "reason"),
    [
        ("mysql", F, math.nan, "NaN"),
        ("sqlite", F, math.nan, "NaN"),
        ("sqlite", PortType.F32, math.nan, "NaN"),
        ("mysql", F, math.inf, "infinities"),
        ("mysql", PortType.F32, -math.inf, "infinities"),
        ("postgresql", S, "a\0b", r"texts with the character U\+0000"),
        ("sqlite", U, 1 << 63, "integers up to 9223372036854775807"),
    ],
)
def test_what_a_dialect_has_not_is_an_error(
    dialect: str, type: PortType, value: Any, reason: str
) -> None:
    good = {S: "x"}.get(type, 1)
    writer = Format("sql", dialect=dialect, table=("t",)).writer({})
    batches = [batch_of(["x", "y"], [U, type], [(n, good)] * 3) for n in range(2)]
    bad = batch_of(["x", "y"], [U, type], [(2, good), (2, value)])
    with pytest.raises(OutputError, match=f"cannot write 'y' in row 7 .* has (no )?{reason}"):
        written(writer, *batches, bad)


def test_rows_before_a_value_that_is_refused_are_written() -> None:
    import io

    stream = io.BytesIO()
    writer = Format("sql", dialect="sqlite", table=("t",)).writer({})
    batch = batch_of(["x"], [F], [(1.0,), (2.0,), (math.nan,), (3.0,)])
    writer.begin(stream, batch)
    with pytest.raises(OutputError):
        writer.write(batch)
    writer.end(whole=False)
    writer.close()
    assert stream.getvalue() == b'INSERT INTO "t" ("x") VALUES\n(1.0),\n(2.0);\n'


def test_statements_end_after_rows_and_after_bytes() -> None:
    rows = [(n, "x" * 2000 if n < 500 else "") for n in range(3000)]
    got = sql("sqlite", ["n", "t"], [U, S], rows)
    assert got == sql_text("", '"t"', ['"n"', '"t"'], [U, S], rows, sql_cell("sqlite")).encode()
    sizes = [len(s) for s in got.split(b";\n")]
    # 512 KiB are reached behind 261 rows of 2,010 bytes; the others end at multiples of 1,024.
    assert len(sizes) - 1 == 4
    assert (1 << 19) <= sizes[0] < (1 << 19) + 2010
    for threads in (2, 5):
        writer = Format("sql", dialect="sqlite", table=("t",)).writer({}, threads)
        assert written(writer, batch_of(["n", "t"], [U, S], rows)) == got


@few()
@given(table=tables(most_rows=30))
def test_cuts_and_threads_do_not_matter(table: Any) -> None:
    names, types, rows = table
    many = (rows * 9000)[:9000]
    form = Format("sql", dialect="mysql", table=("t",))
    try:
        want = written(form.writer({}), batch_of(names, types, many))
    except OutputError:
        return
    for cut in (1, 1000, 8191):
        parts = [batch_of(names, types, many[:cut]), batch_of(names, types, many[cut:])]
        assert written(form.writer({}), *parts) == want
        assert written(form.writer({}, threads=2), *parts) == want


@given(table=tables())
def test_sqlite_reads_back(table: Any) -> None:
    names, types, rows = table
    rows = [tuple(carried(v, t) for v, t in zip(row, types, strict=True)) for row in rows]
    text = sql("sqlite", names, types, rows, ("a table",)).decode()
    with sqlite3.connect(":memory:") as base:
        columns = ", ".join(
            f"{quoted(n, 'sqlite')} {affinity(t)}" for n, t in zip(names, types, strict=True)
        )
        base.execute(f'CREATE TABLE "a table" ({columns})')
        base.executescript(text)
        found = base.execute('SELECT * FROM "a table" ORDER BY rowid').fetchall()
    base.close()
    assert len(found) == len(rows)
    for got, want in zip(found, rows, strict=True):
        for one, other, type in zip(got, want, types, strict=True):
            if type.is_float and other is not None and math.isfinite(other) and other:
                # SQLite's own reading of numbers is not always the nearest float.
                assert one == pytest.approx(other, rel=1e-14, abs=0), other
            else:
                assert one == other, (other, type)


def affinity(type: PortType) -> str:
    return "TEXT" if type is S else "REAL" if type.is_float else "INTEGER"


def carried(value: Any, type: PortType) -> Any:
    """A value that SQLite has."""
    if type.is_float and value is not None and math.isnan(value):
        return None
    if type.is_float and value is not None and type is PortType.F32 and math.isfinite(value):
        return 0.5  # its digits are those of f32: read as f64 they are another number
    return min(value, (1 << 63) - 1) if type is U and value is not None else value


def test_names_of_tables() -> None:
    assert table_name("orders") == ("orders",)
    assert table_name("shop.orders") == ("shop", "orders")
    for name in ("", ".", "a.", ".a", "a..b"):
        with pytest.raises(UsageError, match="a table is named"):
            table_name(name)
    with pytest.raises(UsageError, match="SQL has no table or column named"):
        sql("sqlite", ["a\0"], [U], [])
