"""Values of every type through every engine: in by a host write, out by a pull and a batch.

A 128-bit value fills two slots; bytes, JSON and vectors have an address.  `identity` and
`null_if` copy them; neither ever hands on an address of somebody else.
"""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import polydat
from polydat.errors import BindError, EngineRefused, UsageError, WriteError
from tests.support import COMPILED

ENGINES = (
    "interpreter",
    "closures:raw",
    "closures:push",
    "closures:pull",
    "closures:push_pull",
    "native:raw",
    "native:push_pull",
)
WORD = bytes(range(16))
EDGES: dict[str, list[Any]] = {
    "u64": [0, 2**64 - 1],
    "i64": [-(2**63), -1, 2**63 - 1],
    "u32": [0, 2**32 - 1],
    "i32": [-(2**31), 2**31 - 1],
    "u16": [0, 2**16 - 1],
    "i16": [-(2**15), 2**15 - 1],
    "u8": [0, 255],
    "i8": [-128, 127],
    "bool": [False, True],
    "f64": [-0.0, 2.0**-1074, math.inf],
    "f32": [-0.0, 2.0**-149, -math.inf],
    "str": ["", "\u00e9\0"],
    "u128": [0, 1, 2**64 - 1, 2**64, 2**128 - 1],
    "i128": [0, -1, 2**63, -(2**127), 2**127 - 1],
    "f16": [0.0, -0.0, 1.0, 65504.0, 2.0**-24, math.inf, -math.inf],
    "reg128": [bytes(16), WORD, b"\xff" * 16],
    "reg_i8x16": [WORD],
    "reg_f64x2": [struct.pack("<2d", 1.5, -0.0)],
    "bytes": [b"", b"\x00", b"\x00\xff" * 100],
    "json": [{}, [], "text", 1, 1.5, True, {"b": [1, None], "a": "\u00e9"}, polydat.JSON_NULL],
    "vec_f32": [[], [1.5], [0.5, -0.0, math.inf] * 20],
    "vec_f64": [[], [1.5, 2.0**-1074]],
    "vec_f16": [[], [65504.0, 2.0**-24]],
    "vec_i64": [[], [2**63 - 1, -(2**63)]],
    "vec_i32": [[], [2**31 - 1, -(2**31)]],
    "vec_i16": [[], [2**15 - 1, -(2**15)]],
    "vec_i8": [[], [127, -128]],
}
CASES = [(type, value) for type, values in EDGES.items() for value in values]

PASSED = """
input cycle: u64
extern x: {type}
same := identity(x)
again := identity(same)
sometimes := null_if(again, cycle, 0.6)
"""


