"""Vectors of a compiled kernel as arrays of numpy, read by slot.

An array is a copy.  A view would name memory that the next evaluation may move, and numpy has
no way to say so when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from polydat.errors import EngineRefused, UsageError
from polydat.types import ELEMENTS, PortType

if TYPE_CHECKING:
    from polydat.engines.core import ProgramCore

P = PortType
DTYPES: dict[PortType, np.dtype[Any]] = {
    vector: np.dtype(element.keyword.replace("i", "int").replace("f", "float"))
    for vector, element in ELEMENTS.items()
}


class VectorReads:
    """Reads of a slot whose output is a vector; a mixin of compiled kernels."""

    core: ProgramCore

    def read_vec_f64(self, slot: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """A vector as it stands, read-only.

        Raises:
            UsageError: the slot is no output of this type.
            EngineRefused: the vector is `None`.
        """
        return self._vector(slot, P.VEC_F64)

    def read_vec_f32(self, slot: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_F32)

    def read_vec_f16(self, slot: int) -> np.ndarray[Any, np.dtype[np.float16]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_F16)

    def read_vec_i64(self, slot: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_I64)

    def read_vec_i32(self, slot: int) -> np.ndarray[Any, np.dtype[np.int32]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_I32)

    def read_vec_i16(self, slot: int) -> np.ndarray[Any, np.dtype[np.int16]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_I16)

    def read_vec_i8(self, slot: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """See `read_vec_f64`."""
        return self._vector(slot, P.VEC_I8)

    def get_value(self, name: str) -> Any:
        """Value of an output as it stands, decoded."""
        raise NotImplementedError

    def _vector(self, slot: int, type: PortType) -> np.ndarray[Any, Any]:
        lowered = self.core.lowered
        outputs = lowered.outputs[: len(self.core.outputs)]
        output = next((o for o in outputs if lowered.layout.slot(o.wire) == slot), None)
        if output is None:
            raise UsageError(f"slot {slot} is no output: ask resolve_output for one")
        if output.type is not type:
            is_vector = output.type in ELEMENTS
            reader = f"read_{output.type.keyword}" if is_vector else "get_value"
            raise UsageError(
                f"slot {slot} has type {output.type.keyword}, not {type.keyword}:"
                f" read it with {reader}"
            )
        value = self.get_value(output.name)
        if value is None:
            raise EngineRefused(f"output '{output.name}' is None: read it with pull")
        array = np.array(value, DTYPES[type])
        array.flags.writeable = False
        return array
