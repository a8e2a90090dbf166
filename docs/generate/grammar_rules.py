"""The grammar as rules, read from what the parser runs.

    statements     the pyparsing elements of `polydat.lang.grammar`
    operators      the table of `polydat.lang.operators`
    the rest       written below: what hand-made code and regular expressions read

`tests/docs/test_grammar.py` draws programs from the rules and parses them, so that a rule
which promises too much is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyparsing import And, MatchFirst, OneOrMore, Opt, ParserElement, ZeroOrMore
from rules import (
    Item,
    Many,
    Maybe,
    Ref,
    Row,
    Rules,
    Word,
    choice,
    read,
    references,
    row,
)

from polydat.lang import grammar
from polydat.lang.elements import Bound, Capture, Terminal
from polydat.lang.expressions import Expression
from polydat.lang.operators import OPERATORS, RIGHT
from polydat.lang.polytile import ENCODINGS
from polydat.lang.terminals import NAME, SKIP, TEXT
from polydat.types.port import KEYWORDS


def all_rules() -> Rules:
    """Every rule, each behind the one that first refers to it."""
    rules = {**statement_rules(), **operator_rules(), **hand_made_rules()}
    missing = {name for item in rules.values() for name in references(item)} - rules.keys()
    assert not missing, f"no rule for {', '.join(sorted(missing))}"
    return rules


# --- statements, from pyparsing ------------------------------------------------------------

INLINE = ("PARAMETERS",)  # no rule of its own, since its opening bracket is not in it


def statement_rules() -> Rules:
    """A rule for each element that a name of the grammar stands for, and for the program."""
    reader = Reader(vars(grammar))
    rules: Rules = {
        "program": Many(Ref("statement")),
        "statement": reader.inside(grammar.STATEMENT),
    }
    pending = list(references(rules["statement"]))
    while pending:
        name = pending.pop(0)
        if name in reader.elements and name not in rules:
            rules[name] = with_block(reader.inside(reader.elements[name]))
            pending[:0] = references(rules[name])
    return rules


def with_block(item: Item) -> Item:
    """A head that ends in `{` with its block: the parser keeps open blocks on a stack."""
    if isinstance(item, Row) and item.items[-1] == Word("{"):
        return Row((*item.items, Many(Ref("statement")), Word("}")))
    return item


class Reader:
    """Elements as items; one that a name of the grammar stands for is a reference."""

    def __init__(self, names: Mapping[str, object]) -> None:
        self.elements: dict[str, ParserElement] = {}
        self.names: dict[object, str] = {}
        for name, element in names.items():
            key = key_of(element)
            if key is not None and name not in INLINE:
                assert isinstance(element, ParserElement)
                self.names[key] = name.lower()
                self.elements[name.lower()] = element

    def item(self, element: ParserElement) -> Item:
        """An element as an item."""
        name = self.names.get(key_of(element))
        return self.inside(element) if name is None else Ref(name)

    def inside(self, element: ParserElement) -> Item:
        """What an element is made of."""
        match element:
            case Terminal():
                return terminal_item(element.pattern)
            case Bound():
                return row(terminal_item(element.match.__self__.pattern), Ref("value"))
            case Capture():
                return Ref(element.title)
            case Expression():
                return Ref("carrier" if element.raw else "value")
            case And():
                return row(*map(self.item, element.exprs))
            case MatchFirst():
                return choice(*map(self.item, element.exprs))
            case Opt():
                return Maybe(self.item(element.expr))
            case ZeroOrMore():
                return Many(self.item(element.expr))
            case OneOrMore():
                return Many(self.item(element.expr), 1)
        raise TypeError(f"no rule for {element!r}")


def key_of(element: object) -> object:
    """What a rule is known by: pyparsing copies elements, and keeps their parse actions.

    `None` for an element that makes nothing, which is part of a rule.
    """
    match element:
        case Bound():
            return element.match
        case ParserElement() if element.parseAction:
            return element.parseAction[0]
    return None


# Expressions that patterns of terminals are made of, and the rules that stand for them.
PARTS = {NAME: "name", TEXT: "text"}
GROUP = re.compile(r"\(\?P<(?P<group>\w+)>(?P<inside>[^()]*)\)")
AHEAD = re.compile(r"\(\?[=!]")
IN_BRACKETS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|[()]")


def terminal_item(pattern: str) -> Item:
    """A terminal from its regular expression: names, words and signs, without what is ahead."""
    for part, rule in PARTS.items():
        pattern = pattern.replace(part, f"\0{rule}")
    pattern = without_lookahead(pattern.replace(SKIP, ""))
    items: list[Item] = []
    at = 0
    for group in GROUP.finditer(pattern):
        items += signs(pattern[at : group.start()])
        items.append(group_item(group["group"], group["inside"]))
        at = group.end()
    return row(*items, *signs(pattern[at:]))


def group_item(group: str, inside: str) -> Item:
    if not inside.startswith("\0"):
        return choice(*(Word(unescaped(word)) for word in inside.split("|")))
    return Ref({"type": "type", "word": "encoding"}.get(group, inside[1:]))


def signs(pattern: str) -> list[Item]:
    return [Word(unescaped(pattern))] if pattern else []


def unescaped(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern)


def without_lookahead(pattern: str) -> str:
    """A pattern without its `(?=...)` and `(?!...)`."""
    while (ahead := AHEAD.search(pattern)) is not None:
        depth = 0
        for sign in IN_BRACKETS.finditer(pattern, ahead.start()):
            depth += {"(": 1, ")": -1}.get(sign[0], 0)
            if depth == 0:
                pattern = pattern[: ahead.start()] + pattern[sign.end() :]
                break
    return pattern


# --- operators, from their table ---------------------------------------------------------------

NAMES = {
    "||": "expression", "&&": "and", "==": "equality", "<": "comparison", "|": "bit-or",
    "^": "bit-xor", "&": "bit-and", "<<": "shift", "+": "sum", "*": "product", "**": "power",
}  # fmt: skip


def operator_rules() -> Rules:
    """A rule for each row of the table, the loosest first: each holds the next one."""
    names = [NAMES[operators[0]] for operators in OPERATORS]
    rules: Rules = {}
    for operators, name, tighter in zip(OPERATORS, names, (*names[1:], "cast"), strict=True):
        signs = choice(*map(Word, operators))
        if RIGHT in operators:
            rules[name] = row(Ref(tighter), Maybe(row(signs, Ref(name))))
        else:
            rules[name] = Many(Ref(tighter), 1, signs)
    return rules


# --- what hand-made code reads -----------------------------------------------------------------

HAND_MADE = {
    "value": "producer | expression",
    "producer": "'for' comprehension",
    "cast": "prefixed ('as' type)*",
    "prefixed": "('-' | '!')* atom",
    "atom": "number | text | 'true' | 'false' | field | call | if | if-call | array"
    " | '(' expression ')'",
    "field": "name ('.' name)*",
    "call": "function '(' (argument (',' argument)*)? ')'",
    "argument": "(name ':')? expression",
    "array": "'[' (expression (',' expression)*)? ']'",
    "if": "'if' expression '{' expression '}' 'else' (if | '{' expression '}')",
    "if-call": "'if' '(' expression ',' expression ',' expression ')'",
    "carrier": "('polytile' '(' quoted-encoding ',' text | 'polytile_json' '(' text)"
    " (',' carrier-option)* ')'",
    "carrier-option": "('open' | 'close' | 'sigil') ':' text"
    " | ('strict' | 'instring') ':' ('true' | 'false')",
    "body": "block | text",
}

# What regular expressions read: no diagrams, and no blanks inside.
LEXICAL = {
    "name": "<a letter or '_', then letters, digits and '_'; no keyword>",
    "function": "<a name other than input, cursor and over>",
    "number": "digits ('.' digits)? (('e' | 'E') ('+' | '-')? digits)? suffix?"
    " | ('0x' | '0X') hexadecimal | ('0b' | '0B') binary | ('0o' | '0O') octal",
    "suffix": "'Ki' | 'Mi' | 'Gi' | 'Ti' | 'Pi' | 'K' | 'M' | 'G' | 'T' | 'P' | 'm' | 'u' | 'n'",
    "digits": "<0 to 9, with single '_' between them>",
    "hexadecimal": "<digits and a to f, in either case>",
    "binary": "<digits 0 and 1>",
    "octal": "<digits 0 to 7>",
    "text": "'\"' <characters and escapes> '\"' | \"'\" <characters and escapes> \"'\""
    " | '<<<' <characters> '>>>'",
    "comprehension": "<all up to the end of the line, a comment, or a '{' that is no '{name}'>",
    "quoted-encoding": "<an encoding as a text>",
    "block": "<{...} or [...], with balanced brackets inside>",
}


def hand_made_rules() -> Rules:
    rules = {name: read(text) for name, text in {**HAND_MADE, **LEXICAL}.items()}
    rules["type"] = choice(*map(Word, KEYWORDS))
    rules["encoding"] = choice(*map(Word, ENCODINGS))
    return rules
