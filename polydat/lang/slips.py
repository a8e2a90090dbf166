"""What people get wrong, and what they are told.

Each function makes the error for one place where a program cannot go on.  The tables say
what is meant by spellings that other languages have and this one has not.
"""

from __future__ import annotations

import re

from polydat.errors import nearest_names
from polydat.lang.terminals import (
    NAME,
    SKIP,
    Complaint,
    Source,
    complain,
    skip_blanks,
)
from polydat.types.port import KEYWORDS as TYPE_KEYWORDS

# Where a statement begins, for telling a missing end from a stray token.
STATEMENT = re.compile(
    rf"(?:{NAME}){SKIP}:="
    r"|(?:pragma|input|extern|cursor|tile|for|const|shared|volatile)[ \t(]"
    rf"|\({SKIP}{NAME}{SKIP}(?:,{SKIP}{NAME}{SKIP})*+\){SKIP}:="
    rf"|{NAME}[ \t]*\({SKIP}{NAME}{SKIP}:"
)

CLOSERS = {"(": ")", "[": "]", "{": "}"}


def begins_statement(source: Source, at: int) -> bool:
    """Whether a statement begins at `at`, as the first thing on its line."""
    return source.begins_line(at) and STATEMENT.match(source, at) is not None


def no_operand(source: Source, at: int) -> Complaint:
    """The error for a place where a value should stand."""
    here = skip_blanks(source, at)
    if here >= len(source) or begins_statement(source, here):
        return complain(
            source,
            at,
            "a value is missing",
            "an expression",
            end=at + 1,
            found=what_follows(source, here),
        )
    return complain(source, here, "a value is missing", "an expression")


def what_follows(source: Source, at: int) -> str:
    if at >= len(source):
        return "the end of the program"
    return f"the next statement, in line {source.span(at, at).line}"


def unclosed(source: Source, at: int, bracket: int, closing: str, listed: bool) -> Complaint:
    """The error for what stands where a bracket should go on or end."""
    here = skip_blanks(source, at)
    if here >= len(source) or begins_statement(source, here):
        mark = source[bracket]
        return complain(
            source,
            bracket,
            f"this '{mark}' is never closed",
            f"'{closing}'",
            end=bracket + 1,
            found=what_follows(source, here),
        )
    expected = f"',' or '{closing}'" if listed else f"an operator or '{closing}'"
    return complain(source, here, "this does not go on the expression", expected)


def trailing_comma(source: Source, at: int) -> Complaint:
    return complain(
        source, at, "nothing follows this comma", "a value behind it, or no comma", end=at + 1
    )


def stray_else(source: Source, at: int) -> Complaint:
    return complain(source, at, "this 'else' has no 'if'", "an expression")


def no_else(source: Source, at: int) -> Complaint:
    return complain(source, at, "this 'if' has no 'else'", "'else', as every 'if' has a value")


def keyword_as_name(source: Source, at: int, word: str) -> Complaint:
    return complain(source, at, f"'{word}' is a keyword and cannot be a name", "another name")


def keyword_called(source: Source, at: int, word: str) -> Complaint:
    return complain(source, at, f"'{word}' is a keyword and no function", "another name")


def nested_producer(source: Source, at: int) -> Complaint:
    return complain(
        source, at, "a 'for' is the whole value of a binding", "an expression without 'for'"
    )


def empty_header(source: Source, at: int) -> Complaint:
    return complain(
        source,
        at,
        "this 'for' has no comprehension",
        "name in values",
        end=at + 3,
        write="for k in 1..10",
    )


def bare_producer(source: Source, at: int, name: str) -> Complaint:
    return complain(source, at, f"'for {name}' is no value", "a comprehension", end=at + 3)


def no_field(source: Source, at: int) -> Complaint:
    return complain(source, at, "only a name has fields", "an operator")


def no_type(source: Source, at: int) -> Complaint:
    return complain(source, at, "a type is missing behind 'as'", "a type such as u64")


def unknown_type(source: Source, at: int, word: str) -> Complaint:
    known = sorted(TYPE_KEYWORDS)
    return complain(
        source,
        at,
        f"no type named '{word}'",
        "a type such as u64, f64 or str",
        nearest=nearest_names(word, known),
    )


def too_deep(source: Source, at: int, depth: int) -> Complaint:
    return complain(
        source,
        at,
        f"this is nested more than {depth} levels deep",
        "a part of it bound to a name of its own",
    )


def after_value(source: Source, at: int) -> Complaint:
    """The error for what follows a whole expression."""
    return complain(source, at, "the expression ends here", "an operator, or nothing more")


def annotated(source: Source, at: int) -> Complaint:
    return complain(source, at, "only a 'shared' binding has a type", "':='")


def repeated_modifier(source: Source, at: int, word: str) -> Complaint:
    return complain(source, at, f"'{word}' stands here twice", "another modifier, or a name")


def contradiction(source: Source, at: int, word: str, first: str) -> Complaint:
    return complain(source, at, f"a 'const' never changes, so it cannot be '{word}'", "a name")


def unknown_encoding(source: Source, at: int, word: str, known: tuple[str, ...]) -> Complaint:
    return complain(
        source,
        at,
        f"no encoding named '{word}'",
        ", ".join(known),
        nearest=nearest_names(word, known),
    )


def empty_mark(source: Source, at: int) -> Complaint:
    return complain(source, at, "this text is empty", "at least one character")


def no_statement(source: Source, at: int) -> Complaint:
    return complain(source, at, "no statement begins like this", "a statement")


def stray_brace(source: Source, at: int) -> Complaint:
    return complain(source, at, "this '}' closes nothing", "a statement")


def open_block(source: Source, at: int) -> Complaint:
    return complain(
        source, at, "this '{' is never closed", "'}'", end=at + 1, found="the end of the program"
    )
