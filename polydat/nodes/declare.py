"""Declaring a node function: one typed Python function says what it is and what it means.

`@node` reads the signature as text, so the annotations below are names for people and
type checkers; at run time `u64` is an int.  The registry of all declarations is the only
global state of the package: it is filled while `polydat.nodes` is imported.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, TypeVar

from polydat.errors import InternalError
from polydat.nodes.constraints import Constraint
from polydat.nodes.failures import Failure
from polydat.nodes.pieces import Piece
from polydat.nodes.tables import Table
from polydat.types import PortType, find_type

u128: TypeAlias = int
i128: TypeAlias = int
u64: TypeAlias = int
i64: TypeAlias = int
u32: TypeAlias = int
i32: TypeAlias = int
u16: TypeAlias = int
i16: TypeAlias = int
u8: TypeAlias = int
i8: TypeAlias = int
f64: TypeAlias = float
f32: TypeAlias = float
f16: TypeAlias = float

T = TypeVar("T")
Const: TypeAlias = Annotated[T, "const"]  # a constant, fixed when the program is compiled
Config: TypeAlias = Annotated[T, "config"]  # a wire that is costly to change

# Types of the wires that stand in `Any` places, handed to a keyword parameter `types`.
Types: TypeAlias = Sequence[PortType]

REQUIRED: Any = inspect.Parameter.empty


class Kind(Enum):
    """What a parameter is filled with."""

    WIRE = "wire"
    CONFIG = "config"
    CONST = "const"


class Purity(Enum):
    """Whether a node may be evaluated early, late, twice or not at all."""

    PURE = "pure"
    SIDE_CHANNEL = "side channel"  # passes its value on and tells somebody
    NONDETERMINISTIC = "nondeterministic"


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter; `type` is `None` where a wire of any type will do."""

    name: str
    type: PortType | None
    kind: Kind
    default: Any = REQUIRED
    variadic: bool = False
    accepts_none: bool = False

    @property
    def is_const(self) -> bool:
        return self.kind is Kind.CONST


