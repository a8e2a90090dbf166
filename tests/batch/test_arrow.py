"""Batches in Arrow: by pyarrow, and by the C interface that needs no pyarrow."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import polydat
from polydat.types import PortType

SOURCE = """
input c: u64
h := hash(c)
u := unit_interval(h)
n := null_if(mod(h, 100), c, 0.58)
name := null_if("c{c}", c, 0.58)
label := "user-{c}"
odd := (c as bool)
half := null_if(0.5, c, 0.58)
"""


def program() -> polydat.Program:
    return polydat.compile(SOURCE)


def plain(table: Any) -> dict[str, list[Any]]:
    return {name: table.column(name).to_pylist() for name in table.schema.names}


def test_the_c_interface_and_pyarrow_agree() -> None:
    batch = program().range(0, 1000)
    want = {name: batch[name].tolist() for name in batch}
    exported = pa.record_batch(batch)
    exported.validate(full=True)
    assert plain(exported) == want
    assert plain(batch.to_arrow()) == want
    assert exported.schema.equals(batch.to_arrow().schema)
    assert exported.column("n").null_count == batch.to_arrow().column("n").null_count > 0
    assert plain(pa.table(batch)) == want  # by the stream


def test_memory_is_shared_and_outlives_the_batch() -> None:
    batch = program().range(0, 1000, outputs=["h", "label"])
    address = batch["h"].ctypes.data
    exported = pa.record_batch(batch)
    assert exported.column("h").buffers()[1].address == address
    del batch
    gc.collect()
    assert exported.column("label").to_pylist()[-1] == "user-999"


@pytest.mark.parametrize("rows", [0, 1])
def test_small_batches(rows: int) -> None:
    batch = program().range(0, rows)
    assert pa.record_batch(batch).num_rows == rows
    assert batch.to_arrow().num_rows == rows
    assert pa.record_batch(program().range(0, rows, outputs=[])).num_columns == 0


def test_every_type_has_its_arrow_type() -> None:
    want = {
        PortType.U64: pa.uint64(),
        PortType.I64: pa.int64(),
        PortType.U32: pa.uint32(),
        PortType.I32: pa.int32(),
        PortType.U16: pa.uint16(),
        PortType.I16: pa.int16(),
        PortType.U8: pa.uint8(),
        PortType.I8: pa.int8(),
        PortType.F64: pa.float64(),
        PortType.F32: pa.float32(),
        PortType.BOOL: pa.bool_(),
        PortType.STR: pa.string(),
    }
    for type, expected in want.items():
        asm = polydat.Assembler(["cycle"])
        asm.add_input("x", type, polydat_kind(type), default_of(type))
        asm.add_node("y", "identity", ["x"])
        asm.add_output("y")
        batch = asm.compile().range(0, 3)
        assert pa.record_batch(batch).schema.field("y").type == expected
        assert pa.record_batch(batch).column("y").to_pylist() == [default_of(type)] * 3


def polydat_kind(type: PortType) -> Any:
    from polydat.graph.node import InputKind

    return InputKind.EXTERNAL_WRITE


def default_of(type: PortType) -> Any:
    if type is PortType.STR:
        return "x"
    return True if type is PortType.BOOL else 0.5 if type.is_float else 7


def test_reader_streams_batches() -> None:
    reader = program().reader(0, 10_000, rows=1024)
    stream = reader.to_arrow()
    sizes = [batch.num_rows for batch in stream]
    assert sizes == [1024] * 9 + [784]
    table = reader.to_arrow().read_all()  # a second export begins again
    assert plain(table) == plain(pa.table(program().range(0, 10_000)))


def test_a_failing_row_ends_the_stream_with_its_message() -> None:
    failing = polydat.compile("input c: u64\ny := div_wire(1, u64_ne(c, 3000))")
    stream = failing.reader(0, 10_000, rows=1024).to_arrow()
    with pytest.raises(OSError, match="c = 3000"):
        list(stream)


def test_capsules_that_nobody_takes_are_freed() -> None:
    batch = program().range(0, 10)
    for _ in range(100):
        batch.__arrow_c_array__()
        batch.__arrow_c_stream__()
        batch.__arrow_c_schema__()
        program().reader(0, 10).__arrow_c_stream__()
    gc.collect()
    assert batch["c" if "c" in batch else "h"] is not None


def test_other_libraries() -> None:
    batch = program().range(0, 100)
    want = {name: batch[name].tolist() for name in batch}
    polars = pytest.importorskip("polars")
    assert batch.to_polars().to_dict(as_series=False) == want
    assert polars.DataFrame(program().reader(0, 100)).to_dict(as_series=False) == want


def test_pandas() -> None:
    pytest.importorskip("pandas")
    frame = program().range(0, 100).to_pandas()
    assert frame["label"].tolist() == [f"user-{c}" for c in range(100)]
    assert int(frame["n"].isna().sum()) == int(np.ma.count_masked(program().range(0, 100)["n"]))


def test_a_missing_library_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(polydat.UsageError, match="polars is not installed: pip install polars"):
        program().range(0, 1).to_polars()
