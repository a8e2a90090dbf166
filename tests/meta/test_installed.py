"""Where CI says that an installed package is tested, that is the one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import polydat


@pytest.mark.skipif("POLYDAT_TEST_INSTALLED" not in os.environ, reason="set by .ci/run to a folder")
def test_the_package_is_the_installed_one() -> None:
    folder = Path(os.environ["POLYDAT_TEST_INSTALLED"]).resolve()
    assert Path(polydat.__file__).resolve().is_relative_to(folder)
