"""Coherent noise: values that change smoothly from point to point.

Source: K. Perlin, Improving Noise (2002); Noise Hardware (2001) for the simplex form.
"""

from __future__ import annotations

from dataclasses import dataclass

from polydat.nodes import ieee
from polydat.nodes.constraints import Range
from polydat.nodes.declare import Const, f64, node, u64
from polydat.nodes.hashing import xxh3
from polydat.nodes.tables import byte_words, f64_words

SKEW = 0.3660254037844386  # (sqrt(3) - 1) / 2
UNSKEW = 0.21132486540518713  # (3 - sqrt(3)) / 6


@dataclass(frozen=True, slots=True)
class Noise:
    """What a noise node knows beforehand.

    Attributes:
        frequency: lattice cells in one unit of the input.
        octaves: how many layers are added.
        permutation: of the numbers 0 to 255.
    """

    frequency: float
    octaves: int
    permutation: tuple[int, ...]

    def at(self, *path: int) -> int:
        """The lattice hash of one coordinate, or of two: the second is added to its hash."""
        value = 0
        for coordinate in path:
            value = self.permutation[(value + coordinate) & 255]
        return value

    def words(self) -> tuple[int, ...]:
        """Frequency, octaves, and the permutation in bytes."""
        return (*f64_words([self.frequency]), self.octaves, *byte_words(bytes(self.permutation)))


def noise(seed: int, frequency: float, octaves: int = 1) -> Noise:
    """The table of a noise node: a shuffle from the last place to the first."""
    order = list(range(256))
    state = seed
    for last in range(255, 0, -1):
        state = xxh3(state)
        other = state % (last + 1)
        order[last], order[other] = order[other], order[last]
    return Noise(frequency, octaves, tuple(order))


def fade(t: float) -> float:
    """A step from 0 to 1 that is flat at both ends."""
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def between(t: float, a: float, b: float) -> float:
    return a + t * (b - a)


def slope(hashed: int, x: float) -> float:
    """The gradient on a line: up or down."""
    return x if hashed & 1 == 0 else -x


def slope2(hashed: int, x: float, y: float) -> float:
    """The gradient in a plane: one of four diagonals."""
    return (-x if hashed & 1 else x) + (-y if hashed & 2 else y)


def line_noise(table: Noise, x: float) -> float:
    """Gradient noise on a line."""
    cell = ieee.to_i32(ieee.floor(x))
    f = x - ieee.floor(x)
    left = slope(table.at(cell), f)
    right = slope(table.at(cell + 1), f - 1.0)
    return between(fade(f), left, right)


def plane_noise(table: Noise, x: float, y: float) -> float:
    """Gradient noise in a plane."""
    column, row = ieee.to_i32(ieee.floor(x)), ieee.to_i32(ieee.floor(y))
    f, g = x - ieee.floor(x), y - ieee.floor(y)
    u, v = fade(f), fade(g)
    corners = (
        slope2(table.at(column, row), f, g),
        slope2(table.at(column + 1, row), f - 1.0, g),
        slope2(table.at(column, row + 1), f, g - 1.0),
        slope2(table.at(column + 1, row + 1), f - 1.0, g - 1.0),
    )
    return between(v, between(u, *corners[:2]), between(u, *corners[2:]))


@node(
    "Noise",
    c="pd_perlin_1d",
    setup=noise,
    golden=[
        ((0, 42, 0.01), -0.0),
        ((1, 42, 0.01), float.fromhex("-0x1.47ff0f6702046p-7")),
        ((50, 42, 0.01), -0.5),
        ((123, 42, 0.01), float.fromhex("0x1.19b9124be1fc7p-2")),
        ((1000, 42, 0.01), 0.0),
    ],
)
def perlin_1d(input: u64, seed: Const[u64], frequency: Const[f64], *, table: Noise) -> f64:
    """Gradient noise along a line.

    Args:
        input: the place.
        seed: chooses the noise.
        frequency: how many hills and valleys there are in one unit of `input`.

    Returns:
        About -0.5 to 0.5; 0.0 at the ends of each cell.

    Example:
        drift := perlin_1d(cycle, 42, 0.01)
    """
    return line_noise(table, float(input) * table.frequency)


@node(
    "Noise",
    c="pd_perlin_2d",
    setup=noise,
    golden=[
        ((0, 0, 42, 0.01), 0.0),
        ((10, 20, 42, 0.01), float.fromhex("-0x1.4172a454e3fe1p-2")),
        ((33, 47, 42, 0.01), float.fromhex("-0x1.2b545c548724bp-2")),
        ((100, 100, 42, 0.01), -0.0),
    ],
)
def perlin_2d(x: u64, y: u64, seed: Const[u64], frequency: Const[f64], *, table: Noise) -> f64:
    """Gradient noise in a plane.

    Args:
        x: the place, to the right.
        y: the place, upwards.
        seed: chooses the noise.
        frequency: how many hills and valleys there are in one unit.

    Returns:
        About -1.0 to 1.0; 0.0 at the corners of each cell.

    Example:
        height := perlin_2d(mod(cycle, 100), div(cycle, 100), 42, 0.05)
    """
    return plane_noise(table, float(x) * table.frequency, float(y) * table.frequency)


