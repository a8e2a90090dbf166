"""128-bit registers: equal lanes in one word, lane 0 at the lowest address.

Integer lanes wrap.  Float lanes round once, and a result that is no number is the one quiet
NaN, so that a register has the same bits on every machine.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from polydat.errors import EvalError
from polydat.nodes.declare import Const, Kind, NodeSpec, Param, add, f64, i16, i64, node, u64
from polydat.nodes.failures import OUT_OF_RANGE
from polydat.types import PortType, round_to

P = PortType

# In annotations: a register is its 16 bytes.
reg128: TypeAlias = bytes
reg_i16x8: TypeAlias = bytes
reg_i64x2: TypeAlias = bytes
reg_f32x4: TypeAlias = bytes
vec_f32: TypeAlias = tuple[float, ...]

BYTES = 16


class Lanes(NamedTuple):
    """How a register is read.

    Attributes:
        name: of a lane, in names of functions.
        type: port type of the register.
        element: port type of a lane.
        code: of the struct module, for a lane.
        lanes: how many a register has.
    """

    name: str
    type: PortType
    element: PortType
    code: str
    lanes: int


INTEGER_LANES = (
    Lanes("i8", P.REG_I8X16, P.I8, "B", 16),
    Lanes("i16", P.REG_I16X8, P.I16, "H", 8),
    Lanes("i32", P.REG_I32X4, P.I32, "I", 4),
    Lanes("i64", P.REG_I64X2, P.I64, "Q", 2),
)
FLOAT_LANES = (
    Lanes("f32", P.REG_F32X4, P.F32, "f", 4),
    Lanes("f64", P.REG_F64X2, P.F64, "d", 2),
)
F32 = FLOAT_LANES[0]


def read(word: bytes, lanes: Lanes) -> tuple[Any, ...]:
    """The lanes of a register; integer lanes unsigned."""
    return struct.unpack(f"<{lanes.lanes}{lanes.code}", word)


def written(values: Sequence[Any], lanes: Lanes) -> bytes:
    """The register of some lanes: integers modulo their size, floats rounded."""
    if lanes.element.is_float:
        fitting = [one_nan(round_to(v, lanes.element)) for v in values]
    else:
        fitting = [v % (1 << 8 * BYTES // lanes.lanes) for v in values]
    return struct.pack(f"<{lanes.lanes}{lanes.code}", *fitting)


def one_nan(value: float) -> float:
    """The value; of all NaNs the quiet one without a sign."""
    return math.nan if value != value else value


def times(a: float, b: float) -> float:
    """The product; Python's own has no surprise for floats."""
    return a * b


OPERATIONS: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "add": (lambda a, b: a + b, "sum"),
    "sub": (lambda a, b: a - b, "difference"),
    "mul": (times, "product"),
}


def declare_splat(lanes: Lanes) -> None:
    """Declare the function that puts one number into every lane."""
    source = P.F64 if lanes.element.is_float else P.U64

    def splat(k: Any) -> bytes:
        return written([k] * lanes.lanes, lanes)

    what = "the nearest value" if lanes.element.is_float else "its low bits"
    name = f"reg_splat_{lanes.name}"
    argument = "unit_interval(cycle)" if lanes.element.is_float else "cycle"
    one: tuple[Any, ...] = (1.5, -0.0, math.inf) if lanes.element.is_float else (1, 2**64 - 1)
    declare(
        name,
        lanes,
        [("k", source)],
        splat,
        f"""One number in all {lanes.lanes} lanes.

Args:
    k: the number; each lane holds {what}.

Returns:
    A register of {lanes.lanes} lanes of {lanes.name}.

Example:
    filled := {name}({argument})
""",
        golden=tuple(
            ((k,), struct.pack(f"<{lanes.code}", fit(k, lanes)) * lanes.lanes) for k in one
        ),
    )


