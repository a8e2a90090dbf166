"""Random programs over every node function: all engines and variants, cones, batches.

2,000 programs, eighty in each graph, on closures; 80 of them with cones and as native code
too, since a C compiler takes more time than everything else. `--slow` plays 100,000, all of
them on every engine.
"""

from __future__ import annotations

from typing import Any

import pytest

from polydat.api import Program
from polydat.settings import override
from tests.equivalence.many import Many, many, play, script
from tests.equivalence.test_programs import rows_of
from tests.support import CLOSURES, COMPILED, INTERPRETERS

PROGRAMS, TOGETHER, SLOW = 2_000, 80, 50
COMPILED_OF = 25  # of so many graphs one is compiled


def graphs(config: pytest.Config) -> range:
    return range(PROGRAMS // TOGETHER * (SLOW if config.getoption("--slow") else 1))


def program_of(made: Many) -> Program:
    return made.graph.compile(engine="interpreter:off")


def differences(want: list[Any], got: list[Any], names: list[str]) -> list[str]:
    found = zip(names, want, got, strict=True)
    return [f"{name}: {g!r} instead of {w!r}" for name, w, g in found if w != g]


def test_every_engine_answers_the_same(pytestconfig: pytest.Config) -> None:
    """What is compiled is not optimised, but for `--slow`: that takes a compiler half the time."""
    slow = pytestconfig.getoption("--slow")
    for seed in graphs(pytestconfig):
        made = many(seed, TOGETHER)
        program = program_of(made)
        steps = script(seed, made, rounds=5)
        pulled = [given for what, given in steps if what == "pull"]
        want = play(program, "interpreter:off", steps)
        everything = slow or seed % COMPILED_OF == 0
        engines = (*INTERPRETERS[1:], *COMPILED) if everything else CLOSURES
        with override(cflags="" if seed and everything else "-O0"):
            for engine in engines:
                got = play(program, engine, steps)
                assert differences(want, got, pulled) == [], f"{engine}, graph {seed}"


def test_batches_answer_the_same(pytestconfig: pytest.Config) -> None:
    """One program a graph: a batch ends at the first row that fails."""
    for seed in graphs(pytestconfig):
        program = program_of(many(seed + 10**6, 1))
        want = rows_of(program, "interpreter:off", 0, 9)
        assert rows_of(program, "closures", 0, 9) == want, seed
        if seed % COMPILED_OF == 0:
            assert rows_of(program, "native", 0, 9) == want, seed


def test_scripts_meet_what_they_are_for() -> None:
    """Values, `None`s and failures, more inputs than a word has bits, most functions."""
    functions: set[str] = set()
    answers: list[Any] = []
    for seed in range(3):
        made = many(seed, TOGETHER)
        program = program_of(made)
        assert len(program.core.inputs) > 64
        functions |= {node.spec.name for node in program.core.graph.nodes}
        answers += play(program, "interpreter:off", script(seed, made, rounds=5))
    failed = [a for a in answers if isinstance(a, str) and a.startswith("fails: ")]
    absent = [a for a in answers if a is None]
    assert len(functions) > 150
    assert 0.001 < len(failed) / len(answers) < 0.2
    assert 0.01 < len(absent) / len(answers) < 0.4
