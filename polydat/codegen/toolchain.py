"""Finding a C compiler on the user's machine, and running it."""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from polydat.codegen import headers
from polydat.errors import BuildError
from polydat.settings import current

# Floats keep their bits: no fused multiply-add, no fast-math.  -fno-trapping-math changes none:
# it lets both ways of a choice be computed, since nobody looks at the flags of exceptions.  -O2:
# -O3 made the fused scalar code of a segment no faster and its build slower.
FLAGS = (
    "-std=c11",
    "-O2",
    "-fPIC",
    "-shared",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fvisibility=hidden",
)
FOR_THIS_MACHINE = "-march=native"
# Loops of batches by vectors: -O2 alone of gcc leaves out those whose length is not known.
FOR_LOOPS = "-ftree-vectorize"
# For the straight code of many nodes: compiled in half the time, and as fast within 3 %.
FOR_LARGE_PROGRAMS = "-O1"
TIMEOUT_SECONDS = 300
PROBE = "#include <math.h>\n#include <string.h>\nint pd_probe(void)\n{\n    return 1;\n}\n"


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler that runs.

    Attributes:
        command: the program and flags that belong to it.
        version: the first line that it says about itself.
    """

    command: tuple[str, ...]
    version: str

    @property
    def identity(self) -> str:
        """What makes two compilers the same for the cache."""
        return "\0".join((*self.command, self.version))


@dataclass(frozen=True, slots=True)
class NoCompiler:
    """Why there is no compiler."""

    reason: str


def find_compiler() -> Compiler | NoCompiler:
    """The compiler to use: the one that is named, else the first that runs.

    `POLYDAT_CC`, then `CC`, decide alone where they are set; then come the compiler of
    the Python interpreter, `cc`, `gcc`, `clang`, and the one of the package `ziglang`.
    """
    settings = current()
    if not settings.native:
        return NoCompiler("native code is switched off (POLYDAT_NATIVE=0)")
    named = settings.cc or os.environ.get("CC", "")
    return search(named, os.environ.get("PATH", ""))


@functools.lru_cache(maxsize=8)
def search(named: str, path: str) -> Compiler | NoCompiler:
    """`path` is only there so that another search path is another search."""
    if named:
        compiler = probe(tuple(shlex.split(named)))
        return compiler or NoCompiler(f"the C compiler '{named}' does not run")
    own = sysconfig.get_config_var("CC") or ""
    tried = [tuple(shlex.split(own)), ("cc",), ("gcc",), ("clang",), zig()]
    for command in dict.fromkeys(c for c in tried if c):
        compiler = probe(command)
        if compiler is not None:
            return compiler
    return NoCompiler("there is no C compiler on the search path")


def zig() -> tuple[str, ...]:
    found = importlib.util.find_spec("ziglang") is not None
    return (sys.executable, "-m", "ziglang", "cc") if found else ()


def probe(command: tuple[str, ...]) -> Compiler | None:
    """The compiler of a command, if it runs."""
    if not command or shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return Compiler(command, done.stdout.partition("\n")[0])


@functools.cache
def machine() -> str:
    """What the compiler's code for this machine depends on."""
    facts = [platform.system(), platform.machine()]
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        facts += [x for x in lines if x.startswith(("flags", "Features", "model name"))][:2]
    else:
        facts.append(platform.processor())
    return "\0".join(facts)


def flags(large: bool = False) -> tuple[str, ...]:
    """Flags of every run, the user's own last."""
    size = FOR_LARGE_PROGRAMS if large else FOR_LOOPS
    return (*FLAGS, FOR_THIS_MACHINE, size, *shlex.split(current().cflags))


def compile_shared(compiler: Compiler, asked: Sequence[str], source: Path, target: Path) -> None:
    """Compile a C file to a shared object, with the flags that are asked for.

    Raises:
        BuildError: the compiler said no; holds its command, output and the C text.
    """
    includes = (f"-I{headers.FOLDER}",)
    for chosen in (tuple(asked), tuple(f for f in asked if f != FOR_THIS_MACHINE)):
        command = [*compiler.command, *chosen, *includes, str(source), "-o", str(target), "-lm"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise BuildError(f"the C compiler did not run: {error}", shlex.join(command)) from error
        if done.returncode == 0:
            return
    raise BuildError(
        "the C compiler refused generated code",
        shlex.join(command),
        done.stdout + done.stderr,
        source.read_text(),
    )


@functools.cache
def can_compile(compiler: Compiler) -> bool:
    """Whether a compiler that runs makes anything: it may lack a linker, or headers."""
    with tempfile.TemporaryDirectory(prefix="polydat-", ignore_cleanup_errors=True) as scratch:
        text = Path(scratch) / "probe.c"
        text.write_text(PROBE)
        try:
            compile_shared(compiler, flags(), text, text.with_suffix(".so"))
        except BuildError:
            return False
    return True
