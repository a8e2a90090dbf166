"""Compressed streams for text formats: gzip and zstd, with the same bytes for the same rows."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, BinaryIO, cast

from polydat.batch.files import Detachable
from polydat.errors import UsageError

GZIP_LEVEL, ZSTD_LEVEL = 6, 3  # the defaults of the two programs


@contextmanager
def compressed(stream: BinaryIO, compression: str | None) -> Iterator[BinaryIO]:
    """A stream whose bytes go to `stream` compressed; it ends with the block.

    Args:
        compression: `gzip`, `zstd`, or `None` for the bytes as they are.

    Raises:
        UsageError: nothing that is installed writes zstd.
    """
    if compression is None:
        yield stream
        return
    outer = Detachable(stream)
    inner = gzip_writer(outer) if compression == "gzip" else zstd_writer(outer)
    try:
        yield inner
    except BaseException:
        outer.detach()  # what is cut must not end as if it were whole
        raise
    finally:
        inner.close()


def gzip_writer(stream: Any) -> BinaryIO:
    # Neither a name nor a time in the header: they would make equal rows differ.
    return cast(
        BinaryIO,
        gzip.GzipFile(filename="", mode="wb", compresslevel=GZIP_LEVEL, fileobj=stream, mtime=0),
    )


def zstd_writer(stream: Any) -> BinaryIO:
    module = find_zstd()
    if module is not None:  # Python 3.14
        return cast(BinaryIO, module.ZstdFile(stream, "wb", level=ZSTD_LEVEL))
    pa = zstd_of_pyarrow()
    return cast(BinaryIO, pa.CompressedOutputStream(pa.PythonFile(stream, "w"), "zstd"))


@contextmanager
def decompressed(stream: BinaryIO, compression: str | None) -> Iterator[BinaryIO]:
    """A stream of the bytes that were compressed into `stream`."""
    if compression is None:
        yield stream
        return
    if compression == "gzip":
        inner = cast(BinaryIO, gzip.GzipFile(fileobj=stream, mode="rb"))
    elif (module := find_zstd()) is not None:
        inner = cast(BinaryIO, module.ZstdFile(stream, "rb"))
    else:
        pa = zstd_of_pyarrow()
        inner = cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(stream, "r"), "zstd"))
    with inner:
        yield inner


def broken_errors() -> tuple[type[Exception], ...]:
    """What is raised, beside OSError, where a compressed stream is broken or cut."""
    module = find_zstd()
    return EOFError, zlib.error, *([module.ZstdError] if module is not None else [])


def find_zstd() -> Any:
    """The standard module of zstd, or `None` before Python 3.14."""
    try:
        return import_module("compression.zstd")
    except ImportError:
        return None


def zstd_of_pyarrow() -> Any:
    try:
        return import_module("pyarrow")
    except ImportError:
        raise UsageError(
            "zstd takes Python 3.14 or pyarrow: pip install 'polydat[arrow]', or write a .gz"
        ) from None