def fit(value: Any, lanes: Lanes) -> Any:
    return value if lanes.element.is_float else value % (1 << 8 * BYTES // lanes.lanes)


def declare_operation(word: str, lanes: Lanes) -> None:
    """Declare the function that joins two registers lane by lane."""
    compute, result = OPERATIONS[word]

    def joined(a: bytes, b: bytes) -> bytes:
        pairs = zip(read(a, lanes), read(b, lanes), strict=True)
        return written([compute(x, y) for x, y in pairs], lanes)

    rule = "rounded to the lane" if lanes.element.is_float else "modulo its size"
    name = f"reg_{word}_{lanes.name}"
    argument = "unit_interval(cycle)" if lanes.element.is_float else "cycle"
    declare(
        name,
        lanes,
        [("a", lanes.type), ("b", lanes.type)],
        joined,
        f"""The {result} of two registers, lane by lane.

Args:
    a: a register of {lanes.lanes} lanes of {lanes.name}.
    b: another.

Returns:
    In each lane the {result}, {rule}.

Example:
    word := reg_splat_{lanes.name}({argument})
    made := {name}(word, word)
""",
        golden=GOLDEN[word, lanes.name],
    )


def declare(
    name: str,
    lanes: Lanes,
    wires: Sequence[tuple[str, PortType]],
    ref: Callable[..., Any],
    doc: str,
    golden: tuple[tuple[tuple[Any, ...], Any], ...],
) -> None:
    add(
        NodeSpec(
            name=name,
            category="Arithmetic",
            params=tuple(Param(n, t, Kind.WIRE) for n, t in wires),
            returns=(lanes.type,),
            ref=ref,
            doc=doc,
            c=f"pd_{name}",
            include="ops/registers.h",
            golden=golden,
        )
    )


def lanes_of(code: str, *values: Any) -> bytes:
    """A register for golden rows: values repeated until it is full."""
    one = struct.pack(f"<{len(values)}{code}", *values)
    return one * (BYTES // len(one))


# Worked out by hand: wrapping at both ends; floats that round, and one without a value.
_I = {"i8": ("b", 127), "i16": ("h", 2**15 - 1), "i32": ("i", 2**31 - 1), "i64": ("q", 2**63 - 1)}
GOLDEN: dict[tuple[str, str], tuple[tuple[tuple[Any, ...], Any], ...]] = {}
for _name, (_code, _most) in _I.items():
    _full, _one, _two = lanes_of(_code, _most), lanes_of(_code, 1), lanes_of(_code, 2)
    GOLDEN["add", _name] = (
        ((_full, _one), lanes_of(_code, -_most - 1)),
        ((_one, lanes_of(_code, -1)), bytes(BYTES)),
    )
    GOLDEN["sub", _name] = (
        ((lanes_of(_code, -_most - 1), _one), _full),
        ((_one, _two), lanes_of(_code, -1)),
    )
    GOLDEN["mul", _name] = (
        ((_full, _two), lanes_of(_code, -2)),
        ((_two, _two), lanes_of(_code, 4)),
    )
for _name, _code in (("f32", "f"), ("f64", "d")):
    _big = lanes_of(_code, math.inf)
    GOLDEN["add", _name] = (
        ((lanes_of(_code, 1.5), lanes_of(_code, 0.25)), lanes_of(_code, 1.75)),
        ((_big, lanes_of(_code, -math.inf)), lanes_of(_code, math.nan)),
    )
    GOLDEN["sub", _name] = (
        ((lanes_of(_code, 1.5), lanes_of(_code, 0.25)), lanes_of(_code, 1.25)),
        ((lanes_of(_code, 0.0), lanes_of(_code, 0.0)), lanes_of(_code, 0.0)),
    )
    GOLDEN["mul", _name] = (
        ((lanes_of(_code, 1.5), lanes_of(_code, -2.0)), lanes_of(_code, -3.0)),
        ((_big, lanes_of(_code, 0.0)), lanes_of(_code, math.nan)),
    )
# 2**24 + 1 has no f32: the sum rounds to even.
GOLDEN["add", "f32"] += (((lanes_of("f", 2.0**24), lanes_of("f", 1.0)), lanes_of("f", 2.0**24)),)

for _lanes in (*INTEGER_LANES, *FLOAT_LANES):
    declare_splat(_lanes)
    for _word in OPERATIONS:
        declare_operation(_word, _lanes)


@node(
    "Arithmetic",
    c="pd_reg_dot_f32",
    golden=[
        ((struct.pack("<4f", 1, 2, 3, 4), struct.pack("<4f", 5, 6, 7, 8)), 70.0),
        # 2**24 + 1 is rounded off in the first sum.
        ((struct.pack("<4f", 2**24, 1, 1, 0), lanes_of("f", 1.0)), 2.0**24),
    ],
)
def reg_dot_f32(a: reg_f32x4, b: reg_f32x4) -> f64:
    """Sum of the products of four lanes, each step rounded to f32.

    Args:
        a: a register of four lanes of f32.
        b: another.

    Returns:
        `(p0 + p1) + (p2 + p3)` of the products `p`, as an f64; the order is part of the
        meaning.

    Example:
        word := reg_splat_f32(unit_interval(cycle))
        length := reg_dot_f32(word, word)
    """
    p = [round_to(x * y, P.F32) for x, y in zip(read(a, F32), read(b, F32), strict=True)]
    left, right = round_to(p[0] + p[1], P.F32), round_to(p[2] + p[3], P.F32)
    return round_to(left + right, P.F32)


def check_lane(name: str, lane: int, count: int) -> None:
    """Refuse a lane that a register has not.

    Raises:
        EvalError: `lane` is not below `count`.
    """
    if lane >= count:
        raise EvalError(f"{name}: lane {lane} out of range 0..{count}")


@node(
    "Conversions",
    c="pd_reg_lane_f32",
    fails=OUT_OF_RANGE,
    golden=[
        ((struct.pack("<4f", 0.5, 1, 2, -0.0), 0), 0.5),
        ((struct.pack("<4f", 0, 1, 2, -0.0), 3), -0.0),
    ],
)
def reg_lane_f32(r: reg_f32x4, i: u64) -> f64:
    """One of four lanes of f32, as an f64.

    Args:
        r: a register.
        i: which lane, 0 to 3.

    Returns:
        The lane.

    Raises:
        EvalError: there is no such lane.

    Example:
        first := reg_lane_f32(reg_splat_f32(unit_interval(cycle)), 0)
    """
    check_lane("reg_lane_f32", i, 4)
    return float(read(r, F32)[i])


@node(
    "Conversions",
    c="pd_reg_lane_i16",
    fails=OUT_OF_RANGE,
    golden=[((lanes_of("h", -1, 5), 0), -1), ((lanes_of("h", -1, 5), 7), 5)],
)
def reg_lane_i16(r: reg_i16x8, i: u64) -> i16:
    """One of eight lanes of i16.

    Args:
        r: a register.
        i: which lane, 0 to 7.

    Returns:
        The lane.

    Raises:
        EvalError: there is no such lane.

    Example:
        first := reg_lane_i16(reg_splat_i16(cycle), 0)
    """
    check_lane("reg_lane_i16", i, 8)
    lane: int = struct.unpack("<8h", r)[i]
    return lane


@node(
    "Conversions",
    c="pd_reg_lane_i64",
    fails=OUT_OF_RANGE,
    golden=[
        ((struct.pack("<2q", -1, 2**63 - 1), 0), -1),
        ((struct.pack("<2q", -1, 2**63 - 1), 1), 2**63 - 1),
    ],
)
def reg_lane_i64(r: reg_i64x2, i: u64) -> i64:
    """One of two lanes of i64.

    Args:
        r: a register.
        i: which lane, 0 or 1.

    Returns:
        The lane.

    Raises:
        EvalError: there is no such lane.

    Example:
        first := reg_lane_i64(reg_splat_i64(cycle), 0)
    """
    check_lane("reg_lane_i64", i, 2)
    lane: int = struct.unpack("<2q", r)[i]
    return lane


@node(
    "Conversions",
    c="pd_reg_with_lane_f32",
    fails=OUT_OF_RANGE,
    golden=[
        ((bytes(16), 2, 1.5), struct.pack("<4f", 0, 0, 1.5, 0)),
        ((bytes(16), 0, 0.1), struct.pack("<4f", 0.1, 0, 0, 0)),
    ],
)
def reg_with_lane_f32(r: reg_f32x4, i: u64, v: f64) -> reg_f32x4:
    """A register with another value in one of its four lanes.

    Args:
        r: a register.
        i: which lane, 0 to 3.
        v: its value, rounded to f32.

    Returns:
        The register with the lane replaced.

    Raises:
        EvalError: there is no such lane.

    Example:
        word := reg_with_lane_f32(reg_splat_f32(0.0), 1, unit_interval(cycle))
    """
    check_lane("reg_with_lane_f32", i, 4)
    lane = struct.pack("<f", one_nan(round_to(v, P.F32)))
    return r[: 4 * i] + lane + r[4 * i + 4 :]


@node(
    "Conversions",
    c="pd_reg_gather_f32",
    fails=OUT_OF_RANGE,
    golden=[(((0.0, 1.0, 2.0, 3.0, 4.0), 1), struct.pack("<4f", 1, 2, 3, 4))],
)
def reg_gather_f32(v: vec_f32, offset: u64) -> reg_f32x4:
    """Four elements of a vector that lie behind each other.

    Args:
        v: a vector.
        offset: place of the first element.

    Returns:
        A register of the four.

    Raises:
        EvalError: the vector ends before the fourth.

    Example:
        word := reg_gather_f32(reg_to_vec_f32(reg_splat_f32(unit_interval(cycle))), 0)
    """
    if len(v) < 4 or offset > len(v) - 4:
        raise EvalError(
            f"reg_gather_f32: window [{offset}, {offset + 4}) exceeds slice length {len(v)}"
        )
    return struct.pack("<4f", *v[offset : offset + 4])


@node(
    "Conversions",
    c="pd_vec_to_reg_f32",
    fails=OUT_OF_RANGE,
    golden=[(((1.0, -0.0, 3.5, 4.0),), struct.pack("<4f", 1, -0.0, 3.5, 4))],
)
def vec_to_reg_f32(v: vec_f32) -> reg_f32x4:
    """A vector of four elements as a register.

    Args:
        v: a vector of four elements.

    Returns:
        The register.

    Raises:
        EvalError: the vector has another length.

    Example:
        word := vec_to_reg_f32(reg_to_vec_f32(reg_splat_f32(unit_interval(cycle))))
    """
    if len(v) != 4:
        raise EvalError(f"vec_to_reg_f32: expected exactly 4 elements, got {len(v)}")
    return struct.pack("<4f", *v)


@node(
    "Conversions",
    c="pd_reg_to_vec_f32",
    appends=True,
    golden=[((struct.pack("<4f", 1, -0.0, 3.5, 4),), (1.0, -0.0, 3.5, 4.0))],
)
def reg_to_vec_f32(r: reg_f32x4) -> vec_f32:
    """The four lanes of a register as a vector.

    Args:
        r: a register.

    Returns:
        A vector of four elements.

    Example:
        lanes := reg_to_vec_f32(reg_splat_f32(unit_interval(cycle)))
    """
    return read(r, F32)


def whole_mask(*mask: int) -> str | None:
    """The complaint about a shuffle mask."""
    if len(mask) != BYTES:
        return f"a mask has exactly {BYTES} entries, got {len(mask)}"
    wrong = [m for m in mask if m >= BYTES]
    return f"an entry of a mask is below {BYTES}, got {wrong[0]}" if wrong else None


@node(
    "Arithmetic",
    c="pd_reg_shuffle_bytes",
    validate=whole_mask,
    golden=[
        ((bytes(range(100, 116)), *range(15, -1, -1)), bytes(range(115, 99, -1))),
        ((bytes(range(100, 116)), *[3] * 16), bytes([103] * 16)),
    ],
)
def reg_shuffle_bytes(x: reg128, *mask: Const[u64]) -> reg128:
    """The bytes of a register in another order.

    Args:
        x: a register.
        mask: sixteen places, each below 16.

    Returns:
        Byte `i` is byte `mask[i]` of `x`.

    Example:
        word := reg_splat_i64(cycle)
        turned := reg_shuffle_bytes(word, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)
    """
    return bytes(x[m] for m in mask)
