"""The C function of a node: its name, its header, and how it is called.

A declaration names a function of `csrc/ops/`, or gives one line of C, which becomes the
body of a function of the same shape here.  Every engine calls that function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from polydat.codegen.operand import c_type, literal, pack, unpack
from polydat.nodes.declare import NodeSpec, Param


def has_c(spec: NodeSpec) -> bool:
    """Whether a node has a C function of its own."""
    return spec.c is not None


def is_expression(spec: NodeSpec) -> bool:
    """Whether the declaration gives a C expression instead of a function's name."""
    return spec.c is not None and not (spec.c.isidentifier() and spec.c.startswith("pd_"))


def plain_name(spec: NodeSpec) -> str:
    """The node's name as a part of C names."""
    return spec.name.strip("_")


def function_name(spec: NodeSpec) -> str:
    assert spec.c is not None
    return f"pd_{plain_name(spec)}" if is_expression(spec) else spec.c


def expression_function(spec: NodeSpec) -> str:
    """The function of a node that is declared by an expression."""
    params = ", ".join(f"{c_type(p.type).name} {p.name}" for p in spec.params) or "void"
    result = c_type(spec.returns[0]).name
    return f"static inline {result} {function_name(spec)}({params})\n{{\n    return {spec.c};\n}}\n"


def has_out_array(spec: NodeSpec) -> bool:
    """Whether the function writes its outputs through a pointer: there may be several."""
    return spec.output_for_each is not None or len(spec.returns) > 1


def list_param(spec: NodeSpec) -> Param | None:
    """The constant list, if the node has one."""
    last = spec.consts[-1] if spec.consts else None
    return last if last is not None and last.variadic else None


def call(
    spec: NodeSpec,
    wires: Sequence[str],
    consts: Sequence[str],
    out: str = "",
) -> str:
    """C expression that calls a node.

    Args:
        wires: C expressions of the raw slots of each wire.
        consts: C expressions of the constants as values; for a list, pointer and count.
        out: for a function with an out array, its first arguments.

    Returns:
        An expression of raw slot bits, or of no value where `out` is given.
    """
    first = [*(["&status"] if spec.fails else []), *([out] if out else [])]
    joined: list[str] = []
    wire, const = iter(zip(wires, spec.wires, strict=True)), iter(consts)
    for param in spec.params:
        if param.is_const:
            joined += [next(const), next(const)] if param.variadic else [next(const)]
        else:
            expression, declared = next(wire)
            joined.append(unpack(expression, declared.type))
    text = f"{function_name(spec)}({', '.join([*first, *joined])})"
    return text if out else pack(text, spec.returns[0])


def const_literals(spec: NodeSpec, constants: Sequence[Any]) -> list[str]:
    """C text of constants that are no list."""
    plain = [p for p in spec.consts if not p.variadic]
    return [
        literal(v, p.type) for p, v in zip(plain, constants, strict=False) if p.type is not None
    ]
