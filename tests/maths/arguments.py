"""Arguments that functions are tested with: edges of every kind, and random ones."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterable, Sequence

LARGEST = float.fromhex("0x1.fffffffffffffp+1023")
LEAST_NORMAL = 2.0**-1022
LEAST = 2.0**-1074

SPECIAL = [0.0, 1.0, math.inf, math.nan, LEAST, LEAST_NORMAL, LARGEST, 0.5, 2.0, 3.0, 10.0]
# Where reductions change: steps of tables, limits of ranges, multiples of their periods.
STEPS = [
    *(2.0**n for n in (-1074, -1023, -1022, *range(-60, 12), 53, 63, 64, 127, 128, 1023)),
    *(1 + n / 128 for n in range(-64, 129)),
    *(n * math.log(2) for n in (0.5, 1, 1.5, 16, 32, 1022, 1023, 1024, 1074, 1075)),
    *(n * math.pi / 256 for n in range(1, 130)),
    *(n * math.pi / 4 for n in (*range(1, 10), 1e3, 1e6, 1e15, 2.0**80, 1e300)),
    *(10.0**n for n in range(-22, 24)),
    *map(float, (5, 6, 7, 9, 15, 25, 27, 64, 81, 100, 125, 1000, 1024, 1074, 1075, 1076)),
    709.782712893384, 709.7827128933841, 710.4758600739439, 745.1332191019412, 745.13321910194,
    1e5, 1e10, 1e100, 1.5, 2.5, 0.1, 0.3, 1 / 3, math.sqrt(0.5), math.sqrt(2), math.e,
]  # fmt: skip


def neighbours(values: Iterable[float]) -> list[float]:
    """Each value, the f64 below and above it, and all of them with the other sign."""
    near = {v: None for v in values if not math.isnan(v)}
    for v in list(near):
        near[math.nextafter(v, math.inf)] = None
        near[math.nextafter(v, -math.inf)] = None
    return [*near, *(-v for v in near), math.nan]


EDGES = neighbours([*SPECIAL, *STEPS])


def random_values(seed: int, count: int) -> list[float]:
    """Random f64: any bits, of moderate size, below 1, of any small exponent, with few bits."""
    draw = random.Random(seed)
    kinds = [
        lambda: from_bits(draw.getrandbits(64)),
        lambda: draw.uniform(-10, 10),
        lambda: draw.uniform(-1, 1),
        lambda: draw.choice((-1, 1)) * math.ldexp(draw.random(), draw.randrange(-60, 12)),
        lambda: draw.randrange(-2000, 2000) / draw.choice((1, 2, 4, 10)),
    ]
    return [kinds[i % len(kinds)]() for i in range(count)]


def from_bits(bits: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value


def to_bits(value: float) -> int | str:
    """The bits of a value; one text for every NaN."""
    return "NaN" if math.isnan(value) else int.from_bytes(struct.pack("<d", value), "little")


def pairs(values: Sequence[float]) -> tuple[list[float], list[float]]:
    """Every pair of values, as two lists."""
    return [x for x in values for _ in values], list(values) * len(values)
