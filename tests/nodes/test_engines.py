"""Every node function gives the bits, or the failure, of its reference on every engine.

The cases are the registry.  One graph holds many uses of nodes, since a compiler run costs
as much as thousands of values: the wires of each are picked from lists of edges by a hash
of the row.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from polydat.api import Assembler, Program
from polydat.errors import EvalError
from polydat.nodes.adapters import adapter_name, class_of
from polydat.nodes.declare import NodeSpec, Purity
from polydat.nodes.registry import REGISTRY
from polydat.types import OBJECTS, PortType, integer_range
from tests.strategies import has_own_constants, is_accepted
from tests.support import ENGINES, bits, outcome

P = PortType
ROWS = 100
SOURCES = 7  # of a type
SCALARS = ("closures:push", "closures:pull", "native:push", "native:pull")

FLOATS = (0.0, -0.0, 1.0, -2.5, 0.1, 0.5, 99.5, 1e300, 5e-324, math.inf, -math.inf, math.nan)
EDGES: dict[PortType, tuple[Any, ...]] = {
    P.U64: (0, 1, 2, 3, 5, 63, 64, 100, 1 << 32, 1 << 52, 1 << 63, (1 << 64) - 2, (1 << 64) - 1),
    P.F64: (*FLOATS, 2.0**63, 2.0**64, 0.25, 0.9999, 2.5),
    P.STR: ("", "a", "b", "a\0", "\u00e9", "abcdefghi"),
}
ADAPTERS = {adapter_name(s, t) for s in P for t in P if class_of(s, t) is not None}
# Types that no list has, and a node that makes values of them.
MADE: dict[PortType, tuple[str, tuple[PortType, ...], tuple[Any, ...]]] = {
    P.REG_I8X16: ("reg_splat_i8", (P.U64,), ()),
    P.REG_I16X8: ("reg_splat_i16", (P.U64,), ()),
    P.REG_I32X4: ("reg_splat_i32", (P.U64,), ()),
    P.REG_I64X2: ("reg_splat_i64", (P.U64,), ()),
    P.REG_F64X2: ("reg_splat_f64", (P.F64,), ()),
    P.REG_F32X4: ("reg_splat_f32", (P.F64,), ()),
    P.REG_F16X8: ("__reg_view_f16x8", (P.REG_I16X8,), ()),
    P.REG128: ("reg_shuffle_bytes", (P.REG_I64X2,), (*range(8), *range(7, -1, -1))),
    P.VEC_F32: ("reg_to_vec_f32", (P.REG_F32X4,), ()),
}
LISTS = {P.U64: "fixed_values_u64", P.F64: "fixed_values_f64", P.STR: "fixed_values_str"}


class Uses:
    """A graph of many uses of nodes, each an output."""

    def __init__(self) -> None:
        self.graph = Assembler(["cycle"])
        self.count = 0
        self.coordinates: set[PortType] = set()
        self.turns: dict[PortType, int] = {}
        self.sources: dict[tuple[PortType, int], str] = {}

    def add(self, spec: NodeSpec, consts: tuple[Any, ...]) -> None:
        """Add a use; its outputs are named after it."""
        self.count += 1
        params = list(spec.wires)
        if spec.variadic_wire is not None:
            params += params[-1:] * 3
        wires = [self.source(p.type or P.U64) for p in params]
        name = f"{spec.name}__{self.count}"
        self.graph.add_node(name, spec, wires, consts)
        for port, _ in enumerate(spec.output_types(consts, [P.U64] * max(1, len(wires)))):
            self.graph.add_output(f"{name}_{port}", (name, port))

    def source(self, type: PortType) -> str:
        """A wire whose values are edges of a type: one of a few."""
        if type is P.BOOL:
            type = P.U64  # converted on the way
        if type in MADE:
            return self.made_of_others(type)
        if type not in LISTS:
            return self.coordinate(type)
        turn = self.turns[type] = self.turns.get(type, -1) + 1
        if turn < SOURCES:
            self.sources[type, turn] = self.new_source(type)
        return self.sources[type, turn % SOURCES]

    def new_source(self, type: PortType) -> str:
        self.count += 1
        order = random.Random(self.count)
        values = list(EDGES[type])
        if type is P.U64:
            values += [order.getrandbits(order.randrange(1, 65)) for _ in range(30)]
        if type is P.F64:
            values += [order.uniform(-2, 2) * 10.0 ** order.randrange(6) for _ in range(30)]
        order.shuffle(values)
        self.graph.add_node(f"moved_{self.count}", "add", ["cycle"], [order.getrandbits(64)])
        self.graph.add_node(f"hash_{self.count}", "hash", [f"moved_{self.count}"])
        name = f"source_{self.count}"
        self.graph.add_node(name, LISTS[type], [f"hash_{self.count}"], values)
        return name

    def made_of_others(self, type: PortType) -> str:
        """A wire of a type that no list has, made by another node from one that lists have."""
        turn = self.turns[type] = self.turns.get(type, -1) + 1
        if turn < SOURCES:
            function, wires, constants = MADE[type]
            self.count += 1
            name = f"made_{self.count}"
            self.graph.add_node(name, function, list(map(self.source, wires)), constants)
            self.sources[type, turn] = name
        return self.sources[type, turn % SOURCES]

    def coordinate(self, type: PortType) -> str:
        """A coordinate of a type that no list has; it does not vary."""
        name = f"c_{type.keyword}"
        if type not in self.coordinates:
            self.coordinates.add(type)
            self.graph.add_input(name, type)
        return name

    def values(self) -> dict[str, Any]:
        """A value of each coordinate but the cycle."""
        return {
            f"c_{t.keyword}": -1.5 if t.is_float else integer_range(t)[0] or integer_range(t)[1]
            for t in self.coordinates
        }


def constant_lists(spec: NodeSpec) -> Iterator[tuple[Any, ...]]:
    """Constants of the golden rows, and some with an edge in each place."""
    seen: set[str] = set()
    rows = [spec.split(args)[1] for args, _ in spec.golden][:4]
    for at, param in enumerate(() if has_own_constants(spec) else spec.consts):
        if param.type in (P.U64, P.F64) and not param.variadic:
            edges = EDGES[param.type][: 3 if spec.setup is None else 1]
            rows += [(*rows[0][:at], edge, *rows[0][at + 1 :]) for edge in edges]
    for row in rows:
        if repr(row) not in seen and is_accepted(spec, row):
            seen.add(repr(row))
            yield row


def compiled_nodes(fallible: bool) -> list[NodeSpec]:
    """Nodes with wires that have the same value each time.

    For adapters see test_conversions.py, for nodes over objects test_partitions.py.
    """
    return [
        s
        for s in REGISTRY.values()
        if s.wires
        and bool(s.fails) == fallible
        and s.purity is Purity.PURE
        and s.name not in ADAPTERS
        and not any(t in OBJECTS for t in (*(p.type for p in s.params), *s.returns))
    ]


def program_of(specs: Iterable[NodeSpec]) -> tuple[Program, dict[str, Any]]:
    uses = Uses()
    for spec in specs:
        for consts in constant_lists(spec):
            uses.add(spec, consts)
    return uses.graph.compile(engine="interpreter:off"), uses.values()


@pytest.fixture(scope="module")
def infallible() -> tuple[Program, dict[str, Any]]:
    return program_of(compiled_nodes(fallible=False))


def columns(program: Program, engine: str, inputs: dict[str, Any]) -> dict[str, list[Any]]:
    batch = program.range(0, ROWS, engine=engine, inputs=inputs)
    return {o.name: [bits(v, o.type) for v in batch[o.name].tolist()] for o in program.outputs}


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_batches(infallible: tuple[Program, dict[str, Any]], engine: str) -> None:
    program, inputs = infallible
    want = columns(program, "interpreter:off", inputs)
    got = columns(program, engine, inputs)
    for name, column in want.items():
        assert got[name] == column, name


@pytest.mark.parametrize("engine", SCALARS)
def test_values(infallible: tuple[Program, dict[str, Any]], engine: str) -> None:
    compare_kernels(*infallible, engine)


@pytest.mark.parametrize("engine", SCALARS)
def test_failures(engine: str) -> None:
    compare_kernels(*program_of(compiled_nodes(fallible=True)), engine)


def compare_kernels(program: Program, inputs: dict[str, Any], engine: str) -> None:
    """Every output of some rows, on its own."""
    kernel, reference = program.kernel(engine), program.kernel("interpreter:off")
    for row in (0, 1, 2, 1, 77, 2**64 - 1):
        coordinates = [row if d.name == "cycle" else inputs[d.name] for d in program.inputs]
        kernel.set_inputs(coordinates)
        reference.set_inputs(coordinates)
        for output in program.outputs:
            name = output.name
            got = outcome(lambda k=kernel, n=name: k.pull(n), output.type)
            want = outcome(lambda k=reference, n=name: k.pull(n), output.type)
            assert got == want, f"{name} in row {row}"


@pytest.mark.parametrize("spec", compiled_nodes(fallible=True), ids=lambda s: s.name)
def test_failures_of_batches(spec: NodeSpec) -> None:
    program, inputs = program_of([spec])
    for output in program.outputs:
        got, want = (
            rows_or_failure(program, engine, output.name, inputs)
            for engine in ("closures", "interpreter:off")
        )
        assert got == want, output.name


def rows_or_failure(program: Program, engine: str, output: str, inputs: dict[str, Any]) -> Any:
    try:
        batch = program.range(0, ROWS, engine=engine, outputs=[output], inputs=inputs)
    except EvalError as error:
        return str(error)
    type = next(o.type for o in program.outputs if o.name == output)
    return [bits(v, type) for v in batch[output].tolist()]


@pytest.mark.parametrize("engine", ENGINES)
def test_outputs_that_read_no_input_are_computed(engine: str) -> None:
    graph = Assembler(["cycle"])
    graph.add_node("all", "product")
    graph.add_node("digits", "mixed_radix", ["all"], [2, 0])
    graph.add_output("low", ("digits", 0))
    graph.add_output("high", ("digits", 1))
    kernel = graph.compile().kernel(engine)
    for cycle in (0, 1):
        kernel.set_inputs([cycle])
        assert (kernel["low"], kernel["high"]) == (1, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fold_joins_any_number_of_wires(engine: str) -> None:
    graph = Assembler(["cycle"])
    for name, function, wires in (
        ("none", "sum", []),
        ("one", "max", ["cycle"]),
        ("many", "sum", ["cycle"] * 1000),
        ("mixed", "min", ["many", "cycle", "one"]),
    ):
        graph.add_node(name, function, wires)
        graph.add_output(name)
    kernel = graph.compile().kernel(engine)
    kernel.set_inputs([7])
    assert [kernel[name] for name in ("none", "one", "many", "mixed")] == [0, 7, 7000, 7]
