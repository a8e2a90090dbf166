"""Arguments of a call: which parameter each one fills, and as what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from polydat.errors import (
    ArityError,
    BindError,
    Diagnostic,
    TypeMismatch,
    nearest_names,
)
from polydat.graph.adapters import find_adapter
from polydat.lang import tree
from polydat.lower.builder import Builder, Use, literal_use
from polydat.lower.literals import Literal
from polydat.lower.scope import Operand
from polydat.nodes import registry
from polydat.nodes.declare import REQUIRED, NodeSpec, Param
from polydat.nodes.signature import PAIRS, has_pairs, signature

# What an argument is worth: a literal as such, anything else as a wire.
Evaluate = Callable[[tree.Expr], Operand | Literal]


def use_of(
    builder: Builder, owner: str, spec: NodeSpec, call: tree.Call, evaluate: Evaluate
) -> Use:
    """The use of a node function that a call is.

    Raises:
        ArityError: too few or too many arguments.
        BindError: an argument that its parameter cannot take.
    """
    wires: list[Operand] = []
    places: list[Any] = []
    constants: list[Any] = []
    for param, argument in matched(spec, call):
        if argument is None:
            constants.append(param.default)
            continue
        value = evaluate(argument.value)
        if param.is_const:
            constants.append(constant(spec, param, argument, value))
            continue
        if isinstance(value, Literal):
            value = literal_wire(builder, owner, spec, param, value)
        wires.append(value)
        places.append(argument.value.span or argument.span)
    return Use(spec, tuple(wires), tuple(constants), call.span, tuple(places))


def matched(spec: NodeSpec, call: tree.Call) -> list[tuple[Param, tree.Argument | None]]:
    """Every parameter with its argument, in order; `None` means the default.

    Raises:
        ArityError: a parameter has no argument, or an argument no parameter.
        BindError: a wrong name, or a name before an argument without one.
    """
    positional, named = by_name(spec, call)
    pairs: list[tuple[Param, tree.Argument | None]] = []
    given = iter(positional)
    for param in spec.params:
        if param.variadic:
            pairs += [(param, argument) for argument in given]
            continue
        argument = next(given, None)
        if argument is not None and param.name in named:
            raise BindError(
                Diagnostic(f"'{param.name}' of '{spec.name}' is given twice", argument.span)
            )
        argument = argument or named.get(param.name)
        if argument is None and param.default is REQUIRED:
            raise wrong_count(spec, call)
        if argument is None and not param.is_const:
            raise wrong_count(spec, call)
        pairs.append((param, argument))
    if next(given, None) is not None or (spec.halves and not has_pairs(len(pairs))):
        raise wrong_count(spec, call)
    return pairs


def by_name(
    spec: NodeSpec, call: tree.Call
) -> tuple[list[tree.Argument], dict[str, tree.Argument]]:
    """Arguments without a name, and those that have one."""
    positional: list[tree.Argument] = []
    named: dict[str, tree.Argument] = {}
    names = [p.name for p in spec.params if not p.variadic]
    for argument in call.arguments:
        if argument.name is None:
            if named:
                raise BindError(
                    Diagnostic(
                        f"an argument without a name follows '{next(reversed(named))}:'",
                        argument.span,
                        write="arguments without a name first",
                    )
                )
            positional.append(argument)
            continue
        if argument.name not in names:
            raise wrong_name(spec.name, names, argument)
        if argument.name in named:
            raise BindError(
                Diagnostic(f"'{argument.name}' of '{spec.name}' is given twice", argument.span)
            )
        named[argument.name] = argument
    return positional, named


def wrong_name(function: str, names: Sequence[str], argument: tree.Argument) -> BindError:
    """The error for an argument whose name is no parameter's."""
    assert argument.name is not None
    return BindError(
        Diagnostic(
            f"'{function}' has no parameter '{argument.name}'",
            argument.span,
            expected=", ".join(names) or "no named argument",
            nearest=nearest_names(argument.name, names),
        )
    )


def wrong_count(spec: NodeSpec, call: tree.Call) -> ArityError:
    """The error for a call with too few or too many arguments."""
    given = len(call.arguments)
    many = "1 argument" if given == 1 else f"{given} arguments"
    least = sum(p.default is REQUIRED and not p.variadic for p in spec.params)
    most = None if any(p.variadic for p in spec.params) else len(spec.params)
    wanted = f"at least {least}" if most is None else str(most)
    if most is not None and least < most:
        wanted = f"{least} to {most}"
    if spec.halves:
        wanted = PAIRS
    return ArityError(
        Diagnostic(f"'{spec.name}' takes {wanted}, got {many}", call.span, expected=signature(spec))
    )


def constant(
    spec: NodeSpec, param: Param, argument: tree.Argument, value: Operand | Literal
) -> Any:
    """An argument as a constant of its parameter's type.

    Raises:
        BindError: it is no literal, or none of that type.
    """
    assert param.type is not None
    span = argument.value.span or argument.span
    if not isinstance(value, Literal):
        sibling = f"{spec.name}_wire"
        write = f"{sibling}(...), which takes a wire there" if registry.find(sibling) else None
        raise BindError(
            Diagnostic(
                f"'{param.name}' of '{spec.name}' is a constant, and this is computed",
                span,
                expected=f"a {param.type.keyword} literal",
                write=write,
            )
        )
    typed = value.as_type(param.type)
    if typed is None:
        raise BindError(
            Diagnostic(
                f"'{param.name}' of '{spec.name}' is a constant of type {param.type.keyword}",
                span,
                found=value.words,
            )
        )
    rule = spec.check.get(param.name)
    complaint = rule.complaint(param.name, typed) if rule else None
    if complaint is not None:
        raise BindError(Diagnostic(f"bad constant in '{spec.name}': {complaint}", span))
    return typed


def literal_wire(
    builder: Builder, owner: str, spec: NodeSpec, param: Param, literal: Literal
) -> Operand:
    """A literal as a wire, of its parameter's type where it has a value of that.

    Raises:
        TypeMismatch: the parameter cannot read it, with or without an adapter.
    """
    use = literal_use(literal, param.type)
    kind = use.types[0]
    if param.type not in (None, kind) and find_adapter(kind, param.type) is None:
        raise TypeMismatch(
            Diagnostic(
                f"'{spec.name}' reads {param.type.keyword} in '{param.name}'",
                literal.span,
                found=literal.words,
                expected=f"{param.type.keyword}, as in {signature(spec)}",
            )
        )
    return builder.add_unnamed(owner, use)
