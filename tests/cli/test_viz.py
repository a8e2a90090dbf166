"""`polydat viz`: every part of a program in every drawing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import polydat
from polydat.draw import dot, layout, mermaid, svg
from polydat.draw.picture import picture_of
from tests.cli.conftest import USERS
from tests.commands import Done

SOURCE = """
input cycle: u64
extern tenant: str = "a<b>&\\"c"
user := mod(hash(cycle), 64)
label := "{tenant}-{user}"
const k := 7
"""


def picture() -> layout.Picture:
    return picture_of(polydat.compile(SOURCE, context="p<q>").core)


def test_boxes_and_arrows() -> None:
    drawn = picture()
    by_key = {box.key: box for box in drawn.boxes}
    names = [(box.kind, box.lines[0]) for box in drawn.boxes]
    assert ("input", "cycle") in names
    assert ("input", "tenant") in names
    assert ("dynamic", "label") in names
    assert ("constant", "k") in names
    assert ("output", "user") in names
    arrows = {(by_key[a].lines[0], by_key[b].lines[0], t) for a, b, t in drawn.arrows}
    assert ("cycle", "user", "u64") in arrows
    assert ("user", "label", "u64") in arrows
    assert ("tenant", "label", "str") in arrows
    assert any(box.lines[1] == "hash_range(_, 64)" for box in drawn.boxes)


def test_svg_is_well_formed_and_shows_everything() -> None:
    root = ElementTree.fromstring(svg.draw(picture()))
    texts = {t.text for t in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"cycle", "tenant", "user", "label", "k"} <= texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == len(picture().arrows)


def test_layers_go_down_and_outputs_stand_last() -> None:
    rows = layout.layers(picture())
    depth = {key: number for number, row in enumerate(rows) for key in row}
    assert all(depth[a] < depth[b] for a, b, _ in picture().arrows)
    outputs = {depth[box.key] for box in picture().boxes if box.kind == "output"}
    assert outputs == {len(rows) - 1}


def test_mermaid_and_dot_quote_what_they_hold() -> None:
    text = mermaid.draw(picture())
    assert text.startswith("flowchart TB\n")
    assert "p<q>" not in text
    graph = dot.draw(picture())
    assert graph.count("{") == graph.count("}")
    assert 'label="p<q>"' in graph
    assert re.search(r'label="user\\nhash_range\(_, 64\)"', graph)


@pytest.mark.parametrize("format", ["dot", "mermaid", "svg"])
def test_command(call: Callable[..., Done], tmp_path: Path, format: str) -> None:
    target = tmp_path / "out"
    done = call("viz", USERS, "--format", format, "-o", str(target))
    assert (done.code, done.out, done.err) == (0, "", "")
    text = target.read_text(encoding="utf-8")
    assert "user_id" in text
    assert "segment" in text


def test_an_empty_program_has_an_empty_drawing() -> None:
    empty = picture_of(polydat.compile("").core)
    for module in (dot, mermaid, svg):
        assert module.draw(empty)


def test_two_hundred_nodes_are_drawn() -> None:
    lines = ["input c: u64", "n0 := hash(c)"]
    lines += [f"n{i} := u64_add(n{i - 1}, n{max(0, i - 7)})" for i in range(1, 200)]
    drawn = picture_of(polydat.compile("\n".join(lines), outputs=["n199"]).core)
    ElementTree.fromstring(svg.draw(drawn))
