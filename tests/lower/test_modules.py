"""Modules: found, inlined, and wrong in ways that are shown where they are."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import polydat
from polydat.batch.row_text import cells
from polydat.lower.library import standard_modules

UNIT_OF_0 = 0.8833108082136427  # hash(0) over 2**64


def value(source: str, **options: object) -> object:
    return polydat.compile(source, **options).kernel("interpreter:off")(c=0)["y"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "want"),
    [
        ("hash_range_offset(c, 100, 64)", 147),
        ("hash_range_offset(input: c, range: 64, base: 100)", 147),
        ("hash_interval(c, 10, 20)", 18.833108082136427),
        ("hashed_id(c, 1000000)", 607535),
        ("monotonic_ts(c + 3, 1000, 50)", 1150),
        ("jittered_ts(c, 1000, 50, 64)", 1047),
        ("sawtooth(c, 60)", 0.0),
    ],
)
def test_standard_modules(call: str, want: object) -> None:
    assert repr(value(f"input c: u64\ny := {call}")) == repr(want)


def test_every_standard_module_compiles() -> None:
    for module in standard_modules().values():
        literals = {"u64": "7", "f64": "0.5", "str": '"x"'}
        rest = [literals[p.type.keyword] for p in module.parameters[1:] if p.type]
        source = f"input c: u64\ny := {module.name}({', '.join(['c', *rest])})"
        assert polydat.compile(source).outputs[1].name == "y"


VALUES = Path(__file__).parents[1] / "golden" / "values"


def test_standard_modules_give_the_values_of_the_reference() -> None:
    program = polydat.compile_file(VALUES / "std_modules.polydat", engine="interpreter:off")
    batch = program.range(5, 17)
    text = (VALUES / "std_modules.csv").read_text(encoding="utf-8")
    header, *rows = list(csv.reader(text.splitlines()))
    assert list(batch.names) == header
    columns = [cells(batch[n], t) for n, t in zip(batch.names, batch.types, strict=True)]
    assert [list(row) for row in zip(*columns, strict=True)] == rows


@pytest.fixture
def libs(tmp_path: Path) -> Path:
    (tmp_path / "twice.polydat").write_text(
        "twice(x: u64) -> (r: u64) := {\n    r := x * 2\n}\n", encoding="utf-8"
    )
    (tmp_path / "more.polydat").write_text(
        "input cycle: u64\nk := mod(hash(cycle), 64)\nbucket := k + offset\n"
        "bad(x: u64) -> (r: u64) := {\n    r := hsah(x)\n}\n",
        encoding="utf-8",
    )
    return tmp_path


def test_modules_are_found_in_library_folders(libs: Path) -> None:
    assert value("input c: u64\ny := twice(c + 4)", libs=[libs]) == 8
    assert value("input c: u64\ny := twice(c + 4)", base_dir=libs) == 8


def test_a_binding_of_a_file_is_a_module(libs: Path) -> None:
    # Parameters are its free names in alphabetical order: cycle, offset.
    assert value("input c: u64\ny := bucket(c, 100)", libs=[libs]) == 147
    assert value("input c: u64\ny := bucket(offset: 100, cycle: c)", libs=[libs]) == 147


def test_a_program_beside_its_modules(libs: Path) -> None:
    path = libs / "main.polydat"
    path.write_text("input c: u64\ny := twice(c + 1)\n", encoding="utf-8")
    assert polydat.compile_file(path).kernel()(c=0) == {"y": 2}


def test_the_own_module_comes_first(libs: Path) -> None:
    source = "input c: u64\ntwice(x: u64) -> (r: u64) := {\n  r := x + 100\n}\ny := twice(c)"
    assert value(source, libs=[libs]) == 100


def test_own_modules_shadow_functions() -> None:
    source = "input c: u64\nhash(x: u64) -> (r: u64) := {\n  r := x + 5\n}\ny := hash(c)"
    assert value(source) == 5


def test_mistakes_in_a_library_are_shown_there(libs: Path) -> None:
    with pytest.raises(polydat.BindError) as caught:
        polydat.compile("input c: u64\ny := bad(c)", libs=[libs], context="main.polydat")
    assert str(caught.value) == (
        f"{libs}/more.polydat:5:10: BindError: no function named 'hsah'\n"
        "  5 |     r := hsah(x)\n"
        "    |          ^^^^^^^\n"
        "    = nearest: hash\n"
        "    = note: in module 'bad', called in line 2"
    )


def test_type_errors_in_a_library_are_shown_there(libs: Path) -> None:
    with pytest.raises(polydat.TypeMismatch) as caught:
        polydat.compile('input c: u64\nt := "{c}"\ny := bucket(t, 1)', libs=[libs])
    assert f"{libs}/more.polydat:2:" in str(caught.value)


def test_a_file_has_to_hold_its_name(libs: Path) -> None:
    (libs / "empty.polydat").write_text("x := 1\n", encoding="utf-8")
    with pytest.raises(polydat.BindError, match="does not define 'empty'"):
        polydat.compile("input c: u64\ny := empty(c)", libs=[libs])


def test_a_broken_file_is_shown(libs: Path) -> None:
    (libs / "broken.polydat").write_text("x := (1\n", encoding="utf-8")
    with pytest.raises(polydat.ParseError, match=r"broken\.polydat:"):
        polydat.compile("input c: u64\ny := broken(c)", libs=[libs])
    # Another file is found past it.
    assert value("input c: u64\ny := bucket(c, 100)", libs=[libs]) == 147


def test_unknown_names_stay_unknown_functions(libs: Path) -> None:
    with pytest.raises(polydat.BindError, match="no function named 'thrice'"):
        polydat.compile("input c: u64\ny := thrice(c)", libs=[libs])


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(polydat.BindError, match="does not exist"):
        polydat.compile("y := 1", libs=[tmp_path / "none"])


def test_strict_programs_name_arguments_and_inputs() -> None:
    module = "m(x: u64) -> (r: u64) := {\n  r := x\n}\n"
    with pytest.raises(polydat.StrictError, match="names the arguments"):
        polydat.compile(f"input c: u64\n{module}y := m(c)", strict=True)
    assert polydat.compile(f"input c: u64\n{module}y := m(x: c)", strict=True)
    with pytest.raises(polydat.StrictError, match="declares its inputs"):
        polydat.compile("y := hash(c)", strict=True)


def test_programs_with_modules_travel(libs: Path) -> None:
    import pickle

    program = polydat.compile("input c: u64\ny := twice(c)", libs=[libs])
    assert pickle.loads(pickle.dumps(program)).id == program.id


def test_inlining_is_logged() -> None:
    log = polydat.EventLog()
    polydat.compile("input c: u64\ny := hashed_id(c, 10)", log=log)
    assert "polydat[info]: module 'hashed_id' adds 2 nodes" in log.format()


def test_pragmas_are_logged() -> None:
    log = polydat.EventLog()
    polydat.compile("pragma strict_values\npragma fast\ny := 1", log=log)
    assert "polydat[advisory]: pragma strict_values in line 1" in log.format()
    assert "polydat[warning]: pragma fast in line 2 is unknown and does nothing" in log.format()


def doubling(levels: int) -> str:
    """Modules that each call the one before twice."""
    heads = (
        f"m{i}(x: u64) -> (y: u64) := {{ y := m{i - 1}(x) + m{i - 1}(x) }}"
        for i in range(1, levels)
    )
    return "\n".join(("m0(x: u64) -> (y: u64) := { y := x + 1 }", *heads, f"z := m{levels - 1}(n)"))


def chain(levels: int, value: str = "m{}(x)") -> str:
    """Modules that each call the one before."""
    heads = (
        f"m{i}(x: u64) -> (y: u64) := {{ y := {value.format(i - 1)} }}" for i in range(1, levels)
    )
    return "\n".join(("m0(x: u64) -> (y: u64) := { y := x + 1 }", *heads, f"z := m{levels - 1}(n)"))


def test_modules_may_call_each_other_sixty_levels_deep() -> None:
    assert polydat.compile(chain(60)).kernel("interpreter:off")(n=1) == {"z": 2}


@pytest.mark.parametrize("program", [chain(70), chain(1000), chain(3, f"{'!' * 90}m{{}}(x)")])
def test_what_is_too_deep_is_a_located_error(program: str) -> None:
    with pytest.raises(polydat.BindError, match="nested more than 130 levels deep") as caught:
        polydat.compile(program)
    assert caught.value.line > 1


def test_what_is_deep_in_a_module_is_lowered_from_a_deep_stack() -> None:
    """Each level takes several frames of Python, of which there are a thousand."""

    def from_below(frames: int) -> polydat.Program:
        return from_below(frames - 1) if frames else polydat.compile(program)

    nested = "if x { " * 98 + "x" + " } else { 1 }" * 98
    call = "if n { " * 28 + "m(n)" + " } else { 1 }" * 28
    program = f"m(x: u64) -> (y: u64) := {{ y := {nested} }}\nz := {call}"
    assert from_below(100).kernel("interpreter:off")(n=1) == {"z": 1}


def test_modules_do_not_multiply_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert polydat.compile(doubling(8)).kernel("interpreter:off")(n=1) == {"z": 256}
    monkeypatch.setattr("polydat.lower.builder.MOST_NODES", 10_000)
    with pytest.raises(polydat.BindError, match="make more than 10,000 nodes") as caught:
        polydat.compile(doubling(40))
    assert caught.value.line > 1


def test_an_error_in_depth_says_nothing_about_the_next_binding() -> None:
    program = f"{chain(70)}\nw := {'!' * 95}n\nv := hahs(n)"
    with pytest.raises(polydat.CompileError) as caught:
        polydat.compile(program)
    assert [d.message[:16] for d in caught.value.diagnostics] == [
        "this is nested m",
        "no function name",
    ]
