"""An example or more for each class of error: what is wrong, and what to write instead.

A class without one stands in `WITHOUT`, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from polydat import errors


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is refused, and one that is not."""

    title: str
    text: str
    instead: str


@dataclass(frozen=True, slots=True)
class Session:
    """Lines of Python, of which the last one raises, and lines that do not.

    Attributes:
        varies: the message goes on differently on every machine behind its first line.
    """

    title: str
    lines: tuple[str, ...]
    instead: tuple[str, ...]
    varies: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments of `polydat` that end in an error, and arguments that do not."""

    title: str
    arguments: str
    instead: str


Example: TypeAlias = Program | Session | Command

IMPORT = "import polydat"
ROWS = 'program = polydat.compile("input cycle: u64\\nx := hash(cycle) % 10\\n")'
LABEL = "program = polydat.compile('input cycle: u64\\nlabel := \"n{cycle}\"\\n')"
QUOTIENT = 'program = polydat.compile("input (a: u64, b: u64)\\nx := div_wire(a, b)\\n")'
CHECKED = (
    "program = polydat.compile("
    '"pragma strict_values\\ninput (a: u64, b: u64)\\nx := div_wire(a, b)\\n")'
)
START = 'program = polydat.compile("extern n: u64\\nconst k := div_wire(60, n)\\n")'

EXAMPLES: dict[type[Exception], tuple[Example, ...]] = {
    errors.OpenInputs: (
        Session(
            "an input that a const brought",
            (
                IMPORT,
                'text = "extern a: u64\\nconst X := null_if(a, a, 0.5)\\ny := X\\n"',
                'program = polydat.compile(text, input_variance="error")',
            ),
            (
                IMPORT,
                'text = "extern a: u64\\nconst X := null_if(a, a, 0.5)\\ny := X\\n"',
                'program = polydat.compile(text, input_variance="info")',
            ),
        ),
    ),
    errors.ParseError: (
        Program("`=` for `:=`", "total = 1 + 2\n", "total := 1 + 2\n"),
        Program(
            "a bracket that is never closed",
            "input cycle: u64\nuser := mod(hash(cycle, 1000)\nlabel := 'user'\n",
            "input cycle: u64\nuser := mod(hash(cycle), 1000)\nlabel := 'user'\n",
        ),
        Program(
            "a text that is never closed",
            'input cycle: u64\nlabel := "user\n',
            'input cycle: u64\nlabel := "user"\n',
        ),
        Program(
            "an operator of another language",
            "input cycle: u64\nx := cycle > 3 and cycle < 9\n",
            "input cycle: u64\nx := cycle > 3 && cycle < 9\n",
        ),
        Program(
            "an `if` without `else`",
            "input cycle: u64\nx := if cycle > 3 { 1 }\ny := 2\n",
            "input cycle: u64\nx := if cycle > 3 { 1 } else { 0 }\ny := 2\n",
        ),
        Program("an unknown type", "input cycle: int\n", "input cycle: u64\n"),
        Program("a keyword as a name", "const := 3\n", "constant := 3\n"),
        Program(
            "words that contradict each other",
            "shared const x := 3\n",
            "const x := 3\n",
        ),
    ),
    errors.BindError: (
        Program(
            "a function that does not exist",
            "input cycle: u64\nx := hahs(cycle)\n",
            "input cycle: u64\nx := hash(cycle)\n",
        ),
        Program(
            "a value that is computed, where a constant is wanted",
            "input cycle: u64\nx := mod(hash(cycle), cycle + 1)\n",
            "input cycle: u64\nx := mod_wire(hash(cycle), cycle + 1)\n",
        ),
        Program(
            "a name that no parameter has",
            "input cycle: u64\nx := mod(cycle, modulo: 10)\n",
            "input cycle: u64\nx := mod(cycle, modulus: 10)\n",
        ),
        Program(
            "a default that is no literal of the type",
            "extern rate: f64 = 1 / 3\n",
            "extern rate: f64 = 0.333\n",
        ),
        Program(
            "a list as an argument",
            "x := printf([1, 2])\n",
            'items := [1, 2]\nx := printf("{}", items)\n',
        ),
        Program("texts in order", 'x := "a" < "b"\n', 'x := "a" != "b"\n'),
        Program(
            "several names for one value",
            "input cycle: u64\n(a, b) := cycle\n",
            "input cycle: u64\n(a, b) := mixed_radix(cycle, 10, 0)\n",
        ),
        Program(
            "a module that calls itself",
            "input n: u64\ndown(n: u64) -> (m: u64) := { m := down(n - 1) }\nx := down(n)\n",
            "input n: u64\ndown(n: u64) -> (m: u64) := { m := n - 1 }\nx := down(down(n))\n",
        ),
        Session(
            "an output that the program does not have",
            (IMPORT, 'polydat.compile("x := hash(n)\\n", outputs=["y"])'),
            (IMPORT, 'polydat.compile("x := hash(n)\\n", outputs=["x"]).kernel()(n=1)'),
        ),
    ),
    errors.UnknownWire: (
        Program(
            "a name that nothing has",
            "input cycle: u64\nhashed := hash(cycle)\nx := mod(hased, 10)\n",
            "input cycle: u64\nhashed := hash(cycle)\nx := mod(hashed, 10)\n",
        ),
        Program(
            "a function for its value",
            "input cycle: u64\nx := hash + 1\n",
            "input cycle: u64\nx := hash(cycle) + 1\n",
        ),
        Program(
            "a name from outside in a module",
            "input n: u64\nk := 7\nf(x: u64) -> (y: u64) := { y := x + k }\nz := f(n)\n",
            "input n: u64\nk := 7\nf(x: u64, k: u64) -> (y: u64) := { y := x + k }\nz := f(n, k)\n",
        ),
    ),
    errors.TypeMismatch: (
        Program(
            "a text for a number",
            'input cycle: u64\nname := "n{cycle}"\nx := hash(name)\n',
            'input cycle: u64\nname := "n{cycle}"\nx := hash(cycle)\n',
        ),
        Program(
            "a conversion that has to round",
            "input cycle: u64\nhalf := cycle as f64 / 2.0\nx := half as u64\n",
            "input cycle: u64\nhalf := cycle as f64 / 2.0\nx := floor_to_u64(half)\n",
        ),
    ),
    errors.ArityError: (
        Program(
            "too few arguments",
            "input cycle: u64\nx := mod(cycle)\n",
            "input cycle: u64\nx := mod(cycle, 10)\n",
        ),
        Program(
            "more names than outputs",
            "input cycle: u64\n(a, b) := mixed_radix(cycle, 10)\n",
            "input cycle: u64\n(a, b) := mixed_radix(cycle, 10, 0)\n",
        ),
    ),
    errors.DuplicateNode: (
        Program(
            "one name for two bindings",
            "input cycle: u64\nx := cycle + 1\nx := x * 2\n",
            "input cycle: u64\nx := cycle + 1\ny := x * 2\n",
        ),
    ),
    errors.CycleDetected: (
        Program(
            "bindings that wait for each other",
            "input cycle: u64\na := b + cycle\nb := a * 2\n",
            "input cycle: u64\na := b + cycle\nb := cycle * 2\n",
        ),
    ),
    errors.StrictError: (
        Session(
            "a conversion that is not written",
            (
                IMPORT,
                'polydat.compile("input n: u64\\nx := lerp(n, 0.0, 1.0)\\n", strict=True)',
            ),
            (
                IMPORT,
                "polydat.compile("
                '"input n: u64\\nx := lerp(n as f64, 0.0, 1.0)\\n", strict=True).kernel()(n=1)',
            ),
        ),
    ),
    errors.ConstContractError: (
        Program(
            "a `const` that would change from row to row",
            "input cycle: u64\nconst start := hash(cycle)\n",
            "input cycle: u64\nstart := hash(cycle)\n",
        ),
    ),
    errors.ConstantFoldError: (
        Program("a constant that has no value", "x := mod(7, 0)\n", "x := mod(7, 2)\n"),
    ),
    errors.EvalError: (
        Session(
            "a row without a value",
            (IMPORT, QUOTIENT, "program.kernel()(a=7, b=0)"),
            (
                IMPORT,
                'program = polydat.compile("input (a: u64, b: u64)\\nx := a / b\\n")',
                "program.kernel()(a=7, b=0)  # the operator gives 0",
            ),
        ),
    ),
    errors.AssertionFailure: (
        Session(
            "a value that a program asked to be checked",
            (IMPORT, CHECKED, "program.kernel()(a=7, b=0)"),
            (IMPORT, CHECKED, "program.kernel()(a=7, b=2)"),
        ),
    ),
    errors.WriteError: (
        Session(
            "a value outside of the type",
            (IMPORT, ROWS, "program.kernel()(cycle=-1)"),
            (IMPORT, ROWS, "program.kernel()(cycle=1)"),
        ),
        Session(
            "a name that no input has",
            (IMPORT, ROWS, "program.kernel()(cicle=1)"),
            (IMPORT, ROWS, "program.kernel()(cycle=1)"),
        ),
        Session(
            "a coordinate by its name",
            (IMPORT, ROWS, "kernel = program.kernel()", 'kernel.set_input("cycle", 1)'),
            (
                IMPORT,
                ROWS,
                "kernel = program.kernel()",
                "kernel.set_inputs([1])",
                'kernel.pull("x")',
            ),
        ),
    ),
    errors.ConstInitError: (
        Session(
            "a `const` without a value for what it was started with",
            (IMPORT, START, 'program.kernel(inputs={"n": 0})'),
            (IMPORT, START, 'program.kernel(inputs={"n": 4})()'),
        ),
    ),
    errors.EngineRefused: (
        Session(
            "texts in a table of numbers",
            (
                "import numpy",
                IMPORT,
                LABEL,
                "table = numpy.empty((2, 3), numpy.uint64)",
                "program.kernel().eval_range(0, table)",
            ),
            (IMPORT, LABEL, 'program.range(0, 3)["label"].tolist()'),
        ),
    ),
    errors.NativeConeError: (
        Session(
            "native code is switched off",
            (
                IMPORT,
                "from polydat.settings import override",
                ROWS,
                'with override(native=False): program.kernel(engine="interpreter:force")',
            ),
            (IMPORT, ROWS, 'program.kernel(engine="interpreter:off")(cycle=1)'),
        ),
    ),
    errors.BuildError: (
        Session(
            "flags that the C compiler does not know",
            (
                IMPORT,
                "from polydat.settings import override",
                ROWS,
                'with override(cflags="-no-such-flag"): program.kernel(engine="native")',
            ),
            (IMPORT, ROWS, 'program.kernel(engine="native")(cycle=1)'),
            varies=True,
        ),
    ),
    errors.OutputError: (
        Command(
            "a folder that does not exist",
            "run examples/users.polydat --cycles 1 -o /nonexistent/rows.csv",
            "run examples/users.polydat --cycles 1 --outputs user_id",
        ),
    ),
    errors.UsageError: (
        Session(
            "an engine that does not exist",
            (IMPORT, 'polydat.compile("x := 1\\n", engine="fast")'),
            (IMPORT, 'polydat.compile("x := 1\\n", engine="native").kernel()()'),
        ),
        Session(
            "an output that the program does not have",
            (IMPORT, ROWS, 'program.range(0, 3, outputs=["y"])'),
            (IMPORT, ROWS, 'program.range(0, 3, outputs=["x"])["x"].tolist()'),
        ),
    ),
}

NOT_YET = "Nothing raises it yet."
WITHOUT: dict[type[Exception], str] = {
    errors.PolydatError: "Catch it for all of them.",
    errors.CompileError: "Catch it for every reason for which a program is refused.",
    errors.KernelError: "Catch it for every reason for which a compiled program does not run.",
    errors.InternalError: "No program should lead to it: please report the one that does.",
}
