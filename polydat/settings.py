"""What the environment decides: each `POLYDAT_*` variable is one field, read here only."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """Switches of the process; `None` and the empty text mean "not set".

    Attributes:
        engine: engine of programs that name none (`POLYDAT_ENGINE`), such as `closures:pull`.
        cc: the C compiler, which then decides alone (`POLYDAT_CC`).
        cflags: flags added to the compiler's (`POLYDAT_CFLAGS`).
        cache_dir: folder of compiled objects (`POLYDAT_CACHE_DIR`).
        native: whether C is compiled at run time at all (`POLYDAT_NATIVE`, `0` is off).
        keep_c: folder where generated C is kept (`POLYDAT_KEEP_C`).
        verify: check invariants of the graph after every pass (`POLYDAT_VERIFY`).
        dump: stages after which the graph is printed (`POLYDAT_DUMP`).
        skip: passes to leave out, for hunting faults (`POLYDAT_SKIP`).
    """

    engine: str = ""
    cc: str = ""
    cflags: str = ""
    cache_dir: str = ""
    native: bool = True
    keep_c: str = ""
    verify: bool = False
    dump: str = ""
    skip: str = ""


def read(environment: Mapping[str, str]) -> Settings:
    """Settings from environment variables."""
    given: dict[str, Any] = {}
    for field in fields(Settings):
        text = environment.get(f"POLYDAT_{field.name.upper()}")
        if text is not None:
            given[field.name] = text not in ("", "0") if field.type == "bool" else text
    return Settings(**given)


_forced: list[Settings] = []


def current() -> Settings:
    """The settings in force: an override, else the environment as it is now."""
    return _forced[-1] if _forced else read(os.environ)


@contextmanager
def override(**changes: Any) -> Iterator[Settings]:
    """Other settings inside a `with` block."""
    settings = replace(current(), **changes)
    _forced.append(settings)
    try:
        yield settings
    finally:
        _forced.remove(settings)


@contextmanager
def without_collections() -> Iterator[None]:
    """A stretch in which Python does not look for circles of objects.

    A compilation makes hundreds of objects a statement and keeps them; there is nothing to
    find among them, and looking again and again makes long programs cost more a statement
    than short ones.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
