"""A picture in the language of Mermaid, which many pages draw by themselves."""

from __future__ import annotations

from html import escape

from polydat.draw.picture import Box, Picture

SHAPES = {
    "input": ("[/", "/]"),
    "constant": ("[", "]"),
    "scope": ("[", "]"),
    "dynamic": ("(", ")"),
    "output": ("([", "])"),
}
CLASSES = {
    "input": "fill:#dbeafe",
    "constant": "fill:#f3f4f6,stroke-dasharray:4",
    "scope": "fill:#fef3c7",
    "dynamic": "fill:#ffffff",
    "output": "fill:#dcfce7",
}


def draw(picture: Picture) -> str:
    """The text of a flowchart; each segment of native code is a subgraph."""
    lines = ["flowchart TB"]
    by_segment: dict[int, list[Box]] = {}
    for box in picture.boxes:
        by_segment.setdefault(box.segment, []).append(box)
    for segment, boxes in sorted(by_segment.items()):
        if segment >= 0:
            lines.append(f"    subgraph segment{segment} [segment {segment}]")
        lines += [f"    {line(box)}" for box in boxes]
        if segment >= 0:
            lines.append("    end")
    lines += [f"    {a} -- {t} --> {b}" for a, b, t in picture.arrows]
    used = dict.fromkeys(box.kind for box in picture.boxes)
    lines += [f"    classDef {kind} {CLASSES[kind]}" for kind in used]
    return "\n".join(lines) + "\n"


def line(box: Box) -> str:
    """A box with its text, which may hold any character."""
    opening, closing = SHAPES[box.kind]
    text = "<br/>".join(escape(part, quote=True).replace("\n", " ") for part in box.lines)
    return f'{box.key}{opening}"{text}"{closing}:::{box.kind}'
