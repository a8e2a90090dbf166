"""How the pages become a site: `make docs`, or `sphinx-build -W docs FOLDER`."""

from __future__ import annotations

from typing import Any

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from polydat import __version__

project = "polydat"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["generate", "_build"]
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = "polydat"


class PolydatLexer(RegexLexer):
    """Colours of a program."""

    name = "polydat"
    tokens = {  # noqa: RUF012  as pygments wants it
        "root": [
            (r"//.*?$", Comment.Single),
            (r"/\*.*?\*/", Comment.Multiline),
            (r'"(\\.|[^"\\])*"', String),
            (r"\b(input|extern|const|shared|volatile|pragma|if|else|as|for|cursor|over)\b",
             Keyword),
            (r"\b(u64|i64|u32|i32|u16|i16|u8|i8|u128|i128|f64|f32|f16|bool|str|bytes|json)\b",
             Keyword.Type),
            (r"\b[a-z_]\w*(?=\()", Name.Function),
            (r"\b(0x[0-9a-fA-F]+|\d[\d_]*(\.\d+)?([eE][-+]?\d+)?[KMGTP]?)\b", Number),
            (r":=|[-+*/%^&|<>=!]+", Operator),
            (r"\w+|\s+|.", Text),
        ]
    }  # fmt: skip


def setup(app: Any) -> None:
    app.add_lexer("polydat", PolydatLexer)
    for name in ("output", "error", "canonical"):  # what stands behind a program
        app.add_lexer(name, type(name.title(), (TextLexer,), {"name": name}))