@dataclass(frozen=True, slots=True)
class Part:
    """One of the functions that compute what a function of many wires means.

    Attributes:
        function: its name.
        reads: what its wires are: number of a wire of the whole, or -n for the n-th part from
            the first, which is -1.
    """

    function: str
    reads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """How a node that makes something of `None` runs where slots cannot hold it.

    Attributes:
        function: what runs instead: it reads whether each of `wires` is there, then all wires.
        wires: which wires may be `None`.
        always: whether there is always a value; else where any of `wires` has one.
    """

    function: str
    wires: tuple[int, ...]
    always: bool = False


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """Everything that is known about a node function.

    Attributes:
        returns: type of each output; `None` is the type of the first wire.
        output_for_each: name of the constant list that has one output an element.
        ref: the meaning: positional arguments in the order of `params`.
        typed: whether `ref` wants the keyword `types`.
        c: name of the C function, or a one-line C expression over the parameter names.
        setup: makes a table from the constants, once; `ref` gets it as the keyword
            `table`, C as words and their count in the place of the constants.
        fold: for a lone list of wires: `c` joins two values, `a` and `b`.
        include: header of csrc/ that the C needs, where it is not that of the family.
        appends: whether `c` appends its value, which has an address, to a buffer.
        pieces: for a node that makes text: constants and wire types to what it writes.
        wanted: types of the wires to those that the ports take, where the type of one wire
            decides that of another; it stands above the types of `params`.
        like: number of the wire whose type the output has where `returns` says none.
        halves: whether the lone list of wires is two lists of one length, one behind the other.
        parts: number of wires to functions of few wires that compute the same together.
        present: for a node that can give `None`: name of the function that says whether
            it gives a value, and the wires which that reads, beside all constants.
        absent: for a node that makes something of `None`: what compiled engines run instead.
        domain: constants to how many values the first wire may have, where a larger range
            would make the node give values twice.
    """

    name: str
    category: str
    params: tuple[Param, ...]
    returns: tuple[PortType | None, ...]
    ref: Callable[..., Any]
    doc: str = ""
    typed: bool = False
    output_for_each: str | None = None
    c: str | None = None
    setup: Callable[..., Table] | None = None
    fold: bool = False
    include: str | None = None
    appends: bool = False
    pieces: Callable[[Sequence[Any], Types], tuple[Piece, ...]] | None = None
    wanted: Callable[[Types], Sequence[PortType | None]] | None = None
    like: int = 0
    halves: bool = False
    parts: Callable[[int], Sequence[Part]] | None = None
    present: tuple[str, tuple[int, ...]] | None = None
    absent: Absence | None = None
    domain: Callable[..., int] | None = None
    fails: Failure | None = None
    purity: Purity = Purity.PURE
    commutative: bool | tuple[tuple[int, ...], ...] = False
    check: Mapping[str, Constraint] = field(default_factory=dict)
    validate: Callable[..., str | None] | None = None
    bounds: Callable[..., tuple[int, int]] | None = None
    aliases: tuple[str, ...] = ()
    golden: tuple[tuple[tuple[Any, ...], Any], ...] = ()

    # They follow from the rest, and are asked for at every use of the node.
    wires: tuple[Param, ...] = field(init=False, repr=False, compare=False)
    consts: tuple[Param, ...] = field(init=False, repr=False, compare=False)
    is_constant: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        set_once = object.__setattr__  # the class is frozen
        set_once(self, "wires", tuple(p for p in self.params if not p.is_const))
        set_once(self, "consts", tuple(p for p in self.params if p.is_const))
        set_once(self, "is_constant", self.name.lstrip("_").startswith("const_"))

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> Any:
        from polydat.nodes import registry  # which imports this module

        return registry.get, (self.name,)

    @property
    def variadic_wire(self) -> Param | None:
        last = self.wires[-1] if self.wires else None
        return last if last is not None and last.variadic else None

    @property
    def header(self) -> str:
        """The header of csrc/ that the C of the node needs."""
        family = self.ref.__module__.rpartition(".")[2]
        return self.include or f"ops/{family}.h"

    @property
    def has_native(self) -> bool:
        """Whether native code can evaluate the node, or what stands for it there."""
        return bool(self.c or self.pieces or self.parts or self.absent)

    @property
    def accepts_none(self) -> bool:
        """Whether the node is evaluated although an input is `None`."""
        lone = [p for p in self.wires if p.type is None and not p.variadic]
        return any(p.accepts_none for p in self.params) or len(lone) == len(self.wires) == 1

    def wire_param(self, port: int) -> Param:
        """The parameter that wire number `port` fills."""
        wires = self.wires
        return wires[port] if port < len(wires) else wires[-1]

    def const_param(self, place: int) -> Param:
        """The parameter that constant number `place` fills."""
        consts = self.consts
        return consts[place] if place < len(consts) else consts[-1]

    def join(self, wires: Iterable[Any], consts: Iterable[Any]) -> tuple[Any, ...]:
        """Arguments in the order of `params`, from wires and constants in theirs."""
        wire, const = iter(wires), iter(consts)
        joined: list[Any] = []
        for param in self.params:
            source = const if param.is_const else wire
            if param.variadic:
                joined.extend(source)
            else:
                joined.append(next(source))
        return tuple(joined)

    def split(self, args: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Wires and constants of arguments in the order of `params`: undoes `join`."""
        wires: list[Any] = []
        consts: list[Any] = []
        at = 0
        for param in self.params:
            taken = args[at:] if param.variadic else args[at : at + 1]
            (consts if param.is_const else wires).extend(taken)
            at += len(taken)
        return tuple(wires), tuple(consts)

    def output_types(
        self, consts: Sequence[Any], wire_types: Sequence[PortType]
    ) -> tuple[PortType, ...]:
        """Type of each output of one use of the node."""
        count = 1
        if self.output_for_each is not None:
            before = [p.name for p in self.consts].index(self.output_for_each)
            count = len(consts) - before
        return tuple(wire_types[self.like] if t is None else t for t in self.returns * count)

    def evaluate(self, wires: Sequence[Any], consts: Sequence[Any], types: Types) -> Any:
        """The value, or the tuple of values, by the reference function."""
        known: dict[str, Any] = {"types": types} if self.typed else {}
        if self.setup is not None:
            known["table"] = self.table(consts)
        result = self.ref(*self.join(wires, consts), **known)
        lone = self.output_for_each is not None and len(result) == 1
        return result[0] if lone else result

    def table(self, consts: Sequence[Any]) -> Table:
        """The table of one use of the node.

        Requires: there is a `setup`.
        """
        assert self.setup is not None
        # `repr` tells apart what is equal and is not the same: 0.0 and -0.0.
        return made_table(self.setup, tuple(consts), tuple(map(repr, consts)))


@lru_cache(maxsize=256)
def made_table(
    setup: Callable[..., Table], consts: tuple[Any, ...], written: tuple[str, ...]
) -> Table:
    return setup(*consts)


REGISTRY: dict[str, NodeSpec] = {}
ALIASES: dict[str, str] = {}

Ref = TypeVar("Ref", bound=Callable[..., Any])


def node(
    category: str,
    *,
    name: str | None = None,
    golden: Sequence[tuple[tuple[Any, ...], Any]] = (),
    aliases: Sequence[str] = (),
    **facts: Any,
) -> Callable[[Ref], Ref]:
    """Declare the function below as a node function; see `NodeSpec` for the facts.

    Raises:
        InternalError: a name is taken, or a signature cannot be read.
    """

    def declare(ref: Ref) -> Ref:
        signature = inspect.signature(ref)
        spec = NodeSpec(
            name=name or ref.__name__,
            category=category,
            params=tuple(map(read_param, positional(signature))),
            returns=read_returns(signature),
            ref=ref,
            doc=inspect.getdoc(ref) or "",
            typed="types" in signature.parameters,
            golden=tuple(golden),
            aliases=tuple(aliases),
            **facts,
        )
        add(spec)
        return ref

    return declare


def add(spec: NodeSpec) -> None:
    """Enter a declaration into the registry."""
    for name in (spec.name, *spec.aliases):
        if name in REGISTRY or name in ALIASES:
            raise InternalError(f"node function '{name}' is declared twice")
    REGISTRY[spec.name] = spec
    ALIASES.update(dict.fromkeys(spec.aliases, spec.name))


def positional(signature: inspect.Signature) -> list[inspect.Parameter]:
    parameters = signature.parameters.values()
    return [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]


_WRAPPED = re.compile(r"(Const|Config)\[(.+)\]\Z")


def read_param(parameter: inspect.Parameter) -> Param:
    """A parameter from its annotation, such as `Const[u64]` or `u64 | None`."""
    text = str(parameter.annotation)
    kind = Kind.WIRE
    wrapped = _WRAPPED.match(text)
    if wrapped:
        kind, text = Kind[wrapped[1].upper()], wrapped[2]
    keyword, bar, none = text.partition(" | ")
    return Param(
        name=parameter.name,
        type=None if keyword == "Any" else read_type(keyword),
        kind=kind,
        default=parameter.default,
        variadic=parameter.kind is inspect.Parameter.VAR_POSITIONAL,
        accepts_none=bool(bar) and none == "None",
    )


def read_returns(signature: inspect.Signature) -> tuple[PortType | None, ...]:
    text = str(signature.return_annotation)
    inner = text[len("tuple[") : -1] if text.startswith("tuple[") else text
    keywords = [part.strip() for part in inner.split(",")]
    return tuple(None if k == "Any" else read_type(k) for k in keywords if k != "...")


def read_type(keyword: str) -> PortType:
    found = find_type(keyword)
    if found is None:
        raise InternalError(f"'{keyword}' in a node declaration is no port type")
    return found
