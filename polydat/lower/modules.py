"""Calls of modules: the body is lowered in place, under names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from polydat.errors import (
    ArityError,
    BindError,
    CompileError,
    Diagnostic,
    DuplicateNode,
    StrictError,
    UnknownWire,
)
from polydat.graph.events import ModuleInlined
from polydat.lang import tree
from polydat.lower.bindings import Bindings
from polydat.lower.builder import MODULE, Builder, literal_use
from polydat.lower.calls import wrong_name
from polydat.lower.dependencies import in_order
from polydat.lower.expressions import Expressions
from polydat.lower.library import Library
from polydat.lower.literals import Literal
from polydat.lower.prologue import checks_values
from polydat.lower.scope import Operand, Scope
from polydat.nodes import registry


class Modules:
    """The modules that a program can call.

    Args:
        known: definitions of the program by name.
        library: where other modules are found.
        strict: every argument has to be named.
        chain: modules whose bodies are being lowered, the outermost first.
    """

    def __init__(
        self,
        builder: Builder,
        known: Mapping[str, tree.Module],
        library: Library,
        strict: bool = False,
        chain: tuple[str, ...] = (),
    ) -> None:
        self.builder = builder
        self.known = known
        self.library = library
        self.strict = strict
        self.chain = chain

    @classmethod
    def of(cls, file: tree.File, builder: Builder, library: Library, strict: bool) -> Modules:
        """The modules that a program defines.

        Raises:
            DuplicateNode: two have one name.
        """
        known: dict[str, tree.Module] = {}
        for statement in file.statements:
            if isinstance(statement, tree.Module):
                if statement.name in known:
                    raise DuplicateNode(
                        Diagnostic(f"module '{statement.name}' is defined twice", statement.span)
                    )
                known[statement.name] = statement
        return cls(builder, known, library, strict)

    def inline(self, call: tree.Call, scope: Scope, owner: str) -> tuple[Operand, ...] | None:
        """The outputs of a module for the arguments of a call; `None` if there is no such module.

        Raises:
            CompileError: the arguments do not fit, or the body is wrong; the note of each
                diagnostic says which call led there.
        """
        module = self.find(call)
        if module is None:
            return None
        if module.name in self.chain:
            path = " -> ".join((*self.chain, module.name))
            raise BindError(Diagnostic(f"module '{module.name}' calls itself: {path}", call.span))
        if self.strict:
            check_named(module, call)
        caller = Expressions(self.builder, scope, owner, self.inline)
        inner = Scope(self.builder.hidden_name(f"__{module.name}_") + "_")
        before = len(self.builder.assembler.nodes)
        for parameter, argument in matched(module, call):
            value = caller.value(argument.value)
            if isinstance(value, Literal):
                check_literal(module, parameter, value)
            inner.add(parameter.name, value)
        self.builder.check_size(call.span)
        self.builder.enter(MODULE, call.span)
        try:
            outputs = self.body(module, inner)
        except CompileError as error:
            raise with_note(error, module, call) from None
        self.builder.leave(MODULE)
        added = len(self.builder.assembler.nodes) - before
        self.builder.log.add(ModuleInlined(module.name, added))
        return outputs

    def find(self, call: tree.Call) -> tree.Module | None:
        """The module that a call means: a program's own before a node function."""
        name = call.function
        if name in self.known:
            return self.known[name]
        return None if registry.find(name) is not None else self.library.find(name, call)

    def body(self, module: tree.Module, scope: Scope) -> tuple[Operand, ...]:
        """The outputs of a body whose parameters are known."""
        assembler = self.builder.assembler
        outside, assembler.strict_values = (
            assembler.strict_values,
            checks_values(s.name for s in module.body if isinstance(s, tree.Pragma)),
        )
        try:
            return self.inlined(module, scope)
        finally:
            assembler.strict_values = outside

    def inlined(self, module: tree.Module, scope: Scope) -> tuple[Operand, ...]:
        nested = Modules(
            self.builder, self.known, self.library, self.strict, (*self.chain, module.name)
        )
        lowering = Bindings(self.builder, scope, nested)
        for binding in in_order(bindings_of(module)):
            lowering.lower(binding)
        return tuple(output_of(module, output, scope, self.builder) for output in module.outputs)


