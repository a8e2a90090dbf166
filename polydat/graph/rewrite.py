"""Rewriting: patterns over nodes, and the loop that applies rules until none matches.

Both sides of a rule are text in call form, read by Python's own parser.  In a pattern a
name where a wire goes stands for any wire, a name where a constant goes for any constant.
In a replacement a constant may be a sum or product of captured ones, which wraps to u64.
"""

from __future__ import annotations

import ast
import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, TypeAlias

from polydat.errors import InternalError
from polydat.graph.events import EventLog, FusionApplied
from polydat.graph.node import Graph, InputWire, Node, NodeWire, Wire
from polydat.graph.order import renumber
from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec
from polydat.types import U64_MAX

ConstantExpr: TypeAlias = ast.expr


@dataclass(frozen=True, slots=True)
class Pattern:
    """A use of a function: sub-patterns or wire names, and constant names or expressions."""

    spec: NodeSpec
    wires: tuple[Pattern | str, ...]
    constants: tuple[ConstantExpr, ...]

    @property
    def depth(self) -> int:
        """Levels of calls."""
        return 1 + max((w.depth for w in self.wires if isinstance(w, Pattern)), default=0)


@dataclass(frozen=True, slots=True)
class Rule:
    """`before` becomes `after` where `where` allows the captured constants."""

    priority: int
    name: str
    before: Pattern
    after: Pattern
    where: Callable[..., bool] | None = None


@dataclass(slots=True)
class Match:
    """What a pattern captured."""

    wires: dict[str, Wire] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    inner: list[int] = field(default_factory=list)

    def copy(self) -> Match:
        return Match(dict(self.wires), dict(self.constants), list(self.inner))

    def reset(self, to: Match) -> None:
        """Forget what was captured since a copy was made."""
        self.wires, self.constants = dict(to.wires), dict(to.constants)
        self.inner = list(to.inner)


def rule(
    priority: int,
    name: str,
    before: str,
    after: str,
    where: Callable[..., bool] | None = None,
) -> Rule:
    """A rule from the text of its two sides.

    Args:
        where: a test of the captured constants, by their names as keywords.
    """
    return Rule(priority, name, read_pattern(before), read_pattern(after), where)


def read_pattern(text: str) -> Pattern:
    """A pattern from its text."""
    pattern = pattern_of(ast.parse(text, mode="eval").body)
    if isinstance(pattern, str):
        raise InternalError(f"'{text}' is a name, and a rule needs a call")
    return pattern


def pattern_of(expr: ast.expr) -> Pattern | str:
    match expr:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id=function), args=args):
            spec = registry.get(function)
            wires, constants = spec.split(args)
            return Pattern(spec, tuple(map(pattern_of, wires)), constants)
    raise InternalError(f"'{ast.unparse(expr)}' is no part of a pattern")


def rewrite(graph: Graph, rules: Sequence[Rule], log: EventLog) -> Graph:
    """The graph after applying rules until none matches.

    Each round applies the match of the earliest rule, at the smallest node index.  An
    inner node of a match that is an output or has a second reader refuses the match: its
    work would be done twice.

    Ensures: the replaced root keeps its index, name, place and type; outputs keep their
        wires.
    """
    return Rewriting(graph, rules, log).run()


