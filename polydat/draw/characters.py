"""Plots of numbers and texts as lines of characters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.draw.plot import number

EIGHTHS = "\u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588"  # a block of one to eight eighths
MARK = "\u2022"


def bars(labels: Sequence[str], counts: Sequence[int], width: int) -> list[str]:
    """A line for each count: its label, a bar, and the count.

    Args:
        width: characters of the longest bar.
    """
    most = max(counts, default=0)
    wide = max((len(label) for label in labels), default=0)
    return [
        f"{label:>{wide}}  {bar(count, most, width)} {count:,}".rstrip()
        for label, count in zip(labels, counts, strict=True)
    ]


def bar(count: int, most: int, width: int) -> str:
    """A bar as long as its share of the longest; what is not nothing has an eighth at least."""
    if not count:
        return ""
    eighths = max(1, count * width * 8 // most)
    whole, rest = divmod(eighths, 8)
    return EIGHTHS[-1] * whole + (EIGHTHS[rest - 1] if rest else "")


def stretches(counts: Sequence[int], low: float, high: float) -> list[str]:
    """Labels of the stretches of a histogram: their lower ends, or whole numbers."""
    step = (high - low) / max(1, len(counts))
    first = low + 0.5 if step == 1 and not float(low).is_integer() else low
    ends = [first + step * place for place in range(len(counts))]
    return [number(end) if float(end).is_integer() else f"{end:.4g}" for end in ends]


def line(values: Sequence[float], width: int, height: int) -> list[str]:
    """A grid of marks: a column for each stretch of the values, at the height of their mean."""
    low, high = min(values), max(values)
    columns = min(width, len(values))
    grid = [[" "] * columns for _ in range(height)]
    for column in range(columns):
        first = column * len(values) // columns
        stretch = values[first : max(first + 1, (column + 1) * len(values) // columns)]
        share = (sum(stretch) / len(stretch) - low) / (high - low) if high > low else 0.5
        grid[height - 1 - min(height - 1, int(share * height))][column] = MARK
    labels = [number(high), *[""] * (height - 2), number(low)] if height > 1 else [number(high)]
    wide = max(map(len, labels))
    return [
        f"{label:>{wide}} |{''.join(row).rstrip()}" for label, row in zip(labels, grid, strict=True)
    ]
