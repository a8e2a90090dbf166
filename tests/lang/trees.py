"""Drawn syntax trees: everything that a program can say, and nothing that it cannot."""

from __future__ import annotations

from hypothesis import strategies as st

from polydat.lang import tree
from polydat.lang.operators import POWERS
from polydat.lang.printer import is_interpolated
from polydat.types import U64_MAX, PortType

NAMES = st.sampled_from(
    ["a", "b2", "_c", "user_id", "input", "cursor", "over", "as", "where", "in", "not", "range"]
)
FUNCTIONS = st.sampled_from(["f", "hash", "printf", "as", "in", "_"])
TYPES = st.sampled_from(PortType)
TEXTS = st.text() | st.text(alphabet="ab {}\\\"'\n\t\r#/<>", max_size=12)
HEADERS = st.sampled_from(
    [
        "k in 1..3",
        "(a, b) in (1..3, 4..6)",
        "k in 1..{n} where {k} > 1 order lex/2",
        'k in "a # b"',
        "base where {k} > 1",
        "[ for k in 1..3, for k in 5..7 ]",
    ]
)
BLOCKS = st.sampled_from(["{}", "[ ]", '{ "a": ${n} }', "{\n  a\n}", "[\n1,\n\n 2\n]", '{ "}" }'])

literals = st.one_of(
    st.builds(tree.Int, st.integers(0, U64_MAX)),
    st.builds(tree.Float, st.floats(min_value=0.0, allow_nan=False).map(abs)),
    st.builds(tree.Bool, st.booleans()),
    st.builds(tree.Str, TEXTS.filter(lambda text: not is_interpolated(text))),
)
leaves = literals | st.builds(tree.Name, NAMES) | st.builds(tree.Field, NAMES, NAMES)


def composed(parts: st.SearchStrategy[tree.Expr]) -> st.SearchStrategy[tree.Expr]:
    """Expressions of one more level."""
    arguments = st.builds(tree.Argument, parts, st.none() | NAMES)
    operators = st.sampled_from([operator for operator in POWERS if operator != "+"])
    three = st.tuples(parts, parts, parts).map(lambda row: tuple(map(tree.Argument, row)))
    return st.one_of(
        st.builds(tree.Array, tuples(parts)),
        st.builds(tree.Call, FUNCTIONS, tuples(arguments)),
        st.builds(tree.Call, st.just("if"), three),
        st.builds(tree.Binary, operators, parts, parts),
        st.builds(tree.Sum, st.lists(parts, min_size=2, max_size=4).map(tuple)),
        st.builds(tree.Unary, st.sampled_from("-!"), parts),
        st.builds(tree.Cast, parts, TYPES),
    )


def tuples(parts: st.SearchStrategy, least: int = 0) -> st.SearchStrategy[tuple]:
    return st.lists(parts, min_size=least, max_size=3).map(tuple)


expressions = st.recursive(leaves, composed, max_leaves=12)

doc_lines = st.text(alphabet="ab @/\t\u00e4*", max_size=8).map(lambda line: line.rstrip(" \t"))
docs = tuples(doc_lines).map("\n".join).filter(lambda doc: not any(
    line.startswith("@") for line in doc.split("\n")
))  # fmt: skip
single = st.builds(tree.Name, NAMES).map(lambda name: (name,))
several = tuples(st.builds(tree.Name, NAMES), least=1)
MODIFIERS = [(), ("CONST",), ("SHARED",), ("VOLATILE",), ("SHARED", "VOLATILE")]
modifiers = st.sampled_from(MODIFIERS).map(lambda ms: frozenset(tree.Modifier[m] for m in ms))
annotated = modifiers.filter(lambda ms: tree.Modifier.SHARED in ms)
marks = TEXTS.filter(bool)
options = st.builds(tree.TileOptions, marks, marks, marks, st.booleans(), st.booleans())
encodings = st.sampled_from(["json", "text", "csv"])
parameters = tuples(st.builds(tree.Parameter, NAMES, TYPES))

plain = st.one_of(
    st.builds(tree.Pragma, NAMES, docs),
    st.builds(tree.Input, NAMES, st.none() | TYPES, docs),
    st.builds(tree.Extern, NAMES, TYPES, st.none() | expressions, docs),
    st.builds(tree.Cursor, NAMES, expressions, st.none() | expressions, docs),
    st.builds(tree.Binding, several, expressions, modifiers, st.none(), docs),
    st.builds(tree.Binding, single, expressions, annotated, TYPES, docs),
    st.builds(tree.Binding, single, st.builds(tree.Producer, HEADERS), modifiers, st.none(), docs),
    st.builds(tree.Tile, NAMES, encodings, options, st.just(tree.BodyKind.BLOCK), BLOCKS, docs),
    st.builds(
        tree.Tile, NAMES, encodings, options, st.just(tree.BodyKind.HEREDOC),
        TEXTS.filter(lambda text: ">>>" not in text), docs,
    ),
    st.builds(tree.Tile, NAMES, encodings, options, st.just(tree.BodyKind.TEXT), TEXTS, docs),
)  # fmt: skip


def blocks(parts: st.SearchStrategy[tree.Statement]) -> st.SearchStrategy[tree.Statement]:
    """Statements with statements in them."""
    return st.builds(
        tree.Module, st.sampled_from(["f", "g"]), parameters, parameters, tuples(parts), docs
    ) | st.builds(tree.For, HEADERS, tuples(parts), docs)


statements = st.recursive(plain, blocks, max_leaves=4)
files = st.builds(tree.File, tuples(statements))
