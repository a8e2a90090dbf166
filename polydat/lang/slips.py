"""What people get wrong, and what they are told.

Each function makes the error for one place where a program cannot go on.  The tables in
`habits` say what is meant by spellings that other languages have and this one has not.
"""

from __future__ import annotations

import re
from dataclasses import replace

from polydat.errors import nearest_names
from polydat.lang import habits, tree
from polydat.lang.terminals import (
    KEYWORDS,
    NAME,
    Complaint,
    Source,
    complain,
    skip_blanks,
)
from polydat.types.port import KEYWORDS as TYPES

AN_EXPRESSION = "an expression"
A_TYPE = "a type such as u64, f64 or str"
LETTERS = "names have no letters like this"
STRANGE = re.compile(r"[A-Za-z0-9_]++[^\x20-\x7e\t\r\n\f]").match
FOREIGN = re.compile(r"[A-Za-z0-9_]*+(?P<letter>[^\x00-\x7f])").match
SUFFIXES = "no letter, or one of the suffixes K M G T P, Ki Mi Gi Ti Pi, m u n"

# Where a statement begins, for telling a missing end from a stray token.  Comments in its
# head are left out: each that never ends would be read to the end of the program.
GAP = r"[ \t\r\f\n]*+"
STATEMENT = re.compile(
    rf"{NAME}{GAP}:="
    r"|(?:pragma|input|extern|cursor|tile|for|const|shared|volatile)[ \t(]"
    rf"|\({GAP}{NAME}{GAP}(?:,{GAP}{NAME}{GAP})*+\){GAP}:="
    rf"|{NAME}[ \t]*\({GAP}{NAME}{GAP}:"
)


def begins_statement(source: Source, at: int) -> bool:
    """Whether a statement begins at `at`, as the first thing on its line."""
    return source.begins_line(at) and STATEMENT.match(source, at) is not None


def ends_at(source: Source, at: int) -> str | None:
    """In words, what ends a statement at `at`; `None` where something else stands there."""
    if at >= len(source):
        return "the end of the program"
    if begins_statement(source, at):
        return f"the next statement, in line {source.span(at, at).line}"
    return None


def by_habit(
    source: Source, at: int, slips: tuple[habits.Habit, ...], expected: str
) -> Complaint | None:
    """The error for a spelling of other languages at `at`, if it is one."""
    for slip in slips:
        match = slip.match(source, at)
        if match is not None:
            start, end = match.span("here" if "here" in match.re.groupindex else 0)
            write = match.expand(slip.write) if slip.write else None
            message = match.expand(slip.message)
            wanted = slip.expected or expected
            return complain(source, start, message, wanted, write, end=end)
    return None


# --- expressions -------------------------------------------------------------------------


def no_operand(source: Source, at: int) -> Complaint:
    """The error for a place where a value should stand."""
    here = skip_blanks(source, at)
    end = ends_at(source, here)
    if end is not None:
        return complain(source, at, "a value is missing", AN_EXPRESSION, end=at + 1, found=end)
    return by_habit(source, here, habits.BEFORE_VALUE, AN_EXPRESSION) or complain(
        source, here, "a value is missing", AN_EXPRESSION
    )


def unclosed(source: Source, at: int, bracket: int, closing: str, listed: bool) -> Complaint:
    """The error for what stands where a bracket, or an `if`, should go on or end."""
    here = skip_blanks(source, at)
    end = ends_at(source, here)
    if source.startswith("if", bracket):
        return no_block(source, here, bracket, end)
    if end is not None:
        message = f"this '{source[bracket]}' is never closed"
        return complain(source, bracket, message, f"'{closing}'", end=bracket + 1, found=end)
    opened = opened_above(source, bracket, here)
    if source[here] in ")]}":
        message = f"this bracket does not close '{source[bracket]}'"
        return complain(source, here, message, f"'{closing}'", notes=opened)
    expected = f"',' or '{closing}'" if listed else f"an operator or '{closing}'"
    if closing == "}" and source.startswith(":=", here):
        message = "an arm of 'if' holds one value, and no statements"
        return complain(source, here, message, "'}'", "bindings before the 'if'")
    table = habits.IN_CALL if closing == ")" and listed else ()
    return (
        by_habit(source, here, (*table, *habits.AFTER_VALUE), expected)
        or suffix(source, here)
        or complain(source, here, missing(source, here, listed), expected, notes=opened)
    )


def opened_above(source: Source, bracket: int, at: int) -> tuple[str, ...]:
    """A note that says where a bracket is, if it is in another line than `at`."""
    first = source.span(bracket, bracket)
    if first.line == source.span(at, at).line:
        return ()
    return (f"'{source[bracket]}' was opened in line {first.line}, column {first.column}",)


def missing(source: Source, at: int, listed: bool) -> str:
    """What is likely to be missing between two values."""
    if foreign_letter(source, at) is not None:
        return LETTERS
    if not habits.BEGINS_VALUE(source, at):
        return "this does not go on an expression"
    return "a comma is missing" if listed else "an operator is missing"


