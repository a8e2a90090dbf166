"""Where rows go: standard output, a stream that is written in place, or a whole file.

A regular file appears under its name only when it is complete: until then the bytes are
in a hidden file beside it, so that an interrupted run leaves nothing that looks whole.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from polydat.errors import OutputError

STANDARD_OUTPUT = "-"


@contextmanager
def open_output(target: str) -> Iterator[BinaryIO]:
    """A stream to write; what it is for is decided by what `target` names.

    Args:
        target: a path; `-` is standard output.

    Raises:
        OutputError: it cannot be written.
        BrokenPipeError: the reader went away.
    """
    name = "standard output" if target == STANDARD_OUTPUT else target
    other: OSError | None = None
    try:
        with opened(target) as stream:
            try:
                yield stream
            except OSError as error:
                # One with a file name is of a file that was read meanwhile.
                other = error if error.filename is not None else None
                raise
    except BrokenPipeError:
        raise
    except OSError as error:
        if error is other:
            raise
        raise OutputError(f"cannot write {name}: {error.strerror}") from error


@contextmanager
def opened(target: str) -> Iterator[BinaryIO]:
    if target == STANDARD_OUTPUT:
        stream = standard_output()
        yield stream
        stream.flush()
    elif is_stream(target):
        with open(target, "wb") as stream:
            yield stream
    else:
        with whole_file(os.path.realpath(target)) as stream:
            yield stream


def standard_output() -> BinaryIO:
    """The bytes behind `sys.stdout`; what was printed so far goes first."""
    if sys.stdout is None:
        raise OSError(9, "it is closed")
    sys.stdout.flush()
    return sys.stdout.buffer


def is_stream(target: str) -> bool:
    """Whether a path names something that exists and is no regular file."""
    try:
        return not stat.S_ISREG(os.stat(target).st_mode)
    except FileNotFoundError:
        return False


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file that takes its name when the block ends well, and is removed when it does not."""
    folder, name = os.path.split(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:100]}.", suffix=".partial", dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(temporary, permissions(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def permissions(path: str) -> int:
    """Mode of the file that is replaced, else that of any new file of this user."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
