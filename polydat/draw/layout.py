"""Where boxes stand: layers by depth, and in each layer near what they are joined to.

Source: K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical
system structures (1981); the order in a layer is by barycentres, swept down and up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from polydat.draw.picture import Picture

SWEEPS = 6


def layers(picture: Picture) -> list[list[str]]:
    """Keys of the boxes of each layer, in order from left to right."""
    above: dict[str, list[str]] = {box.key: [] for box in picture.boxes}
    below: dict[str, list[str]] = {box.key: [] for box in picture.boxes}
    for source, target, _ in picture.arrows:
        above[target].append(source)
        below[source].append(target)
    depth: dict[str, int] = {}
    for box in picture.boxes:  # arrows point forwards in this order
        depth[box.key] = max((depth[source] + 1 for source in above[box.key]), default=0)
    last = max(depth.values(), default=0)
    rows: list[list[str]] = [[] for _ in range(last + 1)]
    for box in picture.boxes:
        rows[last if box.kind == "output" else depth[box.key]].append(box.key)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        order = rows if down else rows[::-1]
        arrange(order, above if down else below)
    return [row for row in rows if row]


def arrange(rows: Sequence[list[str]], joined: Mapping[str, Sequence[str]]) -> None:
    """Sort every row by the mean place of what its boxes are joined to."""
    place: dict[str, float] = {}
    for row in rows:
        where = {key: at / max(1, len(row) - 1) for at, key in enumerate(row)}

        def centre(key: str, where: Mapping[str, float] = where) -> float:
            known = [place[other] for other in joined[key] if other in place]
            return sum(known) / len(known) if known else where[key]

        row.sort(key=centre)
        place.update({key: at / max(1, len(row) - 1) for at, key in enumerate(row)})
