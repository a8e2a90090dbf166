"""Duplicate names and wire counts: checked for all nodes before any wire is looked at."""

from __future__ import annotations

from polydat.errors import ArityError, CompileError, Diagnostic, DuplicateNode, combine
from polydat.graph.assembler import Assembler, Draft, count
from polydat.nodes.signature import PAIRS, has_pairs


def run(assembler: Assembler) -> None:
    """Refuse an assembler whose nodes share a name or have a wrong number of wires.

    Ensures: every node has its own name and as many wires as its function takes.

    Raises:
        DuplicateNode: two nodes have one name.
        ArityError: too many or too few wires.
    """
    errors: list[CompileError] = []
    seen: dict[str, Draft] = {}
    for draft in assembler.nodes:
        first = seen.setdefault(draft.name, draft)
        if first is not draft:
            errors.append(duplicate(draft, first))
    errors += [wrong_count(d) for d in assembler.nodes if not has_right_count(d)]
    if errors:
        raise combine(errors)


def duplicate(draft: Draft, first: Draft) -> DuplicateNode:
    where = (f"first bound in line {first.span.line}",) if first.span else ()
    return DuplicateNode(Diagnostic(f"'{draft.name}' is bound twice", draft.span, notes=where))


def has_right_count(draft: Draft) -> bool:
    fixed = [p for p in draft.spec.wires if not p.variadic]
    if draft.spec.halves:
        return has_pairs(len(draft.wires))
    if draft.spec.variadic_wire is not None:
        return len(draft.wires) >= len(fixed)
    return len(draft.wires) == len(fixed)


def wrong_count(draft: Draft) -> ArityError:
    """The error of a node with a wrong number of wires."""
    wires = draft.spec.wires
    names = ", ".join(p.name for p in wires)
    takes = f"takes {count(len(wires), 'wire')}" + (f" ({names})" if names else "")
    if draft.spec.halves:
        takes = f"takes {PAIRS}"
    return ArityError(
        Diagnostic(f"'{draft.spec.name}' {takes}, got {len(draft.wires)}", draft.span)
    )