def plain(value: Any) -> Any:
    """A value that `==` compares to the bit."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.tobytes()
    return (value, math.copysign(1, value)) if isinstance(value, float) else value


def expected(type: str, value: Any) -> Any:
    """What the host reads for what it wrote."""
    if type.startswith("vec_"):
        kind = type.removeprefix("vec_")
        return plain(np.array(value, f"{kind[0]}{int(kind[1:]) // 8}"))
    return plain(value)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("type", "value"), CASES, ids=lambda case: repr(case)[:40])
def test_values_pass_through(engine: str, type: str, value: Any) -> None:
    kernel = polydat.compile(PASSED.format(type=type), engine=engine).kernel()
    assert kernel.input_value_at(1) is None
    kernel.set_input("x", value)
    kernel.set_inputs([1])  # unit_interval(hash(1)) is 0.5666
    want = expected(type, value)
    assert plain(kernel.input_value_at(1)) == want
    assert plain(kernel.pull("again")) == want
    assert kernel.pull("sometimes") is None
    kernel.set_inputs([0])  # of hash(0) it is 0.8833
    assert plain(kernel.pull("sometimes")) == want
    kernel.set_input("x", None)
    assert kernel.pull("same") is None


@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
@pytest.mark.parametrize(("type", "value"), CASES, ids=lambda case: repr(case)[:40])
def test_columns_hold_every_type(engine: str, type: str, value: Any) -> None:
    program = polydat.compile(PASSED.format(type=type), engine=engine)
    batch = program.range(0, 3000, outputs=["again", "sometimes"], inputs={"x": value})
    reference = polydat.compile(PASSED.format(type=type), engine="interpreter")
    rows = reference.range(0, 3, outputs=["again", "sometimes"], inputs={"x": value})
    arrow = batch.to_arrow()
    arrow.validate(full=True)
    assert arrow.slice(0, 3).to_pylist() == rows.to_arrow().to_pylist()
    assert arrow["sometimes"][1].as_py() is None
    assert arrow["again"].null_count == 0
    # The same through the C interface, which needs no pyarrow to be filled.
    assert pa.record_batch(batch).equals(arrow)


def test_batches_show_128_bits_as_halves() -> None:
    program = polydat.compile("extern x: i128\ny := identity(x)")
    column = program.range(0, 1, outputs=["y"], inputs={"x": -2})["y"]
    assert column.dtype.names == ("low", "high")
    assert column[0].tolist() == (2**64 - 2, 2**64 - 1)


def test_arrow_types() -> None:
    source = "\n".join(f"extern x{n}: {t}\ny{n} := identity(x{n})" for n, t in enumerate(EDGES))
    batch = polydat.compile(source).range(0, 1)
    schema = pa.schema(pa.record_batch(batch).schema)
    found = {t: str(schema.field(f"y{n}").type) for n, t in enumerate(EDGES)}
    assert found == {
        "u64": "uint64",
        "i64": "int64",
        "u32": "uint32",
        "i32": "int32",
        "u16": "uint16",
        "i16": "int16",
        "u8": "uint8",
        "i8": "int8",
        "bool": "bool",
        "f64": "double",
        "f32": "float",
        "str": "string",
        "u128": "decimal256(39, 0)",
        "i128": "decimal256(39, 0)",
        "f16": "halffloat",
        "reg128": "fixed_size_binary[16]",
        "reg_i8x16": "fixed_size_binary[16]",
        "reg_f64x2": "fixed_size_binary[16]",
        "bytes": "binary",
        "json": "extension<arrow.json>",
        "vec_f32": "list<item: float not null>",
        "vec_f64": "list<item: double not null>",
        "vec_f16": "list<item: halffloat not null>",
        "vec_i64": "list<item: int64 not null>",
        "vec_i32": "list<item: int32 not null>",
        "vec_i16": "list<item: int16 not null>",
        "vec_i8": "list<item: int8 not null>",
    }


COORDINATES: dict[str, list[Any]] = {
    "u128": [0, 2**64, 2**128 - 1],
    "i128": [-(2**127), -1, 2**127 - 1],
    "i64": [-(2**63), 2**63 - 1],
    "u8": [0, 255],
    "i8": [-128, 127],
    "f64": [-0.0, math.inf],
    "f32": [0.5],
    "f16": [65504.0, 2.0**-24],
    "bool": [False, True],
    "str": ["", "text", "\u00e9" * 100],
    "bytes": [b"", b"\0\xff"],
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("type", COORDINATES)
def test_coordinates_have_their_declared_type(engine: str, type: str) -> None:
    """Ruling D-15: a coordinate has the type that it was declared with."""
    kernel = polydat.compile(f"input x: {type}\ny := identity(x)", engine=engine).kernel()
    for value in COORDINATES[type]:
        kernel.set_inputs([value])
        assert plain(kernel.pull("y")) == plain(value)
        assert kernel.output_type("y").keyword == type


@pytest.mark.parametrize("type", ["u128", "i128", "f16", "u8", "f32"])
def test_ranges_vary_coordinates_of_every_type(type: str) -> None:
    source = f"input x: {type}\ny := identity(x)"
    rows = [polydat.compile(source, engine=e).range(0, 256)["y"] for e in ENGINES]
    for row in rows[1:]:
        assert row.tobytes() == rows[0].tobytes()
    kernel = polydat.compile(source).kernel()
    kernel.set_inputs([255])
    assert kernel.pull("y") == 255


@pytest.mark.parametrize(
    ("type", "value", "words"),
    [
        ("u128", 2**128, "takes 0 to 340282366920938463463374607431768211455"),
        ("u128", -1, "takes 0 to"),
        ("u128", 1.0, "has type u128, got 1.0"),
        ("i128", 2**127, "takes -170141183460469231731687303715884105728 to"),
        ("reg128", b"short", "takes 16 bytes of a register, got 5"),
        ("bytes", "text", "has type bytes, got 'text'"),
        ("json", {1, 2}, "is no JSON value"),
        ("json", math.nan, "is no JSON value"),
        ("vec_i8", [1, 128], r"'x\[1\]' takes -128 to 127, got 128"),
        ("vec_i8", [1.0], "takes elements of type i8, got 1.0 at place 0"),
        ("vec_f32", ["a"], "takes elements of type f32, got 'a' at place 0"),
        ("vec_f32", "text", "has type vec_f32, got 'text'"),
        ("vec_f32", 1.0, "has type vec_f32, got 1.0"),
    ],
)
@pytest.mark.parametrize("engine", ["interpreter", "closures", "native"])
def test_wrong_writes_change_nothing(engine: str, type: str, value: Any, words: str) -> None:
    kernel = polydat.compile(f"extern x: {type}\ny := identity(x)", engine=engine).kernel()
    good = EDGES[type][-1]
    kernel.set_input("x", good)
    with pytest.raises(WriteError, match=words):
        kernel.set_input("x", value)
    assert plain(kernel.pull("y")) == expected(type, good)


def test_coordinates_are_no_objects() -> None:
    with pytest.raises(BindError, match="coordinate 'x' cannot have type handle"):
        polydat.compile("input x: handle\ny := identity(x)")


@pytest.mark.parametrize("type", ["str", "bytes", "json", "vec_f32"])
def test_raw_readers_refuse_addresses(type: str) -> None:
    kernel = polydat.compile(f"extern x: {type}\ny := identity(x)", engine="closures").kernel()
    slot = kernel.resolve_output("y")
    for at in (slot, slot + 1):
        with pytest.raises(EngineRefused, match="half of an address and a length"):
            kernel.get_slot(at)


def test_writers_may_change_their_arrays_afterwards() -> None:
    """A host write copies: the array of the caller is not the kernel's."""
    array = np.array([1.0, 2.0], np.float32)
    kernel = polydat.compile("extern x: vec_f32\ny := identity(x)", engine="closures").kernel()
    kernel.set_input("x", array)
    array[0] = 9.0
    read = kernel.pull("y")
    assert read.tolist() == [1.0, 2.0]
    kernel.set_input("x", [3.0])
    assert kernel.pull("y").tolist() == [3.0]
    assert read.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("engine", COMPILED)