def corner(hashed: int, x: float, y: float) -> float:
    """What one corner of a simplex adds."""
    reach = 0.5 - x * x - y * y
    if not reach > 0:
        return 0.0
    reach = reach * reach
    return reach * reach * slope2(hashed, x, y)


def wrap_i32(x: int) -> int:
    return (x + (1 << 31)) % (1 << 32) - (1 << 31)


@node(
    "Noise",
    c="pd_simplex_2d",
    setup=noise,
    golden=[
        ((0, 0, 42, 0.01), 0.0),
        ((10, 20, 42, 0.01), float.fromhex("-0x1.b01e16dbfd6bbp-1")),
        ((33, 47, 42, 0.01), float.fromhex("0x1.8ebaf962531bbp-1")),
        ((100, 100, 42, 0.01), float.fromhex("0x1.c2d58a7ba7b76p-1")),
    ],
)
def simplex_2d(x: u64, y: u64, seed: Const[u64], frequency: Const[f64], *, table: Noise) -> f64:
    """Simplex noise in a plane: like `perlin_2d`, without its rectangular grain.

    Args:
        x: the place, to the right.
        y: the place, upwards.
        seed: chooses the noise.
        frequency: how many hills and valleys there are in one unit.

    Returns:
        About -1.0 to 1.0.

    Example:
        height := simplex_2d(mod(cycle, 100), div(cycle, 100), 42, 0.05)
    """
    right, up = float(x) * table.frequency, float(y) * table.frequency
    skewed = (right + up) * SKEW
    i = ieee.to_i32(ieee.floor(right + skewed))
    j = ieee.to_i32(ieee.floor(up + skewed))
    back = float(wrap_i32(i + j)) * UNSKEW
    x0, y0 = right - (i - back), up - (j - back)
    i1, j1 = (1, 0) if x0 > y0 else (0, 1)
    x1, y1 = x0 - i1 + UNSKEW, y0 - j1 + UNSKEW
    x2, y2 = x0 - 1.0 + 2.0 * UNSKEW, y0 - 1.0 + 2.0 * UNSKEW
    n0 = corner(table.at(j, i), x0, y0)
    n1 = corner(table.at(j + j1, i + i1), x1, y1)
    n2 = corner(table.at(j + 1, i + 1), x2, y2)
    return 70.0 * (n0 + n1 + n2)


@node(
    "Noise",
    c="pd_fractal_noise_1d",
    setup=noise,
    check={"octaves": Range(1, 64)},
    golden=[
        ((1, 42, 0.01, 4), float.fromhex("-0x1.634c29376fecep-6")),
        ((50, 42, 0.01, 4), float.fromhex("-0x1.1111111111111p-2")),
        ((123, 42, 0.01, 4), float.fromhex("0x1.17a7553f0dbc9p-3")),
        ((50, 42, 0.01, 1), -0.5),
    ],
)
def fractal_noise_1d(
    input: u64,
    seed: Const[u64],
    frequency: Const[f64],
    octaves: Const[u64] = 4,
    *,
    table: Noise,
) -> f64:
    """Layers of `perlin_1d`, each twice as fine as the last and half as strong.

    Args:
        input: the place.
        seed: chooses the noise.
        frequency: of the first layer.
        octaves: how many layers there are, at most 64.

    Returns:
        Their mean by strength.

    Example:
        drift := fractal_noise_1d(cycle, 42, 0.01, 4)
    """
    total, strength, most, frequency = 0.0, 1.0, 0.0, table.frequency
    for _ in range(table.octaves):
        total += line_noise(table, float(input) * frequency) * strength
        most += strength
        frequency *= 2.0
        strength *= 0.5
    return total / most


@node(
    "Noise",
    c="pd_fractal_noise_2d",
    setup=noise,
    check={"octaves": Range(1, 64)},
    golden=[
        ((10, 20, 42, 0.01, 3), float.fromhex("-0x1.1111fd332b370p-2")),
        ((33, 47, 42, 0.01, 3), float.fromhex("0x1.910b58b77d36ep-11")),
        ((100, 100, 42, 0.01, 1), 0.0),
    ],
)
def fractal_noise_2d(
    x: u64,
    y: u64,
    seed: Const[u64],
    frequency: Const[f64],
    octaves: Const[u64] = 4,
    *,
    table: Noise,
) -> f64:
    """Layers of `perlin_2d`, each twice as fine as the last and half as strong.

    Args:
        x: the place, to the right.
        y: the place, upwards.
        seed: chooses the noise.
        frequency: of the first layer.
        octaves: how many layers there are, at most 64.

    Returns:
        Their mean by strength.

    Example:
        height := fractal_noise_2d(mod(cycle, 100), div(cycle, 100), 42, 0.05, 4)
    """
    total, strength, most, frequency = 0.0, 1.0, 0.0, table.frequency
    for _ in range(table.octaves):
        total += plane_noise(table, float(x) * frequency, float(y) * frequency) * strength
        most += strength
        frequency *= 2.0
        strength *= 0.5
    return total / most
