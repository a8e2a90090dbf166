"""The adapters: a node function for every two types that one converts to the other.

`CLASSES` says which there are.  An automatic one never fails, and the compiler puts it on a wire
whose ends differ; it may lose digits.  A boundary one is for values at the border to the host.
A program may call both by name.  What each does is in `nodes/adapter_rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from polydat.errors import EvalError
from polydat.nodes.adapter_rows import rows
from polydat.nodes.adapter_rules import rule_of
from polydat.nodes.declare import Kind, NodeSpec, Param, add
from polydat.types import REGISTERS, PortType
from polydat.types.convert import Unconvertible

P = PortType


class AdapterClass(Enum):
    """Where an adapter is used."""

    AUTOMATIC = "A"
    BOUNDARY = "B"


# From the type of a row to those of the columns: automatic (A), boundary only (B), none (.).
COLUMNS = """u8 i8 u16 i16 f16 u32 i32 f32 u64 i64 f64 u128 i128 bool str bytes json
    vec_i8 vec_i16 vec_i32 vec_i64 vec_f16 vec_f32 vec_f64"""
CLASSES = """
    u8       =BAAAAAAAAAAAAAAA.......
    i8       B=BAABAABAABAAAAA.......
    u16      BB=BBAAAAAAAAAAAA.......
    i16      BBB=BBAABAABAAAAA.......
    f16      BBBB=BBABBABBAAAB.......
    u32      BBBBB=BBAAAAAAAAA.......
    i32      BBBBBB=ABAABAAAAA.......
    f32      BBBBBBB=BBABBAAAB.......
    u64      BBBBBBBB=BAAAAAAA.......
    i64      BBBBBBBBB=ABAAAAA.......
    f64      BBBBBBBBBB=BBAAAB.......
    u128     BBBBBBBBBBA=BAAAA.......
    i128     BBBBBBBBBBAB=AAAA.......
    bool     AAAAAAAAAAAAA=AAA.......
    str      BBBBBBBBBBBBBB=BBBBBBBBB
    bytes    BBBBBBBBBBBBBBB=BBBBBBBB
    json     BBBBBBBBBBBBBBAB=BBBBBBB
    vec_i8   ..............AAA=AAAAAA
    vec_i16  ..............AAAB=AABAA
    vec_i32  ..............AAABB=ABAA
    vec_i64  ..............AAABBB=BBA
    vec_f16  ..............BABBBBB=AA
    vec_f32  ..............BABBBBBB=A
    vec_f64  ..............BABBBBBBB=
"""


def read_classes() -> Iterator[tuple[tuple[PortType, PortType], AdapterClass]]:
    for line in CLASSES.split("\n")[1:-1]:
        source, letters = line.split()
        for target, letter in zip(COLUMNS.split(), letters, strict=True):
            if letter in "AB":
                yield (P(source), P(target)), AdapterClass(letter)


BY_PAIR = dict(read_classes())


def class_of(source: PortType, target: PortType) -> AdapterClass | None:
    """Where the adapter from one type to another is used; `None` where there is none.

    Any register type becomes any other: only the view of its bits changes.
    """
    if source in REGISTERS and target in REGISTERS and source is not target:
        return AdapterClass.AUTOMATIC
    return BY_PAIR.get((source, target))


def adapter_name(source: PortType, target: PortType) -> str:
    """Name of the node function from one type to another, declared or not."""
    if target in REGISTERS:
        view = target.keyword.removeprefix("reg_")
        return f"__reg_view_{'raw' if target is P.REG128 else view}"
    if (source, target) == (P.F64, P.U64):
        return "__f64_to_u64_checked"  # `f64_to_u64` is a function of its own
    if (source, target) == (P.JSON, P.STR):
        return "json_to_str"
    numeric = source.domain is not None and source is not P.BOOL
    return f"__{source.keyword}_to_{'string' if target is P.STR and numeric else target.keyword}"


JSON_TO_STR = """The compact text of a JSON value.

Put in where a json is read as str.  A string keeps its quotes and escapes.

Args:
    input: any JSON value.

Returns:
    Its text without blanks, members of objects in their order.

Example:
    text := json_to_str(__str_to_json("[1, 2.50]"))
"""

PUT_IN = {
    AdapterClass.AUTOMATIC: "Put in where a {} is read as {}.",
    AdapterClass.BOUNDARY: "From {} to {} at the border to the host.",
}


def declare_adapter(source: PortType, target: PortType, where: AdapterClass) -> None:
    """Declare the adapter of a pair of types."""
    name, rule = adapter_name(source, target), rule_of(source, target)
    doc = f"{rule.doc}  {PUT_IN[where].format(source.keyword, target.keyword)}"
    if not name.startswith("_"):
        doc = JSON_TO_STR
    add(
        NodeSpec(
            name=name,
            category="Conversions",
            params=(Param("input", source, Kind.WIRE),),
            returns=(target,),
            ref=rule.convert if rule.fails is None else Fallible(name, rule.convert),
            doc=doc,
            c=rule.c,
            include=rule.include,
            appends=rule.appends,
            pieces=rule.pieces,
            fails=rule.fails,
            golden=rows(source, target),
        )
    )


class Fallible:
    """A conversion that says in its failure which adapter has no value."""

    def __init__(self, name: str, convert: Callable[[Any], Any]) -> None:
        self.name = name
        self.convert = convert

    def __call__(self, value: Any) -> Any:
        try:
            return self.convert(value)
        except Unconvertible as error:
            raise EvalError(f"{self.name}: {error}") from None


for (_source, _target), _where in BY_PAIR.items():
    declare_adapter(_source, _target, _where)
for _target in sorted(REGISTERS, key=lambda t: t.keyword):
    # One for all views: the bits are taken as a raw word, which every register is.
    declare_adapter(P.REG128, _target, AdapterClass.AUTOMATIC)
