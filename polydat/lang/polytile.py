"""Tiles whose body is carried by a call: `name := polytile("json", "...", strict: true)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.errors import Diagnostic, Span, nearest_names
from polydat.lang import tree
from polydat.lang.terminals import Complaint, Source

ENCODINGS = ("json", "text", "csv")
TEXTS = ("open", "close", "sigil")  # options whose value is a text
FLAGS = ("strict", "instring")  # options that are true or false
FIELDS = {"instring": "in_string"}  # where the field of an option has another name


def carried(source: Source, at: int, target: tree.Name, value: tree.Expr) -> tree.Statement:
    """The tile that a call carries.

    `polytile_json` stays a call, its texts as they stand: what it means is a matter of
    templates.

    Raises:
        Complaint: the call is part of something else, or has other arguments.
    """
    try:
        return read_carried(target, value)
    except Refusal as refusal:
        raise Complaint(source, at, refusal.args[0]) from None


class Refusal(Exception):
    """What is wrong with a call, as a diagnostic."""


def read_carried(target: tree.Name, value: tree.Expr) -> tree.Statement:
    if not isinstance(value, tree.Call):
        raise refuse("a tile is the whole value of a binding", value.span, "the call alone")
    options = [read_option(a.name, a) for a in value.arguments if a.name is not None]
    if value.function == "polytile_json":
        read_texts(value, "a body")
        return tree.Binding((target,), value, span=target.span)
    encoding, body = read_texts(value, "an encoding and a body")
    if encoding not in ENCODINGS:
        message = f"no encoding named '{encoding}'"
        raise refuse(message, value.arguments[0].span, ", ".join(ENCODINGS), encoding, ENCODINGS)
    chosen = tree.TileOptions(**dict(options))
    kind = tree.BodyKind.TEXT
    return tree.Tile(target.name, encoding, chosen, kind, body, span=target.span)


def read_texts(call: tree.Call, wanted: str) -> list[str]:
    """The texts without a name, as many as the words of `wanted` say."""
    values = [a.value for a in call.arguments if a.name is None]
    texts = [value.value for value in values if isinstance(value, tree.Str)]
    count = len(wanted.split(" and "))
    if len(values) != count or len(texts) != count:
        raise refuse(f"'{call.function}' carries texts", call.span, f"{wanted}, in quotes")
    return texts


def read_option(name: str, argument: tree.Argument) -> tuple[str, Any]:
    """An option as a field of `TileOptions`."""
    value = argument.value
    if name in TEXTS and isinstance(value, tree.Str) and value.value:
        return name, value.value
    if name in FLAGS and isinstance(value, tree.Bool):
        return FIELDS.get(name, name), value.value
    if name in TEXTS:
        raise refuse(f"'{name}' is a text", argument.span, "a text that is not empty")
    if name in FLAGS:
        raise refuse(f"'{name}' is a choice", argument.span, "true or false")
    known = (*TEXTS, *FLAGS)
    message = f"a tile has no option named '{name}'"
    raise refuse(message, argument.span, ", ".join(known), name, known)


def refuse(
    message: str, span: Span | None, expected: str, word: str = "", known: Sequence[str] = ()
) -> Refusal:
    return Refusal(Diagnostic(message, span, expected=expected, nearest=nearest_names(word, known)))
