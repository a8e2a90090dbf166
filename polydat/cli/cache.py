"""`polydat cache`: the folder of compiled code."""

from __future__ import annotations

import argparse

from polydat.cli.output import count
from polydat.codegen import cache

OK = 0

EPILOG = """\
examples:
  polydat cache info
  polydat cache clear           safe at any time: code is compiled again when needed

POLYDAT_CACHE_DIR names another folder.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("action", choices=("info", "clear"), help="show it, or empty it")


def run(args: argparse.Namespace) -> int:
    """Show or empty the folder."""
    folder, complaint = cache.private_folder()
    if folder is None:
        print(complaint)
        return OK
    found = cache.entries(folder)
    size = sum(path.stat().st_size for path in found)
    print(f"{folder}: {count(len(found), 'program')}, {size / 1024:,.1f} KiB")
    if args.action == "clear":
        for path in found:
            path.unlink(missing_ok=True)
        print(f"removed {count(len(found), 'program')}")
    return OK
