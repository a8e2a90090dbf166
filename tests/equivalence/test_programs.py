"""Every engine and variant gives the bits, or the failure, of the interpreter."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from polydat.api import Program
from polydat.errors import CompileError, EvalError
from tests import strategies
from tests.support import CLOSURES, NATIVE, bits, few, outcome


def compiled(drawn: strategies.Drawn) -> Program | None:
    """The program of a drawn graph; `None` where a constant has no value, as some have not."""
    try:
        return drawn.build().compile(engine="interpreter:off")
    except CompileError:
        return None


@st.composite
def actions(draw: st.DrawFn, drawn: strategies.Drawn) -> list[tuple[str, Any]]:
    """Writes and pulls, with repeats and unchanged inputs."""
    coords = [draw(strategies.values(t)) for t in drawn.inputs]
    done: list[tuple[str, Any]] = [("set", list(coords))]
    for _ in range(draw(st.integers(3, 12))):
        what = draw(st.sampled_from(("set", "same", "pull", "pull", "eval", "extern")))
        if what == "set":
            at = draw(st.integers(0, len(coords) - 1))
            coords[at] = draw(strategies.values(drawn.inputs[at]))
        if what in ("set", "same"):
            done.append(("set", list(coords)))
        elif what == "extern" and drawn.extern is not None:
            value = draw(st.one_of(st.none(), strategies.values(strategies.PortType.STR)))
            done.append(("extern", value))
        elif what == "eval":
            done.append(("eval", None))
        else:
            done.append(("pull", draw(st.integers(0, len(drawn.outputs) - 1))))
    return done


def play(program: Program, engine: str, steps: list[tuple[str, Any]]) -> list[Any]:
    """What a kernel answers to a list of actions."""
    kernel = program.kernel(engine)
    answers: list[Any] = []
    for what, value in steps:
        if what == "set":
            kernel.set_inputs(value)
        elif what == "extern":
            kernel.set_input("e", value)
        elif what == "eval":
            answers.append(outcome(kernel.eval, program.outputs[0].type))
        else:
            type = program.outputs[value].type
            answers.append(outcome(lambda n=value: kernel.pull_at(n), type))
    for number, output in enumerate(program.outputs):
        answers.append(outcome(lambda n=number: kernel.pull_at(n), output.type))
    return answers


@given(data=st.data())
def test_closures_agree_with_the_interpreter(data: st.DataObject) -> None:
    drawn = data.draw(strategies.graphs())
    program = compiled(drawn)
    if program is None:
        return
    steps = data.draw(actions(drawn))
    want = play(program, "interpreter:off", steps)
    for engine in CLOSURES:
        assert play(program, engine, steps) == want, engine


@few()
@given(data=st.data())
def test_native_agrees_with_the_interpreter(data: st.DataObject) -> None:
    drawn = data.draw(strategies.graphs())
    program = compiled(drawn)
    if program is None:
        return
    steps = data.draw(actions(drawn))
    want = play(program, "interpreter:off", steps)
    for engine in NATIVE:
        assert play(program, engine, steps) == want, engine


def rows_of(program: Program, engine: str, start: int, count: int) -> Any:
    """A batch as lists of bits, or the text of its failure."""
    try:
        batch = program.range(start, start + count, engine=engine)
    except EvalError as error:
        return f"fails: {error}"
    columns = []
    for output in program.outputs:
        column = batch[output.name].tolist()
        columns.append([bits(value, output.type) for value in column])
    return columns


@given(drawn=strategies.graphs(), start=st.sampled_from((0, 1000, (1 << 31) - 1030)))
def test_column_kernels_agree_with_the_interpreter(drawn: strategies.Drawn, start: int) -> None:
    program = compiled(drawn)
    if program is None:
        return
    for count in (0, 1, 7):
        want = rows_of(program, "interpreter:off", start, count)
        assert rows_of(program, "closures", start, count) == want


@few()
@given(drawn=strategies.graphs(), start=st.sampled_from((0, 1000, (1 << 31) - 1030)))
def test_native_rows_agree_with_column_kernels(drawn: strategies.Drawn, start: int) -> None:
    program = compiled(drawn)
    if program is None:
        return
    assert rows_of(program, "native", start, 7) == rows_of(program, "interpreter:off", start, 7)
    for count in (1024, 1029):
        want = rows_of(program, "closures", start, count)
        assert rows_of(program, "native", start, count) == want
