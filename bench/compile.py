"""`python -m bench compile`: what compiling takes, in time and memory, as programs grow.

    python -m bench compile                 graphs of 1,000 to 100,000 nodes
    python -m bench compile 5000 20000      of these sizes

Three shapes: bindings `n := mod(hash(m), k)` as text, which are parsed, lowered and made into a
graph; a chain, and layers of 300 of which the outputs are the last, which an assembler resolves.
Each is compiled in a process of its own, whose greatest memory is that of the shape.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from polydat.api import Assembler, Program, compile
from polydat.lang.parser import parse
from polydat.settings import without_collections

SIZES = (1_000, 10_000, 100_000)
WIDTH = 300


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU to read the text and to make the graph, MiB at most, and nodes."""

    read: float
    make: float
    memory: float
    nodes: int


def bindings(count: int) -> Cost:
    """Of `count` bindings of two calls each."""
    lines = [f"n{i} := mod(hash({f'n{i - 1}' if i else 'cycle'}), {i + 2})" for i in range(count)]
    text = "input cycle: u64\n" + "\n".join(lines)
    compile("input a: u64\nb := mod(hash(a), 2)")  # what is done once a process
    start = time.process_time()
    with without_collections():
        parse(text)
    read = time.process_time() - start
    start = time.process_time()
    program = compile(text)
    return cost(program, read, time.process_time() - start - read)


def chain(count: int) -> Cost:
    """Of hashes, each of the one before."""
    graph = Assembler(["cycle"])
    for i in range(count):
        graph.add_node(f"n{i}", "hash", [f"n{i - 1}" if i else "cycle"])
    graph.add_output(f"n{count - 1}")
    return resolved(graph)


def layered(count: int) -> Cost:
    """Of sums of two nodes of the layer before."""
    graph = Assembler(["cycle"])
    for i in range(WIDTH):
        graph.add_node(f"n{i}", "add", ["cycle"], [i])
    for i in range(WIDTH, count):
        above = i - WIDTH
        beside = above - above % WIDTH + (above + 1) % WIDTH
        graph.add_node(f"n{i}", "u64_add", [f"n{above}", f"n{beside}"])
    for i in range(count - WIDTH, count):
        graph.add_output(f"n{i}")
    return resolved(graph)


def resolved(graph: Assembler) -> Cost:
    start = time.process_time()
    program = graph.compile()
    return cost(program, 0.0, time.process_time() - start)


def cost(program: Program, read: float, make: float) -> Cost:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Cost(read, make, memory, len(program.core.graph.nodes))


SHAPES: dict[str, Callable[[int], Cost]] = {
    "bindings": bindings,
    "chain": chain,
    "layered": layered,
}


def main(arguments: list[str]) -> int:
    sizes = [int(word.replace(",", "")) for word in arguments] or list(SIZES)
    print(f"{'shape':10}{'size':>10}{'parse s':>10}{'graph s':>10}{'us each':>10}{'MiB':>8}")
    for name, shape in SHAPES.items():
        for size in sizes:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                found = pool.apply(shape, (size,))
            each = (found.read + found.make) / size * 1e6
            print(
                f"{name:10}{size:10,}{found.read:10.3f}{found.make:10.3f}{each:10.1f}"
                f"{found.memory:8.0f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
