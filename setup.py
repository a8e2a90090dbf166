"""Builds the extensions: copies csrc/ into the package, writes the generated C, compiles.

Metadata stands in pyproject.toml.  Switches: POLYDAT_DEBUG=1 (no optimisation, checks
on), POLYDAT_SANITIZE=1 (address and undefined behaviour), POLYDAT_ANNOTATE=1 (HTML
beside each .pyx), POLYDAT_WERROR=1 (C warnings are errors).
"""

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
HEADERS = ROOT / "polydat" / "_csrc"
MSVC = sys.platform == "win32"


def switched(name: str) -> bool:
    return os.environ.get(f"POLYDAT_{name}", "0") not in ("", "0")


def write_headers() -> None:
    """The headers that the extension and, later, segments are compiled with."""
    sys.path.insert(0, str(ROOT))
    from polydat.codegen.maths_tables import emit_maths
    from polydat.codegen.powers import emit_powers
    from polydat.codegen.status import emit_status
    from polydat.codegen.tables import emit_columns, emit_steps
    from polydat.nodes import registry
    from polydat.nodes.declare import REGISTRY

    assert registry
    specs = list(REGISTRY.values())
    made = {
        "status.h": emit_status(),
        "powers.h": emit_powers(),
        "steps.h": emit_steps(specs),
        "columns.h": emit_columns(specs),
        **emit_maths(),
    }
    if HEADERS.exists():
        shutil.rmtree(HEADERS)
    shutil.copytree(ROOT / "csrc", HEADERS, ignore=shutil.ignore_patterns("*.md"))
    for name, text in made.items():
        (HEADERS / name).write_text(text, encoding="utf-8")


def compile_flags() -> tuple[list[str], list[str]]:
    """Flags of the compiler and of the linker."""
    if MSVC:
        return ["/O2", "/std:c11", "/fp:precise"], []
    flags = ["-std=c11", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra"]
    # Cython writes these three kinds of harmless code.
    flags += ["-Wno-unused-parameter", "-Wno-missing-field-initializers", "-Wno-unused-function"]
    flags += ["-O0", "-g"] if switched("DEBUG") else ["-O3", "-g0"]
    links: list[str] = []
    if switched("WERROR"):
        flags.append("-Werror")
    if switched("SANITIZE"):
        sanitizers = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g"]
        flags += [*sanitizers, "-fno-sanitize-recover=undefined"]
        links += sanitizers
    return flags, links


class BuildPackage(build_py):
    """Writes the headers first: they are files of the package."""

    def run(self) -> None:
        write_headers()
        super().run()


class BuildExtensions(build_ext):
    """Writes the headers first: the extensions include them."""

    def run(self) -> None:
        write_headers()
        super().run()


def extensions() -> list[Extension]:
    flags, links = compile_flags()
    found = [
        Extension(
            name,
            [f"{name.replace('.', '/')}.pyx"],
            include_dirs=["polydat/_csrc"],
            extra_compile_args=flags,
            extra_link_args=links,
        )
        for name in (
            "polydat.engines._cone",
            "polydat.engines._kernel",
            "polydat.engines._timing",
            "polydat.engines._values",
            "polydat.batch._arrow",
            "polydat.batch._columns",
            "polydat.batch._writers",
        )
    ]
    return cythonize(
        found,
        build_dir="build/cython",
        annotate=switched("ANNOTATE"),
        compiler_directives={"boundscheck": switched("DEBUG")} if switched("DEBUG") else {},
    )


setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildPackage, "build_ext": BuildExtensions},
)
