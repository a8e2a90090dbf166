"""What grammar rules are made of, and how they are written and read as text.

'if'      characters that stand as they are      a b     one behind the other
name      another rule                           a | b   one of several
<words>   something that words describe          a? a* a+   also none, any number, at least one
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Word:
    """Characters that stand as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Ref:
    """Another rule."""

    name: str


@dataclass(frozen=True, slots=True)
class Prose:
    """Something that words describe."""

    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One behind the other."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """Or nothing."""

    item: Item


@dataclass(frozen=True, slots=True)
class Many:
    """Any number of times, `least` at least, with something between any two."""

    item: Item
    least: int = 0
    between: Item | None = None


Item: TypeAlias = Word | Ref | Prose | Row | Choice | Maybe | Many
Rules: TypeAlias = dict[str, Item]


def row(*items: Item) -> Item:
    """Items one behind the other, rows in it opened; `a (',' a)*` is a list with commas."""
    flat: list[Item] = []
    for item in items:
        parts = item.items if isinstance(item, Row) else (item,)
        for part in parts:
            between = separator(part, flat[-1]) if flat else None
            if between is None:
                flat.append(part)
            else:
                flat[-1] = Many(flat[-1], 1, between)
    return flat[0] if len(flat) == 1 else Row(tuple(flat))


def separator(item: Item, before: Item) -> Item | None:
    """What stands between repetitions of `before`, where `item` goes on with them."""
    match item:
        case Many(Row((between, again)), 0, None) if again == before:
            return between
    return None


def choice(*items: Item) -> Item:
    """One of several items, choices in it opened."""
    flat = [part for item in items for part in (item.items if isinstance(item, Choice) else [item])]
    return flat[0] if len(flat) == 1 else Choice(tuple(flat))


def references(item: Item) -> Iterator[str]:
    """Names of the rules that an item refers to."""
    match item:
        case Ref(name):
            yield name
        case Row(items) | Choice(items):
            for part in items:
                yield from references(part)
        case Maybe(part):
            yield from references(part)
        case Many(part, _, between):
            yield from references(part)
            if between is not None:
                yield from references(between)


# --- text ----------------------------------------------------------------------------------


def written(item: Item, inside: bool = False) -> str:
    """An item as text; in brackets where it is `inside` of one that binds more tightly."""
    match item:
        case Word(text):
            return f'"{text}"' if "'" in text else f"'{text}'"
        case Ref(name):
            return name
        case Prose(text):
            return f"<{text}>"
        case Row(items):
            text = " ".join(written(part, isinstance(part, Choice)) for part in items)
        case Choice(items):
            text = " | ".join(map(written, items))
        case Maybe(part):
            return f"{written(part, True)}?"
        case Many(part, least, None):
            return f"{written(part, True)}{'+' if least else '*'}"
        case Many(part, _, between):
            assert between is not None
            text = f"{written(part, True)} ({written(row(between, part))})*"
    return f"({text})" if inside else text


TOKEN = re.compile(r"""\s*(?:'([^']+)'|"([^"]+)"|<([^>]+)>|([a-z][a-z-]*)|([()|?*+]))""")


def read(text: str) -> Item:
    """An item from its text."""
    tokens = list(TOKEN.finditer(text))
    item, end = read_choice(tokens, 0)
    assert end == len(tokens), text
    return item


def read_choice(tokens: list[re.Match[str]], at: int) -> tuple[Item, int]:
    items: list[Item] = []
    while True:
        item, at = read_row(tokens, at)
        items.append(item)
        if at == len(tokens) or tokens[at][5] != "|":
            return choice(*items), at
        at += 1


def read_row(tokens: list[re.Match[str]], at: int) -> tuple[Item, int]:
    items: list[Item] = []
    while at < len(tokens) and tokens[at][5] not in ("|", ")"):
        item, at = read_part(tokens, at)
        items.append(item)
    return row(*items), at


def read_part(tokens: list[re.Match[str]], at: int) -> tuple[Item, int]:
    single, double, prose, name, sign = tokens[at].groups()
    at += 1
    item: Item
    if sign == "(":
        item, at = read_choice(tokens, at)
        at += 1
    elif prose:
        item = Prose(prose)
    elif name:
        item = Ref(name)
    else:
        item = Word(single or double)
    if at < len(tokens) and tokens[at][5] in ("?", "*", "+"):
        sign = tokens[at][5]
        item = Maybe(item) if sign == "?" else Many(item, int(sign == "+"))
        at += 1
    return item, at
