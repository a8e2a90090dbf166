"""Wire resolution: names become indices, and every wire gets the type its reader wants.

Producers are typed before their readers, so that a function of any type has one; the
order in which nodes were added is kept, and adapters are appended behind them.
"""

from __future__ import annotations

from polydat.errors import CompileError, Diagnostic, StrictError, TypeMismatch, UnknownWire, combine
from polydat.graph.adapters import WIDENINGS, display_name, find_adapter
from polydat.graph.assembler import Assembler, Draft, DraftOutput
from polydat.graph.assertions import Proof, assertion_of, prove
from polydat.graph.draft import Names
from polydat.graph.events import (
    AssertionInserted,
    AssertionSkipped,
    EventLog,
    ExternWithoutDefault,
    TypeAdapterInserted,
    TypeWidening,
)
from polydat.graph.node import (
    Graph,
    InputKind,
    InputWire,
    Modifier,
    Node,
    NodeWire,
    OutputDef,
    Wire,
)
from polydat.graph.order import cycle_error, kahn
from polydat.nodes import registry
from polydat.nodes.converters import converter_name
from polydat.nodes.declare import NodeSpec
from polydat.nodes.signature import constant_text, signature
from polydat.types import OBJECTS, PortType


def run(assembler: Assembler, log: EventLog, strict: bool = False) -> Graph:
    """The typed graph of an assembler.

    Requires: `arity.run` found nothing.
    Ensures:  every wire has exactly the type of its port, adapters put in where needed.

    Raises:
        UnknownWire: a wire or an output names nothing.
        TypeMismatch: two types with no automatic adapter between them.
        CycleDetected: nodes read each other in a circle.
        StrictError: an adapter is needed and `strict` refuses it.
    """
    return Resolver(assembler, log, strict).graph()


