"""Native code made in the background: kernels run closures until it is there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from polydat.engines._kernel import LoopKernel, Plan
from polydat.engines.choice import Engine
from polydat.engines.compiled import (
    MODES,
    CompiledKernel,
    plan_of,
    resolved_variant,
    runs_whole,
    steps_of,
)
from polydat.engines.core import ProgramCore
from polydat.engines.kernel import Kernel
from polydat.engines.ledger import Entry


class Build:
    """Something that a thread of its own makes, once.

    Attributes:
        ready: whether it is over; read `value` only then.
        value: what was made, `None` where that failed.
    """

    def __init__(self, make: Callable[[], Any], refused: Callable[[Exception], None]) -> None:
        self._make, self._refused = make, refused
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.value: Any = None
        self.ready = False

    def start(self) -> None:
        """Start it, unless somebody did."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="polydat build")
                self._thread.start()

    def wait(self) -> None:
        """Return when it is over."""
        self.start()
        assert self._thread is not None
        self._thread.join()

    def _run(self) -> None:
        try:
            self.value = self._make()
        except Exception as error:  # whatever it is, closures go on
            self._refused(error)
        finally:
            self.ready = True


def in_background(core: ProgramCore, what: str, key: Any, make: Callable[[], Any]) -> Build:
    """The build of something for a program, started by whoever asks first."""

    def refused(error: Exception) -> None:
        core.ledger.add(Entry(what, False, f"the build in the background failed: {error}"))

    build: Build = core.built.setdefault(("background", key), Build(make, refused))
    build.start()
    return build


class LazyKernel(CompiledKernel):
    """A state that runs closures, and native code from the round on for which it is ready.

    It is an ordinary compiled kernel from then on: the class is the only difference.
    """

    def __init__(self, core: ProgramCore, engine: Engine) -> None:
        Kernel.__init__(self, core, engine)
        lowered, variant = core.lowered, resolved_variant(core, engine)
        whole = runs_whole(lowered, variant)
        self.steps = steps_of(lowered, "closures", whole)
        LoopKernel.__init__(self, plan_of(lowered, "closures", self.steps), MODES[variant])

        def make() -> Plan:
            return plan_of(lowered, "native", steps_of(lowered, "native", whole))

        self.build = in_background(lowered, "native", whole, make)

    def set_inputs(self, coords: Sequence[Any]) -> None:
        self.take_over()
        CompiledKernel.set_inputs(self, coords)  # the class may be another one now

    def write_at(self, index: int, value: Any) -> None:
        self.take_over()
        CompiledKernel.write_at(self, index, value)

    def take_over(self) -> None:
        """Go on with native code, if it is ready."""
        if self.build.ready and self.build.value is not None:
            self.swap(self.build.value)
            self.steps = tuple(self.build.value.steps)
            self.__class__ = CompiledKernel  # type: ignore[assignment]
