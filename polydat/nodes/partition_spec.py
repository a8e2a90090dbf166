"""How a stretch of numbers is cut, as text: `20%,30%,*`, `*/4`, `fib:5 in 25%..75%`.

A spec is a chunking, then a window (`in low..high`), then an order.  Reading one needs no
extent; `nodes/partition_cut.py` gives it one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from polydat.types import U64_MAX


class SpecError(ValueError):
    """A spec that cannot be read; says what is wrong with it."""


class Order(Enum):
    """The order in which pieces are handed out."""

    UNCHANGED = "unchanged"
    SMALLEST_FIRST = "smallest_first"
    LARGEST_FIRST = "largest_first"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Size:
    """An amount: ordinals, or a share of the extent between 0 and 1."""

    ordinals: int | None
    share: float
    text: str

    def of(self, extent: int) -> float:
        """The amount, of an extent, before it is rounded."""
        return self.share * extent if self.ordinals is None else float(self.ordinals)


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of a list: an amount that is handed out, or skipped."""

    size: Size
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left, as one piece: `*`."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The piece before it, again and again: `...`."""

    size: Size


@dataclass(frozen=True, slots=True)
class EqualRest:
    """What is left, in equal pieces: `*/N`."""

    count: int


@dataclass(frozen=True, slots=True)
class WeightedRest:
    """What is left, by weights: `*/recipe:...`."""

    weights: tuple[float, ...]
    text: str


