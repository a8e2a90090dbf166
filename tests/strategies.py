"""What is drawn: values of each type, and whole graphs over the declared nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from polydat.api import Assembler
from polydat.graph.adapters import find_adapter
from polydat.graph.node import InputKind
from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec, Purity
from polydat.types import U64_MAX, PortType, integer_range, round_to

FLOAT_EDGES = (0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan, 5e-324, 1.7976931348623157e308)
U64_EDGES = (0, 1, 2, 63, 64, 1 << 32, (1 << 53) + 1, 1 << 63, U64_MAX)

# Types that inputs of drawn graphs have.
COORDINATES = (PortType.U64, PortType.U64, PortType.F64, PortType.I64, PortType.U32, PortType.I32)


def values(type: PortType) -> st.SearchStrategy[Any]:
    """Values of a type, edges often."""
    if type is PortType.STR:
        return st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    if type is PortType.BOOL:
        return st.booleans()
    if type.is_float:
        edges = [round_to(x, type) for x in FLOAT_EDGES]
        width = 32 if type is PortType.F32 else 64
        return st.one_of(st.sampled_from(edges), st.floats(width=width))
    low, high = integer_range(type)
    edges_in = sorted({low, high, *(e for e in U64_EDGES if low <= e <= high)})
    return st.one_of(st.sampled_from(edges_in), st.integers(low, high))


FORMATS = ("{}", "a{}", "{:05}|{}", "{:x}{:.3}", "{:08.2}", "x", "{{}}{:7}", "\u00e9{}\u2713")


@st.composite
def constants(draw: st.DrawFn, spec: NodeSpec) -> tuple[Any, ...]:
    """Constants that a node function takes."""
    if spec.name == "printf":
        return (draw(st.sampled_from(FORMATS)),)
    known = [spec.split(args)[1] for args, _ in spec.golden]
    if has_own_constants(spec):
        return draw(st.sampled_from(known))
    drawn: list[Any] = []
    for param in spec.consts:
        assert param.type is not None
        if param.variadic and param.type is PortType.U64:
            drawn += draw(st.lists(st.integers(1, 1000), min_size=1, max_size=4))
        elif param.variadic:
            drawn += draw(st.lists(values(param.type), min_size=1, max_size=4))
        else:
            drawn.append(draw(values(param.type)))
    return tuple(drawn) if is_accepted(spec, drawn) else draw(st.sampled_from(known))


# Functions whose cost is that of a constant.
COSTLY = frozenset({"dist_beta", "dist_gamma", "dist_pareto", "dist_zipf", "n_of", "shuffle"})


def has_own_constants(spec: NodeSpec) -> bool:
    """Whether only the golden rows know good constants: texts are little languages."""
    return spec.name in COSTLY or any(p.type is PortType.STR for p in spec.consts)


def is_accepted(spec: NodeSpec, consts: Sequence[Any]) -> bool:
    """Whether a function takes these constants."""
    for param, value in zip(spec.consts, consts, strict=False):
        rule = spec.check.get(param.name)
        if rule is not None and rule.complaint(param.name, value) is not None:
            return False
    return spec.validate is None or spec.validate(*consts) is None


def usable(spec: NodeSpec) -> bool:
    """Whether a function is drawn in graphs: not what folds at once, or gives what it likes."""
    pure = spec.purity is Purity.PURE
    return pure and bool(spec.wires) and not spec.name.startswith("const_")


FUNCTIONS = sorted((s for s in registry.public().values() if usable(s)), key=lambda s: s.name)


@dataclass(frozen=True)
class Drawn:
    """A drawn graph: how to build it, and its input types."""

    inputs: tuple[PortType, ...]
    nodes: tuple[tuple[str, tuple[Any, ...], tuple[Any, ...]], ...]
    outputs: tuple[Any, ...]
    extern: str | None

    def build(self, context: str = "drawn") -> Assembler:
        """The graph as an assembler."""
        assembler = Assembler(context=context)
        for number, type in enumerate(self.inputs):
            assembler.add_input(f"x{number}", type)
        if self.extern is not None:
            assembler.add_input("e", PortType.STR, InputKind.EXTERNAL_WRITE, self.extern)
        for number, (function, wires, consts) in enumerate(self.nodes):
            assembler.add_node(f"n{number}", function, wires, consts)
        for number, wire in enumerate(self.outputs):
            assembler.add_output(f"o{number}", wire)
        return assembler


def wires_of(spec: NodeSpec, more: int) -> int:
    """Number of wires of a use, with so many beyond the least where there is a list."""
    if spec.halves:
        return 2 * (1 + more)
    return len(spec.wires) + (more - 1 if spec.variadic_wire is not None else 0)


def wanted(spec: NodeSpec, port: int, count: int, types: Sequence[PortType]) -> PortType | None:
    """The type that a port takes behind wires of some types; `None` is any."""
    if spec.halves and port >= count // 2:
        return None if port == count // 2 else types[count // 2]
    if spec.halves:
        return PortType.BOOL
    if spec.wanted is not None:
        return types[0] if types else None
    return spec.wire_param(port).type


def fits(source: PortType, wanted: PortType | None) -> bool:
    return wanted is None or source is wanted or find_adapter(source, wanted) is not None


@st.composite
def graphs(draw: st.DrawFn, most: int = 60, functions: Sequence[NodeSpec] = FUNCTIONS) -> Drawn:
    """Graphs of up to `most` nodes over declared functions, all of them, with several inputs."""
    inputs = tuple(draw(st.lists(st.sampled_from(COORDINATES), min_size=1, max_size=4)))
    extern = draw(st.one_of(st.none(), values(PortType.STR)))
    wires: list[tuple[Any, PortType]] = [(f"x{i}", t) for i, t in enumerate(inputs)]
    if extern is not None:
        wires.append(("e", PortType.STR))
    nodes: list[tuple[str, tuple[Any, ...], tuple[Any, ...]]] = []
    made: list[Any] = []
    for number in range(draw(st.integers(1, most))):
        spec = draw(st.sampled_from(functions))
        count = wires_of(spec, draw(st.integers(0, 3)))
        consts = draw(constants(spec))
        if spec.name == "printf":
            count = max(count, consts[0].replace("{{}}", "").count("{"))
        chosen: list[Any] = []
        types: list[PortType] = []
        for port in range(count):
            type = wanted(spec, port, count, types)
            fitting = [w for w in wires if fits(w[1], type)]
            if not fitting:
                break
            # The newest wires more often, so that graphs are deep too.
            at = draw(st.one_of(st.integers(0, len(fitting) - 1), st.just(len(fitting) - 1)))
            name, source = fitting[at]
            chosen.append(name)
            types.append(type or source)
        if len(chosen) < count:
            continue
        index = len(nodes)
        nodes.append((spec.name, tuple(chosen), consts))
        for port, type in enumerate(spec.output_types(consts, types)):
            wire = (f"n{index}", port)
            wires.append((wire, type))
            made.append(wire)
        assert number >= index
    if not made:
        nodes.append(
            ("hash", ("x0",), ()) if fits(inputs[0], PortType.U64) else ("identity", ("x0",), ())
        )
        made.append(("n0", 0))
    outputs = draw(st.lists(st.sampled_from(made), min_size=1, max_size=8))
    return Drawn(inputs, tuple(nodes), tuple(outputs), extern)
