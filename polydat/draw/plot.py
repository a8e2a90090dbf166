"""Plots of numbers as SVG, without any other tool: a histogram, and a line.

Greys and one blue, which can be read on white and on black.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

# Lengths are pixels.
WIDTH, HEIGHT = 520, 200
LEFT, RIGHT, TOP, BOTTOM = 12, 12, 22, 26
STYLE = (
    "text{font:11px sans-serif;fill:#888}.bar{fill:#4a86c5}"
    ".line{fill:none;stroke:#4a86c5;stroke-width:1.2}.axis{stroke:#888;stroke-width:1}"
)
TICKS = 5


def histogram(counts: Sequence[int], low: float, high: float, title: str) -> str:
    """Bars over equal stretches of the range from `low` to `high`.

    Shape:
        counts: one number a stretch; the highest bar has the whole height.
    """
    most = max(counts, default=0)
    step = (WIDTH - LEFT - RIGHT) / max(1, len(counts))
    room = HEIGHT - TOP - BOTTOM
    parts: list[str] = []
    for place, count in enumerate(counts):
        tall = room * count / most if most else 0.0
        if tall:
            parts.append(
                f'<rect class="bar" x="{LEFT + place * step:.2f}"'
                f' y="{HEIGHT - BOTTOM - tall:.2f}"'
                f' width="{max(step - 0.5, 0.5):.2f}" height="{tall:.2f}"/>'
            )
    return document(parts, low, high, title)


def line(values: Sequence[float], title: str) -> str:
    """Values over their numbers, from the least to the greatest."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    room, wide = HEIGHT - TOP - BOTTOM, WIDTH - LEFT - RIGHT
    last = max(1, len(values) - 1)
    points: list[str] = []
    for place, value in enumerate(values):
        up = (value - low) / (high - low) if high > low else 0.5
        points.append(f"{LEFT + wide * place / last:.2f},{HEIGHT - BOTTOM - room * up:.2f}")
    shown = f"{title}, from {number(low)} to {number(high)}"
    return document([f'<polyline class="line" points="{" ".join(points)}"/>'], 0, last, shown)


def document(parts: Sequence[str], low: float, high: float, title: str) -> str:
    """An SVG with a title, a horizontal axis and its ticks."""
    floor = HEIGHT - BOTTOM
    axis = [f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - RIGHT}"/>']
    for tick in ticks(low, high):
        share = (tick - low) / (high - low) if high > low else 0.5
        x = LEFT + (WIDTH - LEFT - RIGHT) * share
        axis.append(f'<path class="axis" d="M{x:.2f} {floor}v4"/>')
        anchor = "start" if share < 0.05 else "end" if share > 0.95 else "middle"
        axis.append(
            f'<text x="{x:.2f}" y="{floor + 17}" text-anchor="{anchor}">{number(tick)}</text>'
        )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">'
    )
    name = escape(title)
    shown = f'<text x="{LEFT}" y="14">{name}</text>'
    body = [head, f"<title>{name}</title>", f"<style>{STYLE}</style>", shown, *parts, *axis]
    return "\n".join([*body, "</svg>"]) + "\n"


def ticks(low: float, high: float) -> list[float]:
    """Round numbers in a range, about five: multiples of 1, 2 or 5 times a power of ten."""
    if not high > low:
        return [low]
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = math.ceil(low / step)
    return [step * n for n in range(first, math.floor(high / step) + 1)]


def number(value: float) -> str:
    """A number of a tick: `250000`, `0.25`."""
    return f"{value:.10g}" if abs(value) < 1e7 else f"{value:.3g}"


def counted(values: Sequence[float], bins: int) -> tuple[list[int], float, float]:
    """Counts of values in stretches of equal width, and the range that these cover.

    Whole numbers of a small range have a stretch each.  Of a long tail the highest hundredth
    is left out, where it would take most of the picture.
    """
    ordered = sorted(values)
    low, high = ordered[0], ordered[-1]
    cut = ordered[(len(ordered) - 1) * 99 // 100]
    if high - low > 3 * (cut - low) > 0:
        high = cut
    whole = all(float(v).is_integer() for v in ordered)
    if whole and high - low < bins:
        counts = [0] * (int(high - low) + 1)
        for value in ordered:
            if value <= high:
                counts[int(value - low)] += 1
        return counts, low - 0.5, high + 0.5
    counts = [0] * bins
    wide = (high - low) or 1.0
    for value in ordered:
        if value <= high:
            counts[min(bins - 1, int((value - low) / wide * bins))] += 1
    return counts, low, low + wide
