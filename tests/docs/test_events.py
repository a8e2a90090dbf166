"""The page of events is what its generator makes, and leaves out no kind."""

from __future__ import annotations

from tests.docs.generators import REFERENCE, load

event_page = load("event_page")
event_examples = load("event_examples")


def test_page_is_up_to_date() -> None:
    written = (REFERENCE / "events.md").read_text(encoding="utf-8")
    assert written == event_page.page(), "run docs/generate/event_page.py"


def test_every_kind_has_an_example() -> None:
    assert set(event_examples.EXAMPLES) == set(event_page.kinds())
