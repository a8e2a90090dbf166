"""Python's collector rests while a program is compiled, and only then."""

from __future__ import annotations

import gc

import pytest

import polydat
from polydat.errors import CompileError
from polydat.settings import without_collections


def test_it_works_again_afterwards() -> None:
    with without_collections():
        assert not gc.isenabled()
        with without_collections():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    polydat.compile("x := 1")
    assert gc.isenabled()
    with pytest.raises(CompileError):
        polydat.compile("x := (")
    assert gc.isenabled()


def test_one_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        polydat.compile("x := 1")
        assert not gc.isenabled()
    finally:
        gc.enable()
