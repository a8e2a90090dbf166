"""The family modules; importing this one declares every node function."""

from polydat.nodes import (  # noqa: F401
    adapters,
    arithmetic,
    assertions,
    bitwise,
    compare,
    constants,
    distributions,
    explicit,
    hashing,
    interpolation,
    maths,
    noise,
    nulls,
    permutation,
    printf,
    probability,
    rounding,
    strings,
    variadic,
    weighted,
)
