"""One binding: a node under its name, or one node and a name for each of its outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polydat.errors import ArityError, BindError, Diagnostic
from polydat.graph.assembler import find_function
from polydat.lang import tree
from polydat.lower import calls
from polydat.lower.builder import Builder, identity_use
from polydat.lower.expressions import Expressions
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
        refuse_shared(binding)
        if len(binding.targets) == 1:
            self.single(binding.targets[0], binding.value)
        else:
            self.several(binding)

    def single(self, target: tree.Name, value: tree.Expr) -> None:
        name = self.scope.prefix + target.name
        use = self.expressions(name).use(value)
        self.define(target, self.builder.add(name, use)[0])

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


def refuse_shared(binding: tree.Binding) -> None:
    if tree.Modifier.SHARED in binding.modifiers:
        raise BindError(
            Diagnostic(
                "'shared' is not available yet",
                binding.span,
                write=f"extern {binding.targets[0].name}, which the host writes",
            )
        )
