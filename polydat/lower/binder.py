"""Statements as inputs, nodes and outputs of an assembler, in any order of statements."""

from __future__ import annotations

from collections.abc import Sequence

from polydat.errors import (
    BindError,
    CompileError,
    Diagnostic,
    DuplicateNode,
    StrictError,
    combine,
    nearest_names,
)
from polydat.graph.assembler import Assembler
from polydat.graph.events import EventLog, OutputDeclared
from polydat.graph.node import Modifier
from polydat.lang import tree
from polydat.lang.names import reads
from polydat.lower import inputs
from polydat.lower.bindings import Bindings
from polydat.lower.builder import Builder
from polydat.lower.dependencies import in_order
from polydat.lower.modules import Modules
from polydat.lower.prologue import Options, Prepared, checks_values, prepare
from polydat.lower.scope import Operand, Scope, Skipped

# Statements that are read and printed, and not run yet.
LATER = {tree.Cursor: "'cursor'", tree.For: "'for'", tree.Tile: "'tile'"}


def lower(file: tree.File, options: Options, log: EventLog) -> Assembler:
    """The assembler of a program.

    Raises:
        CompileError: with every independent mistake that was found.
    """
    return Program(prepare(file, options, log), log).lowered()


class Program:
    """One program while it is lowered."""

    def __init__(self, prepared: Prepared, log: EventLog) -> None:
        self.file = prepared.file
        self.options = prepared.options
        self.library = prepared.library
        self.assembler = Assembler(context=prepared.options.context)
        self.assembler.strict_values = checks_values(prepared.pragmas)
        self.assembler.filtered = prepared.options.outputs is not None
        self.log = log
        self.scope = Scope()
        self.builder = Builder(self.assembler, log)
        self.errors: list[CompileError] = []
        self.bindings = [s for s in self.file.statements if isinstance(s, tree.Binding)]

    def lowered(self) -> Assembler:
        self.refuse_later()
        self.add_inputs()
        self.check_targets()
        self.stop_if_errors()
        modules = Modules.of(self.file, self.builder, self.library, self.options.strict)
        lowering = Bindings(self.builder, self.scope, modules)
        for binding in in_order(self.bindings, self.assembler.inputs):
            self.builder.depth = 0  # an error leaves it where it was
            try:
                lowering.lower(binding)
            except Skipped:
                pass  # what it reads was rejected, and is reported
            except CompileError as error:
                self.errors.append(error)
        self.stop_if_errors()
        self.declare_outputs(self.options.outputs)
        return self.assembler

    def stop_if_errors(self) -> None:
        if self.errors:
            raise combine(self.errors)

    def refuse_later(self) -> None:
        for statement in self.file.statements:
            what = LATER.get(type(statement))
            if what is not None:
                self.errors.append(
                    BindError(Diagnostic(f"{what} is not available yet", statement.span))
                )

    def add_inputs(self) -> None:
        """Declare inputs and externs; infer coordinates where no `input` is written."""
        for statement in self.file.statements:
            if not isinstance(statement, tree.Input | tree.Extern):
                continue
            try:
                if isinstance(statement, tree.Input):
                    inputs.add_input(self.assembler, statement)
                else:
                    inputs.add_extern(self.assembler, statement)
            except CompileError as error:
                self.errors.append(error)
                self.scope.add(statement.name, None)
        outer = self.options.outer
        inputs.add_outer(self.assembler, self.unbound() & outer.keys(), outer)
        if not any(isinstance(s, tree.Input) for s in self.file.statements):
            self.refuse_inference()
            inputs.add_inferred(self.assembler, self.unbound())
        for definition in self.assembler.inputs.values():
            self.scope.add(definition.name, Operand(definition.name, definition.type))
        inputs.expose(self.assembler, list(self.assembler.inputs))

    def refuse_inference(self) -> None:
        """Strict programs say what their coordinates are."""
        names = sorted(self.unbound())
        if self.options.strict and names:
            wanted = ", ".join(f"{name}: u64" for name in names)
            places = (read for binding in self.bindings for read in reads(binding.value))
            span = next(r.span for r in places if isinstance(r, tree.Name) and r.name in names)
            message = "a strict program declares its inputs"
            self.errors.append(StrictError(Diagnostic(message, span, write=f"input ({wanted})")))

    def unbound(self) -> set[str]:
        """Names that are read and that no statement defines."""
        defined = {target.name for binding in self.bindings for target in binding.targets}
        read = {
            read.name
            for binding in self.bindings
            for read in reads(binding.value)
            if isinstance(read, tree.Name)
        }
        return read - defined - set(self.assembler.inputs)

    def check_targets(self) -> None:
        """Refuse a name that is bound twice; inputs may be shadowed by a binding."""
        seen: dict[str, tree.Name] = {}
        for binding in self.bindings:
            for target in binding.targets:
                first = seen.setdefault(target.name, target)
                if first is not target:
                    where = (f"first bound in line {first.span.line}",) if first.span else ()
                    self.errors.append(
                        DuplicateNode(
                            Diagnostic(f"'{target.name}' is bound twice", target.span, notes=where)
                        )
                    )

    def declare_outputs(self, wanted: Sequence[str] | None) -> None:
        """Every named binding is an output, in the order of statements, unless left out."""
        for binding in self.bindings:
            modifier = modifier_of(binding)
            stem = "__port_" if modifier is Modifier.SHARED else ""
            for target in binding.targets:
                if wanted is not None and target.name not in wanted and not pinned(modifier):
                    continue
                self.assembler.add_output(
                    target.name, (stem + target.name, 0), modifier, target.span, binding.doc
                )
                self.log.add(OutputDeclared(target.name))
        if wanted is not None:
            self.check_wanted(wanted)

    def check_wanted(self, wanted: Sequence[str]) -> None:
        known = list(self.assembler.outputs)
        for name in wanted:
            if name not in known:
                everything = [t.name for b in self.bindings for t in b.targets]
                raise BindError(
                    Diagnostic(f"no output named '{name}'", nearest=nearest_names(name, everything))
                )


def modifier_of(binding: tree.Binding) -> Modifier:
    """The modifier of a binding's outputs."""
    if not binding.modifiers:
        return Modifier.NONE
    for modifier in (Modifier.SHARED, Modifier.CONST, Modifier.VOLATILE):
        if tree.Modifier[modifier.name] in binding.modifiers:
            return modifier
    return Modifier.NONE


def pinned(modifier: Modifier) -> bool:
    """Whether an output stays although it was not asked for."""
    return modifier is not Modifier.NONE
