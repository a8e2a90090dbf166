"""SQL: INSERT statements of many rows each."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.batch.cells import sql_cells
from polydat.batch.dialects import Dialect
from polydat.batch.row_layout import RowLayout, TextForm
from polydat.errors import UsageError
from polydat.types import PortType

# A statement ends after so many rows or bytes: servers refuse very long ones, MySQL by
# default those of more than 1 MiB in its older versions.
STATEMENT_ROWS, STATEMENT_BYTES = 1024, 1 << 19


def sql_layout(
    names: Sequence[str], types: Sequence[PortType], dialect: Dialect, table: Sequence[str]
) -> RowLayout:
    """Rows as the values of INSERT statements.

    Args:
        table: its name, behind those of its schema and database where they are given.

    Raises:
        UsageError: a name that SQL does not have.
    """
    columns = ", ".join(map(dialect.quote_name, names))
    target = ".".join(map(dialect.quote_name, table))
    return RowLayout(
        name=f"SQL for {dialect.name}",
        cells=tuple(sql_cells(type, dialect.binary) for type in types),
        head=dialect.head.encode(),
        before=(b"(", *(b", " for _ in names[1:])),
        after=b")",
        absent=b"NULL",
        text=TextForm("'", always=True, escapes=dialect.escapes),
        yes=dialect.yes,
        no=dialect.no,
        not_finite=dialect.not_finite,
        first=f"INSERT INTO {target} ({columns}) VALUES\n".encode(),
        between=b",\n",
        last=b";\n",
        group_rows=STATEMENT_ROWS,
        group_bytes=STATEMENT_BYTES,
        most=dialect.most,
    )


def table_name(text: str) -> tuple[str, ...]:
    """The parts of a table's name as people write it: `orders`, `public.orders`.

    Raises:
        UsageError: a part is empty.
    """
    parts = tuple(text.split("."))
    if not all(parts):
        raise UsageError(f"a table is named NAME or SCHEMA.NAME, got '{text}'")
    return parts
