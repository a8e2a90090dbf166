"""Columns as row text: what CSV, TSV and tables print in their cells.

The text of one value is `types/text.py`; this is the same text for a whole column, which
is worth a shorter way for the usual values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from polydat.batch.cells import WRITTEN, values_of
from polydat.batch.frame import Column, TextColumn, absent_rows, filled
from polydat.types import PortType
from polydat.types.text import display, row_text

# `repr` of a float is its display form, but for exponents and for exact ties between two
# shortest forms.  Ties need two bits of fraction beside a fifteen-digit integer, so they
# lie between 2**50 and 2**51: the first bound keeps clear of them.
REPR_FROM, REPR_BELOW = 1e-4, float(1 << 50)


def cells(column: Column, type: PortType) -> list[str]:
    """Row text of every value of a column; of `None` the empty text."""
    texts = texts_of(filled(column), type)
    for row in absent_rows(column):
        texts[row] = ""
    return texts


def texts_of(column: Column, type: PortType) -> list[str]:
    if type is PortType.STR and isinstance(column, TextColumn):
        return [text or "" for text in column.tolist()]
    if type not in WRITTEN:
        return [row_text(value, type) for value in values_of(column, type)]
    if type is PortType.F64 and isinstance(column, np.ndarray):
        return float_cells(column)
    if type.is_integer:
        return list(map(str, column.tolist()))
    return [row_text(value, type) for value in column.tolist()]


def float_cells(column: np.ndarray[Any, Any]) -> list[str]:
    """Display form of every value of an f64 column."""
    texts = list(map(repr, column.tolist()))
    for at in np.flatnonzero(~laid_out_by_repr(column, REPR_FROM, REPR_BELOW)):
        texts[at] = display(float(column[at]))
    return texts


def laid_out_by_repr(
    column: np.ndarray[Any, Any], low: float, high: float
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Where `repr` gives what is asked for: zeros, and sizes from `low` to below `high`."""
    size = np.abs(column)
    within: np.ndarray[Any, np.dtype[np.bool_]] = (size >= low) & (size < high) | (size == 0)
    return within
