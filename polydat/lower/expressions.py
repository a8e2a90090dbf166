"""Expressions as nodes: every part is lowered before what reads it, so types are known."""

from __future__ import annotations

from collections.abc import Callable

from polydat.errors import ArityError, BindError, Diagnostic, TypeMismatch, UnknownWire
from polydat.graph.adapters import find_adapter, find_boundary_adapter
from polydat.graph.assembler import find_function
from polydat.lang import tree
from polydat.lower import calls, operators
from polydat.lower.arrays import array_text
from polydat.lower.builder import Builder, Use, constant_use, identity_use, literal_use
from polydat.lower.literals import Literal, literal_of
from polydat.lower.operators import Place
from polydat.lower.scope import Operand, Scope
from polydat.types import PortType

# Lowers a call of a module and gives its outputs; `None` where the name is no module's.
Inline = Callable[[tree.Call, Scope, str], tuple[Operand, ...] | None]

# Functions that a float becomes an integer by, each in its own way.
ROUNDINGS = ("f64_to_u64", "round_to_u64", "floor_to_u64", "ceil_to_u64")


class Expressions:
    """Lowering on behalf of one binding.

    Args:
        owner: full name of the binding.
    """

    def __init__(self, builder: Builder, scope: Scope, owner: str, inline: Inline) -> None:
        self.builder = builder
        self.scope = scope
        self.owner = owner
        self.inline = inline

    def use(self, expr: tree.Expr) -> Use:
        """The node that an expression is, ready to be named.

        Raises:
            CompileError: it has no meaning.
        """
        literal = literal_of(expr)
        if literal is not None:
            return literal_use(literal)
        match expr:
            case tree.Name():
                return self.named(expr)
            case tree.Call():
                return self.call(expr)
            case tree.Binary() | tree.Sum():
                return self.chain(expr)
            case tree.Unary():
                return self.unary(expr)
            case tree.Cast():
                return self.cast(expr)
            case tree.Field():
                return identity_use(self.field(expr), expr.span)
            case tree.Array():
                return constant_use(array_text(expr), PortType.STR, expr.span)
            case tree.Producer():
                raise BindError(Diagnostic("'for' is not available yet", expr.span))
        raise AssertionError(expr)

    def operand(self, expr: tree.Expr) -> Operand:
        """The wire that an expression stands for."""
        value = self.value(expr)
        if isinstance(value, Literal):
            return self.builder.add_unnamed(self.owner, literal_use(value))
        return value

    def value(self, expr: tree.Expr) -> Operand | Literal:
        """A literal as such, anything else as a wire."""
        literal = literal_of(expr)
        if literal is not None:
            return literal
        if isinstance(expr, tree.Name):
            return self.scope.look_up(expr)
        if isinstance(expr, tree.Field):
            return self.field(expr)
        if isinstance(expr, tree.Array):
            raise BindError(
                Diagnostic(
                    "a list cannot stand here",
                    expr.span,
                    write="a binding of its own, such as 'items := [1, 2]', and its name here",
                )
            )
        self.builder.enter(1, expr.span)
        use = self.use(expr)
        self.builder.leave(1)
        return self.builder.add_unnamed(self.owner, use)

    def named(self, name: tree.Name) -> Use:
        meaning = self.scope.look_up(name)
        if isinstance(meaning, Literal):
            return literal_use(meaning)
        return identity_use(meaning, name.span)

    def field(self, field: tree.Field) -> Operand:
        name = tree.Name(field.wire, field.span)
        try:
            meaning = self.scope.look_up(name)
        except UnknownWire:
            shown = f"{field.source.replace('__', '.')}.{field.field}"
            raise UnknownWire(
                Diagnostic(
                    f"no wire named '{shown}'",
                    field.span,
                    notes=("a point reads a field of a cursor or of a partition",),
                )
            ) from None
        assert isinstance(meaning, Operand)
        return meaning

    def call(self, call: tree.Call) -> Use:
        if call.function == "if":
            return self.conditional(call)
        outputs = self.inline(call, self.scope, self.owner)
        if outputs is not None:
            return identity_use(outputs[0], call.span)
        spec = find_function(call.function, call.span)
        return calls.use_of(self.builder, self.owner, spec, call, self.value)

    def conditional(self, call: tree.Call) -> Use:
        if len(call.arguments) != 3:
            raise ArityError(
                Diagnostic(
                    f"'if' takes 3 arguments, got {len(call.arguments)}",
                    call.span,
                    expected="if(condition, value, otherwise)",
                )
            )
        parts = [argument.value for argument in call.arguments]
        operands = []
        for part in parts:  # a comprehension would be one more frame at each level
            operands.append(self.operand(part))
        place = Place(self.owner, call.span, tuple(part.span for part in parts))
        return operators.conditional(self.builder, operands, place)

    def chain(self, expr: tree.Expr) -> Use:
        """Operators along the left spine, from the innermost on: however many there are."""
        spine: list[tree.Binary | tree.Sum] = []
        while isinstance(expr, tree.Binary | tree.Sum):
            spine.append(expr)
            expr = expr.left if isinstance(expr, tree.Binary) else expr.terms[0]
        left = self.operand(expr)
        while True:
            node = spine.pop()
            made = self.step(node, left)
            if not spine:
                return made
            left = self.builder.add_unnamed(self.owner, made)

    def step(self, node: tree.Binary | tree.Sum, left: Operand) -> Use:
        if isinstance(node, tree.Sum):
            return self.sum(node, left)
        right = self.operand(node.right)
        place = Place(self.owner, node.span, (node.left.span, node.right.span))
        return operators.binary(self.builder, node.operator, left, right, place)

    def sum(self, node: tree.Sum, first: Operand) -> Use:
        terms = [first, *map(self.operand, node.terms[1:])]
        spans = tuple(term.span for term in node.terms)
        if any(term.type is PortType.STR for term in terms):
            return operators.joined(terms, Place(self.owner, node.span, spans))
        made: Use | None = None
        left = first
        for right, span in zip(terms[1:], spans[1:], strict=True):
            if made is not None:
                left = self.builder.add_unnamed(self.owner, made)
            place = Place(self.owner, node.span, (spans[0], span))
            made = operators.binary(self.builder, "+", left, right, place)
        assert made is not None
        return made

    def unary(self, expr: tree.Unary) -> Use:
        operand = self.operand(expr.operand)
        place = Place(self.owner, expr.span, (expr.operand.span,))
        if expr.operator == "-":
            return operators.negative(self.builder, operand, place)
        return operators.complement(operand, place)

    def cast(self, cast: tree.Cast) -> Use:
        """`value as type`.

        Raises:
            TypeMismatch: there is no conversion that cannot fail.
        """
        operand = self.operand(cast.value)
        source, target = operand.type, cast.type
        if source is target:
            return identity_use(operand, cast.span)
        spec = find_adapter(source, target)
        if (source, target) == (PortType.STR, PortType.U64):
            spec = find_boundary_adapter(source, target)
        if spec is None:
            write = None
            if (source, target) == (PortType.F64, PortType.U64):
                write = f"one of {', '.join(ROUNDINGS)}"
            raise TypeMismatch(
                Diagnostic(
                    f"no conversion from {source.keyword} to {target.keyword} that cannot fail",
                    cast.span,
                    found=source.keyword,
                    expected=target.keyword,
                    write=write,
                )
            )
        return Use(spec, (operand,), (), cast.span, (cast.value.span,))
