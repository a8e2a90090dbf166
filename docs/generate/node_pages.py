"""Writes `docs/reference/nodes/`: every node function, by category, from its declaration.

python docs/generate/node_pages.py            write them
python docs/generate/node_pages.py --check    only say whether they are up to date
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

from files import FOLDER, main

import polydat
from polydat.draw import plot
from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec, Purity
from polydat.nodes.remarks import remarks
from polydat.nodes.signature import constant_text, signature
from polydat.types import OBJECTS

NODES = FOLDER / "nodes"
ROWS = 3  # of an example
CASES = 8  # of a table of values
PLOTTED = ("Distributions", "Noise")
VALUES, BINS, POINTS = 100_000, 80, 400

INDEX = """\
# The functions

All {count} functions that a program may call, by category. Made by `docs/generate/node_pages.py`
from their declarations; every value and every example is checked by the tests. `polydat nodes NAME`
shows the same in a terminal.

"""

HEADING = re.compile(r"^([A-Z][a-z]+):$")


def pages() -> dict[Path, str]:
    found = {NODES / "index.md": index()}
    for category, specs in by_category().items():
        found[NODES / f"{category.lower()}.md"] = page(category, specs)
        if category in PLOTTED:
            found |= {NODES / "plots" / f"{s.name}.svg": picture(s) for s in specs}
    return found


def by_category() -> dict[str, list[NodeSpec]]:
    """Public functions in the order of their names, under their categories."""
    found: dict[str, list[NodeSpec]] = {}
    for spec in sorted(registry.public().values(), key=lambda s: (s.category, s.name)):
        found.setdefault(spec.category, []).append(spec)
    return found


def index() -> str:
    groups = by_category()
    parts = [INDEX.format(count=sum(map(len, groups.values())))]
    for category, specs in groups.items():
        parts.append(f"## {category}\n\n| function | is |\n|---|---|\n")
        parts += [
            f"| [`{s.name}`]({category.lower()}.md#{anchor(s.name)}) | {cell(first_line(s))} |\n"
            for s in specs
        ]
        parts.append("\n")
    names = "\n".join(category.lower() for category in groups)
    return "".join(parts) + f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"


def anchor(name: str) -> str:
    return name.lower()


def first_line(spec: NodeSpec) -> str:
    return spec.doc.partition("\n")[0]


def cell(text: str) -> str:
    """Text inside of a table."""
    return text.replace("|", "\\|")


def page(category: str, specs: list[NodeSpec]) -> str:
    return f"# {category}\n\n" + "\n".join(part for spec in specs for part in section(spec))


def section(spec: NodeSpec) -> Iterator[str]:
    """The parts of a page about one function."""
    text, parts = split(spec.doc)
    yield f"## {spec.name}\n"
    yield f"```text\n{signature(spec)}\n```\n"
    yield f"{text}\n"
    if "Args" in parts:
        yield "\n".join(items(parts["Args"])) + "\n"
    for title in ("Returns", "Raises", "Source"):
        if title in parts:
            yield f"*{title}*: {' '.join(parts[title].split())}\n"
    yield " ".join(remarks(spec)) + "\n"
    if spec.category in PLOTTED:
        yield f"![{spec.name}](plots/{spec.name}.svg)\n"
    rows = list(values(spec))
    if rows:
        yield "| call | is |\n|---|---|\n" + "\n".join(rows) + "\n"
    yield from example(spec, parts["Example"])


def split(doc: str) -> tuple[str, dict[str, str]]:
    """The text of a docstring, and its parts by their headings."""
    text: list[str] = []
    parts: dict[str, list[str]] = {}
    into = text
    for line in doc.splitlines():
        heading = HEADING.match(line)
        if heading:
            into = parts.setdefault(heading[1], [])
        else:
            into.append(line)
    joined = {title: dedent("\n".join(lines)).strip("\n") for title, lines in parts.items()}
    return "\n".join(text).strip(), joined


def items(text: str) -> Iterator[str]:
    """`name: what it is` as items of a list."""
    for item in re.split(r"\n(?=\S)", text):
        name, _, about = item.partition(":")
        yield f"* `{name}`: {' '.join(about.split())}"


def values(spec: NodeSpec) -> Iterator[str]:
    """Rows of a table of calls with their values, edges among them."""
    if spec.purity is Purity.NONDETERMINISTIC:
        return
    types = [p.type for p in spec.wires] + list(spec.returns)
    if any(t in OBJECTS or (t is not None and t.is_wide) for t in types):
        return
    for args, result in spec.golden[:CASES]:
        call = f"{spec.name}({', '.join(map(shown, args))})"
        yield f"| `{cell(call)}` | `{cell(shown(result))}` |"


def shown(value: Any) -> str:
    """A value in a table."""
    if value is None:
        return "None"
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    return constant_text(value)


def example(spec: NodeSpec, text: str) -> Iterator[str]:
    """The example as a program, with the first rows where these are always the same."""
    program = f"input cycle: u64\n{text}\n"
    yield f"```polydat\n{program}```\n"
    compiled = polydat.compile(program, engine="interpreter:off")
    outputs = [compiled.core.outputs[n] for n in compiled.core.made]
    chance = spec.purity is Purity.NONDETERMINISTIC
    if not chance and not any(o.type in OBJECTS for o in outputs):
        yield f"```output\n{table(program)}```\n"


def table(program: str) -> str:
    """The first rows of a program, as `polydat run --emit table` prints them."""
    import contextlib
    import io
    import tempfile

    from polydat.cli.main import main as cli

    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with tempfile.NamedTemporaryFile("w", suffix=".polydat", delete=False) as file:
        file.write(program)
    options = ["--cycles", str(ROWS), "--emit", "table", "--engine", "interpreter"]
    with contextlib.redirect_stdout(stream):
        assert cli(["run", file.name, *options]) == 0, program
    Path(file.name).unlink()
    stream.seek(0)
    return "".join(f"{line.rstrip()}\n" for line in stream.read().splitlines())


# --- plots ----------------------------------------------------------------------------------


def picture(spec: NodeSpec) -> str:
    """The function's own values, as its example computes them."""
    text = split(spec.doc)[1]["Example"]
    name = text.rpartition("\n")[2].partition(" :=")[0].rpartition(" ")[2]
    program = polydat.compile(f"input cycle: u64\n{text}\n")
    title = text.rpartition("\n")[2].partition(":= ")[2]
    if spec.category == "Noise":
        return plot.line(
            program.range(0, POINTS)[name].tolist(), f"{title} for cycles 0 to {POINTS}"
        )
    column = program.range(0, VALUES)[name].tolist()
    counts, low, high = plot.counted(column, BINS)
    return plot.histogram(counts, low, high, f"{title}, {VALUES:,} values")


if __name__ == "__main__":
    main(pages())