def no_block(source: Source, at: int, bracket: int, end: str | None) -> Complaint:
    """The error for a condition without its block."""
    write = "if condition { a } else { b }"
    if end is not None:
        message = "this 'if' has no block"
        return complain(source, bracket, message, "'{'", write, end=bracket + 2, found=end)
    return by_habit(source, at, habits.AFTER_VALUE, "'{'") or complain(
        source, at, "this 'if' has no block", "an operator or '{'", write
    )


def suffix(source: Source, at: int) -> Complaint | None:
    """The error for letters that stand directly behind a number."""
    letters = re.compile(NAME).match(source, at)
    if letters is None or at == 0 or not source[at - 1].isdigit():
        return None
    number = re.compile(r"(?<![A-Za-z_0-9])[0-9][0-9._]*\Z").search(source, 0, at)
    if number is None:
        return None
    message = f"'{letters[0]}' is no suffix of a number"
    near = tuple(n for n in (letters[0].upper(), letters[0].capitalize()) if n in habits.SUFFIXES)
    return complain(source, at, message, SUFFIXES, nearest=near[:1])


def trailing_comma(source: Source, at: int) -> Complaint:
    message = "nothing follows this comma"
    return complain(source, at, message, "a value behind it, or no comma", end=at + 1)


def stray_else(source: Source, at: int) -> Complaint:
    return complain(source, at, "this 'else' has no 'if'", AN_EXPRESSION)


def no_else(source: Source, at: int) -> Complaint:
    here = skip_blanks(source, at)
    end = ends_at(source, here)
    message = "this 'if' has no 'else'"
    wanted = "'else', as an 'if' always has a value"
    write = "if condition { a } else { b }"
    if end is not None:
        return complain(source, at - 1, message, wanted, write, end=at, found=end)
    return by_habit(source, here, habits.AFTER_ARM, wanted) or complain(
        source, here, message, wanted, write
    )


def keyword_as_name(source: Source, at: int, word: str) -> Complaint:
    if word in KEYWORDS:
        return complain(source, at, f"'{word}' is a keyword", "a name", f"{word}_, or another name")
    reason = "begins a choice" if word in ("if", "else") else "is a value"
    message = f"'{word}' {reason} and cannot be a name"
    return complain(source, at, message, "a name", f"{word}_, or another name")


def keyword_called(source: Source, at: int, word: str) -> Complaint:
    message = f"'{word}' is a keyword, and no function"
    return complain(source, at, message, "the name of a function", end=at + len(word))


def nested_producer(source: Source, at: int) -> Complaint:
    return complain(
        source,
        at,
        "a 'for' is the whole value of a binding",
        "an expression without 'for'",
        "a binding of its own, such as 'items := for k in 1..10', and its name here",
    )


def empty_header(source: Source, at: int) -> Complaint:
    message = "this 'for' has no comprehension"
    return complain(source, at, message, "a name, 'in' and values", "for k in 1..10", end=at + 3)


def bare_producer(source: Source, at: int, name: str) -> Complaint:
    return complain(
        source,
        at,
        f"'for {name}' is no value of its own",
        "a name, 'in' and values",
        f"for {name} where ..., for {name} order ..., or the name alone",
        end=at + 3,
    )


def no_field(source: Source, at: int) -> Complaint:
    message = "only a name has fields"
    return complain(source, at, message, "an operator, or the end of the expression")


def no_type(source: Source, at: int) -> Complaint:
    return complain(source, at, "a type is missing behind 'as'", A_TYPE)


def unknown_type(source: Source, at: int, word: str) -> Complaint:
    usual = habits.TYPES.get(word.lower())
    nearest = (usual,) if usual else nearest_names(word, list(TYPES))
    return complain(source, at, f"no type named '{word}'", A_TYPE, nearest=nearest)


def too_deep(source: Source, at: int, depth: int, last: bool = False) -> Complaint:
    complaint = complain(
        source,
        at,
        f"this is nested more than {depth} levels deep",
        "less in one another",
        "a part of it as a binding of its own",
    )
    complaint.last = last
    return complaint


def after_value(source: Source, at: int) -> Complaint:
    """The error for what follows an expression that should be all."""
    here = skip_blanks(source, at)
    expected = "an operator, or the end of the expression"
    return (
        by_habit(source, here, habits.AFTER_VALUE, expected)
        or suffix(source, here)
        or complain(source, here, missing(source, here, False), expected)
    )


# --- statements --------------------------------------------------------------------------


def no_statement(source: Source, at: int, previous: tree.Statement | None) -> Complaint:
    """The error for what stands where a statement should begin.

    Args:
        previous: the statement before it, where that may go on to here.
    """
    if source.begins_line(at) or previous is None:
        known = by_habit(source, at, habits.STATEMENTS, "a statement")
        return known or misspelled(source, at) or plain_value(source, at)
    if isinstance(previous, tree.Binding | tree.Cursor):
        return after_binding(source, at, previous)
    table = habits.AFTER_STATEMENT.get(type(previous), ())
    return by_habit(source, at, table, "the next statement") or complain(
        source, at, "the statement before this has ended", "the next statement"
    )


