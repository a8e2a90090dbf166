"""polydat: a compiler and runtime for deterministic, coordinate-addressed data.

Every name is imported when it is first used: importing the package loads nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from polydat.api import Assembler, Program, compile, compile_file
    from polydat.batch.frame import Batch, TextColumn
    from polydat.engines.choice import Engine, JitMode, Provenance
    from polydat.engines.kernel import Kernel
    from polydat.errors import (
        ArityError,
        AssertionFailure,
        BindError,
        BuildError,
        CompileError,
        ConstantFoldError,
        ConstContractError,
        ConstInitError,
        CycleDetected,
        DuplicateNode,
        EngineRefused,
        EvalError,
        InternalError,
        KernelError,
        NativeConeError,
        OpenInputs,
        OutputError,
        ParseError,
        PolydatError,
        StrictError,
        TypeMismatch,
        UnknownWire,
        UsageError,
        WriteError,
    )
    from polydat.graph.events import EventLog
    from polydat.types.host import JSON_NULL
    from polydat.types.port import PortType

_HOMES = {
    "Assembler": "polydat.api",
    "Batch": "polydat.batch.frame",
    "Engine": "polydat.engines.choice",
    "EventLog": "polydat.graph.events",
    "JSON_NULL": "polydat.types.host",
    "JitMode": "polydat.engines.choice",
    "Kernel": "polydat.engines.kernel",
    "PortType": "polydat.types.port",
    "Program": "polydat.api",
    "Provenance": "polydat.engines.choice",
    "TextColumn": "polydat.batch.frame",
    "compile": "polydat.api",
    "compile_file": "polydat.api",
    **dict.fromkeys(
        (
            "ArityError",
            "AssertionFailure",
            "BindError",
            "BuildError",
            "CompileError",
            "ConstContractError",
            "ConstInitError",
            "ConstantFoldError",
            "CycleDetected",
            "DuplicateNode",
            "EngineRefused",
            "EvalError",
            "InternalError",
            "KernelError",
            "NativeConeError",
            "OpenInputs",
            "OutputError",
            "ParseError",
            "PolydatError",
            "StrictError",
            "TypeMismatch",
            "UnknownWire",
            "UsageError",
            "WriteError",
        ),
        "polydat.errors",
    ),
}

__all__ = [*sorted(_HOMES), "__version__"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("polydat")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'polydat' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
