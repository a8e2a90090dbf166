"""SQL dialects: how names and values are written in each, so that they are read back equal.

What a dialect has no literal for is `None` here, and ends the rows with an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from polydat.errors import UsageError, nearest_names
from polydat.types import U64_MAX

QUOTE, BACKSLASH, NUL, LINE_FEED, RETURN, CONTROL_Z = b"'\\\0\n\r\x1a"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One dialect.

    Attributes:
        name: as `--dialect` takes it.
        head: statements before the first row.
        name_quote: stands around names; doubled inside of them.
        escapes: what is written in a text for a byte.
        yes, no: booleans.
        not_finite: NaN, infinity, minus infinity.
        most: the greatest integer.
        binary_form: a literal of bytes, `{}` for their hexadecimal digits.
    """

    name: str
    head: str
    name_quote: str
    escapes: Mapping[int, bytes | None]
    yes: bytes
    no: bytes
    not_finite: tuple[bytes | None, bytes | None, bytes | None]
    most: int = U64_MAX
    binary_form: str = "X'{}'"

    def binary(self, value: bytes) -> str:
        """Bytes as a literal."""
        return self.binary_form.format(value.hex())

    def quote_name(self, name: str) -> str:
        """A name of a table or a column as the dialect writes it.

        Raises:
            UsageError: no dialect has such a name.
        """
        if not name or "\0" in name:
            raise UsageError(f"SQL has no table or column named {name!r}")
        return (
            self.name_quote + name.replace(self.name_quote, 2 * self.name_quote) + self.name_quote
        )


# The heads make sure of what the escapes rely on, as the dump programs do.
POSTGRESQL = Dialect(
    name="postgresql",
    head="SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\n",
    name_quote='"',
    escapes={QUOTE: b"''", NUL: None},
    yes=b"true",
    no=b"false",
    not_finite=(b"'NaN'::float8", b"'Infinity'::float8", b"'-Infinity'::float8"),
    binary_form=r"'\x{}'::bytea",
)

# The client turns a return and a line feed into one, and Ctrl-Z ends a file on Windows.
MYSQL = Dialect(
    name="mysql",
    head="SET NAMES utf8mb4;\n",
    name_quote="`",
    escapes={
        QUOTE: b"''",
        BACKSLASH: b"\\\\",
        NUL: b"\\0",
        LINE_FEED: b"\\n",
        RETURN: b"\\r",
        CONTROL_Z: b"\\Z",
    },
    yes=b"true",
    no=b"false",
    not_finite=(None, None, None),
)

# Its text ends at a zero byte, its integers have 64 bits with a sign, `true` is a name in
# versions before 3.23, NaN is read as NULL, and a number out of range is infinite.
SQLITE = Dialect(
    name="sqlite",
    head="",
    name_quote='"',
    escapes={QUOTE: b"''", NUL: b"'||char(0)||'"},
    yes=b"1",
    no=b"0",
    not_finite=(None, b"9e999", b"-9e999"),
    most=(1 << 63) - 1,
)

DIALECTS = {dialect.name: dialect for dialect in (POSTGRESQL, MYSQL, SQLITE)}


def dialect_named(name: str) -> Dialect:
    """The dialect of a name.

    Raises:
        UsageError: there is none; names the nearest.
    """
    if name not in DIALECTS:
        near = nearest_names(name, list(DIALECTS))
        hint = f"; nearest: {near[0]}" if near else ""
        raise UsageError(f"no SQL dialect named '{name}': there are {', '.join(DIALECTS)}{hint}")
    return DIALECTS[name]
