"""The page of errors is what its generator makes, and leaves out no class."""

from __future__ import annotations

import re

import pytest

import polydat
from tests.commands import ROOT
from tests.docs.generators import REFERENCE, load

error_page = load("error_page")
error_examples = load("error_examples")

OLD = "run docs/generate/error_page.py"
CASES = [
    pytest.param(each, example, id=f"{each.__name__}: {example.title}")
    for each, examples in error_examples.EXAMPLES.items()
    for example in examples
]


def test_page_is_up_to_date() -> None:
    written = (REFERENCE / "errors.md").read_text(encoding="utf-8")
    assert written == error_page.page(), OLD


def test_every_class_has_an_example_or_a_reason_for_none() -> None:
    shown, without = error_examples.EXAMPLES.keys(), error_examples.WITHOUT.keys()
    assert shown | without == set(error_page.classes())
    assert not shown & without
    assert all(error_examples.EXAMPLES.values())


@pytest.mark.parametrize(("each", "example"), CASES)
def test_an_example_raises_its_class(each: type[Exception], example: object) -> None:
    assert type(error_page.raised(example)) is each


@pytest.mark.parametrize(
    "example",
    [case.values[1] for case in CASES if isinstance(case.values[1], error_examples.Program)],
)
def test_what_is_written_instead_compiles(example: object) -> None:
    assert polydat.compile(example.instead).outputs
    assert example.instead != example.text


@pytest.mark.parametrize(
    "name",
    [c.__name__ for c, why in error_examples.WITHOUT.items() if why == error_examples.NOT_YET],
)
def test_a_class_that_nothing_raises_is_not_raised(name: str) -> None:
    sources = [*(ROOT / "polydat").rglob("*.py"), *(ROOT / "polydat").rglob("*.pyx")]
    raising = [
        path.name
        for path in sources
        if re.search(rf"(?<!class ){name}\(", path.read_text(encoding="utf-8"))
    ]
    assert raising == [], "give it an example in docs/generate/error_examples.py"
