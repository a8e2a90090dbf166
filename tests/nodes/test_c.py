"""The C of csrc/ gives the bits and the bytes of the Python reference.

One small library is compiled for all tests of this file; without a compiler they are
skipped.  NaN equals NaN: which one comes out is not promised.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import os
import random
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from polydat.codegen.functions import (
    call,
    expression_function,
    gives_reference,
    gives_wide,
    has_out_array,
    is_expression,
    neutral,
    plain_name,
)
from polydat.codegen.maths_tables import emit_maths
from polydat.codegen.operand import joined_slots
from polydat.codegen.powers import emit_powers
from polydat.codegen.status import emit_status
from polydat.codegen.tables import const_values
from polydat.codegen.text_pieces import WRITERS, Writer
from polydat.errors import EvalError
from polydat.nodes import registry
from polydat.nodes.declare import REGISTRY, NodeSpec
from polydat.nodes.failures import BY_CODE
from polydat.nodes.pieces import Form, Shown, shown_as
from polydat.nodes.printf import shown_text
from polydat.types import (
    BITS,
    ELEMENTS,
    PortType,
    from_slot,
    integer_range,
    round_to,
    text,
    to_slot,
)
from polydat.types.json_text import Json
from polydat.types.memory import from_memory, from_words, to_memory, to_words
from tests.strategies import has_own_constants, is_accepted

assert registry  # the declarations are loaded
P = PortType
CSRC = Path(__file__).parents[2] / "csrc"
WARNINGS = "-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
FLAGS = f"-std=c11 -O1 -fPIC -shared -ffp-contract=off -fno-math-errno {WARNINGS}"

SHOW = """
#include "ops/all.h"
#include "runtime/arena.h"
#include "runtime/text.h"

/* Appends a piece for each value, with its end.  Returns the index of the first that was
 * written beyond the room of the piece, else count. */
PD_EXPORT size_t show(const pd_piece *piece, const uint64_t *bits, size_t count, uint8_t *out,
                      uint64_t *ends);
size_t show(const pd_piece *piece, const uint64_t *bits, size_t count, uint8_t *out,
            uint64_t *ends)
{
    const pd_str none = {0, 0};
    const uint64_t room = pd_piece_room(piece, none);
    uint8_t *const first = out;
    for (size_t i = 0; i < count; i++) {
        memset(out + room, 0xA5, 64);
        out = pd_write_piece(out, piece, bits[i], 0);
        ends[i] = (uint64_t)(out - first);
        const uint8_t *const start = first + (i ? ends[i - 1] : 0);
        for (size_t k = 0; k < 64; k++)
            if (start[room + k] != 0xA5)
                return i;
    }
    return count;
}

PD_EXPORT uint64_t show_text(const pd_piece *piece, const uint8_t *data, uint64_t size,
                             uint8_t *out);
