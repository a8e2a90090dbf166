"""`polydat verify`: files against the rows of their manifest, which are made again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from polydat.batch.job import Job
from polydat.batch.manifest import FileEntry, Manifest, read_manifest
from polydat.batch.verify import find_difference
from polydat.cli.output import count
from polydat.cli.source import add_engine, compiled
from polydat.errors import UsageError, nearest_names

OK, DIFFERS = 0, 1

EPILOG = """\
examples:
  polydat run users.polydat --cycles 1000 -o users.csv --manifest users.json
  polydat verify users.csv --manifest users.json

The rows are made again from the program in the manifest.  Exit code 0 where they are those
of the file, byte by byte; 1 with the first row that differs.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file that 'run' has written")
    parser.add_argument("--manifest", metavar="M", required=True, help="what is in the files")
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Compare each file; say of each what was found."""
    manifest = read_manifest(args.manifest)
    entries = [(file, entry_of(manifest, args.manifest, file)) for file in args.files]
    source = manifest.source
    program = compiled(source.text, source.path, source.assignments, args.engine)
    if program.id != manifest.program:
        print(
            f"polydat verify: the program of {args.manifest} is another one now: a module that"
            f" it uses has changed, or polydat has (it was version {manifest.polydat})",
            file=sys.stderr,
        )
        return DIFFERS
    job = Job(program, manifest.rows, [name for name, _ in manifest.columns], manifest.format)
    return max(verify(job, file, entry) for file, entry in entries)


def verify(job: Job, file: str, entry: FileEntry) -> int:
    """Compare one file; the exit code that it means.

    Raises:
        UsageError: the file cannot be read.
    """
    if not Path(file).is_file():
        raise UsageError(f"cannot read {file}: there is no such file")
    difference = find_difference(job, file, entry)
    if difference is not None:
        print(f"polydat verify: {file}: {difference}", file=sys.stderr)
        return DIFFERS
    print(f"ok: {file} has {count(entry.rows, 'row')}, {entry.start} to {entry.stop}")
    return OK


def entry_of(manifest: Manifest, path: str, file: str) -> FileEntry:
    """What the manifest says of a file; where it has a single one, its name does not count.

    Raises:
        UsageError: it says nothing of it.
    """
    if manifest.parts == 1 and len(manifest.files) == 1:
        return manifest.files[0]
    name = Path(file).name
    known = {entry.name: entry for entry in manifest.files}
    if name not in known:
        near = nearest_names(name, list(known))
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise UsageError(f"{path} names no file '{name}'{hint}")
    return known[name]
