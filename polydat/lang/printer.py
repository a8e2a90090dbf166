"""Trees as text, in the canonical form: `parse(print_file(t)) == t`.

One statement a line, brackets around every operation, interpolated texts as the calls of
`printf` that they are.  Chains of operators of one power stand in one pair of brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from polydat.lang import tree
from polydat.lang.interpolation import split_text
from polydat.lang.operators import joins
from polydat.lang.terminals import Source, capture_header
from polydat.types.text import display

INDENT = "    "
LONGEST = 1e18  # floats below it that are whole print all their digits
INFINITE = "1e999"


def print_file(file: tree.File) -> str:
    """The text of a program, a line end behind each statement."""
    return "".join(f"{line}\n" for line in print_body(file.statements, ""))


def print_statement(statement: tree.Statement) -> str:
    """The text of a statement with its documentation, without a line end behind it."""
    return "\n".join(print_body([statement], ""))


def print_expression(expr: tree.Expr) -> str:
    """The text of an expression."""
    return "".join(pieces_of(expr))


# --- statements --------------------------------------------------------------------------


def print_body(statements: Iterable[tree.Statement], indent: str) -> Iterator[str]:
    """The lines of statements; bodies of tiles keep lines of their own, not indented."""
    for statement in statements:
        for line in statement.doc.split("\n") if statement.doc else ():
            yield f"{indent}/// {line}".rstrip(" ")
        yield f"{indent}{head_of(statement)}"
        if isinstance(statement, tree.Module | tree.For):
            yield from print_body(statement.body, indent + INDENT)
            yield f"{indent}}}"


def head_of(statement: tree.Statement) -> str:
    """A statement up to the bracket that opens its body, or all of it."""
    match statement:
        case tree.Pragma(name):
            return f"pragma {name}"
        case tree.Input(name, type):
            return f"input {name}" + (f": {type.keyword}" if type else "")
        case tree.Extern(name, type, default):
            value = f" = {print_expression(default)}" if default is not None else ""
            return f"extern {name}: {type.keyword}{value}"
        case tree.Cursor(name, constructor, over):
            rest = f" over {print_expression(over)}" if over is not None else ""
            return f"cursor {name} = {print_expression(constructor)}{rest}"
        case tree.Binding():
            return f"{binding_head(statement)} := {print_expression(statement.value)}"
        case tree.Module(name, parameters, outputs):
            return f"{name}({listed(parameters)}) -> ({listed(outputs)}) := {{"
        case tree.For(text):
            return f"for {text}{header_end(text)}{{"
        case tree.Tile():
            return f"{tile_head(statement)} := {tile_body(statement)}"


def binding_head(binding: tree.Binding) -> str:
    """What stands before the `:=` of a binding."""
    words = [m.value for m in tree.Modifier if m in binding.modifiers]
    names = ", ".join(target.name for target in binding.targets)
    target = names if len(binding.targets) == 1 else f"({names})"
    annotation = f": {binding.type.keyword}" if binding.type else ""
    return f"{' '.join((*words, target))}{annotation}"


def listed(parameters: Iterable[tree.Parameter]) -> str:
    return ", ".join(f"{p.name}: {p.type.keyword}" if p.type else p.name for p in parameters)


def header_end(text: str) -> str:
    """What parts a comprehension from its block: a line end where a text in it is open."""
    header = Source(f"{text} {{")
    return " " if capture_header(header, 0)[0] == text else "\n"


def tile_head(tile: tree.Tile) -> str:
    encoding = "" if tile.encoding == "text" else f": {tile.encoding}"
    options = ", ".join(options_of(tile.options))
    return f"tile {tile.name}{encoding}" + (f" ({options})" if options else "")


def options_of(options: tree.TileOptions) -> Iterator[str]:
    usual = tree.TileOptions()
    if (options.open, options.close) != (usual.open, usual.close):
        yield f"delims {quoted(options.open)} {quoted(options.close)}"
    if options.sigil != usual.sigil:
        yield f"sigil {quoted(options.sigil)}"
    if options.strict:
        yield "strict"
    if options.in_string:
        yield "instring"


def tile_body(tile: tree.Tile) -> str:
    match tile.kind:
        case tree.BodyKind.BLOCK:
            return tile.text
        case tree.BodyKind.HEREDOC:
            return f"<<<\n{tile.text}\n>>>"
        case tree.BodyKind.TEXT:
            return quoted(tile.text)


# --- expressions -------------------------------------------------------------------------


def pieces_of(expr: tree.Expr) -> Iterator[str]:
    """The text of an expression in pieces; a stack holds what is still to come."""
    stack: list[tree.Expr | str] = [expr]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        parts = parts_of(item)
        if isinstance(parts, str):
            yield parts
        else:
            stack += reversed(parts)


def parts_of(expr: tree.Expr) -> str | list[tree.Expr | str]:
    """The text of an expression without parts, or its parts and what stands between."""
    match expr:
        case tree.Name(name):
            return name
        case tree.Int(value):
            return str(value)
        case tree.Float(value):
            return float_text(value)
        case tree.Bool(value):
            return "true" if value else "false"
        case tree.Str(value):
            return text_or_printf(value)
        case tree.Field(source, field):
            return f"{source}.{field}"
        case tree.Producer(text):
            return f"for {text}"
        case tree.Array(items):
            return ["[", *separated([item] for item in items), "]"]
        case tree.Call(function, arguments):
            given = (argument_parts(a, raw=function == RAW) for a in arguments)
            return [f"{function}(", *separated(given), ")"]
        case tree.Unary(operator, operand):
            return [f"({operator}", operand, ")"]
        case tree.Cast(value, type):
            return ["(", value, f" as {type.keyword})"]
        case tree.Binary() | tree.Sum():
            return ["(", *chain_parts(expr), ")"]


RAW = "polytile_json"  # its texts are templates, which have placeholders of their own


def argument_parts(argument: tree.Argument, raw: bool) -> list[tree.Expr | str]:
    value = argument.value
    shown = quoted(value.value) if raw and isinstance(value, tree.Str) else value
    return [shown] if argument.name is None else [f"{argument.name}: ", shown]


def separated(items: Iterable[list[tree.Expr | str]]) -> Iterator[tree.Expr | str]:
    """Items with a comma between any two."""
    for i, item in enumerate(items):
        if i > 0:
            yield ", "
        yield from item


def chain_parts(expr: tree.Binary | tree.Sum) -> list[tree.Expr | str]:
    """Operands and operators of one power, which share a pair of brackets."""
    backwards: list[tree.Expr | str] = []
    left: tree.Expr = expr
    while isinstance(left, tree.Binary | tree.Sum):
        if isinstance(left, tree.Sum):
            operator, (first, *others) = "+", left.terms
        else:
            operator, first, others = left.operator, left.left, [left.right]
        for other in reversed(others):
            backwards += (other, f" {operator} ")
        left = first
        if not joins(operator, left):
            break
    backwards.append(left)
    return backwards[::-1]


def float_text(value: float) -> str:
    """A float literal: whole numbers with one decimal, others with the fewest digits."""
    if value == float("inf"):
        return INFINITE
    return f"{value:.1f}" if value.is_integer() and value < LONGEST else display(value)


ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


def quoted(text: str) -> str:
    """A text in double quotes; what has no escape stands as it is."""
    return f'"{text.translate(ESCAPES)}"'


def text_or_printf(text: str) -> str:
    """A text literal, or a call of `printf` where the literal would read placeholders."""
    if not is_interpolated(text):
        return quoted(text)
    return f"printf({quoted(text.replace('{', '{{').replace('}', '}}'))})"


def is_interpolated(text: str) -> bool:
    """Whether a literal of this text would be a call of `printf`."""
    if "{" not in text or split_text(text) is None:
        return False
    from polydat.lang.expressions import parse_expression

    return not isinstance(parse_expression(quoted(text)), tree.Str)
