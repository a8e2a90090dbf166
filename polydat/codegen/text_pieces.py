"""C statements that append the pieces of a text to a buffer, through a pointer `at`.

Pieces with a known greatest size need one reservation for all of them; a shown text, and
whatever is padded or has decimals, asks for its room when it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from polydat.codegen.operand import text_literal, unpack
from polydat.nodes.pieces import Form, Piece, Shown, Written
from polydat.types import PortType

P = PortType


@dataclass(frozen=True, slots=True)
class Writer:
    """A C function that writes a number at a pointer, and the most bytes that it writes."""

    function: str
    type: PortType
    most: int


U64 = Writer("pd_write_u64", P.U64, 20)
I64 = Writer("pd_write_i64", P.I64, 20)

# The greatest sizes are those of csrc/runtime: tests hold the two together.
WRITERS: dict[tuple[PortType, Form], Writer] = {
    **{(t, f): U64 for t in (P.U64, P.U32, P.U16, P.U8) for f in Form},
    **{(t, f): I64 for t in (P.I64, P.I32, P.I16, P.I8) for f in Form},
    **{(P.BOOL, f): Writer("pd_write_bool", P.BOOL, 5) for f in Form},
    (P.F64, Form.DISPLAY): Writer("pd_write_f64_display", P.F64, 25),
    (P.F64, Form.PLAIN): Writer("pd_write_f64_plain", P.F64, 344),
    (P.F32, Form.DISPLAY): Writer("pd_write_f32_display", P.F32, 25),
    (P.F32, Form.PLAIN): Writer("pd_write_f32_plain", P.F32, 64),
}


def simple_writer(piece: Shown) -> Writer | None:
    """The writer of a piece that is neither padded nor in another base."""
    if piece.width or piece.base != "d":
        return None
    return WRITERS.get((piece.type, piece.form))


def fixed_room(pieces: Sequence[Piece]) -> int:
    """Bytes that the pieces of known greatest size take at most."""
    total = 0
    for piece in pieces:
        if isinstance(piece, Written):
            total += len(piece.text)
        else:
            writer = simple_writer(piece)
            total += writer.most if writer else 0
    return total


def needs_room(piece: Piece) -> bool:
    """Whether a piece reserves its own room."""
    return isinstance(piece, Shown) and simple_writer(piece) is None


def append_pieces(
    pieces: Sequence[Piece],
    wire: Callable[[int], tuple[str, str]],
    text: str,
    constant: Callable[[Shown], str],
    fail: Sequence[str],
) -> list[str]:
    """Statements that append all pieces to the pd_text `text`.

    Requires: room for `fixed_room(pieces)` at `at`, which is `text->data + text->size`
        at the start; `status` is a pd_status.
    Ensures: `at` is the end of the text; `text->size` is stale.

    Args:
        wire: number of a wire to C expressions of its slot, or of the two of a pair.
        constant: names a static pd_piece for what no writer does.
        fail: statements for a failure, behind the failing append.
    """
    lines: list[str] = []
    left = fixed_room(pieces)
    for piece in pieces:
        if isinstance(piece, Written):
            size = len(piece.text)
            if not size:
                continue  # no memory may be reserved, and memcpy takes no null pointer
            left -= size
            lines.append(f"memcpy(at, {text_literal(piece.text)}, {size});")
            lines.append(f"at += {size};")
            continue
        low, high = wire(piece.wire)
        writer = simple_writer(piece)
        if writer is not None:
            left -= writer.most
            lines.append(f"at = {writer.function}(at, {unpack(low, writer.type)});")
            continue
        reserve = f" && pd_reserve(&status, {text}, {left})" if left else ""
        name = constant(piece)
        lines += [
            f"{text}->size = (uint64_t)(at - {text}->data);",
            f"if (!(pd_append_piece(&status, {text}, &{name}, {low}, {high}){reserve})) {{",
            *(f"    {line}" for line in fail),
            "}",
            f"at = {text}->data + {text}->size;",
        ]
    return lines


def append_value(value: str, text: str, check: Sequence[str], fail: Sequence[str]) -> list[str]:
    """Statements that append what a function gives to the pd_text `text`.

    Args:
        value: C expression of a pd_str.
        check: statements behind the call.
        fail: statements for a failure.
    """
    return [
        f"const pd_str value = {value};",
        *check,
        f"if (!pd_append_str(&status, {text}, value)) {{",
        *(f"    {line}" for line in fail),
        "}",
    ]


def through_buffer(append: Sequence[str], text: str) -> list[str]:
    """Statements that append to the pd_text `text` itself, for one that is written through `at`.

    Requires and ensures: as `append_pieces`.
    """
    return [
        f"{text}->size = (uint64_t)(at - {text}->data);",
        *append,
        f"at = {text}->data + {text}->size;",
    ]
