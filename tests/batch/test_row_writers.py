"""CSV, TSV, JSON lines and SQL from C, byte for byte those of slow Python."""

from __future__ import annotations

import csv
import io
import json
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polydat.batch._writers import RowFormatter
from polydat.batch.csv_writer import csv_layout
from polydat.batch.formats import Format
from polydat.batch.frame import Batch, TextColumn
from polydat.batch.row_writer import RowWriter
from polydat.errors import InternalError
from polydat.types import PortType
from tests.batch.columns import batch_of, tables, values, written
from tests.batch.reference_writers import csv_text, json_float, jsonl_text
from tests.support import few

FORMS = {name: Format(name) for name in ("csv", "tsv", "jsonl")}


def reference(name: str, names: Any, types: Any, rows: Any) -> bytes:
    if name == "jsonl":
        return jsonl_text(names, types, rows).encode()
    return csv_text(names, types, rows, "," if name == "csv" else "\t").encode()


@pytest.mark.parametrize("name", FORMS)
@given(table=tables())
def test_bytes_are_those_of_the_reference(name: str, table: Any) -> None:
    names, types, rows = table
    got = written(FORMS[name].writer({}), batch_of(names, types, rows))
    assert got == reference(name, names, types, rows)


@pytest.mark.parametrize("name", FORMS)
@few()
@given(table=tables(most_rows=40), seed=st.integers(0, 1000))
def test_cuts_and_threads_do_not_matter(name: str, table: Any, seed: int) -> None:
    """Blocks and slices of rows are longer than what is drawn: the rows are repeated."""
    names, types, rows = table
    random = np.random.default_rng(seed)
    many = [rows[i] for i in random.integers(0, len(rows), 9_000)] if rows else []
    whole = batch_of(names, types, many)
    want = written(FORMS[name].writer({}), whole)
    assert written(FORMS[name].writer({}, threads=3), whole) == want
    cuts = [0, *sorted(random.integers(0, len(many) + 1, 3).tolist()), len(many)]
    parts = [batch_of(names, types, many[a:b]) for a, b in pairwise(cuts)]
    assert written(FORMS[name].writer({}), *parts) == want


def test_cells_by_hand() -> None:
    types = [PortType.STR, PortType.F64, PortType.U64]
    rows = [("", 1.0, 0), (None, None, None), ('say "hi"', math.inf, 7), ("a\rb", 5e-5, 1 << 63)]
    batch = batch_of(["t", "f", "u"], types, rows)
    assert written(FORMS["csv"].writer({}), batch) == (
        b't,f,u\n"",1.0,0\n,,\n"say ""hi""",inf,7\n"a\rb",5e-5,9223372036854775808\n'
    )
    assert written(FORMS["jsonl"].writer({}), batch) == (
        b'{"t":"","f":1.0,"u":0}\n{"t":null,"f":null,"u":null}\n'
        b'{"t":"say \\"hi\\"","f":null,"u":7}\n'
        b'{"t":"a\\rb","f":0.00005,"u":9223372036854775808}\n'
    )


def test_floats_of_json_by_hand() -> None:
    # Two shortest forms that are as near: the display form takes the larger, JSON the even.
    floats = [2231889947293916.25, 1e-6, 1e16, 1.5e300, -0.0, 9999999999999998.0, 1e-5, 123e-7]
    want = ["2231889947293916.2", "1e-6", "1e+16", "1.5e+300", "-0.0", "9999999999999998.0",
            "0.00001", "0.0000123"]  # fmt: skip
    batch = batch_of(["x"], [PortType.F64], [(x,) for x in floats])
    lines = written(FORMS["jsonl"].writer({}), batch).decode().splitlines()
    assert lines == [f'{{"x":{text}}}' for text in want]
    assert written(FORMS["csv"].writer({}), batch).decode().splitlines()[1:3] == [
        "2231889947293916.3", "1e-6",
    ]  # fmt: skip


def test_floats_of_json_are_those_of_the_reference_for_any_bits() -> None:
    bits = np.random.default_rng(7).integers(0, 1 << 64, 20_000, np.uint64)
    powers = (10.0 ** np.arange(-20.0, 25)).repeat(9) * np.tile(np.arange(1.0, 10), 45)
    floats = np.concatenate([bits.view(np.float64), powers, np.nextafter(powers, 0.0)])
    batch = Batch({"x": floats}, [PortType.F64], len(floats))
    lines = written(FORMS["jsonl"].writer({}), batch).decode().splitlines()
    assert lines == [f'{{"x":{json_float(x)}}}' for x in floats.tolist()]


@given(table=tables())
def test_csv_reads_back(table: Any) -> None:
    names, types, rows = table
    text = written(FORMS["csv"].writer({}), batch_of(names, types, rows)).decode()
    cells = [line for line in csv.reader(io.StringIO(text, newline="")) if line]
    assert cells[0] == names
    if len(names) == 1:
        return  # a line without a cell is none: the `None` of a single column
    for line, row in zip(cells[1:], rows, strict=True):
        for cell, value, type in zip(line, row, types, strict=True):
            assert same(parsed(cell, type), value), (cell, value)


