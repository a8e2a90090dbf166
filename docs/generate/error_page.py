"""Writes `docs/reference/errors.md`: every class of error, with examples that raise it.

python docs/generate/error_page.py            write it
python docs/generate/error_page.py --check    only say whether it is up to date
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from error_examples import EXAMPLES, WITHOUT, Command, Example, Program, Session
from files import FOLDER, main

import polydat
from polydat import errors
from polydat.cli import main as cli

ROOT = Path(__file__).parents[2]

HEAD = """\
# The errors

Every class of error that polydat raises, what it means, programs or calls that lead to it, and what
to write instead. Made by `docs/generate/error_page.py` from the classes of `polydat.errors`; every
example is run by the tests.

A message says what is wrong, then where: file, line and column, the line itself, and a mark under
the place. What follows helps to mend it, as far as it is known:

| line | says |
|---|---|
| `found` | what stands there |
| `expected` | what would be right |
| `nearest` | names that are spelled like the one written |
| `write` | text to put there, or advice |
| `note` | anything else, such as the call of the module that a place is in |

All errors of one program that do not depend on each other are shown together, up to twenty. On the
command line a message goes to standard error, and the exit code is 2 for a program that is refused
and 1 for one that fails on its data. In Python `str(error)` is the whole message; a `CompileError`
has `diagnostics`, and `line`, `column` and `length` of the first one.
"""


def pages() -> dict[Path, str]:
    return {FOLDER / "errors.md": page()}


def classes() -> list[type[Exception]]:
    """The classes of `polydat.errors`, in the order in which they stand there."""
    return [
        found
        for found in vars(errors).values()
        if isinstance(found, type) and issubclass(found, errors.PolydatError)
    ]


def page() -> str:
    found = classes()
    lines = [f"{'    ' * depth(c)}{c.__name__}" for c in tree(found)]
    parts = [HEAD, "```text\n" + "\n".join(lines) + "\n```\n"]
    for each in found:
        parts += section(each)
    return "\n".join(parts)


def tree(found: list[type[Exception]]) -> Iterator[type[Exception]]:
    """Each class behind the one it is derived from."""
    pending = [errors.PolydatError]
    while pending:
        at = pending.pop()
        yield at
        pending += [c for c in reversed(found) if c.__bases__[0] is at]


def depth(each: type[Exception]) -> int:
    return sum(issubclass(base, errors.PolydatError) for base in each.__mro__[1:])


def section(each: type[Exception]) -> Iterator[str]:
    """The parts of the page about one class."""
    yield f"## {each.__name__}\n"
    about, _, attributes = (inspect.getdoc(each) or "").partition("\n\nAttributes:\n")
    yield f"{about}\n"
    if attributes:
        yield "\n".join(attribute_list(attributes)) + "\n"
    if each in WITHOUT:
        yield f"{WITHOUT[each]}\n"
    for example in EXAMPLES.get(each, ()):
        yield from shown(example)


def attribute_list(text: str) -> Iterator[str]:
    """`    names: what they are` as items of a list."""
    for item in re.split(r"\n(?=    \S)", text):
        names, _, about = item.partition(":")
        quoted = ", ".join(f"`{name.strip()}`" for name in names.split(","))
        yield f"* {quoted}: {' '.join(about.split())}"


# --- examples -----------------------------------------------------------------------------------


def shown(example: Example) -> Iterator[str]:
    """An example with its message, and what to write instead."""
    yield f"### {example.title[0].upper()}{example.title[1:]}\n"
    message = str(raised(example))
    match example:
        case Program(_, text, instead):
            yield f"```polydat\n{text}```\n\n```error\n{message}\n```\n"
            yield f"Instead:\n\n```polydat\n{instead}```\n"
        case Session(_, lines, instead, varies):
            head = message.partition("\n")[0] + "\n..." if varies else message
            name = type(raised(example)).__name__
            trace = f"Traceback (most recent call last):\n    ...\npolydat.errors.{name}: {head}"
            yield (
                "```python\n"
                + "".join(f"{line}\n" for line in prompted(lines))
                + trace
                + "\n\n```\n"
            )
            yield "Instead:\n\n```python\n" + session(instead) + "\n```\n"
        case Command(_, arguments, instead):
            command = arguments.split()[0]
            yield f"```console\n$ polydat {arguments}\npolydat {command}: {message}\n```\n"
            yield f"Instead:\n\n```console\n$ polydat {instead}\n{output(instead)}```\n"


def prompted(lines: tuple[str, ...]) -> Iterator[str]:
    """Lines of Python as they are typed."""
    for line in lines:
        head, colon, body = line.partition(": ")
        if head.startswith("with ") and colon:
            yield f">>> {head}:"
            yield f"...     {body}"
        else:
            yield f">>> {line}"


def raised(example: Example) -> Exception:
    """The exception that an example leads to.

    Raises:
        AssertionError: there is none.
    """
    try:
        with in_root():
            run(example)
    except errors.PolydatError as error:
        return error
    raise AssertionError(f"no error: {example.title}")


def run(example: Example) -> None:
    match example:
        case Program(_, text):
            polydat.compile(text)
        case Session(_, lines):
            known: dict[str, Any] = {}
            for line in lines:
                exec(line, known)
        case Command(_, arguments):
            command, args = cli.parse(arguments.split())
            command.run(args)


def session(lines: tuple[str, ...]) -> str:
    """Lines of Python with what they print."""
    known: dict[str, Any] = {}
    text = ""
    for line, prompt in zip(lines, prompted(lines), strict=True):
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            exec(compile(line, "<example>", "single"), known)
        text += f"{prompt}\n{stream.getvalue()}"
    return text


def output(arguments: str) -> str:
    """What a command prints."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with in_root(), contextlib.redirect_stdout(stream):
        assert cli.main(arguments.split()) == 0, arguments
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def in_root() -> Iterator[None]:
    """The folder that commands are shown in."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    main(pages())
