"""`compile`, `compile_file` and `Program`: the stages in order, for people."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from polydat.engines.choice import Engine
from polydat.engines.core import ProgramCore, is_internal
from polydat.engines.interpreter import InterpreterKernel
from polydat.engines.kernel import Kernel
from polydat.errors import CompileError, UsageError
from polydat.graph import assembler as assembling
from polydat.graph import pipeline
from polydat.graph.events import EventLog
from polydat.graph.variance import InputVariance
from polydat.settings import current, without_collections

if TYPE_CHECKING:
    from polydat.batch.arrow import Reader
    from polydat.batch.frame import Batch
    from polydat.engines.ledger import CompileLedger, EnginePlan
    from polydat.graph.node import InputDef, OutputDef
    from polydat.graph.provenance import GraphAnalysis

DEFAULT_ENGINE = "native"


def compile(
    source: str,
    engine: Engine | str | None = None,
    outputs: Sequence[str] | None = None,
    strict: bool = False,
    libs: Sequence[str | os.PathLike[str]] = (),
    base_dir: str | os.PathLike[str] | None = None,
    context: str | None = None,
    log: EventLog | None = None,
    input_variance: InputVariance | str = InputVariance.FIXED,
) -> Program:
    """A program from its text.

    Args:
        source: the text.
        engine: an `Engine` or its text form, such as `closures:pull`; by default
            `POLYDAT_ENGINE`, else native code with a variant chosen for the graph.
        outputs: names of the outputs to keep; all by default.
        strict: refuse automatic conversions, inferred inputs and positional arguments of
            modules.
        libs: folders in which modules are looked for.
        base_dir: folder of the program, in which modules are looked for first.
        context: label of the program in messages.
        log: where events of the compilation go.
        input_variance: what becomes of inputs whose type nobody wrote: `fixed`, `error`, or
            `warn` and `info`, with which they take any value that converts.

    Raises:
        UsageError: an unknown engine or input variance.
        CompileError: the text is rejected; `str(error)` shows where and why.
    """
    from polydat.lang.parser import parse
    from polydat.lower.binder import lower
    from polydat.lower.prologue import Options

    label = "(polydat)" if context is None else context
    options = Options(label, outputs, strict, tuple(libs), base_dir)
    policy = variance_of(input_variance)
    events = EventLog() if log is None else log
    try:
        with without_collections():
            assembler = lower(parse(source), options, events)
            dag = pipeline.run(assembler, events, strict, input_variance=policy)
    except CompileError as error:
        raise error.attach(source, context) from None
    origin = {
        "source": source,
        "outputs": outputs,
        "strict": strict,
        "libs": [os.fspath(folder) for folder in libs],
        "base_dir": None if base_dir is None else os.fspath(base_dir),
        "context": context,
        "input_variance": policy.value,
    }
    return Program(ProgramCore(dag), engine_of(engine), events, origin)


def compile_file(path: str | os.PathLike[str], **options: Any) -> Program:
    """A program from a file; the options are those of `compile`.

    Raises:
        OSError: the file cannot be read.
        UsageError: the file is not UTF-8.
        CompileError: the text is rejected.
    """
    try:
        source = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} is not UTF-8 text") from None
    options.setdefault("context", os.fspath(path))
    options.setdefault("base_dir", Path(path).parent)
    return compile(source, **options)


class Assembler(assembling.Assembler):
    """A graph put together by hand; see `polydat.graph.assembler.Assembler`.

    Example:
        asm = polydat.Assembler(["cycle"])
        asm.add_node("hashed", "hash", ["cycle"])
        asm.add_output("hashed")
        program = asm.compile()
    """

    def compile(
        self,
        engine: Engine | str | None = None,
        strict: bool = False,
        log: EventLog | None = None,
        input_variance: InputVariance | str = InputVariance.FIXED,
    ) -> Program:
        """The program of the graph; the options are those of `compile`.

        Raises:
            UsageError: an unknown engine or input variance.
            CompileError: the graph is rejected.
        """
        events = EventLog() if log is None else log
        policy = variance_of(input_variance)
        with without_collections():
            dag = pipeline.run(self, events, strict, input_variance=policy)
        return Program(ProgramCore(dag), engine_of(engine), events, None)


def engine_of(engine: Engine | str | None) -> Engine:
    """The engine that an option names."""
    if isinstance(engine, Engine):
        return engine
    return Engine.parse(engine or current().engine or DEFAULT_ENGINE)


def variance_of(policy: InputVariance | str) -> InputVariance:
    """The input variance that an option names."""
    try:
        return InputVariance(policy)
    except ValueError:
        known = ", ".join(p.value for p in InputVariance)
        raise UsageError(f"no input variance '{policy}': there are {known}") from None


class Program:
    """A compiled program: immutable, shared by any number of kernels and threads.

    Made by `compile`, `compile_file` or `Assembler.compile`.
    """

    def __init__(
        self,
        core: ProgramCore,
        engine: Engine,
        events: EventLog,
        origin: Mapping[str, Any] | None,
    ) -> None:
        self._core = core
        self._origin = origin
        self.engine = engine
        self.events = events

    @property
    def inputs(self) -> tuple[InputDef, ...]:
        """Inputs in declaration order: name, type, kind, default."""
        return tuple(d for d in self._core.inputs if not is_internal(d.name))

    @property
    def outputs(self) -> tuple[OutputDef, ...]:
        """Outputs in declaration order: name, type, modifier."""
        return tuple(o for o in self._core.outputs if not is_internal(o.name))

    @property
    def id(self) -> str:
        """Content hash: equal for two compiles of one text, in every process."""
        return self._core.id

    @property
    def core(self) -> ProgramCore:
        """The resolved graph and what is shared by kernels, for tools."""
        return self._core

    @property
    def ledger(self) -> CompileLedger:
        """What was built for the program, and what was not."""
        return self._core.ledger

    @property
    def analysis(self) -> GraphAnalysis:
        """Counts that the choice of a variant rests on."""
        return self._core.analysis

    @property
    def plan(self) -> EnginePlan:
        """How many nodes run in which way on the program's engine."""
        return self.kernel().plan

    @property
    def choice(self) -> str:
        """The variant that `auto` means for this graph, and why."""
        return self._core.choice

    def kernel(
        self, engine: Engine | str | None = None, inputs: Mapping[str, Any] | None = None
    ) -> Kernel:
        """A new state of the program.

        Args:
            engine: another engine than the program's.
            inputs: values of externs.
        """
        kernel = make_kernel(self._core, self.engine if engine is None else engine_of(engine))
        kernel.program = self
        for name, value in (inputs or {}).items():
            kernel.set_input(name, value)
        kernel.start()
        return kernel

    def range(
        self,
        start: int,
        stop: int,
        step: int = 1,
        outputs: Sequence[str] | None = None,
        inputs: Mapping[str, Any] | None = None,
        threads: int = 1,
        engine: Engine | str | None = None,
        out: Batch | None = None,
    ) -> Batch:
        """Rows for the coordinates `start`, `start + step`, ... below `stop`.

        The coordinate `cycle` varies if there is one, else the first; the other inputs
        hold what `inputs` gives, or their defaults.  Columns are the outputs that are no
        inputs, or those that `outputs` names.

        Args:
            out: a batch of the same program, outputs and number of rows, which is filled again
                and returned.  Arrays taken from it before keep their memory and hold the new
                rows, but for masks.  After an error it has no columns until it is filled again.

        Raises:
            UsageError: an unknown output, coordinates outside their type, or an `out` of
                another kind or whose Arrow data or text is still held.
            WriteError: a value of `inputs` does not fit.
            EvalError: a node has no value in some row.
        """
        from polydat.batch import ranges

        rows = ranges.check_rows(start, stop, step)
        chosen = self.engine if engine is None else engine_of(engine)
        return ranges.evaluate(self._core, chosen, rows, outputs, inputs, threads, out)

    def map(
        self,
        columns: Mapping[str, Any],
        outputs: Sequence[str] | None = None,
        inputs: Mapping[str, Any] | None = None,
        threads: int = 1,
        engine: Engine | str | None = None,
        out: Batch | None = None,
    ) -> Batch:
        """Rows for coordinates in any order: element i of every array makes row i.

        Args:
            columns: arrays of equal length by names of inputs, such as
                `{"cycle": numpy.array([7, 3]), "tenant": [1, 1]}`.
            inputs: values of the other inputs.
            out: a batch to fill again, as for `range`.

        Raises:
            UsageError: arrays of unequal lengths, for a text, or an `out` that cannot be filled.
            WriteError: an element or a value does not fit.
            EvalError: a node has no value in some row.
        """
        from polydat.batch import mapping

        chosen = self.engine if engine is None else engine_of(engine)
        return mapping.evaluate(self._core, chosen, columns, outputs, inputs, threads, out)

    def batches(
        self,
        start: int,
        stop: int,
        step: int = 1,
        rows: int = 65_536,
        outputs: Sequence[str] | None = None,
        inputs: Mapping[str, Any] | None = None,
        threads: int = 1,
        engine: Engine | str | None = None,
    ) -> Iterator[Batch]:
        """The rows of `range` in batches of at most `rows` rows, in bounded memory."""
        from polydat.batch import ranges

        whole = ranges.check_rows(start, stop, step)
        if rows < 1:
            raise UsageError(f"a batch has at least 1 row, got {rows}")
        chosen = self.engine if engine is None else engine_of(engine)
        for at in builtin_range(0, whole.count, rows):
            part = whole.part(at, min(rows, whole.count - at))
            yield ranges.evaluate(self._core, chosen, part, outputs, inputs, threads)

    def reader(
        self,
        start: int,
        stop: int,
        step: int = 1,
        rows: int = 65_536,
        outputs: Sequence[str] | None = None,
        inputs: Mapping[str, Any] | None = None,
        threads: int = 1,
        engine: Engine | str | None = None,
    ) -> Reader:
        """The rows of `range` as an Arrow stream that makes its batches while it is read.

        pyarrow, polars, duckdb and whatever else takes `__arrow_c_stream__` read it.
        """
        from polydat.batch import ranges
        from polydat.batch.arrow import Reader

        numbers = ranges.output_numbers(self._core, outputs)
        chosen = [self._core.outputs[n] for n in numbers]

        def batches() -> Iterator[Batch]:
            return self.batches(start, stop, step, rows, outputs, inputs, threads, engine)

        return Reader([o.name for o in chosen], [o.type for o in chosen], batches)

    def __reduce__(self) -> Any:
        if self._origin is None:
            return rebuild_graph, (self._core.dag, str(self.engine))
        return rebuild, (self._origin, str(self.engine))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        outputs = ", ".join(f"{o.name}: {o.type.keyword}" for o in self.outputs)
        return f"<polydat program {self.id[:12]} on {self.engine}: {outputs}>"


builtin_range = range  # the method of this name hides it in the class


def rebuild(origin: Mapping[str, Any], engine: str) -> Program:
    """A pickled program again, from its text and options."""
    return compile(engine=engine, **origin)


def rebuild_graph(dag: Any, engine: str) -> Program:
    """A pickled program again, from its graph."""
    return Program(ProgramCore(dag), Engine.parse(engine), EventLog(), None)


def make_kernel(core: ProgramCore, engine: Engine) -> Kernel:
    """A kernel of a program on an engine."""
    if engine.name == "interpreter":
        return InterpreterKernel(core, engine)
    if engine.lazy:
        from polydat.engines.lazy import LazyKernel

        return LazyKernel(core, engine)
    from polydat.engines.compiled import CompiledKernel

    return CompiledKernel(core, engine)
