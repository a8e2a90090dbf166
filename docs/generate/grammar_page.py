"""Writes `docs/reference/grammar.md` and its diagrams, from the grammar that the parser runs.

    python docs/generate/grammar_page.py            write them
    python docs/generate/grammar_page.py --check    only say what is not up to date

Diagrams need the package `railroad-diagrams`, which the extra `docs` brings.
"""

from __future__ import annotations

import io
from pathlib import Path

import grammar_rules
from files import FOLDER, main
from rules import Choice, Item, Many, Maybe, Prose, Ref, Row, Rules, Word, written

DIAGRAMS = FOLDER / "diagrams"

HEAD = """\
# The grammar

Every rule of the language, made from the grammar that the parser runs by
`docs/generate/grammar_page.py`. What the rules mean is told in [the language](language.md).

| written | means |
|---|---|
| `'if'` | these characters |
| `name` | another rule |
| `<words>` | what the words say |
| `a b` | `a`, then `b` |
| `a \\| b` | one of both |
| `a?` `a*` `a+` | none or one, any number, at least one |

Blanks, line ends and comments may stand between any two parts, but for two places: the `(` of a
call stands on the line of its name, and the parts of a name, a number or a text stand together.
"""

SECTIONS = {
    "program": "## Programs and statements",
    "value": "## Values and expressions",
    "body": "## Tiles",
    "name": "## Names, numbers, texts and types",
}
WITHOUT_DIAGRAM = {*grammar_rules.LEXICAL, "type", "encoding"}


def pages() -> dict[Path, str]:
    """Every file with its text; diagrams only where they can be drawn."""
    rules = grammar_rules.all_rules()
    made = {FOLDER / "grammar.md": page(rules)}
    for name, item in rules.items():
        if name not in WITHOUT_DIAGRAM and can_draw():
            made[DIAGRAMS / f"{name}.svg"] = diagram(name, item)
    return made


def page(rules: Rules) -> str:
    parts = [HEAD]
    for name, item in rules.items():
        if name in SECTIONS:
            parts.append(f"{SECTIONS[name]}\n")
        parts.append(f"### {name}\n")
        if name not in WITHOUT_DIAGRAM:
            parts.append(f"![{name}](diagrams/{name}.svg)\n")
        parts.append("```text\n" + "\n".join(wrapped(f"{name} ::= ", item)) + "\n```\n")
    return "\n".join(parts)


def wrapped(head: str, item: Item) -> list[str]:
    """A rule as text, choices in lines of their own where it is long."""
    text = head + written(item)
    if len(text) <= 96 or not isinstance(item, Choice):
        return [text]
    indent = " " * (len(head) - 2)
    lines = [head.rstrip()]
    for i, part in enumerate(item.items):
        more = ("| " if i else "") + written(part)
        if i and len(lines[-1]) + len(more) < 96:
            lines[-1] += f" {more}"
        else:
            lines.append(indent + more if i else f"{lines.pop()} {more}")
    return lines


# --- diagrams --------------------------------------------------------------------------------


def can_draw() -> bool:
    try:
        import railroad  # noqa: F401
    except ImportError:
        return False
    return True


def diagram(name: str, item: Item) -> str:
    """The picture of a rule."""
    import railroad

    stream = io.StringIO()
    drawn = railroad.Diagram(shape(item), type="complex")
    drawn.writeStandalone(stream.write)
    return stream.getvalue() + "\n"


def shape(item: Item) -> object:
    """The part of a picture that an item is."""
    import railroad

    match item:
        case Word(text):
            return railroad.Terminal(text)
        case Ref(name):
            return railroad.NonTerminal(name)
        case Prose(text):
            return railroad.Comment(text)
        case Row(items):
            return railroad.Sequence(*map(shape, items))
        case Choice(items):
            return railroad.Choice(0, *map(shape, items))
        case Maybe(part):
            return railroad.Optional(shape(part))
        case Many(part, least, between):
            repeat = railroad.OneOrMore if least else railroad.ZeroOrMore
            return repeat(shape(part), None if between is None else shape(between))
    raise TypeError(item)


if __name__ == "__main__":
    main(pages())
