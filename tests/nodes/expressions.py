"""Call expressions of the golden files as graphs, through the assembler alone.

An expression is `f(x, 10)`, `a % b`, or nests them: the part of the language that Python
spells alike, so that node tests do not wait for a parser.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, TypeAlias

from polydat.api import Assembler
from polydat.errors import BindError, Diagnostic
from polydat.graph.node import InputKind
from polydat.nodes import registry
from polydat.types import PortType

P = PortType
WireName: TypeAlias = str | tuple[str, int]

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Mod: "mod",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
CONSTANTS = {bool: "const_bool", int: "const_u64", float: "const_f64", str: "const_str"}


class Expressions:
    """Expressions that are added to one assembler, each with inputs of its own."""

    def __init__(self) -> None:
        self.assembler = Assembler(context="expressions")
        self.types: dict[WireName, PortType] = {}
        self.count = 0

    def add(self, text: str, inputs: Mapping[str, PortType]) -> tuple[dict[str, str], list[str]]:
        """Add an expression.

        Returns:
            Name of each of its inputs in the graph, and of its outputs.
        """
        self.count += 1
        names = {name: f"{name}_{self.count}" for name in inputs}
        for name, type in inputs.items():
            if type is P.STR:  # no coordinate
                self.assembler.add_input(names[name], type, InputKind.EXTERNAL_WRITE, "")
            else:
                self.assembler.add_input(names[name], type)
            self.types[names[name]] = type
        wire = self.wire(ast.parse(text, mode="eval").body, names)
        if not isinstance(wire, tuple):
            wire = self.node("identity", [wire], [])
        count = sum(1 for other in self.types if isinstance(other, tuple) and other[0] == wire[0])
        outputs = [f"o_{self.count}_{port}" for port in range(count)]
        for port, name in enumerate(outputs):
            self.assembler.add_output(name, (wire[0], port))
        return names, outputs

    def wire(self, tree: ast.expr, names: Mapping[str, str]) -> WireName:
        match tree:
            case ast.Name(id):
                return names[id]
            case ast.Call(ast.Name(function), arguments):
                return self.call(function, arguments, names)
            case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
                wires = [self.wire(left, names), self.wire(right, names)]
                if any(self.types[w] is P.STR for w in wires):
                    return self.node("str_concat", wires, [])
                family = "f64" if any(self.types[w].is_float for w in wires) else "u64"
                return self.node(f"{family}_{OPERATORS[type(operator)]}", wires, [])
        value = ast.literal_eval(tree)
        return self.node(CONSTANTS[type(value)], [], [value])

    def call(
        self, function: str, arguments: list[ast.expr], names: Mapping[str, str]
    ) -> tuple[str, int]:
        """A call: each argument goes where its parameter says."""
        spec = registry.find(function)
        if spec is None:
            raise BindError(Diagnostic(f"no function named '{function}'"))
        wires: list[WireName] = []
        constants: list[Any] = []
        for at, argument in enumerate(arguments):
            if spec.params[min(at, len(spec.params) - 1)].is_const:
                constants.append(ast.literal_eval(argument))
            else:
                wires.append(self.wire(argument, names))
        return self.node(spec.name, wires, constants)

    def node(self, function: str, wires: list[WireName], constants: list[Any]) -> tuple[str, int]:
        name = f"n_{len(self.assembler.nodes)}"
        spec = registry.get(function)
        self.assembler.add_node(name, spec, wires, constants)
        # A wire of another type is converted, so that the port's own type counts.
        read = [spec.wire_param(i).type or self.types[w] for i, w in enumerate(wires)]
        constants = list(self.assembler.nodes[-1].constants)
        for port, type in enumerate(spec.output_types(constants, read)):
            self.types[name, port] = type
        return name, 0
