"""How time grows with length: the same piece of text, few times and many times.

    python -m tests.fuzz.growth                          pieces of one token
    python -m tests.fuzz.growth --pairs 2000             also that many pairs, drawn
    python -m tests.fuzz.growth --many 6000 --stage parse

What takes much more than four times as long for four times as many pieces is shown.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from polydat.errors import CompileError, ParseError
from polydat.lang.format import format_source
from polydat.lang.parser import parse
from tests.fuzz.check import compiled
from tests.fuzz.corpus import vocabulary

MANY = 1_200  # pieces of a long text; a short one has a quarter
SLOW = 0.05  # seconds from which on growth is looked at
STEEP = 8.0  # times: 4 is linear, 16 is quadratic

# Beginnings and ends that pieces stand between.
FRAMES = (
    ("", ""), ("x := ", ""), ("x := a", ""), ("x := hash(", ")"), ("x := [", "]"),
    ('x := "', '"'), ('x := "{', '}"'), ("for k in ", "{ }"), ("tile t := {", "}"),
    ("tile t := <<<", ">>>"), ("/// ", "\nx := 1"), ("/* ", " */ x := 1"), ("input (", ")"),
    ("f(", ") -> (y: u64) := { y := 1 }"), ("x := if a { ", " } else { 1 }"),
)  # fmt: skip


class Growth(NamedTuple):
    """A text whose cost grows too fast."""

    stage: str
    times: float
    seconds: float
    frame: tuple[str, str]
    piece: str

    def __str__(self) -> str:
        shown = f"{self.frame[0]}{self.piece * 2}...{self.frame[1]}"
        return f"{self.stage}: {self.times:.1f} times, {self.seconds:.2f} s for {shown!r}"


def format_text(text: str) -> None:
    format_source(text)


def compile_text(text: str) -> None:
    compiled(parse(text))


STAGES: dict[str, Callable[[str], object]] = {
    "parse": parse,
    "format": format_text,
    "compile": compile_text,
}


def seconds(stage: Callable[[str], object], text: str) -> float:
    """Processor time of a stage, whatever it says to the text, the message included."""
    began = time.process_time()
    try:
        stage(text)
    except CompileError as error:
        str(error.attach(text, "text"))
    return time.process_time() - began


def growths(
    frame: tuple[str, str], piece: str, many: int = MANY, stages: Sequence[str] = tuple(STAGES)
) -> Iterator[Growth]:
    """The stages whose time grows too fast; only the first for what is not parsed."""
    short, long = (frame[0] + piece * count + frame[1] for count in (many // 4, many))
    for name in stages:
        stage = STAGES[name]
        took = seconds(stage, long)
        if took > SLOW:
            least = min(seconds(stage, short) for _ in range(2))
            took = min(took, seconds(stage, long))
            if took > STEEP * least:
                yield Growth(name, took / least, took, frame, piece)
        if not parses(long):
            return


def parses(text: str) -> bool:
    try:
        parse(text)
    except ParseError:
        return False
    return True


def pieces(pairs: int) -> Iterator[str]:
    words = vocabulary()
    yield from (f"{word}{gap}" for word in words for gap in ("", "\n"))
    chance = random.Random(0)
    for _ in range(pairs):
        first, second = chance.choices(words, k=2)
        yield f"{first}{chance.choice(('', ' '))}{second}{chance.choice(('', ' ', chr(10)))}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Look for time that grows too fast.")
    parser.add_argument("--pairs", type=int, default=0, help="how many pairs of tokens")
    parser.add_argument("--many", type=int, default=MANY, help="how many pieces")
    parser.add_argument("--stage", choices=STAGES, action="append", help="only this stage")
    args = parser.parse_args()
    stages = args.stage or tuple(STAGES)
    found = 0
    for number, piece in enumerate(pieces(args.pairs), start=1):
        if number % 100 == 0:
            print(f"{number} pieces", file=sys.stderr, flush=True)
        for frame in FRAMES:
            for growth in growths(frame, piece, args.many, stages):
                found += 1
                print(growth, flush=True)
    print(f"{found} texts take time that grows too fast")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
