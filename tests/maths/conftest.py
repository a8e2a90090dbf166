"""The compiled functions, and how many random arguments each gets."""

from __future__ import annotations

import pytest

from tests.maths.library import FUNCTIONS, Library, build, source


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(build(tmp_path_factory.mktemp("maths"), source(FUNCTIONS)))


@pytest.fixture(scope="session")
def draws(request: pytest.FixtureRequest) -> int:
    """Random arguments of a function in one test."""
    if request.config.getoption("--slow"):
        return 1_000_000
    return 200 if request.config.getoption("--fast") else 2_000
