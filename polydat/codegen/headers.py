"""The C headers that generated code includes: shipped with the package, hashed once."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "_csrc"  # copied from csrc/ when the package is built


@cache
def digest() -> str:
    """Hash of every header, names included."""
    hasher = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.h")):
        hasher.update(path.relative_to(FOLDER).as_posix().encode() + b"\0")
        hasher.update(path.read_bytes() + b"\0")
    return hasher.hexdigest()
