"""Where numbers were measured: what a reader needs to compare them."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from polydat.codegen import toolchain
from polydat.codegen.toolchain import NoCompiler


def facts() -> dict[str, Any]:
    """Machine, interpreter and compiler."""
    compiler = toolchain.find_compiler()
    missing = isinstance(compiler, NoCompiler)
    return {
        "polydat": own_version(),
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "compiler": None if isinstance(compiler, NoCompiler) else compiler.version,
        "flags": None if missing else list(toolchain.flags()),
    }


def own_version() -> str | None:
    try:
        return version("polydat")
    except PackageNotFoundError:
        return None


def processor() -> str:
    """Name of the processor, as far as the system tells."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
