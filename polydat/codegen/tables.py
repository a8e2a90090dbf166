"""Package build: the closure step and the column kernel of every declaration.

`emit_steps` and `emit_columns` make one header each, which the extension includes; the
second is included once for each instruction set, under the names that `PD_COLUMN` makes.
"""

from __future__ import annotations

from collections.abc import Iterable

from polydat.codegen.functions import (
    call,
    expression_function,
    gives_reference,
    gives_wide,
    has_c,
    has_out_array,
    has_words,
    is_expression,
    neutral,
    plain_name,
    shapes,
)
from polydat.codegen.operand import is_reference, is_wide_type, joined_slots, unpack
from polydat.codegen.writer import guarded, indent, made_by
from polydat.nodes.declare import NodeSpec
from polydat.types import PortType

INLINE_WIRES = 4  # as many fit a pd_step
INLINE_CONSTS = 2


def is_wide(spec: NodeSpec) -> bool:
    """Whether the operands of a node go to a pd_wide instead of its step."""
    return (
        len(spec.wires) > INLINE_WIRES
        or len(spec.consts) > INLINE_CONSTS
        or has_words(spec)
        or spec.variadic_wire is not None
    )


def emit_steps(specs: Iterable[NodeSpec]) -> str:
    """The header `steps.h`: a step for each node that has C, and the table of names."""
    declared = [shape for s in specs if has_c(s) for shape in shapes(s)]
    parts = ['#include "kernel.h"', '#include "ops/all.h"', '#include "text_steps.h"']
    parts += ['#include "guarded_steps.h"', ""]
    parts += [expression_function(s) for s in declared if is_expression(s)]
    parts += [step(s) for s in declared]
    rows = ['{"text", pd_step_text},', '{"guarded", pd_step_guarded},']
    rows += [f'{{"{s.name}", pd_step_{plain_name(s)}}},' for s in declared]
    parts += [
        "typedef struct pd_step_entry {",
        "    const char *name;",
        "    pd_run run;",
        "} pd_step_entry;",
        "",
        "static const pd_step_entry pd_step_table[] = {",
        indent(rows),
        "};",
        f"\n#define PD_STEP_COUNT {len(rows)}",
    ]
    return guarded("steps", "Closure steps of every node function.", "\n".join(parts))


def step(spec: NodeSpec) -> str:
    """The closure step of one node."""
    wide = is_wide(spec)
    wires = [
        wire_slot(f"step->wide->in[{i}]" if wide else f"step->in[{i}]", p.type)
        for i, p in enumerate(spec.wires)
    ]
    k = "step->wide->k" if wide else "step->k"
    consts = const_values(spec, k, "step->wide->k_count")
    body = ["(void)need;"]
    if spec.fails or gives_reference(spec):
        body.append("pd_status status = PD_OK;")
    else:
        body.append("(void)state;")
    check = ["PD_CHECK(step->node);"] if spec.fails else []
    if spec.fold:
        body += fold_step(spec)
    elif spec.appends:
        body += append_step([f"{call(spec, wires, consts, 'out')};"])
    elif gives_reference(spec):
        value = f"const pd_str value = {call(spec, wires, consts)};"
        body += append_step([value, *check, "pd_append_str(&status, out, value);"])
    elif has_out_array(spec):
        body += [f"{call(spec, wires, consts, 'slot + step->out, 1')};", *check]
    elif gives_wide(spec):
        body += [f"const pd_u128 value = {call(spec, wires, consts)};", *check]
        body += ["slot[step->out] = value.low;", "slot[step->out + 1] = value.high;"]
    else:
        value = call(spec, wires, consts)
        body += [f"const uint64_t value = {value};", *check, "slot[step->out] = value;"]
    head = (
        f"static void pd_step_{plain_name(spec)}(uint64_t *slot, const pd_step *step,"
        " uint64_t need, pd_state *state)"
    )
    return f"{head}\n{{\n{indent(body)}\n}}\n"


def fold_step(spec: NodeSpec) -> list[str]:
    """Statements that join all wires."""
    value = call(spec, ("value", "slot[wide->in[i]]"), ())
    return [
        "const pd_wide *const wide = step->wide;",
        f"uint64_t value = {neutral(spec)};",
        "for (uint32_t i = 0; i < wide->in_count; i++)",
        f"    value = {value};",
        "slot[step->out] = value;",
    ]


def append_step(append: list[str]) -> list[str]:
    """Statements that put what has an address into the buffer of the node."""
    return [
        "pd_text *const out = &state->text[step->text];",
        "out->size = 0;",
        *append,
        "PD_CHECK(step->node);",
        "slot[step->out] = (uint64_t)(uintptr_t)out->data;",
        "slot[step->out + 1] = out->size;",
    ]


def wire_slot(index: str, type: PortType | None) -> str:
    """C expression of a wire."""
    return joined_slots(f"slot[{index}]", f"slot[{index} + 1]", type)


def const_values(spec: NodeSpec, k: str, count: str) -> list[str]:
    """C expressions of the constants of a node that lie in an array `k`."""
    if spec.setup is not None:
        return [k, count]
    values: list[str] = []
    for place, param in enumerate(spec.consts):
        if param.variadic:
            values += [f"{k} + {place}", f"{count} - {place}"]
        else:
            values.append(unpack(f"{k}[{place}]", param.type))
    return values


