"""The import contracts of pyproject.toml hold, and would not hold if they were broken."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import polydat
from tests.commands import ROOT

PACKAGE = Path(polydat.__file__).parent


def test_import_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    importlinter = pytest.importorskip("importlinter.cli")
    monkeypatch.chdir(ROOT)
    assert importlinter.lint_imports(config_filename="pyproject.toml", no_cache=True) == 0


def test_every_sub_package_has_its_layer() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = {
        name.strip() for layer in settings["contracts"][0]["layers"] for name in layer.split("|")
    }
    found = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    found |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert found == layers
