"""The pages of functions are what their generator makes, and leave out none."""

from __future__ import annotations

import re

from polydat.nodes import registry
from tests.docs.generators import REFERENCE, load

node_pages = load("node_pages")

FOLDER = REFERENCE / "nodes"


def test_pages_are_up_to_date() -> None:
    made = node_pages.pages()
    written = {path for path in FOLDER.rglob("*") if path.is_file()}
    assert written == set(made)
    old = [p.name for p, text in made.items() if p.read_text(encoding="utf-8") != text]
    assert old == [], "run docs/generate/node_pages.py"


def test_every_function_has_a_section_and_a_line_in_the_index() -> None:
    names = sorted(registry.public())
    pages = [p for p in FOLDER.glob("*.md") if p.name != "index.md"]
    sections = [
        name
        for page in pages
        for name in re.findall(r"^## (\w+)$", page.read_text(encoding="utf-8"), re.M)
    ]
    assert sorted(sections) == names
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| \[`(\w+)`\]", index, re.M)) == names


def test_a_docstring_is_split_at_its_headings() -> None:
    text, parts = node_pages.split(
        "First.\n\nMore.\n\nArgs:\n    a: one\n        thing.\n    b: two."
    )
    assert text == "First.\n\nMore."
    assert list(node_pages.items(parts["Args"])) == ["* `a`: one thing.", "* `b`: two."]
