"""The inputs of a fuzz run: number and seed decide the text, in every process."""

from __future__ import annotations

import random
from collections.abc import Callable

from polydat.nodes import registry
from polydat.nodes.declare import NodeSpec, Param
from polydat.types import PortType
from tests.fuzz.corpus import SPACES, mistakes, programs, tokens, vocabulary

Random = random.Random
LONGEST = 20_000  # characters


def make(seed: int, number: int) -> tuple[str, str]:
    """Input `number` of a run: how it was made, and its text."""
    chance = Random(f"{seed}:{number}")
    kind = chance.choice(list(KINDS))
    return kind, KINDS[kind](chance)[:LONGEST]


def a_program(chance: Random) -> str:
    return chance.choice(mistakes() if chance.random() < 0.1 else programs())


def random_bytes(chance: Random) -> str:
    """Bytes of any value, or mostly of those that programs have, read as UTF-8."""
    size = chance.choice((1, 8, 64, 400))
    if chance.random() < 0.5:
        return chance.randbytes(chance.randrange(size + 1)).decode("utf-8", "replace")
    usual = bytes(range(32, 127)) + b"\n\n\n\t\r{}()[]\"':==" + bytes((0, 0xC3, 0xA4, 0xFF))
    return bytes(chance.choices(usual, k=chance.randrange(size + 1))).decode("utf-8", "replace")


def truncated(chance: Random) -> str:
    """A program that breaks off, or that begins in the middle."""
    text = a_program(chance)
    at = chance.randrange(len(text) + 1)
    return text[at:] if chance.random() < 0.2 else text[:at]


def mutated(chance: Random) -> str:
    """A program with a few changes, of tokens or of characters."""
    parts = tokens(a_program(chance))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        change(chance, parts)
    text = "".join(parts)
    if chance.random() < 0.2:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chr(chance.randrange(0x250)) + text[at + chance.randrange(2) :]
    return text


def change(chance: Random, parts: list[str]) -> None:
    """Change a token: drop it, double it, swap it, replace it, put one before it."""
    if not parts:
        parts.append(chance.choice(vocabulary()))
        return
    at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(7):
        case 0:
            del parts[at]
        case 1:
            parts.insert(at, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = parts[other]
        case 4:
            parts[at] = chance.choice(vocabulary())
        case 5:
            parts.insert(at, chance.choice(vocabulary()))
        case 6:
            first, last = sorted((at, other))
            many = chance.choice((2, 2, 3, 30))
            parts[first : first + 1] = parts[first : min(last, first + 20) + 1] * many


def spliced(chance: Random) -> str:
    """Pieces of several programs, cut between tokens or between lines."""
    pieces: list[str] = []
    for _ in range(chance.choice((2, 2, 3, 5))):
        text = a_program(chance)
        parts = text.splitlines(keepends=True) if chance.random() < 0.5 else tokens(text)
        first, last = sorted(chance.randrange(len(parts) + 1) for _ in range(2))
        pieces += parts[first:last]
    return "".join(pieces)


def soup(chance: Random) -> str:
    """Tokens without any order."""
    words = chance.choices(vocabulary(), k=chance.choice((3, 10, 30, 120)))
    gaps = chance.choices((*SPACES, "", " ", " "), k=len(words))
    return "".join(word + gap for word, gap in zip(words, gaps, strict=True))


def repeated(chance: Random) -> str:
    """A few tokens many times, behind a beginning and before an end: depth and length."""
    some = "".join(chance.choices(vocabulary(), k=chance.randrange(1, 4)))
    begin = chance.choice(
        ("", "x := ", "x := hash(", 'x := "{', "for k in ", "tile t := {", "/// ")
    )
    return (
        begin
        + some * chance.choice((20, 20, 120, 120, 1500))
        + chance.choice(("", "\n", ")", "}", "1\n"))
    )


# --- programs that are well formed, and mostly have a meaning -----------------------------

U64, F64, STR, BOOL = PortType.U64, PortType.F64, PortType.STR, PortType.BOOL
LITERALS = {
    U64: ("0", "1", "2", "10", "63", "64", "1000", "18446744073709551615", "1K"),
    F64: ("0.0", "1.0", "0.5", "-2.5", "1e308", "1e999", "5e-324", "3"),
    STR: ('""', '"a"', '"{n}"', '"a:1;b:2"', '"1 2 3"', '"{}"', '"{:.2}"', '"a,b"', "'{{'"),
    BOOL: ("true", "false"),
}
ARITHMETIC = ("+", "-", "*", "/", "%")
COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "&&", "||")
OPERATORS = {U64: (*ARITHMETIC, "&", "|", "^", "<<", ">>"), F64: ("**", *ARITHMETIC), STR: ("+",)}


