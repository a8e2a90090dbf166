"""Settings of every test: a private cache, checked graphs, and how much hypothesis draws."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

import polydat
from tests.commands import IMPORTS, ROOT

# Processes that multiprocessing starts take this list: the package under test, then the tests.
sys.path.insert(0, str(Path(polydat.__file__).parents[1]))
sys.path.append(str(ROOT))

QUICK = {"deadline": None, "suppress_health_check": list(HealthCheck)}
# Shrinking a graph takes minutes: it is left to the slow profile.
PHASES = [phase for phase in Phase if phase is not Phase.shrink]
settings.register_profile("quick", max_examples=100, derandomize=True, phases=PHASES, **QUICK)
settings.register_profile("fast", max_examples=10, derandomize=True, phases=PHASES, **QUICK)
settings.register_profile("slow", max_examples=5_000, **QUICK)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="draw fifty times as many examples")
    parser.addoption("--fast", action="store_true", help="draw a tenth as many examples")


def pytest_configure(config: pytest.Config) -> None:
    named = [name for name in ("slow", "fast") if config.getoption(f"--{name}")]
    settings.load_profile(named[0] if named else "quick")


@pytest.fixture(autouse=True, scope="session")
def private_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Objects go to a folder of this run, graphs are checked, processes import what is tested."""
    folder = tmp_path_factory.mktemp("cache", numbered=True)
    folder.chmod(0o700)
    patch = pytest.MonkeyPatch()
    patch.setenv("POLYDAT_CACHE_DIR", str(folder))
    patch.setenv("POLYDAT_VERIFY", "1")
    for name, value in IMPORTS.items():
        patch.setenv(name, value)
    yield folder
    patch.undo()