def emit_columns(specs: Iterable[NodeSpec]) -> str:
    """The header `columns.h`, without a guard: it is included more than once."""
    declared = [shape for s in specs if has_c(s) for shape in shapes(s)]
    parts = [made_by("Column kernels of every node function.")]
    parts += [column(s) for s in declared]
    rows = ['{"text", PD_COLUMN(text)},', '{"guarded", PD_COLUMN(guarded)},']
    rows += [f'{{"{s.name}", PD_COLUMN({plain_name(s)})}},' for s in declared]
    parts += ["static const pd_column_entry PD_COLUMN(table)[] = {", indent(rows), "};"]
    return "\n".join(parts) + "\n"


def column(spec: NodeSpec) -> str:
    """The column kernel of one node: a loop over rows and nothing else."""
    body = [] if spec.fails or gives_reference(spec) else ["(void)failed;"]
    if spec.fold:
        body += fold_column(spec)
    else:
        wires, openings = column_wires(spec)
        consts, more = column_consts(spec)
        body += [*openings, *more]
        if spec.appends:
            body += appended_column([f"{call(spec, wires, consts, 'out')};"])
        elif gives_reference(spec):
            value = f"const pd_str value = {call(spec, wires, consts)};"
            append = "pd_append_str(&status, out, value);"
            body += appended_column([value, *STOP, append])
        else:
            body += value_column(spec, wires, consts)
    head = (
        f"static size_t PD_COLUMN({plain_name(spec)})(pd_status *failed,"
        " const pd_column_step *step, size_t n)"
    )
    return f"{head}\n{{\n{indent([*body, 'return n;'])}\n}}\n"


def column_wires(spec: NodeSpec) -> tuple[list[str], list[str]]:
    """C expressions of the wires in row i, and the statements before the loop."""
    wires: list[str] = []
    body: list[str] = []
    if gives_wide(spec) or any(is_wide_type(p.type) for p in spec.wires):
        body.append("const size_t stride = step->stride; /* from low halves to high ones */")
    for i, param in enumerate(spec.wires):
        if is_reference(param.type):
            body.append(f"const pd_column *const in{i} = step->in[{i}];")
            wires.append(f"pd_text_row(in{i}, i)")
        else:
            body.append(f"const uint64_t *PD_RESTRICT in{i} = step->in[{i}]->value;")
            wires.append(joined_slots(f"in{i}[i]", f"in{i}[i + stride]", param.type))
    return wires, body


def column_consts(spec: NodeSpec) -> tuple[list[str], list[str]]:
    """C expressions of the constants, and the statements before the loop."""
    if spec.setup is not None:
        opening = "const uint64_t *const table = step->k;"
        return ["table", "table_count"], [opening, "const size_t table_count = step->k_count;"]
    consts: list[str] = []
    body: list[str] = []
    for place, param in enumerate(spec.consts):
        if param.variadic:
            body += [
                f"const uint64_t *const k{place} = step->k + {place};",
                f"const size_t k{place}_count = step->k_count - {place};",
            ]
            consts += [f"k{place}", f"k{place}_count"]
        else:
            body.append(f"const uint64_t k{place} = step->k[{place}];")
            consts.append(unpack(f"k{place}", param.type))
    return consts, body


STOP = ["if (PD_UNLIKELY(status)) {", "    *failed = status;", "    return i;", "}"]


def value_column(spec: NodeSpec, wires: list[str], consts: list[str]) -> list[str]:
    """The loop of a node whose outputs are numbers."""
    out = "out + i, step->stride" if has_out_array(spec) else ""
    value = call(spec, wires, consts, out)
    loop = ["pd_status status = PD_OK;"] if spec.fails else []
    if out:
        loop += [f"{value};", *(STOP if spec.fails else [])]
    elif gives_wide(spec):
        loop += [f"const pd_u128 value = {value};", *(STOP if spec.fails else [])]
        loop += ["out[i] = value.low;", "out[i + stride] = value.high;"]
    elif spec.fails:
        loop += [f"const uint64_t value = {value};", *STOP, "out[i] = value;"]
    else:
        loop.append(f"out[i] = {value};")
    return ["uint64_t *PD_RESTRICT out = step->out->value;", *rows(loop)]


def appended_column(append: list[str]) -> list[str]:
    """The loop of a node that makes what has an address: rows are appended to the column."""
    loop = [
        *append,
        *STOP,
        "if (PD_UNLIKELY(out->size > INT32_MAX)) {",
        "    *failed = PD_TEXT_TOO_LONG;",
        "    return i;",
        "}",
        "offset[i + 1] = (int32_t)out->size;",
    ]
    return [
        "pd_text *const out = step->out->text;",
        "int32_t *const offset = step->out->offset;",
        "pd_status status = PD_OK;",
        *rows(loop),
    ]


def fold_column(spec: NodeSpec) -> list[str]:
    """The loops of a fold: one over rows for each wire, so that each is simple.

    What varies from row to row has a wire.
    """
    return [
        "uint64_t *PD_RESTRICT out = step->out->value;",
        "memcpy(out, step->in[0]->value, n * sizeof *out);",
        "for (uint32_t j = 1; j < step->in_count; j++) {",
        "    const uint64_t *PD_RESTRICT in = step->in[j]->value;",
        indent(rows([f"out[i] = {call(spec, ('out[i]', 'in[i]'), ())};"])),
        "}",
    ]


def rows(loop: list[str]) -> list[str]:
    return ["for (size_t i = 0; i < n; i++) {", indent(loop), "}"]
