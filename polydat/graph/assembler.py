"""`Assembler`: named inputs, nodes and outputs, from source text or by hand, in any order.

Nothing is checked against anything else here except that a function exists and that its
constants can be used; wires are names until the passes of `pipeline.py` look at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from polydat.errors import ArityError, BindError, Diagnostic, Span
from polydat.graph.node import InputDef, InputKind, Modifier
from polydat.nodes import registry
from polydat.nodes.declare import REQUIRED, NodeSpec, Param
from polydat.types import PortType, integer_range, round_to
from polydat.types.memory import zero_of

# A name stands for an input, else for output 0 of a node; a pair names another output.
WireName: TypeAlias = str | tuple[str, int]


@dataclass(frozen=True, slots=True)
class Draft:
    """A node whose wires are still names.

    Attributes:
        wire_spans: where each wire was written.
        strict_values: whether conditions of its ports are checked; see `assertions.py`.
    """

    name: str
    spec: NodeSpec
    wires: tuple[WireName, ...]
    constants: tuple[Any, ...]
    span: Span | None = None
    wire_spans: tuple[Span | None, ...] = ()
    strict_values: bool = False

    def wire_span(self, port: int) -> Span | None:
        """Where wire `port` was written, else where the node was."""
        known = self.wire_spans[port] if port < len(self.wire_spans) else None
        return known or self.span


@dataclass(frozen=True, slots=True)
class DraftOutput:
    """An output whose wire is still a name."""

    name: str
    wire: WireName
    modifier: Modifier = Modifier.NONE
    span: Span | None = None
    doc: str = ""


class Assembler:
    """A graph under construction.

    Args:
        coordinates: names of `u64` coordinates, in order.
        context: label of the program in messages.

    Attributes:
        strict_values: whether nodes that are added have the conditions of their ports
            checked.
        filtered: somebody chose outputs, so that nodes without a reader are no surprise.
    """

    def __init__(self, coordinates: Sequence[str] = (), context: str = "") -> None:
        self.context = context
        self.strict_values = False
        self.filtered = False
        self.inputs: dict[str, InputDef] = {}
        self.nodes: list[Draft] = []
        self.outputs: dict[str, DraftOutput] = {}
        for name in coordinates:
            self.add_input(name)

    def add_input(
        self,
        name: str,
        type: PortType = PortType.U64,
        kind: InputKind = InputKind.COORDINATE,
        default: Any = None,
        declared: bool = True,
        span: Span | None = None,
        doc: str = "",
    ) -> None:
        """Add an input slot; a coordinate starts as the zero of its type."""
        if kind is InputKind.COORDINATE and default is None:
            default = zero_of(type)
        self.inputs[name] = InputDef(name, type, kind, default, declared, span, doc)

    def add_node(
        self,
        name: str,
        function: str | NodeSpec,
        wires: Sequence[WireName] = (),
        constants: Sequence[Any] = (),
        span: Span | None = None,
        wire_spans: Sequence[Span | None] = (),
    ) -> None:
        """Add a node called `name` that applies `function` to wires and constants.

        Raises:
            BindError: no such function, or a constant that it cannot take.
            ArityError: too many or too few constants.
        """
        spec = find_function(function, span) if isinstance(function, str) else function
        checked = check_constants(spec, constants, span)
        places = tuple(wire_spans)
        self.nodes.append(
            Draft(name, spec, tuple(wires), checked, span, places, self.strict_values)
        )

    def add_output(
        self,
        name: str,
        wire: WireName | None = None,
        modifier: Modifier = Modifier.NONE,
        span: Span | None = None,
        doc: str = "",
    ) -> None:
        """Declare an output; a second declaration replaces the wire and keeps the place."""
        self.outputs[name] = DraftOutput(name, name if wire is None else wire, modifier, span, doc)


def find_function(name: str, span: Span | None) -> NodeSpec:
    """The node function of this name.

    Raises:
        BindError: there is none; names the nearest.
    """
    spec = registry.find(name)
    if spec is None:
        raise BindError(
            Diagnostic(f"no function named '{name}'", span, nearest=registry.nearest(name))
        )
    return spec


def check_constants(spec: NodeSpec, constants: Sequence[Any], span: Span | None) -> tuple[Any, ...]:
    """Constants as typed Python values, defaults filled in.

    Raises:
        ArityError: too many, or one without a default is missing.
        BindError: wrong type, out of range, or against a constraint of the function.
    """
    params = spec.consts
    listed = bool(params) and params[-1].variadic
    if len(constants) > len(params) and not listed:
        raise ArityError(
            Diagnostic(
                f"'{spec.name}' takes {count(len(params), 'constant')}, got {len(constants)}", span
            )
        )
    values: list[Any] = []
    for place, param in enumerate(params):
        if param.variadic:
            values += [check_constant(spec, param, v, span) for v in constants[place:]]
        elif place < len(constants):
            values.append(check_constant(spec, param, constants[place], span))
        elif param.default is REQUIRED:
            raise ArityError(Diagnostic(f"'{spec.name}' needs a constant for '{param.name}'", span))
        else:
            values.append(param.default)
    complaint = spec.validate(*values) if spec.validate else None
    if complaint is not None:
        raise BindError(Diagnostic(f"bad constant in '{spec.name}': {complaint}", span))
    return tuple(values)


def check_constant(spec: NodeSpec, param: Param, value: Any, span: Span | None) -> Any:
    """One constant as a Python value of its parameter's type."""
    assert param.type is not None
    typed = constant_of(value, param.type)
    if typed is None:
        raise BindError(
            Diagnostic(
                f"'{spec.name}': '{param.name}' is a constant of type {param.type.keyword}",
                span,
                found=describe(value),
            )
        )
    rule = spec.check.get(param.name)
    complaint = rule.complaint(param.name, typed) if rule else None
    if complaint is not None:
        raise BindError(Diagnostic(f"bad constant in '{spec.name}': {complaint}", span))
    return typed


def constant_of(value: Any, type: PortType) -> Any:
    """`value` as a constant of `type`, or `None` where it cannot be one.

    An integer widens to a float type; nothing else is converted.
    """
    if type is PortType.STR:
        return value if isinstance(value, str) else None
    if type is PortType.BOOL:
        return bool(value) if isinstance(value, bool | int) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if type.is_float:
        return round_to(float(value), type)
    if isinstance(value, float) or not type.is_integer:
        return None
    low, high = integer_range(type)
    return int(value) if low <= value <= high else None


def describe(value: Any) -> str:
    """A constant in words, for a message."""
    names = {bool: "bool", int: "integer", float: "float", str: "text"}
    shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
    return f"the {names.get(type(value), 'value')} {shown}"


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
