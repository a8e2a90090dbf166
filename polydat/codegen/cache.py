"""The cache of compiled objects: a private folder, content keys, whole files only.

An entry is the shared object with a trailer that holds its SHA-256, so that a truncated
or foreign file is never loaded.  Entries are written under a temporary name and renamed:
many processes may build the same one at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from polydat.settings import current

MOST_BYTES = 256 << 20  # of all entries; the least recently used ones go first
TRAILER = b"polydat-object-1"  # marks the end of an entry, behind it 32 bytes of hash
SUFFIX = ".dll" if sys.platform == "win32" else ".so"


def folder() -> Path:
    """The user's folder of compiled objects."""
    named = current().cache_dir
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "polydat"


def private_folder() -> tuple[Path | None, str]:
    """The folder, made if need be, or `None` and why it cannot be used."""
    try:
        path = folder()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.stat()
    except (OSError, RuntimeError) as error:
        return None, f"the cache folder cannot be made: {error}"
    complaint = not_private(status)
    if complaint is None and not os.access(path, os.W_OK | os.X_OK):
        complaint = "is not writable"
    return (path, "") if complaint is None else (None, f"the cache folder {path} {complaint}")


def not_private(status: os.stat_result) -> str | None:
    """Why somebody else could have written a file or folder, if so."""
    if sys.platform == "win32":
        return None
    if status.st_uid != os.getuid():
        return "belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "can be written by others"
    return None


def key(*parts: str) -> str:
    """Name of an entry: a hash of everything that its content depends on."""
    hasher = hashlib.sha256()
    for part in parts:
        hasher.update(part.encode() + b"\0\0")
    return hasher.hexdigest()


def find(where: Path, name: str) -> Path | None:
    """An entry that is whole and ours."""
    path = where / (name + SUFFIX)
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or not_private(status) is not None:
            return None
        content = path.read_bytes()
    except OSError:
        return None
    end = len(content) - len(TRAILER) - 32
    if end <= 0 or content[end : end + len(TRAILER)] != TRAILER:
        return None
    whole = hashlib.sha256(content[:end]).digest() == content[-32:]
    if not whole:
        return None
    with contextlib.suppress(OSError):  # the time of use orders removal, nothing more
        os.utime(path)
    return path


def store(where: Path, name: str, built: Path) -> Path:
    """Enter a built object; returns its place.

    Raises:
        OSError: the folder cannot be written.
    """
    content = built.read_bytes()
    handle, temporary = tempfile.mkstemp(prefix=".new-", dir=where)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content + TRAILER + hashlib.sha256(content).digest())
        os.chmod(temporary, 0o700)
        path = where / (name + SUFFIX)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    trim(where, keep=path)
    return path


def trim(where: Path, keep: Path) -> None:
    """Remove the entries that were not used for longest, until the rest fits the limit.

    Code that a process has loaded stays in its memory; another process may remove the same
    entries at the same time.

    Args:
        keep: an entry that stays whatever its age.
    """
    found: list[tuple[int, int, Path]] = []
    for path in entries(where):
        with contextlib.suppress(OSError):
            status = path.lstat()
            found.append((status.st_mtime_ns, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= MOST_BYTES:
            return
        if path != keep:
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size


def entries(where: Path) -> list[Path]:
    """Compiled code in the folder, and what interrupted builds left there."""
    return sorted({*where.glob(f"*{SUFFIX}"), *where.glob(".new-*")})
