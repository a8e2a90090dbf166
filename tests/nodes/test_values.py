"""Known values of expressions, on every engine.

The rows of tests/golden/values/nodes.json: `published` and `asserted` ones come from the
documents and the tests of the reference program, `derived` ones from the definitions.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from polydat.api import Program
from polydat.batch.frame import DTYPES
from polydat.engines.kernel import Kernel
from polydat.errors import CompileError, EvalError
from polydat.types import PortType, from_slot
from tests.nodes.expressions import Expressions
from tests.support import ENGINES, bits

P = PortType
FILE = Path(__file__).parents[1] / "golden" / "values" / "nodes.json"
ROWS: list[dict[str, Any]] = json.loads(FILE.read_text())


def input_types(row: dict[str, Any]) -> dict[str, PortType]:
    given = row.get("input_types", {})
    return {name: P(given.get(name, "u64")) for name in row["inputs"]}


def value_of(written: Any, type: PortType) -> Any:
    """A value from its form in the file."""
    if type.is_float:
        return from_slot(int(written, 16), type)
    return int(written) if type.is_integer else written


def head(row: dict[str, Any]) -> str:
    """The outermost function of an expression."""
    match = re.match(r"(\w+)\(", row["expr"])
    return match[1] if match else "operators"


def by_head(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        found[head(row)].append(row)
    return dict(found)


HEADS = by_head(ROWS)


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    """Rows with one key differ in the values of their inputs only."""
    return row["expr"], *input_types(row).items()


def by_key(rows: Iterable[dict[str, Any]]) -> dict[tuple[Any, ...], list[dict[str, Any]]]:
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(found)


@dataclass(frozen=True)
class Whole:
    """One program of every expression that compiles, and a kernel of each engine."""

    program: Program
    kernels: dict[str, Kernel]
    names: dict[tuple[Any, ...], dict[str, str]]
    outputs: dict[tuple[Any, ...], list[str]]
    refused: dict[tuple[Any, ...], str]


def refusal(row: dict[str, Any]) -> str | None:
    """Why an expression does not compile, if it does not."""
    alone = Expressions()
    try:
        alone.add(row["expr"], input_types(row))
        alone.assembler.compile(engine="interpreter:off")
    except CompileError as error:
        return str(error)
    return None


@pytest.fixture(scope="module")
def whole() -> Whole:
    names, outputs, refused = {}, {}, {}
    together = Expressions()
    for row in ROWS:
        if key(row) in names or key(row) in refused:
            continue
        complaint = refusal(row) if row["value"] == {"fails": True} else None
        if complaint is not None:
            refused[key(row)] = complaint
        else:
            names[key(row)], outputs[key(row)] = together.add(row["expr"], input_types(row))
    program = together.assembler.compile(engine="interpreter:off")
    kernels = {engine: program.kernel(engine) for engine in ENGINES}
    return Whole(program, kernels, names, outputs, refused)


def outcome(kernel: Kernel, output: str) -> Any:
    try:
        return kernel.pull(output)
    except EvalError as error:
        return error


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", HEADS)
def test_known_values(whole: Whole, name: str, engine: str) -> None:
    kernel = whole.kernels[engine]
    inputs = {d.name: d.default for d in whole.program.inputs if d.type is not P.STR}
    for row in HEADS[name]:
        where = f"{row['expr']} with {row['inputs']}"
        if key(row) in whole.refused:
            assert row.get("text", "") in whole.refused[key(row)]
            continue
        types = input_types(row)
        for written_name, written in row["inputs"].items():
            input_name = whole.names[key(row)][written_name]
            if types[written_name] is P.STR:
                kernel.set_input(input_name, written)
            else:
                inputs[input_name] = value_of(written, types[written_name])
        kernel.set_inputs(list(inputs.values()))
        got = [outcome(kernel, output) for output in whole.outputs[key(row)]]
        check(got, row, where)


def check(got: list[Any], row: dict[str, Any], where: str) -> None:
    want = row["value"]
    if want == {"fails": True}:
        assert isinstance(got[0], EvalError), where
        assert row.get("text", "") in str(got[0])
        return
    if isinstance(want, dict):
        assert f"{got[0]:.{want['digits']}f}" == want["about"], where
        return
    types = [P(t) for t in row["type"].strip("()").split(", ")]
    values = want if row["type"].startswith("(") else [want]
    for g, w, t in zip(got, values, types, strict=True):
        assert bits(g, t) == bits(value_of(w, t), t), where


BATCHES = ("interpreter:off", "closures", "native")
# The expressions that give a value in every row, of inputs that arrays can hold.
COLUMNS: dict[tuple[Any, ...], list[dict[str, Any]]] = {
    k: rows
    for k, rows in by_key(ROWS).items()
    if all(row["value"] != {"fails": True} for row in rows)
    and P.STR not in input_types(rows[0]).values()
}


@pytest.fixture(scope="module")
def columns() -> tuple[Program, dict[str, Any], dict[tuple[Any, ...], list[str]]]:
    """One program of all of them, an array an input, and the outputs of each.

    An array repeats its last element behind the rows of its expression.
    """
    together = Expressions()
    outputs: dict[tuple[Any, ...], list[str]] = {}
    given: dict[str, Any] = {}
    longest = max(map(len, COLUMNS.values()))
    for k, rows in COLUMNS.items():
        types = input_types(rows[0])
        names, outputs[k] = together.add(rows[0]["expr"], types)
        padded = rows + rows[-1:] * (longest - len(rows))
        for name, type in types.items():
            values = [value_of(row["inputs"][name], type) for row in padded]
            given[names[name]] = np.array(values, DTYPES[type])
    return together.assembler.compile(engine="interpreter:off"), given, outputs


@pytest.mark.parametrize("engine", BATCHES)
def test_known_values_in_columns(columns: Any, engine: str) -> None:
    program, given, outputs = columns
    batch = program.map(given, engine=engine)
    for k, rows in COLUMNS.items():
        found = [batch[name].tolist() for name in outputs[k]]
        for number, row in enumerate(rows):
            check([column[number] for column in found], row, f"{row['expr']} with {row['inputs']}")


def test_every_origin_has_its_rows() -> None:
    """Each row says where it comes from; none is without."""
    origins = {row["origin"] for row in ROWS}
    assert origins == {"published", "asserted", "derived", "observed"}
