"""Reading weights from text: `red:0.5; blue:0.3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from polydat.types.literals import parse_f64, parse_u64, trim


class Weights(NamedTuple):
    """Values and their weights, or what is wrong with the text."""

    values: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    complaint: str | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values as u64.

        Requires: `need_numbers` found nothing.
        """
        return tuple(parse_u64(value) or 0 for value in self.values)


def read_weights(spec: str, trimmed: bool = False) -> Weights:
    """Values and weights of `value:weight` pairs between `;` or `,`.

    Blanks around a pair are dropped, pairs that are empty too.  A value ends at the first
    colon; it and the weight are taken as they stand unless `trimmed`.
    """
    values: list[str] = []
    weights: list[float] = []
    for piece in re.split("[;,]", spec):
        pair = trim(piece)
        if not pair:
            continue
        value, colon, written = pair.partition(":")
        if trimmed:
            value, written = trim(value), trim(written)
        if not colon:
            return wrong(f"'{pair}' has no weight: write '{pair}:1'")
        weight = parse_f64(written)
        if weight is None:
            return wrong(f"the weight of '{value}' is '{written}', which is no number")
        values.append(value)
        weights.append(weight)
    return Weights(tuple(values), tuple(weights))


def wrong(complaint: str) -> Weights:
    return Weights(complaint=f"spec: {complaint}")


def need_numbers(weights: Weights) -> Weights:
    """The same, if every value is a u64."""
    for value in weights.values:
        if parse_u64(value) is None:
            return wrong(f"'{value}' is no u64")
    return weights


def need_positive(weights: Weights) -> Weights:
    """The same, if there are any and each is positive and finite."""
    if weights.complaint is None and not weights.values:
        return wrong("one value is needed at least")
    for value, weight in zip(weights.values, weights.weights, strict=True):
        if not 0 < weight < float("inf"):
            return wrong(f"the weight of '{value}' must be positive and finite, got {weight}")
    return weights


def need_total(weights: Weights) -> Weights:
    """The same, if there are any, none is negative and one is positive."""
    if weights.complaint is not None:
        return weights
    complaint = total_complaint(weights.weights)
    return weights if complaint is None else wrong(complaint)


def total_complaint(weights: Sequence[float]) -> str | None:
    """What is wrong with weights of which some may be 0."""
    if not weights:
        return "one is needed at least"
    for weight in weights:
        if not weight >= 0:
            return f"a weight must not be negative, got {weight}"
    return None if any(weights) else "all weights are 0"


def read_histogram(spec: str) -> Weights:
    """Labels and weights of `label:weight` pairs, or of weights alone.

    Pieces lie between blanks, `,` or `;`.  Weights alone are labelled by their place, which
    counts empty pieces too.
    """
    labelled = ":" in spec
    pieces = [trim(piece) for piece in re.split("[ ,;]", spec)]
    values: list[str] = []
    weights: list[float] = []
    for place, piece in enumerate(pieces):
        if not piece:
            continue
        label, colon, written = piece.partition(":")
        if labelled and not colon:
            return wrong(f"'{piece}' has no weight, and others have")
        weight = parse_f64(written if labelled else piece)
        if weight is None:
            return wrong(f"'{piece}' has no number as its weight")
        values.append(label if labelled else str(place))
        weights.append(weight)
    return need_total(need_numbers(Weights(tuple(values), tuple(weights))))
