"""What generated code depends on beside the program: headers and generator, hashed once."""

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


# Folders of the package whose Python decides what C is made of a program.
GENERATOR = ("codegen", "engines", "graph", "nodes", "types")


@cache
def generator_digest() -> str:
    """Hash of the Python that makes C text, so that a text can be known without being made."""
    hasher = hashlib.sha256()
    package = FOLDER.parent
    for folder in GENERATOR:
        for path in sorted((package / folder).rglob("*.py")):
            hasher.update(path.relative_to(package).as_posix().encode() + b"\0")
            hasher.update(path.read_bytes() + b"\0")
    return hasher.hexdigest()
