"""Formats of rows: their names, the endings of their files, and their writers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from polydat.batch import files
from polydat.batch.arrow_writer import ArrowWriter, ParquetWriter
from polydat.batch.csv_writer import csv_layout
from polydat.batch.dialects import POSTGRESQL, dialect_named
from polydat.batch.jsonl_writer import jsonl_layout
from polydat.batch.row_layout import RowLayout
from polydat.batch.row_writer import LayoutOf, RowWriter, Writer
from polydat.batch.sql_writer import sql_layout
from polydat.batch.table_writer import TableWriter
from polydat.errors import UsageError, nearest_names
from polydat.types import PortType

FORMATS = ("table", "csv", "tsv", "jsonl", "sql", "parquet", "arrow")
BINARY = ("parquet", "arrow")  # not for terminals, and compressed inside, if at all

ENDINGS = {
    ".txt": "table",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sql": "sql",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".arrows": "arrow",
    ".feather": "arrow",
}
STREAM_ENDING = ".arrows"
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}


@dataclass(frozen=True, slots=True)
class Format:
    """How rows become bytes.

    Attributes:
        name: of `FORMATS`.
        compression: `gzip`, `zstd` or `None`.
        dialect, table: of SQL; empty for the others.
        streaming: whether Arrow goes to a pipe, where nothing reads from the end.
    """

    name: str
    compression: str | None = None
    dialect: str = ""
    table: tuple[str, ...] = ()
    streaming: bool = False

    def __str__(self) -> str:
        parts = [f"for {self.dialect}", f"into {'.'.join(self.table)}"] if self.dialect else []
        return " ".join([self.name, *parts, self.compression or ""]).rstrip()

    def writer(self, metadata: Mapping[str, str], threads: int = 1) -> Writer:
        """A new writer.

        Args:
            metadata: texts for formats that can carry them.
            threads: how many make the text of rows.

        Raises:
            UsageError: pyarrow is needed and is not installed.
        """
        return WRITERS[self.name](self, metadata, threads)


def tsv_layout(names: Sequence[str], types: Sequence[PortType]) -> RowLayout:
    return csv_layout(names, types, delimiter="\t")


# fmt: off
WRITERS: Mapping[str, Callable[[Format, Mapping[str, str], int], Writer]] = {
    "table":   lambda form, metadata, threads: TableWriter(),
    "csv":     lambda form, metadata, threads: RowWriter(csv_layout, threads),
    "tsv":     lambda form, metadata, threads: RowWriter(tsv_layout, threads),
    "jsonl":   lambda form, metadata, threads: RowWriter(jsonl_layout, threads),
    "sql":     lambda form, metadata, threads: RowWriter(sql_layout_of(form), threads),
    "parquet": lambda form, metadata, threads: ParquetWriter(metadata),
    "arrow":   lambda form, metadata, threads: ArrowWriter(metadata, form.streaming),
}
# fmt: on


def sql_layout_of(form: Format) -> LayoutOf:
    return partial(sql_layout, dialect=dialect_named(form.dialect), table=form.table)


def choose(
    target: str,
    emit: str | None = None,
    dialect: str | None = None,
    table: tuple[str, ...] = ("rows",),
    terminal: bool = False,
) -> Format:
    """The format of what goes to a target.

    Args:
        target: name of a file, `-` for standard output.
        emit: name of a format; by default what the file's ending says, else a table on a
            terminal and CSV elsewhere.
        dialect: of SQL, PostgreSQL by default.
        table: parts of the name of the table that SQL inserts into.
        terminal: whether people see it.

    Raises:
        UsageError: no such format or dialect, or one that the target cannot have.
    """
    base, compression = split_compression(target)
    name = emit or ending_format(base) or ("table" if terminal else "csv")
    if name not in FORMATS:
        near = nearest_names(name, FORMATS)
        hint = f"; nearest: {near[0]}" if near else ""
        raise UsageError(f"--emit takes {', '.join(FORMATS)}, got '{name}'{hint}")
    if name != "sql" and dialect is not None:
        raise UsageError(f"--dialect goes with --emit sql, not with {name}")
    if name in BINARY and compression is not None:
        raise UsageError(f"{name} is compressed inside: write -o {base}")
    if name in BINARY and terminal:
        raise UsageError(f"{name} is nothing for a terminal: write -o FILE")
    streaming = target == files.STANDARD_OUTPUT or files.is_stream(target)
    return Format(
        name,
        compression,
        dialect_named(dialect or POSTGRESQL.name).name if name == "sql" else "",
        table if name == "sql" else (),
        name == "arrow" and (streaming or base.endswith(STREAM_ENDING)),
    )


def split_compression(target: str) -> tuple[str, str | None]:
    """A file's name without the ending of a compression, and the compression."""
    for ending, compression in COMPRESSIONS.items():
        if target.endswith(ending):
            return target.removesuffix(ending), compression
    return target, None


def ending_format(name: str) -> str | None:
    """The format that a file's name asks for."""
    return next((form for ending, form in ENDINGS.items() if name.endswith(ending)), None)
