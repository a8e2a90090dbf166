"""Parquet and Arrow files: pyarrow reads them back, and what is cut is no file."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from pyarrow import parquet

import polydat
from polydat.batch import arrow_writer
from polydat.batch.formats import Format
from polydat.errors import UsageError
from polydat.types import PortType
from tests.batch.columns import batch_of, tables, written
from tests.support import few

FORMS = {
    "parquet": Format("parquet"),
    "arrow": Format("arrow"),
    "stream": Format("arrow", streaming=True),
}
METADATA = {"polydat.program": "abc", "polydat.range": "0..7"}
TYPES = {
    "u64": pa.uint64(), "i64": pa.int64(), "u32": pa.uint32(), "i32": pa.int32(),
    "u16": pa.uint16(), "i16": pa.int16(), "u8": pa.uint8(), "i8": pa.int8(),
    "f64": pa.float64(), "f32": pa.float32(), "bool": pa.bool_(), "str": pa.string(),
}  # fmt: skip


def read(form: str, content: bytes) -> pa.Table:
    if form == "parquet":
        return parquet.read_table(io.BytesIO(content))
    if form == "arrow":
        return pa.ipc.open_file(content).read_all()
    return pa.ipc.open_stream(content).read_all()


def bits(value: Any) -> Any:
    return np.float64(value).tobytes() if isinstance(value, float) and value == value else value


@pytest.mark.parametrize("form", FORMS)
@few()
@given(table=tables())
def test_reads_back(form: str, table: Any) -> None:
    names, types, rows = table
    content = written(FORMS[form].writer(METADATA), batch_of(names, types, rows))
    found = read(form, content)
    assert found.schema.names == names
    assert found.schema.types == [TYPES[t.keyword] for t in types]
    assert found.schema.metadata[b"polydat.program"] == b"abc"
    got = [tuple(row.values()) for row in found.to_pylist()]
    for one, other in zip(got, rows, strict=True):
        for a, b in zip(one, other, strict=True):
            assert bits(a) == bits(b) or (a != a and b != b)


def test_row_groups_are_bounded_by_rows_and_by_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    program = polydat.compile('input cycle: u64\nx := hash(cycle)\nt := "row {cycle}"\n')
    batches = list(program.batches(0, 400_000))
    file = parquet.ParquetFile(io.BytesIO(written(FORMS["parquet"].writer({}), *batches)))
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [4 * 65_536, 400_000 - 4 * 65_536]
    monkeypatch.setattr(arrow_writer, "GROUP_BYTES", 1 << 20)
    file = parquet.ParquetFile(io.BytesIO(written(FORMS["parquet"].writer({}), *batches)))
    assert file.num_row_groups == len(batches)
    assert file.read().column("x").to_pylist()[-1] == program.range(399_999, 400_000)["x"][0]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_a_file_that_is_cut_is_none(form: str) -> None:
    batch = batch_of(["x"], [PortType.U64], [(n,) for n in range(100)])
    stream = io.BytesIO()
    writer = FORMS[form].writer(METADATA)
    writer.begin(stream, batch)
    writer.write(batch)
    writer.end(whole=False)
    writer.close()
    size = len(stream.getvalue())
    del writer  # pyarrow writes the end of a file that it lets go of
    assert len(stream.getvalue()) == size
    assert not stream.closed
    with pytest.raises(pa.ArrowInvalid):
        read(form, stream.getvalue())


def test_missing_pyarrow_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for form in FORMS.values():
        with pytest.raises(UsageError, match=r"pip install 'polydat\[arrow\]'"):
            form.writer({})