uint64_t show_text(const pd_piece *piece, const uint8_t *data, uint64_t size, uint8_t *out)
{
    return (uint64_t)(pd_write_piece(out, piece, (uint64_t)(uintptr_t)data, size) - out);
}
"""


class Piece(ctypes.Structure):
    """pd_piece of csrc/runtime/text.h."""

    _fields_ = [
        ("text", ctypes.c_char_p),
        ("size", ctypes.c_uint64),
        ("wire", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("precision", ctypes.c_uint32),
        ("what", ctypes.c_uint8),
        ("form", ctypes.c_uint8),
        ("fill", ctypes.c_uint8),
        ("base", ctypes.c_uint8),
    ]


def c_piece(piece: Shown) -> Piece:
    what, fill, base = shown_as(piece), ord(piece.fill), ord(piece.base)
    return Piece(None, 0, 0, piece.width, piece.precision, what, piece.form, fill, base)


def c_nodes() -> list[NodeSpec]:
    return [spec for spec in REGISTRY.values() if spec.c is not None]


def node_function(spec: NodeSpec) -> str:
    """An exported function that calls a node on raw slots."""
    at = [sum(p.type.width if p.type else 1 for p in spec.wires[:i]) for i in range(MOST)]
    wires = [
        joined_slots(f"in[{at[i]}]", f"in[{at[i] + 1}]", p.type) for i, p in enumerate(spec.wires)
    ]
    several = has_out_array(spec)
    if spec.fold:
        joined = call(spec, ("out[0]", "in[i]"), ())
        body = f"out[0] = {neutral(spec)};\n"
        body += f"    for (size_t i = 0; i < count; i++)\n        out[0] = {joined};"
    elif spec.appends:
        value = call(spec, wires, const_values(spec, "k", "count"), "&text")
        body = f"pd_text text;\n    pd_text_init(&text);\n    {value};\n"
        body += "    out[0] = text.size;\n    if (text.size)\n"
        body += "        memcpy(out + 1, text.data, text.size);\n    pd_text_free(&text);"
    elif gives_reference(spec):
        value = call(spec, wires, const_values(spec, "k", "count"))
        body = f"const pd_str value = {value};\n    out[0] = value.size;\n    if (value.size)\n"
        body += "        memcpy(out + 1, value.data, value.size);"
    elif gives_wide(spec):
        value = call(spec, wires, const_values(spec, "k", "count"))
        body = f"const pd_u128 value = {value};\n"
        body += "    out[0] = value.low;\n    out[1] = value.high;"
    else:
        consts = const_values(spec, "k", "count")
        value = call(spec, wires, consts, "out, 1" if several else "")
        body = f"{value};" if several else f"out[0] = {value};"
    head = (
        f"void node_{plain_name(spec)}(pd_status *failed, const uint64_t *in,"
        " const uint64_t *k, size_t count, uint64_t *out)"
    )
    return (
        f"{expression_function(spec) if is_expression(spec) else ''}\n"
        f"PD_EXPORT {head};\n{head}\n{{\n    pd_status status = PD_OK;\n"
        f"    (void)in; (void)k; (void)count;\n    {body}\n    *failed = status;\n}}\n"
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    cc = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(cc[0]) is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("c")
    made = {"powers.h": emit_powers(), "status.h": emit_status(), **emit_maths()}
    for name, text_of_header in made.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text_of_header)
    (folder / "all.c").write_text(SHOW + "\n".join(map(node_function, c_nodes())))
    flags = [*FLAGS.split(), f"-I{CSRC}", f"-I{folder}", *os.environ.get("CFLAGS", "").split()]
    command = [*cc, *flags, str(folder / "all.c"), "-o", str(folder / "all.so"), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(folder / "all.so"))


# Numbers as text.


def some_f64(count: int) -> list[float]:
    """Edges, powers, ties and random bits; both signs."""
    draw = random.Random(1)
    values = [0.0, math.inf, math.nan, 1e15, 1e16, 9999999999999998.0, 1e-4, 9.999e-5, 0.3]
    values += [math.ldexp(1.0, e) for e in range(-1074, 1024)]
    values += [float(f"1e{e}") for e in range(-323, 309)]
    values += [float(f"{draw.randrange(1, 100)}e{e}") for e in range(-320, 300)]
    values += [math.ldexp(draw.getrandbits(53), -p) for p in range(1, 8) for _ in range(500)]
    values += [draw.randrange(1 << 54) / 4 for _ in range(2000)]  # many ties at 17 digits
    values += [draw.randrange(10**6) / 10 ** draw.randrange(7) for _ in range(3000)]
    values += [n + 0.5 for n in range(50)] + [n / 8 for n in range(200)]
    values += [math.nextafter(v, d) for v in values[:2700] for d in (0.0, math.inf)]
    values += [float(from_slot(draw.getrandbits(64), P.F64)) for _ in range(count)]
    return [*values, *(-v for v in values)]


def some_f32(count: int) -> list[float]:
    draw = random.Random(2)
    edges = [0, 1, 0x7F7FFFFF, 0x7F800000, 0x7FC00000, 0x007FFFFF, 0x00800000]
    edges += [e << 23 for e in range(255)] + [(e << 23) - 1 for e in range(1, 255)]
    edges += [to_slot(draw.randrange(1 << 26) / 4, P.F32) for _ in range(300)]  # ties
    edges += [draw.getrandbits(31) for _ in range(count)]
    return [float(from_slot(bits | sign << 31, P.F32)) for bits in edges for sign in (0, 1)]


def some_integers(type: PortType, count: int) -> list[int]:
    draw = random.Random(3)
    low, high = integer_range(type)
    values = [sign * 10**n + step for n in range(20) for step in (-1, 0, 1) for sign in (1, -1)]
    values += [low, low + 1, high - 1, high]
    values += [draw.getrandbits(draw.randrange(1, 65)) for _ in range(count)]
    values += [-v for v in values]
    return [v for v in values if low <= v <= high]


def show(library: ctypes.CDLL, piece: Shown, values: Sequence[Any]) -> list[str]:
    """The texts that C writes for values, with a check of its room."""
    most = 500 + piece.precision + piece.width
    bits = (ctypes.c_uint64 * len(values))(*(to_slot(v, piece.type) for v in values))
    ends = (ctypes.c_uint64 * len(values))()
    out = ctypes.create_string_buffer(len(values) * most + most)
    count = ctypes.c_size_t(len(values))
    shown = library.show(ctypes.byref(c_piece(piece)), bits, count, out, ends)
    assert shown == len(values), f"{values[shown]!r} was written beyond its room"
    whole = out.raw[: ends[-1] if values else 0].decode()
    return [whole[a:b] for a, b in itertools.pairwise([0, *ends])]


def check(library: ctypes.CDLL, piece: Shown, values: Sequence[Any]) -> None:
    got = show(library, piece, values)
    want = [reference(v, piece) for v in values]
    wrong = [(v, g, w) for v, g, w in zip(values, got, want, strict=True) if g != w]
    assert not wrong, f"{len(wrong)} differ, such as (value, C, Python) {wrong[0]}"


def reference(value: Any, piece: Shown) -> str:
    if piece.form is Form.PLAIN and piece.type.is_float:
        return text.plain(value, piece.type).rjust(piece.width, piece.fill)
    return shown_text(value, piece)


@pytest.mark.parametrize("form", [Form.DISPLAY, Form.PLAIN])
def test_f64_has_the_shortest_digits(library: ctypes.CDLL, form: Form) -> None:
    check(library, Shown(0, P.F64, form), some_f64(50_000))


@pytest.mark.parametrize("form", [Form.DISPLAY, Form.PLAIN])
def test_f32_has_the_shortest_digits(library: ctypes.CDLL, form: Form) -> None:
    check(library, Shown(0, P.F32, form), some_f32(4_000))


@pytest.mark.parametrize("decimals", [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 19, 20, 27, 28, 60, 1100])
def test_fixed_is_exact(library: ctypes.CDLL, decimals: int) -> None:
    values = some_f64(1_000)[:: 3 if decimals < 20 else 17]
    values += [n + 0.5 for n in range(-9, 9)] + [9.5, 99.5, 0.95, 9.995, 999999.9999999999]
    check(library, Shown(0, P.F64, Form.FIXED, decimals), values)


@pytest.mark.parametrize("decimals", [0, 2, 30])
def test_fixed_of_f32_is_that_of_its_value(library: ctypes.CDLL, decimals: int) -> None:
    check(library, Shown(0, P.F32, Form.FIXED, decimals), some_f32(500))


def test_fixed_has_up_to_65535_decimals(library: ctypes.CDLL) -> None:
    check(library, Shown(0, P.F64, Form.FIXED, 65535), [0.1, 2.0**-1074, 1e308, -5.0])


@pytest.mark.parametrize("type", [P.U64, P.I64])
def test_integers(library: ctypes.CDLL, type: PortType) -> None:
    check(library, Shown(0, type), some_integers(type, 50_000))


@pytest.mark.parametrize("base", "xXbo")
@pytest.mark.parametrize(("width", "fill"), [(0, " "), (12, " "), (20, "0"), (70, "0")])
def test_bases(library: ctypes.CDLL, base: str, width: int, fill: str) -> None:
    values = some_integers(P.U64, 500)
    check(library, Shown(0, P.U64, base=base, width=width, fill=fill), values)


@pytest.mark.parametrize("type", [P.U64, P.I64, P.F64, P.F32, P.BOOL])
@pytest.mark.parametrize("width", [1, 2, 7, 8, 9, 17, 20, 24, 40, 333])
@pytest.mark.parametrize("fill", " 0")
def test_padding(library: ctypes.CDLL, type: PortType, width: int, fill: str) -> None:
    if type is P.BOOL:
        check(library, Shown(0, type), [False, True])
    elif type.is_float:
        values = some_f64(0)[::37] if type is P.F64 else some_f32(0)[::5]
        for form, precision in ((Form.DISPLAY, 0), (Form.PLAIN, 0), (Form.FIXED, 3)):
            check(library, Shown(0, type, form, precision, width, fill), values)
    else:
        check(library, Shown(0, type, width=width, fill=fill), some_integers(type, 100))


@pytest.mark.parametrize("width", [0, 1, 4, 9])
@pytest.mark.parametrize("value", ["", "a", "häß", "日本", "🙂🙂", "long enough"])
def test_text_is_padded_by_characters(library: ctypes.CDLL, width: int, value: str) -> None:
    piece, data = c_piece(Shown(0, P.STR, width=width)), value.encode()
    out = ctypes.create_string_buffer(100)
    library.show_text.restype = ctypes.c_uint64
    size = library.show_text(ctypes.byref(piece), data, ctypes.c_uint64(len(data)), out)
    assert out.raw[:size].decode() == value.rjust(width)


@pytest.mark.parametrize("writer", sorted(set(WRITERS.values()), key=lambda w: w.function))
def test_generated_code_reserves_what_a_writer_may_use(writer: Writer) -> None:
    name = writer.function.removeprefix("pd_write_").upper()
    sources = "".join(path.read_text() for path in (CSRC / "runtime").glob("*.h"))
    assert re.findall(rf"#define PD_MAX_{name} (\d+)", sources) == [str(writer.most)]


# Nodes.


MOST = 16  # wires and constants of a drawn call
DRAWN, DRAWN_SLOWLY = 300, 10_000  # calls of a node

EDGES: dict[PortType | None, tuple[Any, ...]] = {
    P.BOOL: (False, True),
    P.F64: (0.0, -0.0, 1.0, -2.5, 0.1, 1e300, 5e-324, math.inf, -math.inf, math.nan),
    P.F32: (0.0, -0.0, 1.0, -2.5, 2.0**-149, math.inf, -math.inf, math.nan),
    P.F16: (0.0, -0.0, 1.0, -2.5, 65504.0, 2.0**-24, math.inf, -math.inf, math.nan),
    P.STR: ("", "a", "b", "a\0", "\u00e9", "abcdefghi"),
    P.BYTES: (b"", b"\0", b"\x00\xff\x80", bytes(range(16))),
    P.JSON: tuple(
        map(Json, ("null", "true", "-1", "1.5", '"a\u00e9"', "[]", '{"b":[1,2.5],"a":{}}'))
    ),
    None: (0, 7, (1 << 64) - 1),
}
VECTORS = ((), (1,), (-3, 0, 100), tuple(range(20)))
LIMIT = 4096  # words of an output


def edges(type: PortType | None) -> tuple[Any, ...]:
    if type in EDGES:
        return EDGES[type]
    assert type is not None
    if type in ELEMENTS:
        return tuple(
            tuple(map(float, v)) if ELEMENTS[type].is_float else v
            for v in (*VECTORS, (1, -1, 5, 7))
        )
    if type.is_wide and not type.is_integer:
        return bytes(16), bytes(range(16)), b"\xff" * 16, b"\x00\x3c\x00\xbc" * 4
    low, high = integer_range(type)
    return tuple(sorted({0, 1, 2, 63, 64, 100, low, high, high - 1, high // 2 + 1, high // 2}))


def some(draw: random.Random, type: PortType | None) -> Any:
    """An edge, or anything, small and large numbers alike."""
    if type in (None, P.BOOL) or type.is_reference or draw.random() < 0.4:
        return draw.choice(edges(type))
    assert type is not None
    if type.is_wide and not type.is_integer:
        return draw.randbytes(16)
    if type.is_float:
        near = draw.uniform(-4, 4) * 10.0 ** draw.randrange(-3, 6)
        anything = from_slot(draw.getrandbits(BITS[type]), type)
        return round_to(draw.choice((near, anything, float(round(near)))), type)
    low, high = integer_range(type)
    number = draw.getrandbits(draw.randrange(1, high.bit_length() + 2)) * draw.choice((1, -1))
    return min(max(number, low), high)


def constants(spec: NodeSpec, draw: random.Random) -> list[tuple[Any, ...]]:
    """Constants that the node takes: those of its golden rows, and drawn ones."""
    rows = [spec.split(args)[1] for args, _ in spec.golden]
    if has_own_constants(spec):
        return rows
    for _ in range(60):
        row = list(rows[0])
        for at, param in enumerate(spec.consts):
            if param.variadic:
                row[at:] = [some(draw, param.type) for _ in range(draw.randrange(1, 6))]
            elif draw.random() < 0.7:
                row[at] = some(draw, param.type)
        if spec.output_for_each is None and is_accepted(spec, row):
            rows.append(tuple(row))
    return rows


def arguments(spec: NodeSpec, drawn: int) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Wires and constants: golden rows, then combinations of edges and drawn values."""
    rows = [spec.split(args) for args, _ in spec.golden]
    yield from (row for row in rows if None not in row[0] and (spec.wires or not row[0]))
    draw = random.Random(spec.name)
    lists = constants(spec, draw)
    wires = list(spec.wires)
    every = list(itertools.product(*(edges(p.type) for p in wires)))
    for chosen in draw.sample(every, min(len(every), drawn // 2)):
        yield chosen, draw.choice(lists)
    for _ in range(drawn):
        more = wires[-1:] * draw.randrange(4) if spec.variadic_wire is not None else []
        yield tuple(some(draw, p.type) for p in (*wires, *more)), draw.choice(lists)


def c_slots(values: Sequence[Any], types: Sequence[PortType], keep: list[Any]) -> Any:
    """Slots as C reads them; `keep` holds what they point to."""
    slots: list[int] = []
    for value, type in zip(values, types, strict=True):
        if type.is_reference:
            data = to_memory(value, type)
            keep.append(ctypes.create_string_buffer(data, len(data) + 1))
            slots += [ctypes.addressof(keep[-1]), len(data)]
        else:
            slots += to_words(value, type)
    return (ctypes.c_uint64 * max(1, len(slots)))(*slots)


def c_constants(spec: NodeSpec, consts: Sequence[Any]) -> tuple[Any, int]:
    """Constants, or the table that is made of them, and how many words they are."""
    if spec.setup is not None:
        words = spec.table(consts).words()
    else:
        types = [spec.const_param(i).type or P.U64 for i in range(len(consts))]
        words = tuple(map(to_slot, consts, types))
    return (ctypes.c_uint64 * max(1, len(words)))(*words), len(words)


@pytest.mark.parametrize("spec", c_nodes(), ids=lambda s: s.name)
def test_node_agrees_with_its_reference(
    library: ctypes.CDLL, spec: NodeSpec, pytestconfig: pytest.Config
) -> None:
    drawn = DRAWN_SLOWLY if pytestconfig.getoption("--slow") else DRAWN
    run = getattr(library, f"node_{plain_name(spec)}")
    prepared: dict[str, tuple[Any, int]] = {}
    for wires, consts in arguments(spec, drawn):
        types = [spec.wire_param(i).type or P.U64 for i in range(len(wires))]
        if any(
            p.type is None and isinstance(w, str) for p, w in zip(spec.wires, wires, strict=False)
        ):
            continue  # a wire of any type that holds a text: copied as pieces
        returns = spec.output_types(consts, types or [P.U64])
        keep: list[Any] = []
        failed = ctypes.c_uint32()
        if repr(consts) not in prepared:
            prepared[repr(consts)] = c_constants(spec, consts)
        k, count = prepared[repr(consts)]
        out = (ctypes.c_uint64 * LIMIT)()
        size = ctypes.c_size_t(len(wires) if spec.fold else count)
        run(ctypes.byref(failed), c_slots(wires, types, keep), k, size, out)
        if failed.value:
            got: list[Any] = [BY_CODE[failed.value]]
        elif gives_reference(spec):
            got = [repr(from_memory(bytes(out)[8 : 8 + out[0]], returns[0]))]
        elif gives_wide(spec):
            got = [from_words(out[0], out[1], returns[0])]
        else:
            got = [comparable(out[i], t) for i, t in enumerate(returns)]
        want = outcome(spec, wires, consts, types, returns)
        if want == [None]:
            continue  # the engine asks a companion first; what C gives is not looked at
        assert got == want, f"{spec.name}{spec.join(wires, consts)}"


def outcome(
    spec: NodeSpec,
    wires: tuple[Any, ...],
    consts: tuple[Any, ...],
    types: Sequence[PortType],
    returns: Sequence[PortType],
) -> list[Any]:
    """Slots of the reference's values, a text, or the failure that is declared."""
    try:
        value = spec.evaluate(wires, consts, types)
    except EvalError:
        return [spec.fails]
    values = value if len(returns) > 1 else (value,)
    if value is None:
        return [None]
    if gives_reference(spec):
        return [repr(value)]
    if gives_wide(spec):
        return [value]
    return [comparable(to_slot(v, t), t) for v, t in zip(values, returns, strict=True)]


def comparable(bits: int, type: PortType) -> int | str:
    """Slot bits, one text for every NaN."""
    return "NaN" if type.is_float and math.isnan(from_slot(bits, type)) else bits
