"""Value assertions: a check on a wire whose port states a condition, unless it is proven.

Asked by `resolve` for each wire, where the scope of the reader has `pragma strict_values`.
A program without that pragma pays nothing: the functions themselves say what fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from polydat.errors import EvalError
from polydat.graph.node import Node
from polydat.nodes import registry
from polydat.nodes.constraints import Constraint, NonZero
from polydat.nodes.declare import NodeSpec, Param, Purity
from polydat.types import PortType


class Proof(Enum):
    """What is known about a wire; the text is the reason for leaving a check out."""

    NONE = ""
    CONSTANT = "constant source satisfies the constraint"
    ABSENT = "constant source is None"
    GUARDED = "upstream assertion"
    BOUNDS = "source bounds satisfy the constraint"
    VIOLATED = "constant source violates the constraint"


@dataclass(frozen=True, slots=True)
class Found:
    """A proof, and for a violation the complaint."""

    proof: Proof
    complaint: str = ""


def assertion_of(constraint: Constraint, type: PortType) -> NodeSpec | None:
    """The function that checks a condition, if there is one for this type."""
    if isinstance(constraint, NonZero) and type is PortType.U64:
        return registry.get("__assert_u64_nonzero")
    return None


def prove(constraint: Constraint, param: Param, source: Node | None, volatile: bool) -> Found:
    """What is known about the values of a wire.

    Args:
        source: the node that the wire comes from; `None` for an input.
        volatile: the source may change from round to round although nothing it reads does.
    """
    if source is None or volatile or source.spec.purity is Purity.NONDETERMINISTIC:
        return Found(Proof.NONE)
    if source.spec is assertion_of(constraint, source.types[0]):
        return Found(Proof.GUARDED)
    if source.wires:
        return Found(Proof.BOUNDS if has_bounds(constraint, source) else Proof.NONE)
    try:
        value = source.spec.evaluate((), source.constants, ())
    except EvalError:
        return Found(Proof.NONE)  # it fails by itself when it is folded
    if value is None:
        return Found(Proof.ABSENT)
    complaint = constraint.complaint(param.name, value)
    if complaint is None:
        return Found(Proof.CONSTANT)
    return Found(Proof.VIOLATED, f"{complaint}, and the constant is {value}")


def has_bounds(constraint: Constraint, source: Node) -> bool:
    """Whether the bounds that a function states lie inside of the condition."""
    if source.spec.bounds is None:
        return False
    low, high = source.spec.bounds(*source.constants)
    # An interval without 0 proves that; of a range both ends do.
    inside = not isinstance(constraint, NonZero) or low > 0
    ends = (constraint.complaint("value", end) for end in (low, high))
    return inside and all(complaint is None for complaint in ends)
