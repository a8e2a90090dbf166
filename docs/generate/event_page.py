"""Writes `docs/reference/events.md`: every kind of event, with a program that logs it.

python docs/generate/event_page.py            write it
python docs/generate/event_page.py --check    only say whether it is up to date
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path

from event_examples import EXAMPLES
from files import FOLDER, main

import polydat
from polydat.graph import events
from polydat.graph.events import Event

HEAD = """\
# The events

What compiling a program did and noticed, as a log. Made by `docs/generate/event_page.py` from the
classes of `polydat.graph.events`; every example is compiled by the tests.

`polydat check GRAPH` shows warnings, `polydat explain GRAPH` tells the story, and both write the
events for machines with `--json FILE`. In Python `program.events` is the log, to be iterated over:
`event.text` is an event in words, `event.as_json()` a dict, `program.events.at(level)` has those of
one level, `program.events.format()` is all of them as lines.

There are three levels. `info` is what always happens; `advisory` is what a careful author wants to
know, such as a conversion; `warning` is what was probably not meant.
"""


def pages() -> dict[Path, str]:
    return {FOLDER / "events.md": page()}


def kinds() -> list[type[Event]]:
    """The kinds of events, in the order in which they stand in their module."""
    found = [k for k in vars(events).values() if isinstance(k, type) and issubclass(k, Event)]
    return [kind for kind in found if kind is not Event]


def page() -> str:
    return "\n".join([HEAD, *(line for kind in kinds() for line in section(kind))])


def section(kind: type[Event]) -> Iterator[str]:
    """The parts of the page about one kind."""
    yield f"## {kind.__name__}\n"
    yield f"{inspect.getdoc(kind)}\n"
    event = logged(kind)
    facts = event.as_json()
    yield f"```polydat\n{EXAMPLES[kind]}```\n"
    yield f"```text\npolydat[{facts['level']}]: {event.text}\n```\n"
    yield f"```json\n{json.dumps(facts, indent=2, ensure_ascii=False)}\n```\n"


def logged(kind: type[Event]) -> Event:
    """The last event of a kind that its example logs."""
    program = polydat.compile(EXAMPLES[kind])
    return [event for event in program.events if type(event) is kind][-1]


if __name__ == "__main__":
    main(pages())
