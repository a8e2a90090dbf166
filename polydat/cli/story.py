"""A program on its way through the compiler: its text, its tree, its graph after each pass."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeAlias

from polydat.api import Program
from polydat.cli.source import compiled, read_source, source_name
from polydat.errors import CompileError
from polydat.graph.node import Graph
from polydat.lang import tree
from polydat.lang.parser import parse

Row: TypeAlias = dict[str, Any]


class Story:
    """What there is to tell of one program, each part made when it is first asked for.

    Args:
        graph: a GRAPH argument.
        engine: what runs it; the default where it is `None`.

    Raises:
        UsageError: the graph cannot be read.
    """

    def __init__(self, graph: str, engine: str | None = None) -> None:
        self.name = source_name(graph)
        self.text = read_source(graph)
        self.engine = engine
        self.passes: list[tuple[str, Graph]] = []

    @cached_property
    def file(self) -> tree.File:
        """The tree.

        Raises:
            ParseError: the text has none.
        """
        try:
            return parse(self.text)
        except CompileError as error:
            raise error.attach(self.text, self.name) from None

    @cached_property
    def program(self) -> Program:
        """The compiled program; `passes` holds the graph behind each pass then.

        Raises:
            CompileError: the text is rejected.
        """
        self.passes.clear()

        def watch(stage: str, graph: Graph) -> None:
            self.passes.append((stage, graph))

        return compiled(self.text, self.name, engine=self.engine, watch=watch)
