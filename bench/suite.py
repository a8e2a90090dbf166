"""Benchmark graphs that are made, not written: the shapes of which only the size is told.

`TEXTS` has them by name; `python -m bench chain_1000` times one of them, and `python -m
bench.suite FOLDER` writes all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

DRIVER = "/// @driver\n/// {}\n\n/// @selector\n/// {}\n\n"


def chain(nodes: int) -> str:
    """Every node copies the one before: what a step costs that does nothing."""
    names = ["cycle", *(f"n{i}" for i in range(nodes))]
    lines = [f"{names[i + 1]} := identity({names[i]})" for i in range(nodes)]
    return program("cycle := every", [names[-1]], "cycle: u64", lines)


def dense(nodes: int) -> str:
    """Every node mixes the one before with another one far behind it."""
    lines = ["n0 := hash(cycle)"]
    for i in range(1, (nodes + 1) // 2):
        lines.append(f"n{i} := hash(n{i - 1} + n{i * 7 // 11})")
    return program("cycle := every", [f"n{len(lines) - 1}"], "cycle: u64", lines)


def layered(nodes: int) -> str:
    """Layers of ten; each node reads two of the layer before, the last layer is read."""
    width = min(10, max(2, nodes // 5))
    layers = max(1, nodes // (2 * width))
    lines = [f"l0_{i} := hash(cycle + {i})" for i in range(width)]
    for layer in range(1, layers):
        for i in range(width):
            left, right = f"l{layer - 1}_{i}", f"l{layer - 1}_{(i + 3) % width}"
            lines.append(f"l{layer}_{i} := hash({left} ^ {right})")
    read = [f"l{layers - 1}_{i}" for i in range(min(4, width))]
    return program("cycle := every", read, "cycle: u64", lines)


def deep_chain(nodes: int) -> str:
    """A long way from an input that moves to the only output, over work that is real."""
    names = ["cycle", *(f"n{i}" for i in range(nodes))]
    lines = [f"{names[i + 1]} := hash({names[i]})" for i in range(nodes)]
    return program("cycle := every", [names[-1]], "cycle: u64", lines)


def many_roots(count: int) -> str:
    """Many outputs, each with an input of its own, of which one in ten moves."""
    inputs = ", ".join(f"i{n}: u64" for n in range(count))
    lines = [f"o{n} := mod(hash(hash(i{n}) + {n}), 1000)" for n in range(count)]
    moves = "\n/// ".join(f"i{n} := every" for n in range(0, count, 10))
    return program(moves, [f"o{n}" for n in range(count)], f"({inputs})", lines)


def stable(links: int) -> str:
    """Parameters that never change: three outputs rest on them alone, one on the cycle too."""
    lines: list[str] = []
    for name in ("tenant", "region", "seed"):
        steps = [name, *(f"{name}{i}" for i in range(links))]
        lines += [f"{steps[i + 1]} := hash({steps[i]})" for i in range(links)]
        lines.append(f"{name}_key := mod({steps[-1]}, 1000003)")
    lines.append("row_key := mod(hash(cycle + tenant_key), 1000003)")
    externs = "".join(f"extern {n}: u64 = {len(n)}\n" for n in ("tenant", "region", "seed"))
    read = ["tenant_key", "region_key", "seed_key", "row_key"]
    return program("cycle := every", read, f"cycle: u64\n{externs}", lines)


def program(moves: str, read: list[str], inputs: str, lines: list[str]) -> str:
    return DRIVER.format(moves, ", ".join(read)) + f"input {inputs}\n\n" + "\n".join(lines) + "\n"


SIZES = (10, 100, 1000)


def made() -> Iterator[tuple[str, str]]:
    for size in SIZES:
        yield f"chain_{size}", chain(size)
        yield f"dense_{size}", dense(size)
        yield f"layered_{size}", layered(size)
    yield "stable", stable(60)
    yield "deep_chain", deep_chain(500)
    yield "many_roots", many_roots(80)


TEXTS = dict(made())


def write(folder: Path) -> None:
    """Write every graph into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in TEXTS.items():
        (folder / f"{name}.polydat").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