class Resolver:
    """One run of the pass: the nodes made so far and the errors met."""

    def __init__(self, assembler: Assembler, log: EventLog, strict: bool) -> None:
        self.assembler = assembler
        self.log = log
        self.strict = strict
        self.names = Names(assembler)
        self.inputs = tuple(assembler.inputs.values())
        self.nodes: dict[int, Node] = {}
        self.adapters: list[Node] = []
        self.errors: list[CompileError] = []
        self.checks = 0
        self.converted: dict[tuple[InputWire, PortType], NodeWire] = {}
        self.volatile = {
            o.wire if isinstance(o.wire, str) else o.wire[0]
            for o in assembler.outputs.values()
            if o.modifier is Modifier.VOLATILE
        }

    def graph(self) -> Graph:
        names = {draft.name for draft in self.assembler.nodes}
        for definition in self.inputs:
            computed = definition.kind is InputKind.CONST or f"__init_{definition.name}" in names
            if definition.default is None and not computed:
                self.log.add(ExternWithoutDefault(definition.name, definition.type.keyword))
        drafts = self.assembler.nodes
        wires = [self.wires_of(draft) for draft in drafts]
        outputs = [self.output_wire(o) for o in self.assembler.outputs.values()]
        self.stop_if_errors()
        for index in self.typing_order(wires):
            self.nodes[index] = self.typed(drafts[index], wires[index])
        defined = tuple(
            OutputDef(o.name, w, self.node(w.node).types[w.port], o.modifier, o.doc)
            for o, w in zip(self.assembler.outputs.values(), outputs, strict=True)
            if w is not None and self.has_port(w, o)
        )
        self.stop_if_errors()
        authored = tuple(self.nodes[i] for i in range(len(drafts)))
        return Graph(self.inputs, authored + tuple(self.adapters), defined, self.assembler.context)

    def stop_if_errors(self) -> None:
        if self.errors:
            raise combine(self.errors)

    def node(self, index: int) -> Node:
        authored = len(self.assembler.nodes)
        return self.nodes[index] if index < authored else self.adapters[index - authored]

    def wires_of(self, draft: Draft) -> tuple[Wire, ...]:
        found: list[Wire] = []
        for port, name in enumerate(draft.wires):
            try:
                found.append(self.names.wire(name, draft.wire_span(port)))
            except UnknownWire as error:
                self.errors.append(error)
        return tuple(found)

    def output_wire(self, output: DraftOutput) -> NodeWire | None:
        try:
            wire = self.names.wire(output.wire, output.span)
        except UnknownWire as error:
            self.errors.append(error)
            return None
        if isinstance(wire, NodeWire):
            return wire
        self.errors.append(
            UnknownWire(
                Diagnostic(
                    f"output '{output.name}' reads an input directly",
                    output.span,
                    write=f"an identity node that reads '{output.name}', and output that",
                )
            )
        )
        return None

    def has_port(self, wire: NodeWire, output: DraftOutput) -> bool:
        return wire.port < len(self.node(wire.node).types)

    def typing_order(self, wires: list[tuple[Wire, ...]]) -> list[int]:
        reads = [[w.node for w in group if isinstance(w, NodeWire)] for group in wires]
        order = kahn(reads)
        if len(order) < len(reads):
            names = [d.name for d in self.assembler.nodes]
            spans = [d.span for d in self.assembler.nodes]
            raise cycle_error(reads, set(order), names, spans)
        return order

    def typed(self, draft: Draft, wires: tuple[Wire, ...]) -> Node:
        """The node of a draft: each wire of its port's type, through an adapter if needed."""
        healed = self.healed_all(draft, wires)
        if draft.spec.check:
            healed = tuple(self.checked(draft, port, wire) for port, wire in enumerate(healed))
        wire_types = tuple(self.type_of(wire) for wire in healed)
        types = draft.spec.output_types(draft.constants, wire_types)
        is_text = draft.spec.pieces is not None and types[0] is PortType.STR
        if is_text and PortType.HANDLE in wire_types:
            self.errors.append(no_text(draft, wire_types.index(PortType.HANDLE)))
        return Node(draft.name, draft.spec, healed, draft.constants, wire_types, types, draft.span)

    def type_of(self, wire: Wire) -> PortType:
        match wire:
            case InputWire(index):
                return self.inputs[index].type
            case NodeWire(index, port):
                return self.node(index).types[port]

    def healed_all(self, draft: Draft, wires: tuple[Wire, ...]) -> tuple[Wire, ...]:
        """All wires of a draft, each of the type that its port takes."""
        known = [self.existing(draft, port, wire) for port, wire in enumerate(wires)]
        if draft.spec.wanted is None:
            wanted = [draft.spec.wire_param(port).type for port in range(len(known))]
        else:
            wanted = list(draft.spec.wanted(tuple(map(self.type_of, known))))
        return tuple(
            self.healed(draft, port, wire, type)
            for port, (wire, type) in enumerate(zip(known, wanted, strict=True))
        )

    def existing(self, draft: Draft, port: int, wire: Wire) -> Wire:
        """A wire of an output that there is."""
        if isinstance(wire, NodeWire) and wire.port >= len(self.node(wire.node).types):
            self.errors.append(no_such_port(draft, port, wire, self.node(wire.node)))
            return NodeWire(wire.node, 0)
        return wire

    def healed(self, draft: Draft, port: int, wire: Wire, wanted: PortType | None) -> Wire:
        source = self.type_of(wire)
        if wanted is None or source is wanted:
            return wire
        if source is PortType.DYN and isinstance(wire, InputWire) and wanted not in OBJECTS:
            return self.convert(draft, wire, wanted)
        adapter = find_adapter(source, wanted)
        if adapter is None or self.strict:
            self.errors.append(self.refusal(draft, port, wire, wanted, adapter))
            return wire
        return self.adapt(draft, wire, adapter, source, wanted)

    def adapt(
        self, draft: Draft, wire: Wire, adapter: NodeSpec, source: PortType, wanted: PortType
    ) -> Wire:
        name = f"__adapt_{len(self.adapters) - self.checks}"
        pair = f"{display_name(source)}\N{RIGHTWARDS ARROW}{display_name(wanted)}"
        self.log.add(TypeAdapterInserted(self.name_of(wire), draft.name, pair))
        if (source, wanted) in WIDENINGS:
            context = f"{self.name_of(wire)} \N{RIGHTWARDS ARROW} {draft.name}"
            self.log.add(TypeWidening(source.keyword, wanted.keyword, context))
        self.adapters.append(Node(name, adapter, (wire,), (), (source,), (wanted,), draft.span))
        return NodeWire(len(self.assembler.nodes) + len(self.adapters) - 1)

    def convert(self, draft: Draft, wire: InputWire, wanted: PortType) -> Wire:
        """An input that takes any value, as a type: one converter for all who read it so."""
        if (wire, wanted) not in self.converted:
            name = self.inputs[wire.input].name
            spec = registry.get(converter_name(wanted))
            self.checks += 1  # converters are not counted among the adapters
            self.adapters.append(
                Node(
                    f"__convert_{name}_{wanted.keyword}",
                    spec,
                    (wire,),
                    (name,),
                    (PortType.DYN,),
                    (wanted,),
                    draft.span,
                )
            )
            at = len(self.assembler.nodes) + len(self.adapters) - 1
            self.converted[wire, wanted] = NodeWire(at)
        return self.converted[wire, wanted]

    def checked(self, draft: Draft, port: int, wire: Wire) -> Wire:
        """A wire, through a check where its port states a condition that is not proven."""
        param = draft.spec.wire_param(port)
        constraint = draft.spec.check.get(param.name)
        assertion = None if constraint is None else assertion_of(constraint, self.type_of(wire))
        if constraint is None or assertion is None:
            return wire
        source = self.node(wire.node) if isinstance(wire, NodeWire) else None
        if not draft.strict_values:
            reason = "strict_values not enabled"
            self.log.add(AssertionSkipped(self.name_of(wire), draft.name, reason))
            return wire
        volatile = source is not None and source.name in self.volatile
        found = prove(constraint, param, source, volatile)
        if found.proof is Proof.VIOLATED:
            self.errors.append(
                StrictError(
                    Diagnostic(
                        f"'{draft.name}' breaks a condition of '{draft.spec.name}': "
                        f"{found.complaint}",
                        draft.wire_span(port),
                    )
                )
            )
            return wire
        if found.proof is not Proof.NONE:
            self.log.add(AssertionSkipped(self.name_of(wire), draft.name, found.proof.value))
            return wire
        kind = f"{param.name} is not 0"
        self.log.add(AssertionInserted(self.name_of(wire), draft.name, kind))
        type = self.type_of(wire)
        name = f"__assert_v_{self.checks}"
        self.checks += 1
        self.adapters.append(Node(name, assertion, (wire,), (), (type,), (type,), draft.span))
        return NodeWire(len(self.assembler.nodes) + len(self.adapters) - 1)

    def name_of(self, wire: Wire) -> str:
        match wire:
            case InputWire(index):
                return self.inputs[index].name
            case NodeWire(index):
                return self.node(index).name

    def words_for(self, wire: Wire) -> str:
        """A wire in a message: by its name, or by its function where nobody gave it one."""
        name = self.name_of(wire)
        if isinstance(wire, NodeWire) and "__" in name:
            node = self.node(wire.node)
            if node.spec.is_constant:
                return f"the literal {constant_text(node.constants[0])}"
            return f"the result of '{node.spec.name}'"
        return f"'{name}'"

    def refusal(
        self, draft: Draft, port: int, wire: Wire, wanted: PortType, adapter: NodeSpec | None
    ) -> CompileError:
        param = draft.spec.wire_param(port)
        source = self.type_of(wire)
        message = (
            f"'{draft.spec.name}' reads {wanted.keyword} in '{param.name}',"
            f" and {self.words_for(wire)} is {source.keyword}"
        )
        if adapter is not None:
            write = f"an explicit conversion, such as '{self.name_of(wire)} as {wanted.keyword}'"
            return StrictError(Diagnostic(message, draft.wire_span(port), write=write))
        return TypeMismatch(
            Diagnostic(
                message,
                draft.wire_span(port),
                found=source.keyword,
                expected=f"{wanted.keyword}, as in {signature(draft.spec)}",
                notes=self.origin(wire),
            )
        )

    def origin(self, wire: Wire) -> tuple[str, ...]:
        """Where the type of a wire came from, as a note."""
        match wire:
            case InputWire(index):
                definition = self.inputs[index]
                span, type = definition.span, definition.type
                how = "is declared" if definition.declared else "has no declared type and is taken"
            case NodeWire(index, port):
                span, type = self.node(index).span, self.node(index).types[port]
                how = f"comes from '{self.node(index).spec.name}'"
        if span is None or "__" in self.name_of(wire):
            return ()
        return (f"{self.words_for(wire)} {how} as {type.keyword} in line {span.line}",)


def no_text(draft: Draft, port: int) -> TypeMismatch:
    return TypeMismatch(
        Diagnostic(
            f"'{draft.name}' shows a handle as text, which would be another one in every run",
            draft.wire_span(port),
            found="handle",
            write="what the handle is used for",
        )
    )


def no_such_port(draft: Draft, port: int, wire: NodeWire, node: Node) -> UnknownWire:
    count = len(node.types)
    return UnknownWire(
        Diagnostic(
            f"'{node.name}' has {count} output{'s' if count > 1 else ''},"
            f" and output {wire.port} is read (they count from 0)",
            draft.wire_span(port),
        )
    )