class Rewriting:
    """One run: the nodes as they stand, who reads them, and where a rule may match."""

    def __init__(self, graph: Graph, rules: Sequence[Rule], log: EventLog) -> None:
        self.graph = graph
        self.rules = rules
        self.log = log
        self.nodes: list[Node] = list(graph.nodes)
        self.removed: set[int] = set()
        self.outputs = {output.wire.node for output in graph.outputs}
        self.readers: list[list[int]] = [[] for _ in graph.nodes]
        for index, node in enumerate(graph.nodes):
            self.connect(index, node.wires)
        self.rules_of: dict[str, list[int]] = {}
        for number, known in enumerate(rules):
            self.rules_of.setdefault(known.before.spec.name, []).append(number)
        self.depth = max((r.before.depth for r in rules), default=0)
        self.pending: list[tuple[int, int]] = []
        self.waiting: set[tuple[int, int]] = set()

    def run(self) -> Graph:
        for index in range(len(self.nodes)):
            self.consider(index)
        while self.pending:
            candidate = heapq.heappop(self.pending)
            self.waiting.discard(candidate)
            number, index = candidate
            if index in self.removed:
                continue
            known = self.rules[number]
            found = self.match(known, index)
            if found is not None:
                self.apply(known, index, found)
        if not self.removed:
            return self.graph
        kept = [i for i in range(len(self.nodes)) if i not in self.removed]
        return renumber(replace(self.graph, nodes=tuple(self.nodes)), kept)

    def connect(self, index: int, wires: Sequence[Wire]) -> None:
        for wire in wires:
            if isinstance(wire, NodeWire):
                self.readers[wire.node].append(index)

    def consider(self, index: int) -> None:
        """Note that rules may match at a node."""
        for number in self.rules_of.get(self.nodes[index].spec.name, ()):
            candidate = (number, index)
            if candidate not in self.waiting:
                self.waiting.add(candidate)
                heapq.heappush(self.pending, candidate)

    def match(self, known: Rule, index: int) -> Match | None:
        """What a rule captures at a node, if it matches there."""
        found = Match()
        if not self.match_node(known.before, index, found):
            return None
        if known.where is not None and not known.where(**found.constants):
            return None
        return found

    def match_node(self, pattern: Pattern, index: int, found: Match) -> bool:
        """Whether a pattern matches at a node; captures go to `found`, which is of no more
        use where it does not."""
        node = self.nodes[index]
        if node.spec is not pattern.spec or len(node.wires) != len(pattern.wires):
            return False
        for place, constant in zip(pattern.constants, node.constants, strict=True):
            if not match_constant(place, constant, found):
                return False
        if not node.spec.commutative:
            return self.match_wires(pattern.wires, node.wires, found)
        before = found.copy()
        for wires in orders(node):
            if self.match_wires(pattern.wires, wires, found):
                return True
            found.reset(before)
        return False

    def match_wires(
        self, patterns: Sequence[Pattern | str], wires: Sequence[Wire], found: Match
    ) -> bool:
        for pattern, wire in zip(patterns, wires, strict=True):
            if isinstance(pattern, str):
                found.wires.setdefault(pattern, wire)
                continue
            if isinstance(wire, InputWire) or wire.port or not self.is_private(wire.node):
                return False
            found.inner.append(wire.node)
            if not self.match_node(pattern, wire.node, found):
                return False
        return True

    def is_private(self, index: int) -> bool:
        """Whether a node has one reader and no name outside of the graph."""
        return index not in self.outputs and len(self.readers[index]) == 1

    def apply(self, known: Rule, index: int, found: Match) -> None:
        """Put the replacement in the place of the root, and drop what it took in."""
        root = self.nodes[index]
        names = [self.nodes[i].name for i in found.inner]
        for inside in (index, *found.inner):
            for wire in self.nodes[inside].wires:
                if isinstance(wire, NodeWire):
                    self.readers[wire.node].remove(inside)
        self.removed.update(found.inner)
        wires = tuple(found.wires[w] for w in known.after.wires if isinstance(w, str))
        constants = tuple(constant_value(c, found.constants) for c in known.after.constants)
        spec = known.after.spec
        types = tuple(self.graph_type(wire) for wire in wires)
        self.nodes[index] = Node(root.name, spec, wires, constants, types, root.types, root.span)
        self.connect(index, wires)
        self.log.add(FusionApplied(known.name, tuple(names), spec.name, root.name))
        self.consider_around(index)

    def graph_type(self, wire: Wire) -> Any:
        if isinstance(wire, InputWire):
            return self.graph.inputs[wire.input].type
        return self.nodes[wire.node].types[wire.port]

    def consider_around(self, index: int) -> None:
        """Note a changed node, and those that a pattern could reach it from."""
        near = {index}
        for _ in range(self.depth):
            for each in near:
                self.consider(each)
            near = {reader for each in near for reader in self.readers[each]}


def orders(node: Node) -> list[tuple[Wire, ...]]:
    """The wires of a node in every order that does not change its value."""
    commutative = node.spec.commutative
    if commutative is True:
        return [tuple(order) for order in permutations(node.wires)]
    found = [node.wires]
    for group in commutative or ():
        swapped: list[tuple[Wire, ...]] = []
        for wires in found:
            for order in permutations(group):
                moved = list(wires)
                for place, source in zip(group, order, strict=True):
                    moved[place] = wires[source]
                swapped.append(tuple(moved))
        found = swapped
    return found


def match_constant(place: ConstantExpr, constant: Any, found: Match) -> bool:
    """Whether a constant of a node fits its place in a pattern; a name captures it."""
    if isinstance(place, ast.Name):
        return bool(found.constants.setdefault(place.id, constant) == constant)
    return bool(isinstance(place, ast.Constant) and place.value == constant)


def constant_value(place: ConstantExpr, known: Mapping[str, Any]) -> Any:
    """A constant of a replacement."""
    match place:
        case ast.Name(id=name):
            return known[name]
        case ast.Constant(value=value):
            return value
        case ast.BinOp(left=left, op=op, right=right):
            a, b = constant_value(left, known), constant_value(right, known)
            if isinstance(op, ast.Add):
                return (a + b) & U64_MAX
            if isinstance(op, ast.Mult):
                return (a * b) & U64_MAX
            if isinstance(op, ast.Sub):
                return (a - b) & U64_MAX
    raise InternalError(f"'{ast.unparse(place)}' is no constant of a rule")
