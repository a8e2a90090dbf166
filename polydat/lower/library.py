"""Where modules are found: beside the program, in library folders, in the package itself.

    1. what the program defines                       (modules.py)
    2. `<name>.polydat` in a folder, which must hold the name;
       else any other `*.polydat` there, in the order of their names
    3. the modules of `polydat/std`

The folder of the program comes first, then the library folders in the order given.  A
file holds a name where it defines a module of that name, or else binds it: then the
module is what that binding needs, and its parameters are the names that stay free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from polydat.errors import BindError, CompileError, Diagnostic
from polydat.lang import tree
from polydat.lang.names import reads
from polydat.lang.parser import parse

SUFFIX = ".polydat"
STANDARD = (
    "hashing",
    "strings",
    "identity",
    "distributions",
    "latency",
    "timeseries",
    "waves",
    "fourier",
    "modeling",
)


class Library:
    """The modules that a compile can find, each file read once.

    Args:
        folders: where to look, in order.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = folders
        self.files: dict[Path, tree.File | CompileError] = {}

    def find(self, name: str, call: tree.Call) -> tree.Module | None:
        """The module of this name, if there is one.

        Raises:
            BindError: the file that is named for it cannot be read, or does not hold it.
        """
        for folder in self.folders:
            found = self.in_folder(folder, name, call)
            if found is not None:
                return found
        return standard_modules().get(name)

    def in_folder(self, folder: Path, name: str, call: tree.Call) -> tree.Module | None:
        own = folder / f"{name}{SUFFIX}"
        if own.is_file():
            file = self.read(own)
            if isinstance(file, CompileError):
                raise file
            found = module_in(file, name)
            if found is None:
                raise BindError(Diagnostic(f"{own} does not define '{name}'", call.span))
            return found
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            file = self.read(path)
            found = None if isinstance(file, CompileError) else module_in(file, name)
            if found is not None:
                return found
        return None

    def read(self, path: Path) -> tree.File | CompileError:
        """The tree of a file, or why it has none."""
        if path not in self.files:
            try:
                self.files[path] = parse(path.read_text(encoding="utf-8"), str(path))
            except CompileError as error:
                self.files[path] = error
            except (OSError, UnicodeDecodeError) as error:
                self.files[path] = BindError(Diagnostic(f"cannot read {path}: {error}"))
        return self.files[path]


@cache
def standard_modules() -> Mapping[str, tree.Module]:
    """The modules that come with polydat, by name."""
    found: dict[str, tree.Module] = {}
    folder = resources.files("polydat") / "std"
    for name in STANDARD:
        text = (folder / f"{name}{SUFFIX}").read_text(encoding="utf-8")
        file = parse(text, f"polydat/std/{name}{SUFFIX}")
        found.update({s.name: s for s in file.statements if isinstance(s, tree.Module)})
    return found


def module_in(file: tree.File, name: str) -> tree.Module | None:
    """The module that a file holds under a name."""
    for statement in file.statements:
        if isinstance(statement, tree.Module) and statement.name == name:
            return statement
    return module_of_binding(file, name)


def module_of_binding(file: tree.File, name: str) -> tree.Module | None:
    """A binding and those that it needs, as a module; parameters in alphabetical order."""
    bindings = [s for s in file.statements if isinstance(s, tree.Binding)]
    binding_of = {target.name: b for b in bindings for target in b.targets}
    if name not in binding_of:
        return None
    needed = set(closure(name, binding_of))
    body = tuple(b for b in bindings if any(t.name in needed for t in b.targets))
    bound = {target.name for b in body for target in b.targets}
    free = {r.name for b in body for r in reads(b.value) if isinstance(r, tree.Name)} - bound
    span = binding_of[name].span
    parameters = tuple(tree.Parameter(n, None, span) for n in sorted(free))
    output = tree.Parameter(name, None, span)
    return tree.Module(name, parameters, (output,), body, span=span)


def closure(name: str, binding_of: Mapping[str, tree.Binding]) -> Iterator[str]:
    """A name and the bound names that it needs."""
    pending, seen = [name], {name}
    while pending:
        at = pending.pop()
        yield at
        for read in reads(binding_of[at].value):
            if isinstance(read, tree.Name) and read.name in binding_of and read.name not in seen:
                seen.add(read.name)
                pending.append(read.name)