def test_vectors_by_slot(engine: str) -> None:
    source = "extern v: vec_f32\nextern w: vec_i8\nn := identity(v)\nm := identity(w)\nx := 3"
    kernel = polydat.compile(source).kernel(engine)
    kernel.set_input("v", [1.5, -0.0])
    slot = kernel.resolve_output("n")
    with pytest.raises(EngineRefused, match="output 'm' is None"):
        kernel.read_vec_i8(kernel.resolve_output("m"))
    kernel.set_input("w", [-128, 127])
    kernel.eval()
    array = kernel.read_vec_f32(slot)
    assert array.dtype == np.float32
    assert array.tolist() == [1.5, -0.0]
    assert not array.flags.writeable
    assert kernel.read_vec_i8(kernel.resolve_output("m")).tolist() == [-128, 127]
    kernel.set_input("v", [7.0])
    kernel.eval()
    assert (array.tolist(), kernel.read_vec_f32(slot).tolist()) == ([1.5, -0.0], [7.0])
    with pytest.raises(UsageError, match=r"slot .* has type vec_f32, not vec_f64: .* read_vec_f32"):
        kernel.read_vec_f64(slot)
    with pytest.raises(UsageError, match="has type u64, not vec_i16: read it with get_value"):
        kernel.read_vec_i16(kernel.resolve_output("x"))
    with pytest.raises(UsageError, match="slot 10000 is no output"):
        kernel.read_vec_i64(10_000)
