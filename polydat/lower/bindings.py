"""One binding: a node under its name, or one node and a name for each of its outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polydat.errors import ArityError, BindError, Diagnostic
from polydat.graph.assembler import find_function
from polydat.graph.node import Modifier
from polydat.lang import tree
from polydat.lower import calls
from polydat.lower.builder import Builder, identity_use
from polydat.lower.expressions import Expressions
from polydat.lower.inputs import add_shared
from polydat.lower.literals import literal_of
from polydat.lower.scope import Operand, Scope

if TYPE_CHECKING:
    from polydat.lower.modules import Modules


class Bindings:
    """Lowers the bindings of one scope."""

    def __init__(self, builder: Builder, scope: Scope, modules: Modules) -> None:
        self.builder = builder
        self.scope = scope
        self.modules = modules

    def lower(self, binding: tree.Binding) -> None:
        """Add the nodes of a binding, and give its targets their meaning.

        Raises:
            CompileError: it has none; its targets are marked as rejected.
        """
        for target in binding.targets:
            self.define(target, None)
        # In the body of a module a modifier says nothing: the caller's binding has its own.
        if tree.Modifier.SHARED in binding.modifiers and not self.scope.prefix:
            self.shared(binding)
        elif len(binding.targets) == 1:
            self.single(binding.targets[0], binding.value)
        else:
            self.several(binding)

    def single(self, target: tree.Name, value: tree.Expr) -> None:
        name = self.scope.prefix + target.name
        use = self.expressions(name).use(value)
        self.define(target, self.builder.add(name, use)[0])

    def shared(self, binding: tree.Binding) -> None:
        """A register that the host writes: an input that starts with a value.

        Raises:
            BindError: several names, or a start that is no value of the annotated type.
        """
        if len(binding.targets) != 1:
            raise BindError(Diagnostic("a shared binding has one name", binding.span))
        (target,) = binding.targets
        literal = literal_of(binding.value)
        type, start = binding.type, None
        if literal is not None:
            type = type or literal.type
            start = literal.as_type(type)
        else:
            name = f"__init_{target.name}"
            made = self.builder.add(name, self.expressions(name).use(binding.value))[0]
            self.builder.assembler.add_output(name, made.wire, Modifier.SHARED, binding.span)
            type = type or made.type
        if (start is None) if literal is not None else (made.type is not type):
            found = literal.words if literal is not None else made.type.keyword
            raise BindError(
                Diagnostic(
                    f"'{target.name}' is shared as {type.keyword}, and starts as something else",
                    binding.value.span,
                    found=found,
                    expected=type.keyword,
                )
            )
        add_shared(self.builder.assembler, target, type, start, binding.doc)
        self.scope.add(target.name, Operand(target.name, type))

    def several(self, binding: tree.Binding) -> None:
        """The outputs of a call, each under a name of its own."""
        call, targets = binding.value, binding.targets
        if not isinstance(call, tree.Call) or call.function == "if":
            raise BindError(
                Diagnostic(
                    f"{len(targets)} names for one value",
                    call.span,
                    expected="a call of a function with several outputs",
                )
            )
        outputs = self.outputs_of(call, self.scope.prefix + targets[0].name)
        if len(targets) > len(outputs):
            many = "1 output" if len(outputs) == 1 else f"{len(outputs)} outputs"
            raise ArityError(
                Diagnostic(
                    f"'{call.function}' has {many}, and {len(targets)} names are bound",
                    targets[len(outputs)].span,
                )
            )
        for target, output in zip(targets, outputs, strict=False):
            name = self.scope.prefix + target.name
            use = identity_use(output, target.span)
            self.define(target, self.builder.add(name, use)[0])

    def outputs_of(self, call: tree.Call, owner: str) -> tuple[Operand, ...]:
        outputs = self.modules.inline(call, self.scope, owner)
        if outputs is not None:
            return outputs
        spec = find_function(call.function, call.span)
        use = calls.use_of(self.builder, owner, spec, call, self.expressions(owner).value)
        return self.builder.add(self.builder.hidden_name("__destruct_"), use)

    def expressions(self, owner: str) -> Expressions:
        return Expressions(self.builder, self.scope, owner, self.modules.inline)

    def define(self, target: tree.Name, operand: Operand | None) -> None:
        """An input keeps its name for readers, even where a binding has the same."""
        meaning = self.scope.known.get(target.name)
        if isinstance(meaning, Operand) and isinstance(meaning.wire, str):
            return
        self.scope.add(target.name, operand)
