"""The command line: which command, which exit code, and what a person is told.

    0    success; also where the reader of the output went away
    1    the program failed on data, its output could not be written, or a file differs
    2    wrong usage, or a graph that cannot be read, does not compile or has no output
    130  Ctrl-C

Results go to standard output, everything else to standard error.  A command's module is
imported when the command is asked for.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from polydat.errors import CompileError, EngineRefused, PolydatError, UsageError, nearest_names

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "run": "make rows: a table, CSV, TSV, JSON lines, SQL, Parquet or Arrow",
    "verify": "compare files with the rows that their manifest says",
    "check": "compile, and say what is wrong or worth knowing",
    "explain": "what the compiler made of a graph, step by step",
    "viz": "the graph as a drawing: Mermaid, Graphviz or SVG",
    "plot": "how the values of an output are spread: bars, a line, or an SVG",
    "bench": "time every engine on a graph, against hand-written C where there is one",
    "nodes": "the function reference",
    "fmt": "a graph in its usual layout, comments kept",
    "cache": "the folder of compiled code",
    "doctor": "whether this machine gives native code, and why not",
}
LATER = ("build",)

DESCRIPTION = "Deterministic, coordinate-addressed data: the same inputs, the same rows."
EXAMPLES = """\
examples:
  polydat run users.polydat --cycles 10          ten rows as a table
  polydat run users.polydat --cycles 1000..2000 --emit csv -o users.csv
  polydat check users.polydat --stats
  polydat nodes hash                             what a function does

'polydat COMMAND --help' says more about one command.  A GRAPH of '-' is standard input.
"""


class Parser(argparse.ArgumentParser):
    """A parser that wants options in full and shows text as it is laid out."""

    def __init__(self, **options: object) -> None:
        super().__init__(
            **{  # type: ignore[arg-type]
                "formatter_class": argparse.RawDescriptionHelpFormatter,
                "allow_abbrev": False,
                **options,
            }
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code of the process."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    name = "polydat"
    allow_any_text()
    try:
        command, args = parse(arguments)
        name = f"polydat {args.command}"
        code = int(command.run(args))
        flush()
    except SystemExit as stop:  # argparse, after help or a complaint of its own
        code = leave(stop)
    except BrokenPipeError:
        code = OK  # the reader has seen enough
        drop_output()
    except PolydatError as error:
        code = complain(name, error)
    except OSError as error:
        code = FAILED
        drop_output()
        place = error.filename or "cannot write standard output"
        say(f"{name}: {place}: {error.strerror}")
    except KeyboardInterrupt:
        code = INTERRUPTED
        drop_output()
    return code


def allow_any_text() -> None:
    """Show characters that a terminal's encoding lacks as escapes; rows are always UTF-8."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def parse(arguments: Sequence[str]) -> tuple[ModuleType, argparse.Namespace]:
    """The command and its arguments.

    Raises:
        SystemExit: help was asked for, or the arguments make no sense.
    """
    parser = Parser(prog="polydat", description=DESCRIPTION, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=version())
    known = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((a for a in arguments if not a.startswith("-")), "")
    if asked and asked not in COMMANDS:
        parser.error(unknown_command(asked))
    command = ModuleType("none")
    own = parser
    for name, what in COMMANDS.items():
        sub = known.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        if name == asked:
            command = import_module(f"polydat.cli.{name}")
            command.add_arguments(sub)
            own = sub
    args, rest = parser.parse_known_args(arguments)
    if rest:
        take_rest(own, args, rest)
    return command, args


def take_rest(
    parser: argparse.ArgumentParser, args: argparse.Namespace, rest: Sequence[str]
) -> None:
    """Enter `name=value` that stand behind options, or complain."""
    for text in rest:
        if text.startswith("-"):
            known = [o for action in parser._actions for o in action.option_strings]
            near = nearest_names(text.partition("=")[0], known)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            parser.error(f"no option '{text}'{hint}")
        if "=" not in text or not hasattr(args, "assignments"):
            parser.error(f"no place for '{text}'")
        args.assignments.append(text)


def unknown_command(name: str) -> str:
    if name in LATER:
        return f"'{name}' is not available yet"
    near = nearest_names(name, list(COMMANDS))
    hint = f"; nearest: {', '.join(near)}" if near else ""
    return f"no command '{name}'{hint}"


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return f"polydat {installed('polydat')}"
    except PackageNotFoundError:
        return "polydat (not installed)"


def complain(name: str, error: PolydatError) -> int:
    """Show an error; the exit code that it means."""
    if sys.stdout is not None:
        try:
            flush()
        except OSError:
            drop_output()
    say(str(error) if isinstance(error, CompileError) else f"{name}: {error}")
    return USAGE if isinstance(error, CompileError | UsageError | EngineRefused) else FAILED


def leave(stop: SystemExit) -> int:
    """The exit code of an early end."""
    try:
        flush()
    except OSError:
        drop_output()
    return stop.code if isinstance(stop.code, int) else USAGE


def say(text: str) -> None:
    """A line to standard error, if there is one."""
    if sys.stderr is not None:
        try:
            print(text, file=sys.stderr, flush=True)
        except OSError:
            drop(sys.stderr.fileno())


def flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter's own flush is silent."""
    if sys.stdout is not None:
        drop(sys.stdout.fileno())


def drop(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
