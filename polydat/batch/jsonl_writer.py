"""JSON lines: one object a row, by RFC 8259; a float that JSON cannot hold is null."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from polydat.batch.frame import Batch, Column, TextColumn, absent_rows, filled
from polydat.batch.row_text import laid_out_by_repr
from polydat.types import PortType

# `repr` of a float lays out the JSON form between these sizes; its digits are always those.
POSITIONAL_FROM, REPR_FROM, EXPONENT_FROM = 1e-5, 1e-4, 1e16

encode_text = json.JSONEncoder(ensure_ascii=False).encode


class JsonLinesWriter:
    """Rows as JSON objects, keys in column order."""

    def __init__(self) -> None:
        self.template = ""

    def header(self, names: Sequence[str], types: Sequence[PortType]) -> bytes:
        """Nothing: every line has the names.  Must be called first."""
        members = (encode_text(name).replace("%", "%%") + ":%s" for name in names)
        self.template = "{" + ",".join(members) + "}"
        return b""

    def rows(self, batch: Batch) -> bytes:
        """The lines of a batch."""
        if not batch.rows:
            return b""
        columns = [nullable(batch[n], t) for n, t in zip(batch.names, batch.types, strict=True)]
        lines = map(self.template.__mod__, zip(*columns, strict=True))
        return ("\n".join(lines) + "\n").encode()


def nullable(column: Column, type: PortType) -> list[str]:
    """JSON text of every value of a column, `None` among them."""
    texts = values(filled(column), type)
    for row in absent_rows(column):
        texts[row] = "null"
    return texts


def values(column: Column, type: PortType) -> list[str]:
    """JSON text of every value of a column."""
    if isinstance(column, TextColumn):
        return list(map(encode_text, column.tolist()))
    if type.is_float:
        return float_values(column)
    if type is PortType.BOOL:
        return ["true" if value else "false" for value in column.tolist()]
    return list(map(str, column.tolist()))


def float_values(column: np.ndarray[Any, Any]) -> list[str]:
    """JSON text of every value of a float column; narrow floats are widened first."""
    wide = column.astype(np.float64)
    texts = list(map(repr, wide.tolist()))
    for at in np.flatnonzero(~laid_out_by_repr(wide, REPR_FROM, EXPONENT_FROM)):
        texts[at] = json_float(float(wide[at]))
    return texts


def json_float(value: float) -> str:
    """A float as a JSON number, `null` where there is none.

    Positional from 1e-5 to below 1e16; beyond, an exponent, with a sign where positive.
    """
    if not math.isfinite(value):
        return "null"
    digits, exponent, power = repr(value).partition("e")
    if not exponent:
        return digits
    number = int(power)
    if abs(value) >= POSITIONAL_FROM and number < 0:
        sign = "-" if value < 0 else ""
        return f"{sign}0.{'0' * (-number - 1)}{digits.lstrip('-').replace('.', '')}"
    return f"{digits}e{number:+d}"