Entry: TypeAlias = Piece | Rest | Repeat | EqualRest | WeightedRest


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that was read.

    Attributes:
        between: the two ends of a spec that is one range.
        entries: of a list.
        weights: shares of 1 of a recipe for the whole.
        window: the two ends of the part that is cut.
    """

    text: str
    order: Order
    between: tuple[Size, Size] | None = None
    entries: tuple[Entry, ...] = ()
    weights: tuple[float, ...] = ()
    window: tuple[Size, Size] | None = None


def read_spec(text: str) -> Spec:
    """The spec of a text.

    Raises:
        SpecError: it is none.
    """
    words = text.translate({ord(c): None for c in "()[]"}).split()
    if not words:
        raise SpecError(f"empty spec: `{text}`")
    chunking, order, window = split_words(words)
    if ".." in chunking and "..." not in chunking and "," not in chunking:
        return Spec(text, order, between=read_range(chunking), window=window)
    name = chunking.partition(":")[0]
    if ":" in chunking and name in RECIPES and not chunking.startswith("*"):
        weights = normalised(recipe_weights(chunking))
        return Spec(text, order, weights=weights, window=window)
    return Spec(text, order, entries=read_list(chunking), window=window)


def split_words(words: Sequence[str]) -> tuple[str, Order, tuple[Size, Size] | None]:
    """Chunking, order and window of the words of a spec."""
    order, window = Order.UNCHANGED, None
    rest = list(words)
    if "in" in rest:
        at = rest.index("in")
        behind = rest[at + 1 :]
        if not behind:
            raise SpecError("`in` needs a window such as `25%..75%`")
        window = read_range(behind[0])
        if behind[1:]:
            order = read_order(" ".join(behind[1:]))
        rest = rest[:at]
    elif len(rest) > 1 and rest[-1].isidentifier():
        order = read_order(rest.pop())
    if not rest:
        raise SpecError("a spec begins with what is cut, such as `25%,*`")
    return "".join(rest), order, window


def read_order(word: str) -> Order:
    if word in ("ascending", "descending"):
        meant = "smallest_first" if word == "ascending" else "largest_first"
        raise SpecError(f"`{word}`: pieces are ordered by size, not by place: write `{meant}`")
    try:
        return Order(word)
    except ValueError:
        known = ", ".join(o.value for o in Order)
        raise SpecError(f"unknown order `{word}`: there are {known}") from None


def read_range(text: str) -> tuple[Size, Size]:
    low, dots, high = text.partition("..")
    if not dots or not low or not high:
        raise SpecError(f"`{text}` is no range: write both ends, as in `0..50%`")
    return read_size(low), read_size(high)


DECIMAL = re.compile(r"\+?[0-9]*\.?[0-9]*\Z")


def read_size(text: str) -> Size:
    """An amount: `1000`, `25%` or `0.25`."""
    number = text.removesuffix("%")
    if not DECIMAL.match(number) or not number.strip("+."):
        raise SpecError(
            f"invalid number `{text}`: expected an integer, a fraction such as `0.25`, or `25%`"
        )
    if text.endswith("%"):
        percent = float(number)
        if percent > 100:
            raise SpecError(f"percentage `{text}` out of range: 0% to 100%")
        return Size(None, percent / 100, text)
    if "." in number:
        fraction = float(number)
        if fraction > 1:
            raise SpecError(
                f"decimal `{text}` is ambiguous: a fraction lies in 0.0 to 1.0; did you mean"
                f" `{text}%`, `{fraction / 100:g}`, or `{number.replace('.', '')}`?"
            )
        return Size(None, fraction, text)
    if len(number) > 20 or int(number) > U64_MAX:
        raise SpecError(f"invalid number `{text}`: an integer is at most 2**64 - 1")
    return Size(int(number), 0.0, text)


def read_list(text: str) -> tuple[Entry, ...]:
    """Entries between commas."""
    entries: list[Entry] = []
    words = join_recipes(text.split(","))
    for place, word in enumerate(words):
        if not word:
            raise SpecError(f"empty entry in the list `{text}`")
        found = read_entry(word, entries)
        last = place == len(words) - 1
        if not last and isinstance(found[0], Repeat | EqualRest | WeightedRest):
            raise SpecError(f"`{word}` takes what is left, so it comes last: `{text}`")
        entries += found
    tails = [e for e in entries if not isinstance(e, Piece)]
    if len(tails) > 1:
        raise SpecError(f"at most one `*`, `...`, `*/N` or `*/recipe` in a list: `{text}`")
    if all(isinstance(e, Piece) and e.is_gap for e in entries):
        raise SpecError(f"every entry is a gap, so nothing is handed out: `{text}`")
    return tuple(entries)


def join_recipes(words: Sequence[str]) -> list[str]:
    """Words of a list; a recipe at its end keeps its own commas."""
    for place, word in enumerate(words):
        if word.startswith("*/") and ":" in word:
            return [*words[:place], ",".join(words[place:])]
    return list(words)


def read_entry(word: str, before: Sequence[Entry]) -> list[Entry]:
    if word in ("*", "*%"):
        return [Rest()]
    if word == "...":
        sized = [e for e in before if isinstance(e, Piece) and not e.is_gap]
        if not sized:
            raise SpecError("`...` repeats the amount before it: write one, as in `1%,...`")
        return [Repeat(sized[-1].size)]
    if word.startswith("*/"):
        return [read_rest(word, word[2:])]
    if word.startswith("~"):
        if "x" in word:
            raise SpecError(f"`{word}`: a gap is not repeated: write its whole size")
        return [Piece(read_size(word[1:]), is_gap=True)]
    size, times, count = word.partition("x")
    if not times:
        return [Piece(read_size(word))]
    return [Piece(read_size(size))] * read_count(count, word, "the number of copies")


def read_count(text: str, word: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,19}", text) or int(text) < 1:
        raise SpecError(f"`{word}`: {what} is an integer from 1 on")
    return int(text)


def read_rest(word: str, how: str) -> Entry:
    if ":" not in how:
        return EqualRest(read_count(how, word, "the number of pieces"))
    if how.startswith("linear:"):
        raise SpecError(f"`{word}`: equal pieces of what is left are written `*/{how[7:]}`")
    return WeightedRest(recipe_weights(how), how)


# ---- recipes: weights that say how pieces relate ------------------------------------

MOST_TERMS = 64  # of a `mul` recipe
MOST_COUNT = 1_000_000  # of any other
RATIO_BOUND = 1000  # first term to last of a `mul` recipe


def whole(values: Sequence[float], place: int, name: str) -> int:
    """A parameter that is a number of pieces."""
    value = values[place]
    if value != int(value) or not 1 <= value <= MOST_COUNT:
        raise SpecError(f"{name}: the number of pieces is an integer from 1 to {MOST_COUNT}")
    return int(value)


def positive(values: Sequence[float], place: int, name: str) -> float:
    value = values[place]
    if value <= 0:
        raise SpecError(f"{name} takes parameters above 0, got {value:g}")
    return value


def fibonacci(count: int) -> list[float]:
    terms = [1.0, 2.0]
    while len(terms) < count:
        terms.append(terms[-1] + terms[-2])
    return terms[:count]


def multiplied(values: Sequence[float]) -> list[float]:
    """`mul:R` or `mul:S,R`: a row that ends a thousandfold from where it began."""
    start = positive(values, 0, "mul") if len(values) == 2 else 1.0
    ratio = positive(values, len(values) - 1, "mul")
    terms = [start]
    while len(terms) < MOST_TERMS:
        terms.append(terms[-1] * ratio)
        if ratio < 1 and terms[-1] < start / RATIO_BOUND:
            break
        if ratio >= 1 and terms[-1] >= start * RATIO_BOUND:
            break
    return terms


def powers(count: int, exponent: float) -> list[float]:
    return [1.0 / float(i) ** exponent for i in range(1, count + 1)]


Weights: TypeAlias = Callable[[Sequence[float]], Sequence[float]]

# Each with how many parameters it takes; `ratios` takes any number.
RECIPES: dict[str, tuple[tuple[int, ...], Weights]] = {
    "linear": ((1,), lambda v: [1.0] * whole(v, 0, "linear")),
    "ratios": ((), lambda v: v),
    "mul": ((1, 2), multiplied),
    "bin": (
        (1,),
        lambda v: [float(math.comb(n - 1, k)) for n in [whole(v, 0, "bin")] for k in range(n)],
    ),
    "fib": ((1,), lambda v: fibonacci(whole(v, 0, "fib"))),
    "ln": ((1,), lambda v: [math.log(1.0 + i) for i in range(1, whole(v, 0, "ln") + 1)]),
    "geom": ((2,), lambda v: [positive(v, 1, "geom") ** i for i in range(whole(v, 0, "geom"))]),
    "zipf": ((2,), lambda v: powers(whole(v, 1, "zipf"), positive(v, 0, "zipf"))),
    "pareto": ((2,), lambda v: powers(whole(v, 1, "pareto"), positive(v, 0, "pareto"))),
    "front_heavy": ((1,), lambda v: [float(i) for i in range(whole(v, 0, "front_heavy"), 0, -1)]),
    "back_heavy": ((1,), lambda v: [float(i) for i in range(1, whole(v, 0, "back_heavy") + 1)]),
}
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\Z")


def recipe_weights(text: str) -> tuple[float, ...]:
    """Weights of a recipe such as `geom:4,2`."""
    name, _, written = text.partition(":")
    if name not in RECIPES:
        raise SpecError(f"unknown recipe `{name}`: there are {', '.join(RECIPES)}")
    words = written.split(",")
    wrong = [w for w in words if not NUMBER.match(w)]
    if wrong:
        raise SpecError(f"{name}: `{wrong[0]}` is no number")
    counts, make = RECIPES[name]
    if counts and len(words) not in counts:
        raise SpecError(
            f"{name} takes {' or '.join(map(str, counts))} parameters, got {len(words)}"
        )
    try:
        weights = tuple(map(float, make([float(w) for w in words])))
    except OverflowError:
        raise SpecError(f"`{text}`: the weights are beyond the range of f64") from None
    if not all(math.isfinite(w) and w >= 0 for w in weights):
        raise SpecError(f"`{text}`: a weight is finite and not negative")
    if not sum(weights) > 0:
        raise SpecError(f"`{text}`: the weights sum to 0")
    return weights


def normalised(weights: Sequence[float]) -> tuple[float, ...]:
    """Weights as percents of their sum."""
    total = sum(weights)
    return tuple(w / total * 100 for w in weights)
