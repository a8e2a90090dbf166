"""No file of the repository names a place outside of it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.commands import ROOT

OURS = (".ci", ".github")  # of the hidden folders; the others belong to tools
TEXT = {".py", ".pyx", ".pxd", ".pyi", ".h", ".c", ".tmpl", ".md", ".toml", ".yml", ".polydat", ""}

# Folders of one machine or person.  /tmp and /nonexistent stand for what is not there;
# /dev and /proc are the same everywhere.
ELSEWHERE = re.compile(r"(?<![\w.:/~$}-])/(?:home|root|work|Users|opt|mnt|srv)/[\w.-]+")


def files() -> list[Path]:
    """Files under version control; without git, what a source distribution has."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for path in ROOT.rglob("*") if not is_made(path.relative_to(ROOT).parts)]
    return [path for path in found if path.is_file() and path.suffix in TEXT]


def is_made(parts: tuple[str, ...]) -> bool:
    """Whether a tool or a build made a file."""
    hidden = any(part.startswith(".") and part not in OURS for part in parts)
    return hidden or parts[0] in ("build", "dist") or bool({"__pycache__", "_csrc"} & set(parts))


def test_pattern_finds_what_it_is_for() -> None:
    assert ELSEWHERE.search('path = "/home/someone/polydat"')
    assert ELSEWHERE.search("see /work/notes")
    assert not ELSEWHERE.search("https://example.org/home/page")
    assert not ELSEWHERE.search("docs/home/page")


def test_no_file_names_a_place_elsewhere() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if ELSEWHERE.search(line)
    ]
    assert found == []