def bindings_of(module: tree.Module) -> list[tree.Binding]:
    """The bindings of a body.

    Raises:
        BindError: it holds a statement that no body can.
    """
    bindings: list[tree.Binding] = []
    for statement in module.body:
        if isinstance(statement, tree.Binding):
            bindings.append(statement)
        elif not isinstance(statement, tree.Pragma | tree.Input):
            what = type(statement).__name__.lower()
            raise BindError(
                Diagnostic(f"a '{what}' cannot stand in the body of a module", statement.span)
            )
    return bindings


def output_of(
    module: tree.Module, output: tree.Parameter, scope: Scope, builder: Builder
) -> Operand:
    """The wire of an output that the header of a module names."""
    meaning = scope.known.get(output.name)
    if isinstance(meaning, Literal):
        return builder.add(builder.hidden_name("__output_"), literal_use(meaning))[0]
    if meaning is None:
        raise UnknownWire(
            Diagnostic(
                f"module '{module.name}' does not bind its output '{output.name}'", output.span
            )
        )
    return meaning


def matched(module: tree.Module, call: tree.Call) -> list[tuple[tree.Parameter, tree.Argument]]:
    """Every parameter of a module with its argument.

    Raises:
        ArityError: too few or too many.
        BindError: a name that no parameter has, or one given twice.
    """
    names = [parameter.name for parameter in module.parameters]
    given: dict[str, tree.Argument] = {}
    unnamed = iter(names)
    for argument in call.arguments:
        name = argument.name or next(unnamed, None)
        if name is None:
            raise wrong_count(module, call)
        if name not in names:
            raise wrong_name(module.name, names, argument)
        if name in given:
            raise BindError(
                Diagnostic(f"'{name}' of '{module.name}' is given twice", argument.span)
            )
        given[name] = argument
    if len(given) < len(names):
        raise wrong_count(module, call)
    return [(parameter, given[parameter.name]) for parameter in module.parameters]


def check_named(module: tree.Module, call: tree.Call) -> None:
    """Refuse an argument without a name."""
    for argument in call.arguments:
        if argument.name is None:
            names = ", ".join(f"{p.name}: ..." for p in module.parameters)
            raise StrictError(
                Diagnostic(
                    f"a strict program names the arguments of module '{module.name}'",
                    argument.span,
                    write=f"{module.name}({names})",
                )
            )


def wrong_count(module: tree.Module, call: tree.Call) -> ArityError:
    wanted = ", ".join(
        f"{p.name}: {p.type.keyword}" if p.type else p.name for p in module.parameters
    )
    many = len(call.arguments)
    return ArityError(
        Diagnostic(
            f"module '{module.name}' takes {len(module.parameters)}, got"
            f" {many} argument{'' if many == 1 else 's'}",
            call.span,
            expected=f"{module.name}({wanted})",
        )
    )


def check_literal(module: tree.Module, parameter: tree.Parameter, literal: Literal) -> None:
    if parameter.type is not None and literal.as_type(parameter.type) is None:
        raise BindError(
            Diagnostic(
                f"'{parameter.name}' of module '{module.name}' is {parameter.type.keyword}",
                literal.span,
                found=literal.words,
            )
        )


def with_note(error: CompileError, module: tree.Module, call: tree.Call) -> CompileError:
    """The error with a line that says by which call a body was lowered."""
    line = f" in line {call.span.line}" if call.span else ""
    note = f"in module '{module.name}', called{line}"
    return type(error)(*(replace(d, notes=(*d.notes, note)) for d in error.diagnostics))
