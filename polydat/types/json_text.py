"""JSON values: the compact text of one, which is what engines carry."""

from __future__ import annotations

import json
from typing import Any


class Json(str):
    """A JSON value as its compact text."""

    __slots__ = ()

    @classmethod
    def of(cls, tree: Any) -> Json:
        """The value of plain data.

        Raises:
            TypeError: something in it has no JSON form.
            ValueError: a float is not finite.
        """
        return cls(json.dumps(tree, ensure_ascii=False, separators=(",", ":"), allow_nan=False))

    @classmethod
    def parse(cls, text: str) -> Json:
        """The value of a JSON text.

        Raises:
            ValueError: the text is malformed.
        """
        return cls.of(json.loads(text))

    def tree(self) -> Any:
        """The value as plain data."""
        return json.loads(self)
