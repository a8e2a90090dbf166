"""The C function of a node: its name, its header, and how it is called.

A declaration names a function of `csrc/ops/`, or gives one line of C, which becomes the
body of a function of the same shape here.  Every engine calls that function.

Its arguments are those of the declaration, in their order; behind a `pd_status *` where
the node can fail, and behind a pointer and a distance where it has several outputs.  A
constant list is a pointer and a count; so is a table, which comes last and stands for all
constants.  A fold takes two values, however many wires the node has.  What has an address is
a pd_str, which the caller copies; with `appends` the function appends it to a pd_text that
comes behind the status.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from polydat.codegen.operand import (
    c_type,
    is_reference,
    is_wide_type,
    literal,
    pack,
    unpack,
)
from polydat.nodes.declare import NodeSpec, Param
from polydat.types import PortType

CALLS = re.compile(r"\w\(")


def has_c(spec: NodeSpec) -> bool:
    """Whether a node has a C function of its own."""
    return spec.c is not None


def is_expression(spec: NodeSpec) -> bool:
    """Whether the declaration gives a C expression instead of a function's name."""
    return spec.c is not None and not (spec.c.isidentifier() and spec.c.startswith("pd_"))


def needs_header(spec: NodeSpec) -> bool:
    """Whether the function is in the header of its family, or calls what that includes."""
    return spec.c is not None and (not is_expression(spec) or CALLS.search(spec.c) is not None)


def plain_name(spec: NodeSpec) -> str:
    """The node's name as a part of C names."""
    return spec.name.strip("_")


def function_name(spec: NodeSpec) -> str:
    assert spec.c is not None
    return f"pd_{plain_name(spec)}" if is_expression(spec) else spec.c


def expression_function(spec: NodeSpec) -> str:
    """The function of a node that is declared by an expression."""
    names = ("a", "b") if spec.fold else [p.name for p in spec.params]
    types = [c_type(p.type).name for p in spec.params] * (2 if spec.fold else 1)
    params = ", ".join(f"{t} {n}" for t, n in zip(types, names, strict=True)) or "void"
    result = c_type(spec.returns[0]).name
    return f"static inline {result} {function_name(spec)}({params})\n{{\n    return {spec.c};\n}}\n"


def has_out_array(spec: NodeSpec) -> bool:
    """Whether the function writes its outputs through a pointer: there may be several."""
    return spec.output_for_each is not None or len(spec.returns) > 1


def list_param(spec: NodeSpec) -> Param | None:
    """The constant list, if the node has one."""
    last = spec.consts[-1] if spec.consts else None
    return last if last is not None and last.variadic else None


def has_words(spec: NodeSpec) -> bool:
    """Whether the last arguments are a pointer to words and their count."""
    return spec.setup is not None or list_param(spec) is not None


def gives_reference(spec: NodeSpec) -> bool:
    """Whether the function makes something that has an address: a text, bytes, a vector."""
    return len(spec.returns) == 1 and is_reference(spec.returns[0])


def gives_wide(spec: NodeSpec) -> bool:
    """Whether the function's value fills two slots."""
    return len(spec.returns) == 1 and is_wide_type(spec.returns[0])


def shapes(spec: NodeSpec) -> tuple[NodeSpec, ...]:
    """The functions that stand for a declaration in C: more of them where any type may come.

    The second is for values of two slots; the third, where no pieces copy what has an address,
    for that.
    """
    if not is_polymorphic(spec):
        return (spec,)
    wide = typed_shape(spec, PortType.U128)
    return (spec, wide) if spec.pieces else (spec, wide, typed_shape(spec, PortType.STR))


def is_polymorphic(spec: NodeSpec) -> bool:
    """Whether the output has the type of a wire, and C is the same for all types."""
    return spec.returns == (None,) and spec.c is not None and is_expression(spec)


@lru_cache(maxsize=256)
def typed_shape(spec: NodeSpec, type: PortType) -> NodeSpec:
    """A declaration with one type where any may come."""
    typed = tuple(p if p.type else replace(p, type=type) for p in spec.params)
    suffix = "wide" if type.is_wide else "text"
    return replace(spec, name=f"{spec.name}__{suffix}", params=typed, returns=(type,))


def shape_of(spec: NodeSpec, types: Sequence[PortType]) -> NodeSpec:
    """The function for one use of a node, with outputs of these types."""
    if is_polymorphic(spec) and types[0].is_wide:
        return typed_shape(spec, PortType.U128)
    if is_polymorphic(spec) and types[0].is_reference and not spec.pieces:
        return typed_shape(spec, PortType.STR)
    return spec


def call(
    spec: NodeSpec,
    wires: Sequence[str],
    consts: Sequence[str],
    out: str = "",
) -> str:
    """C expression that calls a node.

    Args:
        wires: C expressions of the raw slots of each wire; of two values for a fold.
        consts: C expressions of the constants as values; for a list, pointer and count.
        out: for a function with an out array, or one that appends, its first arguments.

    Returns:
        An expression of raw slot bits, of a pd_u128 or a pd_str, or of no value where `out`
        is given.
    """
    first = [*(["&status"] if spec.fails or spec.appends else []), *([out] if out else [])]
    values = [unpack(wire, spec.wire_param(i).type) for i, wire in enumerate(wires)]
    text = f"{function_name(spec)}({', '.join([*first, *joined(spec, values, consts)])})"
    return text if out else pack(text, spec.returns[0])


def neutral(spec: NodeSpec) -> str:
    """C text of the value that a fold has without wires."""
    type = spec.returns[0]
    assert type is not None
    return pack(literal(spec.ref(), type), type)


def joined(spec: NodeSpec, values: Sequence[str], consts: Sequence[str]) -> list[str]:
    """Arguments in the order of the declaration; a table stands behind all wires."""
    if spec.setup is not None or spec.fold:
        return [*values, *consts]
    value, const = iter(values), iter(consts)
    arguments: list[str] = []
    for param in spec.params:
        source = const if param.is_const else value
        arguments += [next(source), next(source)] if param.variadic else [next(source)]
    return arguments


def const_literals(spec: NodeSpec, constants: Sequence[Any]) -> list[str]:
    """C text of constants that are neither a list nor a table."""
    if spec.setup is not None:
        return []
    plain = [p for p in spec.consts if not p.variadic]
    return [
        literal(v, p.type) for p, v in zip(plain, constants, strict=False) if p.type is not None
    ]