def after_binding(source: Source, at: int, previous: tree.Binding | tree.Cursor) -> Complaint:
    """The error for what follows the value of a binding on its line."""
    expected = "an operator, or the next statement"
    value = previous.value if isinstance(previous, tree.Binding) else previous.constructor
    if isinstance(value, tree.Producer) and source[at] == "{":
        message = "a 'for' that is a value has no block"
        write = f"for {value.text} {{ ... }}, without a name"
        return complain(source, at, message, "the next statement", write)
    complaint = (
        by_habit(source, at, habits.AFTER_VALUE, expected)
        or suffix(source, at)
        or complain(source, at, missing(source, at, False), expected, notes=broken_text(source, at))
    )
    return complaint


def broken_text(source: Source, at: int) -> tuple[str, ...]:
    """A note, where a text before `at` goes over lines: it may lack its closing quote."""
    quote = source[at - 1]
    if quote not in "\"'":
        return ()
    start = source.rfind(quote, 0, at - 1)
    first, last = source.span(start, at).line, source.span(at, at).line
    if first == last:
        return ()
    return (
        f"a text goes from line {first} to line {last}: a quote may be missing in line {first}",
    )


def misspelled(source: Source, at: int) -> Complaint | None:
    """The error for a word before a name that is nearly one that begins a statement."""
    match = re.compile(rf"({NAME})[ \t]+(?:{NAME}|\()").match(source, at)
    if match is None:
        return None
    near = nearest_names(match[1], habits.WORDS, 1)
    if not near:
        return None
    message = f"no statement begins with '{match[1]}'"
    return complain(source, at, message, "a statement", nearest=near)


def foreign_letter(source: Source, at: int) -> int | None:
    """Where a letter stands that names do not have, behind those that they have."""
    match = FOREIGN(source, at)
    return match.start("letter") if match and match["letter"].isalpha() else None


def plain_value(source: Source, at: int) -> Complaint:
    """The error for anything else, most of all a value that nothing is done with."""
    if (foreign := foreign_letter(source, at)) is not None:
        return complain(source, foreign, LETTERS, "a to z, A to Z, 0 to 9 or '_'")
    if (strange := STRANGE(source, at)) is not None:
        return complain(source, strange.end() - 1, "no name holds this character", "':='")
    if habits.BEGINS_VALUE(source, at):
        message = "a value alone is no statement"
        return complain(source, at, message, "a statement", "name := value")
    return complain(source, at, "no statement begins like this", "a statement")


def missing_sign(source: Source, at: int, message: str, expected: str) -> Complaint:
    """The error for a sign that has to stand at `at`."""
    here = skip_blanks(source, at)
    for found, wrong, write in habits.SIGNS.get(expected, ()):
        if source.startswith(found, here):
            return complain(source, here, wrong, expected, write, end=here + len(found))
    end = ends_at(source, here)
    if end is not None:
        return complain(source, at, message, expected, end=at + 1, found=end)
    return complain(source, here, message, expected)


def annotated(source: Source, at: int, end: int) -> Complaint:
    message = "only a 'shared' binding has a type"
    write = "the value with 'as', or 'extern name: type = value'"
    return complain(source, at, message, "':='", write, end=end)


def repeated_modifier(source: Source, at: int, word: str) -> Complaint:
    return complain(source, at, f"'{word}' stands here twice", "a name, or another modifier")


def contradiction(source: Source, at: int, word: str) -> Complaint:
    reasons = {
        "const": "a binding that changes cannot be 'const'",
        "shared": "a 'const' is never written, so it cannot be 'shared'",
        "volatile": "a 'const' is computed once, so it cannot be 'volatile'",
    }
    return complain(source, at, reasons[word], "a name")


def unknown_encoding(source: Source, at: int, word: str, known: tuple[str, ...]) -> Complaint:
    message = f"no encoding named '{word}'"
    return complain(source, at, message, ", ".join(known), nearest=nearest_names(word, known))


def empty_mark(source: Source, at: int) -> Complaint:
    return complain(source, at, "this text is empty", "at least one character")


def stray_brace(source: Source, at: int) -> Complaint:
    return complain(source, at, "this '}' closes nothing", "a statement")


def no_body(source: Source, at: int) -> Complaint:
    return missing_sign(source, at, "this tile has no body", "'{', '[', '<<<' or a text")


def no_traversal(source: Source, at: int) -> Complaint:
    """The error for a `for` statement without a block."""
    complaint = missing_sign(source, at, "this 'for' has no block", "'{'")
    write = "{ ... } behind it, or name := for k in 1..3 to keep it as a value"
    complaint.diagnostic = replace(complaint.diagnostic, write=write)
    return complaint


def open_block(source: Source, at: int) -> Complaint:
    message = "this '{' is never closed"
    return complain(source, at, message, "'}'", end=at + 1, found="the end of the program")
