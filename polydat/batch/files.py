"""Where rows go: standard output, a stream that is written in place, or a whole file.

A regular file appears under its name only when it is complete: until then the bytes are
in a hidden file beside it, so that an interrupted run leaves nothing that looks whole.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from polydat.errors import OutputError

STANDARD_OUTPUT = "-"
PARTIAL = ".partial"


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
    handle, temporary = tempfile.mkstemp(prefix=prefix(name), suffix=PARTIAL, dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(handle)  # else a power failure can leave the name without the bytes
        os.chmod(temporary, permissions(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def prefix(name: str) -> str:
    """How the hidden file of a file that is not complete begins."""
    return f".{name[:100]}."


def remove_partial(path: str) -> None:
    """Remove what runs that were killed have left of a file."""
    folder, name = os.path.split(os.path.realpath(path))
    for entry in os.listdir(folder):
        if entry.startswith(prefix(name)) and entry.endswith(PARTIAL):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, entry))


def file_sha256(path: str) -> str | None:
    """Hash of a file's bytes; `None` where there is no such file.

    Raises:
        OSError: it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return None


def permissions(path: str) -> int:
    """Mode of the file that is replaced, else that of any new file of this user."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class Tally:
    """A stream that counts the bytes on their way, and hashes them where that is asked for."""

    def __init__(self, stream: BinaryIO, hashing: bool) -> None:
        self.stream = stream
        self.bytes = 0
        self.taken = 0
        self.hash = hashlib.sha256() if hashing else None

    def write(self, content: Any) -> int:
        """Pass bytes on."""
        self.stream.write(content)
        if self.hash is not None:
            self.hash.update(content)
        size = memoryview(content).nbytes
        self.bytes += size
        return size

    def take(self) -> int:
        """How many bytes there were since this was asked last."""
        fresh, self.taken = self.bytes - self.taken, self.bytes
        return fresh

    @property
    def sha256(self) -> str:
        """Hash of the bytes so far; empty where none was asked for."""
        return "" if self.hash is None else self.hash.hexdigest()


class Detachable:
    """A stream for writers that close what they write to, and that can be taken from them."""

    def __init__(self, stream: Any) -> None:
        self.stream: Any = stream
        self.closed = False

    def write(self, content: Any) -> int:
        """Pass bytes on, or drop them."""
        view = memoryview(content)
        if self.stream is not None:
            self.stream.write(view)
        return view.nbytes

    def detach(self) -> None:
        """Let go of the stream: what is written from now on goes nowhere."""
        self.stream = None

    def writable(self) -> bool:
        """Always."""
        return True

    def flush(self) -> None:
        """Nothing: the owner of the stream flushes it."""

    def close(self) -> None:
        """Nothing: the owner of the stream closes it."""
