"""JSON texts, whole and broken, become the same value and the same complaint in C as in Python."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from polydat.api import Assembler
from polydat.graph.node import InputKind
from polydat.types import PortType
from polydat.types.contents import text_to_json

P = PortType
NUMBERS = ("0", "-0", "-1", "1.50", "1e400", "1E2", "18446744073709551616")
STRINGS = ('""', '"a"', '"\\u00e9\\n"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\u00e9\u2713"', '"\\/"')
SCALARS = ("null", "true", "false", '"\x01"', *NUMBERS, *STRINGS)
KEYS = ('"a"', '"b"', '"\\u0061"', '""', '"key"', '"\\""')
NOISE = '[]{},:"\\ \t\n0-.eEu1a\u00e9\x00'


def tree(draw: random.Random, depth: int) -> str:
    """A JSON text with blanks and with keys that come twice."""
    kind = draw.randrange(4) if depth else 0
    blank = draw.choice(("", "", " ", "\n\t"))
    if kind == 1:
        items = (tree(draw, depth - 1) for _ in range(draw.randrange(4)))
        return f"[{blank}{f'{blank},'.join(items)}]"
    if kind == 2:
        count = draw.choice((0, 1, 2, 3, 8))
        members = (f"{draw.choice(KEYS)}{blank}:{tree(draw, depth - 1)}" for _ in range(count))
        return f"{{{f',{blank}'.join(members)}{blank}}}"
    return draw.choice(SCALARS)


def texts(count: int) -> list[str]:
    draw = random.Random(5)
    found = ["", "[" * 127 + "]" * 127, "[" * 128 + "]" * 128, '{"a":' * 130]
    many = [f'"{n % 700}":{n}' for n in range(2000)]
    found.append(f"{{{','.join(many)}}}")
    for _ in range(count):
        text = tree(draw, 4)
        found.append(text)
        at = draw.randrange(len(text) + 1)
        found.append(text[:at] + draw.choice(NOISE) + text[at + draw.randrange(2) :])
    return found


@pytest.mark.parametrize("engine", ["closures", "native"])
def test_texts(engine: str, pytestconfig: pytest.Config) -> None:
    graph = Assembler()
    graph.add_input("s", P.STR, InputKind.EXTERNAL_WRITE, "")
    graph.add_node("value", "__str_to_json", ["s"])
    graph.add_node("text", "json_to_str", ["value"])
    graph.add_output("text")
    kernel: Any = graph.compile(engine=engine).kernel()
    for text in texts(50_000 if pytestconfig.getoption("--slow") else 1_000):
        kernel.set_input("s", text)
        assert kernel.pull("text") == text_to_json(text, P.STR, P.JSON), text


def test_whole_texts_are_those_of_the_standard_library() -> None:
    """Where the library takes a text too, apart from numbers, which have a form of our own."""
    for text in texts(1_000):
        made = text_to_json(text, P.STR, P.JSON).tree()
        if isinstance(made, dict) and made.get("error") == "invalid JSON":
            continue
        assert made == json.loads(text)
