"""Comment directives of a graph: how its inputs move, and which outputs are read.

    /// @driver
    /// cycle := every          a new value in every cycle
    /// tenant := every 1000    a new value in every thousandth
    /// seed := fixed           always the same

    /// @selector
    /// user, bucket

A block ends at the first line that is no `///` line.  Without a driver every cycle has
a new value of the coordinate that ranges vary; without a selector every binding is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from polydat.errors import Diagnostic, ParseError, Span, nearest_names

MARK = "///"
FIXED = 0


@dataclass(frozen=True, slots=True)
class Directives:
    """What the comments of a graph ask for.

    Attributes:
        driver: cycles between two values of each input that is named, 0 for never.
        selector: outputs to read, `None` for all.
        driver_spans, selector_spans: where the names stand.
    """

    driver: dict[str, int] | None = None
    selector: tuple[str, ...] | None = None
    spans: dict[str, Span] = field(default_factory=dict)

    def check(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Refuse names that the graph does not have.

        Raises:
            ParseError: there is such a name.
        """
        for name in self.driver or ():
            self.check_name("coordinate", name, inputs)
        for name in self.selector or ():
            self.check_name("output", name, outputs)

    def check_name(self, what: str, name: str, known: Sequence[str]) -> None:
        if name not in known:
            raise ParseError(
                Diagnostic(
                    f"no {what} named '{name}'",
                    self.spans.get(name),
                    nearest=nearest_names(name, known),
                )
            )


def read(source: str) -> Directives:
    """The directives of a program text.

    Raises:
        ParseError: a line of a block says nothing that is known.
    """
    driver: dict[str, int] | None = None
    selector: tuple[str, ...] | None = None
    spans: dict[str, Span] = {}
    for kind, line, column, text in lines_of_blocks(source):
        if kind == "driver":
            driver = driver or {}
            name, every = movement(text, Span(line, column, len(text)))
            driver[name] = every
            names = [name]
        else:
            names = [part.strip() for part in text.split(",") if part.strip()]
            selector = (*(selector or ()), *names)
        for name in names:
            spans[name] = Span(line, column + text.index(name), len(name))
    return Directives(driver, selector, spans)


def lines_of_blocks(source: str) -> Iterator[tuple[str, int, int, str]]:
    """Lines inside of blocks: kind of block, line, column, text without blanks around it."""
    kind = ""
    for line, whole in enumerate(source.split("\n"), start=1):
        stripped = whole.strip()
        if not stripped.startswith(MARK):
            kind = ""
            continue
        text = stripped[len(MARK) :].strip()
        column = whole.index(text, whole.index(MARK) + len(MARK)) + 1
        if text.startswith("@"):
            kind = text[1:].strip()
            if kind not in ("driver", "selector"):
                raise ParseError(
                    Diagnostic(
                        f"no directive '{text}'",
                        Span(line, column, len(text)),
                        expected="'@driver' or '@selector'",
                    )
                )
        elif kind and text:
            yield kind, line, column, text


def movement(text: str, span: Span) -> tuple[str, int]:
    """Name of an input, and cycles between two of its values."""
    found = re.fullmatch(r"(\w+)\s*:=\s*(?:(fixed)|every(?:\s+([0-9][0-9_]*))?)", text)
    every = int((found[3] or "1").replace("_", "")) if found and not found[2] else FIXED
    if found is None or (not found[2] and every == 0):
        raise ParseError(
            Diagnostic(
                f"'{text}' does not say how an input moves",
                span,
                expected="'name := every', 'name := every 1000' or 'name := fixed'",
            )
        )
    return found[1], every
