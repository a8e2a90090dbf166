"""A picture in the language of Graphviz."""

from __future__ import annotations

import json

from polydat.draw.picture import Box, Picture

SHAPES = {
    "input": 'shape=invhouse, style=filled, fillcolor="#dbeafe"',
    "constant": 'shape=box, style="filled,dashed", fillcolor="#f3f4f6"',
    "scope": 'shape=box, style=filled, fillcolor="#fef3c7"',
    "dynamic": 'shape=box, style="filled,rounded", fillcolor="#ffffff"',
    "output": 'shape=house, style=filled, fillcolor="#dcfce7"',
}


def draw(picture: Picture) -> str:
    """The text of a digraph; each segment of native code is a cluster."""
    lines = ["digraph polydat {", "    rankdir=TB;", f"    label={quoted(picture.title)};"]
    lines.append('    node [fontname="sans-serif", fontsize=10];')
    by_segment: dict[int, list[Box]] = {}
    for box in picture.boxes:
        by_segment.setdefault(box.segment, []).append(box)
    for segment, boxes in sorted(by_segment.items()):
        indent = "    "
        if segment >= 0:
            lines += [f"    subgraph cluster_{segment} {{", f'        label="segment {segment}";']
            indent = "        "
        for box in boxes:
            label = quoted("\n".join(box.lines))
            lines.append(f"{indent}{box.key} [label={label}, {SHAPES[box.kind]}];")
        if segment >= 0:
            lines.append("    }")
    lines += [f"    {a} -> {b} [label={quoted(t)}, fontsize=8];" for a, b, t in picture.arrows]
    return "\n".join([*lines, "}"]) + "\n"


def quoted(text: str) -> str:
    """A text as Graphviz reads it: JSON quotes the same characters."""
    return json.dumps(text, ensure_ascii=False)
