"""Spellings of other languages, and what they are here.

Each table holds what people write in one kind of place.  A pattern begins at that place;
its group `here` is what the error points at, by default all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from polydat.lang import tree
from polydat.lang.terminals import END, NAME


@dataclass(frozen=True, slots=True)
class Habit:
    """A spelling, what is wrong with it, and what to write.

    `\\1` in a message or in what to write is the first group of the pattern.
    """

    pattern: str
    message: str
    write: str = ""
    expected: str = ""

    def match(self, text: str, at: int) -> re.Match[str] | None:
        return re.compile(self.pattern).match(text, at)


BEGINS_VALUE = re.compile(r"[A-Za-z_0-9\"'(\[!-]").match
CHOICE = "if condition { a } else { b }"

# Where a value should stand.
BEFORE_VALUE = (
    Habit(r"\.([0-9]+)", "a number begins with a digit", r"0.\1"),
    Habit(r"(?<=<)>", "there is no '<>'", "!="),
    Habit(r"(?<===)=|(?<=!=)=", "a comparison has two characters", "== or !="),
    Habit(r"(?<=>>)>", "there is no '>>>'", ">>, which shifts zeros in"),
    Habit(r"(?<=[-+*/%&|^])=", "a name is bound once", "a new name := value"),
    Habit(r"=", "'=' stands before no value", "== to compare"),
    Habit(r"\+", "there is no '+' before a value", "the value alone"),
    Habit(r"\{", "a block is no value", f"{CHOICE}, or a binding of its own"),
)

# Words that stand between two values elsewhere, and their operators.
WORD_OPERATORS = {
    "and": "&&",
    "or": "||",
    "xor": "^",
    "mod": "%",
    "div": "/",
    "shl": "<<",
    "shr": ">>",
    "is": "==",
}

# Behind a value.
AFTER_VALUE = (
    Habit(r"(?<=\bnot )[A-Za-z_]\w*", "'not' is no operator", "value == 0"),
    *(
        Habit(word + END, f"'{word}' is no operator", operator)
        for word, operator in WORD_OPERATORS.items()
    ),
    Habit(rf"(?:then|if){END}", "a choice begins with 'if' and has blocks", CHOICE),
    Habit(rf"else{END}", "this 'else' has no 'if'", CHOICE),
    Habit(rf"in{END}", "'in' stands only behind 'for'", "a == b || a == c"),
    Habit(r"\?", "there is no '?'", CHOICE),
    Habit(r"\.\.", "a range stands only behind 'for'", "for k in a..b"),
    Habit(r"\.", "a field has a name", "", "a name"),
    Habit(r"=>", "there is no '=>'", ">= or =="),
    Habit(r"->", "'->' stands only in the head of a module"),
    Habit(r":=", "a statement binds one value", "a statement of its own for each"),
    Habit(r"=", "'=' compares nothing", "=="),
    Habit(r"\[", "there is no indexing", "a function that picks an element"),
    Habit(r"\(", "only a name can be called, in the line of its bracket", "name(value)"),
    Habit(r"\{", "a block stands only behind 'if', 'for' and the head of a module"),
    Habit(r"[)\]}]", "this bracket closes nothing"),
    Habit(r",", "a comma stands only in brackets", "(a, b) := value, for several outputs"),
    Habit(r":", "a ':' stands only between a name and its type or value"),
    Habit(r"!", "'!' stands only before a value", "!= to compare"),
    Habit(r"[\"']|<<<", "an operator is missing between two values", "+ to join texts"),
)

# Between the values of a call.
IN_CALL = (
    Habit(r"=(?!=)", "an argument has ':' behind its name", "name: value"),
    Habit(r";", "a ',' parts two values", ","),
)

# Behind the first arm of an `if`.
AFTER_ARM = (
    Habit(rf"(?:elif|elsif|elseif){END}", "this 'if' has no 'else'", "else if condition { b }"),
    Habit(rf"else{END}", "an 'else' has a block", "else { b }", "'{' or 'if'"),
)

# At the beginning of a statement.
STATEMENTS = (
    Habit(r":=", "a name is missing before ':='", "name := value", "a name"),
    Habit(
        rf"(?P<here>let|var|val|my|local|set|auto){END}[ \t]+(?P<name>{NAME})",
        "a binding begins with its name",
        r"\g<name> := value",
    ),
    Habit(
        rf"(?P<here>fn|func|function|def|fun|proc){END}[ \t]+(?P<name>{NAME})",
        "a module begins with its name",
        r"\g<name>(x: u64) -> (y: u64) := { y := x }",
    ),
    Habit(
        rf"(?:import|use|include|from|require|module){END}",
        "there are no imports",
        "a call: a module is found by its name",
    ),
    Habit(
        rf"(?:outputs?|return|yield|export|emit|print){END}(?!\s*:=)",
        "outputs are not declared",
        "name := value, which is an output",
    ),
    Habit(
        rf"(?P<here>init|final|constant|static){END}[ \t]+(?P<name>{NAME})",
        "what is computed once is 'const'",
        r"const \g<name> := value",
    ),
    Habit(
        rf"(?:inputs|coordinates|coordinate|param|params){END}",
        "a coordinate is declared by 'input'",
        "input (a: u64, b: u64)",
    ),
    Habit(rf"if{END}", "'if' is a value and no statement", f"name := {CHOICE}"),
    Habit(rf"else{END}", "this 'else' has no 'if'", f"name := {CHOICE}"),
    Habit(
        rf"(?:match|switch|case|while|loop|repeat|do){END}(?!\s*:=)",
        "there is no such statement",
        f"name := {CHOICE}, or for k in 1..10 {{ ... }}",
    ),
    Habit(
        rf"({NAME})[ \t]*:[ \t]*({NAME})[ \t]*(?::=|=(?!=))",
        "only a 'shared' binding has a type",
        r"\1 := value, or extern \1: \2 = value",
    ),
    Habit(rf"({NAME})[ \t]*(?P<here>=)(?!=)", "'=' binds nothing", r"\1 := value", "':='"),
    Habit(
        rf"({NAME})[ \t]*(?P<here>(?:\*\*|<<|>>|[-+*/%&|^])=)",
        "a name is bound once",
        "a new name := value",
        "':='",
    ),
    Habit(
        rf"{NAME}(?P<here>-){NAME}(?:-{NAME})*[ \t]*:?=",
        "a name has no '-'",
        "_",
        "letters, digits or '_'",
    ),
    Habit(
        rf"{NAME}(?P<here>\.){NAME}(?:\.{NAME})*[ \t]*:?=",
        "a field cannot be bound",
        "a name of its own",
        "':='",
    ),
    Habit(
        rf"({NAME})\([^()\n]*\)[ \t]*:?=",
        "the parameters and outputs of a module have types",
        r"\1(x: u64) -> (y: u64) := { y := x }",
    ),
    Habit(r"[0-9]\w*[ \t]*:?=(?!=)", "a name begins with a letter or '_'", "", "a name"),
    Habit(r"--[^\n]*", "there are no comments like this", "# or //"),
    Habit(r"[)\]]", "this bracket closes nothing"),
)

# Behind a whole declaration, on its line.
AFTER_STATEMENT: dict[type, tuple[Habit, ...]] = {
    tree.Input: (
        Habit(r",", "several inputs stand in brackets", "input (a: u64, b: u64)"),
        Habit(r":=|=", "an input has no value", "extern name: type = value"),
        Habit(rf"({NAME})", "a ':' stands between an input and its type", r"input name: \1"),
    ),
    tree.Extern: (
        Habit(r":=", "the default of an extern stands behind '='", "extern name: type = value"),
        Habit(r",", "each extern is a statement", "extern a: u64, then extern b: u64"),
    ),
    tree.Pragma: (
        Habit(r",", "each pragma is a statement", "pragma a, then pragma b"),
        Habit(r"[^\n]+", "a pragma is one name", "pragma name"),
    ),
}

# What stands in place of a sign, by the sign: the spelling, what is wrong, what to write.
SIGNS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "':='": (
        ("==", "'==' binds nothing", ""),
        ("=", "'=' binds nothing", ""),
        (":", "only a 'shared' binding has a type", ""),
    ),
    "'='": ((":=", "a cursor is declared with '='", ""),),
    "':'": (
        (":=", "an extern has a type", "extern name: type = value"),
        ("=", "an extern has a type", "extern name: type = value"),
    ),
    "'->'": (
        (":=", "a module has outputs", "-> (y: u64) before ':='"),
        ("{", "a module has outputs", "-> (y: u64) := before '{'"),
    ),
}

# Types of other languages.
TYPES = {
    "int": "u64", "integer": "u64", "uint": "u64", "uint64": "u64", "usize": "u64",
    "long": "i64", "int64": "i64", "int32": "i32", "uint32": "u32", "short": "i16",
    "byte": "u8", "uint8": "u8", "int8": "i8", "float": "f64", "double": "f64",
    "real": "f64", "number": "f64", "float64": "f64", "float32": "f32", "half": "f16",
    "string": "str", "text": "str", "varchar": "str", "char": "str", "boolean": "bool",
    "blob": "bytes", "binary": "bytes", "object": "json", "dict": "json", "map": "json",
    "any": "dyn",
}  # fmt: skip

SUFFIXES = ("K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi")

# Words that begin a statement.
WORDS = ("pragma", "input", "extern", "cursor", "tile", "const", "shared", "volatile")
