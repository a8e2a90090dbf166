"""What the package offers by name."""

from __future__ import annotations

import polydat
from polydat import errors


def test_every_error_is_offered() -> None:
    declared = {
        name
        for name, found in vars(errors).items()
        if isinstance(found, type) and issubclass(found, polydat.PolydatError)
    }
    assert declared <= set(polydat.__all__)


def test_every_name_can_be_had() -> None:
    for name in polydat.__all__:
        assert getattr(polydat, name) is not None
