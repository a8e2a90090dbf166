"""The pages as a site: it builds without a warning, and every page is in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, environment

pytest.importorskip("sphinx", reason="the site is built by the extra 'docs'")
pytest.importorskip("furo", reason="the site is built by the extra 'docs'")
pytest.importorskip("myst_parser", reason="the site is built by the extra 'docs'")


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "docs", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    for page in (ROOT / "docs").rglob("*.md"):
        assert (tmp_path / page.relative_to(ROOT / "docs")).with_suffix(".html").is_file()
