"""What a declaration says beside its docstring, in sentences: for `polydat nodes` and the pages."""

from __future__ import annotations

from polydat.nodes.declare import Kind, NodeSpec, Purity


def remarks(spec: NodeSpec) -> list[str]:
    """Sentences about a node function, those that apply."""
    found: list[str] = []
    if spec.aliases:
        found.append(f"Also called {', '.join(spec.aliases)}.")
    if spec.fails is not None:
        found.append(f"Fails where there is no value: {spec.fails.text}.")
    if spec.present is not None:
        found.append("Can give `None`.")
    elif spec.absent is not None and spec.absent.always:
        found.append("Never gives `None`.")
    elif spec.absent is not None:
        found.append("Makes something of `None`.")
    else:
        found.append("Gives `None` where it reads one.")
    if spec.purity is Purity.NONDETERMINISTIC:
        found.append("Not decided by inputs: drawn once a round.")
    if any(param.kind is Kind.CONFIG for param in spec.params):
        costly = [param.name for param in spec.params if param.kind is Kind.CONFIG]
        found.append(f"Costly to change: {', '.join(costly)}.")
    if spec.commutative:
        found.append("Wires may change places.")
    for name, rule in spec.check.items():
        found.append(f"Allowed for {name}: {rule.words}.")
    return found
