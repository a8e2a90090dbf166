"""A picture as SVG, without any other tool."""

from __future__ import annotations

from html import escape

from polydat.draw.layout import layers
from polydat.draw.picture import Box, Picture

# Lengths are pixels.
LETTER = 6.2  # of the monospaced text of 10 pixels
HEIGHT, GAP, BETWEEN, MARGIN = 40, 24, 56, 24
FILLS = {
    "input": "#dbeafe",
    "constant": "#f3f4f6",
    "scope": "#fef3c7",
    "dynamic": "#ffffff",
    "output": "#dcfce7",
}
STYLE = (
    "text{font:10px monospace;text-anchor:middle}.what{fill:#555}"
    "path{fill:none;stroke:#999}rect{stroke:#444}"
)


def draw(picture: Picture) -> str:
    """The text of an SVG document."""
    by_key = {box.key: box for box in picture.boxes}
    rows = layers(picture)
    widths = {key: width(box) for key, box in by_key.items()}
    lengths = [sum(widths[k] for k in row) + GAP * (len(row) - 1) for row in rows]
    whole = max(lengths, default=0) + 2 * MARGIN
    tall = len(rows) * (HEIGHT + BETWEEN) - BETWEEN + 2 * MARGIN if rows else 2 * MARGIN
    middle: dict[str, tuple[float, float]] = {}
    for depth, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        x = (whole - length) / 2
        for key in row:
            middle[key] = (x + widths[key] / 2, MARGIN + depth * (HEIGHT + BETWEEN))
            x += widths[key] + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:.0f}" height="{tall}"'
        f' viewBox="0 0 {whole:.0f} {tall}">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{STYLE}</style>",
    ]
    lines += [arrow(middle[a], middle[b], kind) for a, b, kind in picture.arrows]
    lines += [drawn(by_key[key], *middle[key], widths[key]) for row in rows for key in row]
    return "\n".join([*lines, "</svg>"]) + "\n"


def width(box: Box) -> float:
    return max(60.0, LETTER * max(map(len, box.lines)) + 16)


def arrow(source: tuple[float, float], target: tuple[float, float], kind: str) -> str:
    """A curve from the lower edge of a box to the upper edge of another."""
    (x1, y1), (x2, y2) = source, target
    y1 += HEIGHT
    bend = (y1 + y2) / 2
    return (
        f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2:.1f}">'
        f"<title>{escape(kind)}</title></path>"
    )


def drawn(box: Box, x: float, y: float, wide: float) -> str:
    """A box with its text; its tooltip names the segment."""
    corner = {"dynamic": 8, "output": 18}.get(box.kind, 2)
    dashes = ' stroke-dasharray="4"' if box.kind == "constant" else ""
    where = f", segment {box.segment}" if box.segment >= 0 else ""
    return (
        f"<g><title>{escape(box.kind + where)}</title>"
        f'<rect x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HEIGHT}"'
        f' rx="{corner}" fill="{FILLS[box.kind]}"{dashes}/>'
        f'<text x="{x:.1f}" y="{y + 16:.1f}">{escape(box.lines[0])}</text>'
        f'<text class="what" x="{x:.1f}" y="{y + 30:.1f}">{escape(box.lines[1])}</text></g>'
    )
