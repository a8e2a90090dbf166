"""From C text to function addresses: cache, compiler, dynamic loader."""

from __future__ import annotations

import ctypes
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from polydat.codegen import cache, headers, toolchain
from polydat.codegen.toolchain import Compiler, NoCompiler
from polydat.errors import BuildError
from polydat.settings import current


@dataclass(frozen=True, slots=True)
class Loaded:
    """Code in memory.

    Attributes:
        addresses: of the functions asked for, by name.
        cached: whether it came from the cache.
        compiler: what the compiler says about itself.
        seconds: time in the compiler.
        library: keeps the code loaded.
    """

    addresses: dict[str, int]
    cached: bool
    compiler: str
    seconds: float
    library: ctypes.CDLL


def load(
    source: Callable[[], str], names: Sequence[str], identity: str = "", large: bool = False
) -> Loaded | NoCompiler:
    """Functions of a C text, compiled unless the cache has it.

    Args:
        source: makes the text.
        identity: what the text is made of, beside the generator: where it is told, the text
            is made only when it has to be compiled.
        large: whether it is so long that the compiler should take its time less seriously.

    Returns:
        The functions, or why there are none: no compiler, or code that cannot be loaded.

    Raises:
        BuildError: the compiler refuses the text, which is a fault of ours.
    """
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        return compiler
    if current().keep_c:
        keep_text(source(), current().keep_c)
    known = (identity, headers.generator_digest()) if identity else (source(),)
    flags = toolchain.flags(large)
    name = cache.key(*known, headers.digest(), *flags, compiler.identity, toolchain.machine())
    where, _ = cache.private_folder()
    found = cache.find(where, name) if where is not None else None
    if found is not None:
        library = open_library(found)
        if library is not None:
            return loaded(library, names, compiler, 0.0, True)
    return build(source(), names, compiler, flags, where, name)


def build(
    source: str,
    names: Sequence[str],
    compiler: Compiler,
    flags: Sequence[str],
    where: Path | None,
    name: str,
) -> Loaded | NoCompiler:
    """Compile, store where there is a cache, and load."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="polydat-", ignore_cleanup_errors=True) as scratch:
        text = Path(scratch) / "program.c"
        text.write_text(source)
        built = Path(scratch) / (name + cache.SUFFIX)
        try:
            toolchain.compile_shared(compiler, flags, text, built)
        except BuildError as error:
            if current().cflags or toolchain.can_compile(compiler):
                raise  # flags of the user's own, or a text that is our fault
            said = error.output.strip().partition("\n")[0]
            name = compiler.command[0]
            return NoCompiler(f"the C compiler '{name}' runs, and compiles nothing: {said}")
        seconds = time.perf_counter() - started
        path = built
        if where is not None:
            try:
                path = cache.store(where, name, built)
            except OSError:
                path = built  # not cached: the next process compiles again
        library = open_library(path)
        if library is None:
            return NoCompiler(f"{path.parent} holds no code that can be loaded (mounted noexec?)")
        return loaded(library, names, compiler, seconds, False)


def open_library(path: Path) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(str(path))
    except OSError:
        return None


def loaded(
    library: ctypes.CDLL, names: Sequence[str], compiler: Compiler, seconds: float, cached: bool
) -> Loaded:
    addresses: dict[str, int] = {}
    for name in names:
        function = getattr(library, name, None)
        address = None if function is None else ctypes.cast(function, ctypes.c_void_p).value
        if address is None:
            raise BuildError(f"the built code has no function {name}")
        addresses[name] = address
    return Loaded(addresses, cached, compiler.version, seconds, library)


def keep_text(source: str, folder: str) -> None:
    """Keep a copy of generated C where `POLYDAT_KEEP_C` says so."""
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    (path / f"{cache.key(source)[:16]}.c").write_text(source)
