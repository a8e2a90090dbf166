"""The generators of pages, which are scripts in a folder of their own and no package."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from tests.commands import ROOT

FOLDER = ROOT / "docs" / "generate"
REFERENCE = ROOT / "docs" / "reference"


def load(name: str) -> ModuleType:
    """A generator by the name of its file."""
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(FOLDER))