class Builder:
    """Statements over declared functions, with arguments of the right types for the most part.

    Args:
        wild: how often something else stands in a place than what fits there.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.wild = chance.choice((0.0, 0.0, 0.02, 0.2))
        self.names = {U64: ["n"], F64: ["f"], STR: ["s"]}
        self.modules: dict[PortType, list[str]] = {}
        self.returning: dict[PortType | None, list[NodeSpec]] = {}
        for spec in registry.public().values():
            self.returning.setdefault(spec.returns[0], []).append(spec)

    def program(self) -> str:
        chance = self.chance
        lines = ["input (n: u64, f: f64, s: str)"]
        for number in range(chance.choice((0, 0, 0, 1, 3))):
            lines.append(self.module(f"m{number}"))
        if chance.random() < 0.3:
            type = chance.choice((U64, F64, STR, BOOL, PortType.I32))
            default = f" = {chance.choice(LITERALS[type])}" if type in LITERALS else ""
            lines.append(f"extern e: {type.keyword}{chance.choice(('', default))}")
            self.names.setdefault(type, []).append("e")
        for number in range(chance.randrange(1, 9)):
            type = chance.choice((U64, U64, F64, STR, BOOL))
            name = chance.choice("nfsx") if chance.random() < self.wild else f"v{number}"
            word = chance.choice(("", "", "", "", "volatile ", "const " if self.wild else ""))
            lines.append(f"{word}{name} := {self.value(type, chance.randrange(1, 5))}")
            self.names.setdefault(type, []).append(name)
        if chance.random() < 0.2:
            chance.shuffle(lines)
        return "\n".join(lines) + "\n"

    def module(self, name: str) -> str:
        """A module of two parameters, which may call those before it."""
        outside = self.names
        type = self.chance.choice((U64, F64, STR))
        self.names = {U64: ["a"], F64: ["b"], STR: ["'c'"]}
        helper, result = self.value(U64, 2), self.value(type, 3)
        pragma = self.chance.choice(("", "pragma strict_values\n"))
        self.names = outside
        self.modules.setdefault(type, []).append(name)
        head = f"{name}(a: u64, b: f64) -> (r: {type.keyword}, h: u64) := {{"
        return f"{head}\n{pragma}h := {helper}\nr := {result}\n}}"

    def value(self, type: PortType | None, depth: int) -> str:
        """An expression of a type; of any type where it is `None`."""
        chance = self.chance
        if type is None or chance.random() < self.wild:
            type = chance.choice((U64, F64, STR, BOOL))
        if depth == 0 or chance.random() < 0.2:
            return self.name(type) if chance.random() < 0.6 else self.literal(type)
        match chance.randrange(10):
            case 0 | 1 | 2 if type in OPERATORS:
                sign = chance.choice(OPERATORS[type])
                return f"({self.value(type, depth - 1)} {sign} {self.value(type, depth - 1)})"
            case 3 if type is U64:
                of, sign = chance.choice((U64, F64)), chance.choice(COMPARISONS)
                return f"({self.value(of, depth - 1)} {sign} {self.value(of, depth - 1)})"
            case 3:
                return f"({self.value(U64, depth - 1)} as {(type or U64).keyword})"
            case 4 if type in OPERATORS:
                condition = self.value(U64, depth - 1)
                arms = (self.value(type, depth - 1) for _ in range(2))
                return "if {} {{ {} }} else {{ {} }}".format(condition, *arms)
            case 5 if type is STR:
                more = chance.choice(("", "{n}", "{f}", "{{", "{:03}"))
                return f'"{{{self.value(None, depth - 1)}}} {more}"'
            case 5 if type in (U64, F64):
                return f"{'!' if type is U64 else '-'}{self.value(type, depth - 1)}"
        if type in self.modules and chance.random() < 0.5:
            given = (self.value(U64, depth - 1), self.value(F64, depth - 1))
            return f"{chance.choice(self.modules[type])}({', '.join(given)})"
        spec = chance.choice(self.returning.get(type) or self.returning[U64])
        return f"{spec.name}({', '.join(self.arguments(spec, depth))})"

    def name(self, type: PortType) -> str:
        known = self.names.get(type)
        return self.chance.choice(known) if known else self.literal(type)

    def literal(self, type: PortType) -> str:
        return self.chance.choice(LITERALS.get(type, LITERALS[U64]))

    def arguments(self, spec: NodeSpec, depth: int) -> list[str]:
        """Arguments of a call, now and then one too many or too few."""
        given: list[str] = []
        for param in spec.params:
            for _ in range(self.chance.randrange(4) if param.variadic else 1):
                given.append(self.argument(param, depth))
        if self.chance.random() < self.wild:
            given.append(self.value(None, depth - 1))
        if given and self.chance.random() < self.wild:
            given.pop(self.chance.randrange(len(given)))
        return given

    def argument(self, param: Param, depth: int) -> str:
        if param.is_const and self.chance.random() >= self.wild:
            text = self.literal(param.type or U64)
        else:
            text = self.value(param.type, depth - 1)
        return f"{param.name}: {text}" if self.chance.random() < self.wild else text


def built(chance: Random) -> str:
    return Builder(chance).program()


KINDS: dict[str, Callable[[Random], str]] = {
    "random bytes": random_bytes,
    "truncated": truncated,
    "mutated": mutated,
    "spliced": spliced,
    "soup": soup,
    "repeated": repeated,
    "built": built,
}
