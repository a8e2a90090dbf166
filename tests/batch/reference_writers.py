"""Text formats once more, slowly: value by value, by the rules of the formats.

What is shared with the writers under test is nothing but the display form of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from polydat.types import PortType
from polydat.types.text import row_text

Rows = Sequence[Sequence[Any]]  # a row is one value a column, `None` where it is absent


def csv_text(names: Sequence[str], types: Sequence[PortType], rows: Rows, comma: str) -> str:
    """CSV: RFC 4180 with line feeds; the empty text is quoted."""
    lines = [[csv_cell(name, PortType.STR, comma) for name in names]]
    lines += [[csv_cell(v, t, comma) for v, t in zip(row, types, strict=True)] for row in rows]
    return "".join(comma.join(line) + "\n" for line in lines)


def csv_cell(value: Any, type: PortType, comma: str) -> str:
    if value is None:
        return ""
    text = row_text(value, type)
    if text == "" or any(c in text for c in (comma, '"', "\n", "\r")):
        return '"' + text.replace('"', '""') + '"'
    return text


def jsonl_text(names: Sequence[str], types: Sequence[PortType], rows: Rows) -> str:
    """JSON lines: RFC 8259, no blanks."""
    lines = [
        ",".join(
            f"{json_string(n)}:{json_value(v, t)}"
            for n, v, t in zip(names, row, types, strict=True)
        )
        for row in rows
    ]
    return "".join(f"{{{line}}}\n" for line in lines)


def json_value(value: Any, type: PortType) -> str:
    if value is None:
        return "null"
    if type is PortType.STR:
        return json_string(value)
    if type is PortType.BOOL:
        return "true" if value else "false"
    return json_float(float(value)) if type.is_float else str(int(value))


def json_string(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r",
             "\t": "\\t"}  # fmt: skip
    return (
        '"' + "".join(short.get(c) or (c if c >= " " else f"\\u{ord(c):04x}") for c in text) + '"'
    )


def json_float(value: float) -> str:
    """Positional from 1e-5 to below 1e16, else with an exponent, `+` where it is positive."""
    if not math.isfinite(value):
        return "null"
    if value != 0 and 1e-5 <= abs(value) < 1e-4:
        mantissa, power = repr(value).split("e")
        assert power == "-05"
        sign = "-" if value < 0 else ""
        return f"{sign}0.0000{mantissa.lstrip('-').replace('.', '')}"
    mantissa, _, power = repr(value).partition("e")
    return f"{mantissa}e{int(power):+d}" if power else mantissa


def sql_text(
    head: str,
    target: str,
    names: Sequence[str],
    types: Sequence[PortType],
    rows: Rows,
    cell: Callable[[Any, PortType], str],
) -> str:
    """INSERT statements, of 1,024 rows or of the rows behind which 512 KiB are reached."""
    text, statement = head, ""
    for number, row in enumerate(rows):
        if statement and (number % 1024 == 0 or len(statement.encode()) >= 1 << 19):
            text, statement = text + statement + ";\n", ""
        statement += ",\n" if statement else f"INSERT INTO {target} ({', '.join(names)}) VALUES\n"
        statement += "(" + ", ".join(cell(v, t) for v, t in zip(row, types, strict=True)) + ")"
    return text + (f"{statement};\n" if statement else "")


def sql_cell(dialect: str) -> Callable[[Any, PortType], str]:
    """The literal of a value in a dialect; `KeyError` where it has none."""
    special: dict[str, dict[str, str]] = {
        "postgresql": {"NaN": "'NaN'::float8", "inf": "'Infinity'::float8",
                       "-inf": "'-Infinity'::float8"},
        "mysql": {},
        "sqlite": {"inf": "9e999", "-inf": "-9e999"},
    }  # fmt: skip

    def cell(value: Any, type: PortType) -> str:
        if value is None:
            return "NULL"
        if type is PortType.STR:
            return sql_string(value, dialect)
        if type is PortType.BOOL and dialect == "sqlite":
            return "1" if value else "0"
        text = row_text(value, type)
        if type.is_float and not math.isfinite(value):
            return special[dialect][text]
        if dialect == "sqlite" and type is PortType.U64 and value >= 1 << 63:
            raise KeyError(value)
        return text

    return cell


def sql_string(text: str, dialect: str) -> str:
    quoted = text.replace("'", "''")
    if dialect == "mysql":
        quoted = quoted.replace("\\", "\\\\")
        for character, escape in (("\0", "0"), ("\n", "n"), ("\r", "r"), ("\x1a", "Z")):
            quoted = quoted.replace(character, "\\" + escape)
    elif "\0" in text:
        if dialect == "postgresql":
            raise KeyError(text)
        quoted = quoted.replace("\0", "'||char(0)||'")
    return f"'{quoted}'"
