"""Laying out generated C: the line that says who made a file, guards, indentation."""

from __future__ import annotations

from collections.abc import Iterable


def made_by(what: str) -> str:
    """The first line of a generated file."""
    return f"/* {what}  Made by polydat; do not edit. */"


def indent(lines: Iterable[str], by: int = 1) -> str:
    """Lines (and blocks of lines) as text, each indented by `by` steps of four spaces."""
    text = "\n".join(lines).split("\n")
    return "\n".join(f"{'    ' * by}{line}" if line else line for line in text)


def guarded(name: str, what: str, body: str) -> str:
    """A header: who made it, and a guard around its body."""
    guard = f"PD_{name.upper()}_H"
    return f"{made_by(what)}\n#ifndef {guard}\n#define {guard}\n\n{body.rstrip()}\n\n#endif\n"


def comment(text: str) -> str:
    """Text that may stand inside a C comment."""
    return text.replace("*/", "* /").replace("/*", "/ *").replace("\n", " ").replace("\\", "/")
