"""`polydat doctor`: whether this machine gives native code, and why not."""

from __future__ import annotations

import argparse
import platform
import sys

from polydat.api import Program
from polydat.cli.source import load, source_name
from polydat.codegen import cache, toolchain
from polydat.codegen.loader import load as load_code
from polydat.codegen.toolchain import NoCompiler
from polydat.errors import BuildError

OK = 0

EPILOG = """\
examples:
  polydat doctor
  polydat doctor users.polydat  which engine runs this graph here, and why
"""

PROBE = '#include "polydat.h"\nPD_EXPORT int pd_probe(void)\n{\n    return 7;\n}\n'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("graph", metavar="GRAPH", nargs="?", help="a .polydat file, or -")


def run(args: argparse.Namespace) -> int:
    """Print one fact a line."""
    facts = machine()
    if args.graph is not None:
        facts += program_facts(source_name(args.graph), load(args.graph))
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        print(f"{name.ljust(width)}  {value}")
    return OK


def machine() -> list[tuple[str, str]]:
    """What the machine has."""
    facts = [
        ("python", f"{platform.python_version()} ({sys.executable})"),
        ("machine", f"{platform.system()} {platform.machine()}"),
    ]
    folder, complaint = cache.private_folder()
    facts.append(("cache", str(folder) if folder is not None else f"off: {complaint}"))
    compiler = toolchain.find_compiler()
    if isinstance(compiler, NoCompiler):
        reason = f"off: {compiler.reason}; programs run as closures, with the same values"
        return [*facts, ("native", reason)]
    facts.append(("compiler", f"{' '.join(compiler.command)}: {compiler.version}"))
    facts.append(("flags", " ".join(toolchain.flags())))
    return [*facts, ("native", trial())]


def trial() -> str:
    """Whether a few lines of C can be compiled and loaded."""
    try:
        code = load_code(lambda: PROBE, ["pd_probe"])
    except BuildError as error:
        return f"off: {error}"
    return f"off: {code.reason}" if isinstance(code, NoCompiler) else "on"


def program_facts(name: str, program: Program) -> list[tuple[str, str]]:
    """What one program gets here."""
    plan = program.plan
    ways = (
        (plan.native_nodes, "as native code"),
        (plan.closure_steps, "as closures"),
        (plan.interpreted_nodes, "in the interpreter"),
    )
    facts = [
        ("graph", name),
        ("engine", str(program.engine)),
        ("nodes", ", ".join(f"{n} {how}" for n, how in ways if n) or "none"),
        ("variant", program.choice),
    ]
    return facts + [(entry.what, entry.text) for entry in program.ledger.entries]
