"""Looking up node functions by name, with the declarations loaded."""

from __future__ import annotations

from collections.abc import Mapping

import polydat.nodes.families  # noqa: F401  imported so that the declarations run
from polydat.errors import nearest_names
from polydat.nodes.declare import ALIASES, REGISTRY, NodeSpec


def find(name: str) -> NodeSpec | None:
    """The node function of this name or alias."""
    return REGISTRY.get(ALIASES.get(name, name))


def get(name: str) -> NodeSpec:
    """The node function of this name, which is known to exist."""
    return REGISTRY[name]


def nearest(name: str) -> tuple[str, ...]:
    """Public node functions that are spelled like `name`."""
    return nearest_names(name, [*public(), *ALIASES])


def public() -> Mapping[str, NodeSpec]:
    """The functions that a program may call: all whose name has no leading underscore."""
    return {name: spec for name, spec in REGISTRY.items() if not name.startswith("_")}