def parsed(cell: str, type: PortType) -> Any:
    """A cell as a value; Python's reader does not tell the empty text from none."""
    if cell == "":
        return None
    if type is PortType.BOOL:
        return {"true": True, "false": False}[cell]
    if type is PortType.F32:
        return float(np.float32(cell))
    return cell if type is PortType.STR else float(cell) if type.is_float else int(cell)


def same(read: Any, value: Any) -> bool:
    if isinstance(value, float) and isinstance(read, float):
        if math.isnan(value):
            return math.isnan(read)
        return read == value and math.copysign(1, read) == math.copysign(1, value)
    return bool(read == (value or None if value == "" else value))


@given(table=tables())
def test_json_lines_read_back(table: Any) -> None:
    names, types, rows = table
    lines = written(FORMS["jsonl"].writer({}), batch_of(names, types, rows)).decode().split("\n")
    assert lines.pop() == ""
    for line, row in zip(lines, rows, strict=True):
        read = json.loads(line)
        assert list(read) == names
        for found, value, type in zip(read.values(), row, types, strict=True):
            absent = value is None or (type.is_float and not math.isfinite(value))
            assert found == (None if absent else value)
            assert isinstance(found, bool) == (type is PortType.BOOL and not absent)


@given(data=st.data())
def test_every_length_of_text(data: st.DataObject) -> None:
    """Texts end anywhere in their buffer, and the last one at its end."""
    texts = [("y" * n, "z" * (40 - n)) for n in range(41)]
    extra = data.draw(st.lists(values(PortType.STR), min_size=2, max_size=2))
    rows = [*texts, tuple(extra), *texts]
    types = [PortType.STR, PortType.STR]
    for name in FORMS:
        got = written(FORMS[name].writer({}), batch_of(["a", "b"], types, rows))
        assert got == reference(name, ["a", "b"], types, rows)


def test_long_texts_grow_the_buffer() -> None:
    rows = [("x" * 3_000_000, 1), ('"' * 1_000_000, 2), ("", 3), ("y" * 100_000, 4)]
    types = [PortType.STR, PortType.U8]
    for name in FORMS:
        got = written(FORMS[name].writer({}), batch_of(["a", "b"], types, rows))
        assert got == reference(name, ["a", "b"], types, rows)


def test_many_columns() -> None:
    names = [f"a_rather_long_name_of_a_column_{n}" for n in range(300)]
    types = [(PortType.I64, PortType.STR, PortType.F64)[n % 3] for n in range(300)]
    row = tuple((-(1 << 63), "t,t", -1.2345678901234567e-300)[n % 3] for n in range(300))
    for name in FORMS:
        got = written(FORMS[name].writer({}), batch_of(names, types, [row] * 600))
        once, twice = (reference(name, names, types, [row] * n) for n in (1, 2))
        assert got == once + 599 * twice.removeprefix(once)


def test_columns_with_gaps_between_values() -> None:
    wide = np.arange(20, dtype=np.uint64)
    mask = np.zeros(20, np.bool_)
    mask[4::8] = True
    batch = Batch({"x": wide[::2], "y": np.ma.MaskedArray(wide, mask)[::2]}, [PortType.U64] * 2, 10)
    text = written(FORMS["csv"].writer({}), batch).decode().split()
    assert text[1:] == [f"{n},{'' if n in (4, 12) else n}" for n in range(0, 20, 2)]


def test_formatter_checks_what_it_is_given() -> None:
    numbers = np.zeros(3, np.uint64)
    text = TextColumn(np.array([0, 1, 9], np.int32), np.zeros(2, np.uint8))
    layout = csv_layout(["x"], [PortType.U64])
    with pytest.raises(InternalError, match="no cells of"):
        RowFormatter(layout, [PortType.U128])
    formatter = RowFormatter(layout, [PortType.U64])
    for columns, message in (
        ([numbers, numbers], "2 columns for 1"),
        ([numbers[:2]], "2 rows of 3"),
        ([numbers.astype(np.uint8)], "a column of uint8"),
    ):
        with pytest.raises(InternalError, match=message):
            formatter.take(columns, 3)
    with pytest.raises(InternalError, match="rows 0 to 3 of 0"):
        formatter.fill(0, 3)
    with pytest.raises(InternalError, match="texts where numbers"):
        formatter.take([text], 2)
    with pytest.raises(InternalError, match="outside of their bytes"):
        RowFormatter(layout, [PortType.STR]).take([text], 2)
    formatter.take([numbers], 3)
    assert formatter.fill(0, 3) == 3
    with memoryview(formatter) as kept:
        assert kept == b"0\n0\n0\n"
        with pytest.raises(InternalError, match="still being read"):
            formatter.fill(0, 3)


def test_a_reader_that_keeps_the_rows_is_found_out() -> None:
    kept = []
    writer = RowWriter(csv_layout)

    class Stream(io.BytesIO):
        def write(self, content: Any) -> int:
            kept.append(memoryview(content)[:])
            return len(content)

    batch = batch_of(["x"], [PortType.U8], [(1,)])
    writer.begin(Stream(), batch)
    writer.write(batch)
    with pytest.raises(InternalError, match="still being read"):
        writer.write(batch)
