"""Package build: the powers of ten that shortest digits are computed with.

`emit_powers` makes the header `powers.h`, from exact integers.  Source of the method:
R. Giulietti, The Schubfach way to render doubles (2020), section 9.
"""

from __future__ import annotations

from polydat.codegen.writer import guarded, indent

# What the spacing of an f64 asks for when it is written, and the least f64 when it is read.
LEAST, GREATEST = -342, 324


def power(exponent: int) -> int:
    """10**exponent scaled by a power of two to 128 bits, rounded up."""
    if exponent >= 0:
        exact: int = 10**exponent
        excess = exact.bit_length() - 128
        return exact << -excess if excess <= 0 else -(-exact >> excess)
    divisor: int = 10**-exponent
    shift = 127 + (divisor - 1).bit_length()  # the quotient lies in [2**127, 2**128)
    return -((-1 << shift) // divisor)


def emit_powers() -> str:
    """The header `powers.h`: two tables of powers of ten."""
    wide = [
        f"{{UINT64_C(0x{value >> 64:016X}), UINT64_C(0x{value & ((1 << 64) - 1):016X})}},"
        for value in map(power, range(LEAST, GREATEST + 1))
    ]
    body = "\n".join(
        [
            "#include <stdint.h>",
            "",
            "/* 10**0 to 10**19. */",
            "static const uint64_t pd_ten[20] = {",
            indent(f"UINT64_C({10**n})," for n in range(20)),
            "};",
            "",
            f"#define PD_POWER_LEAST ({LEAST})",
            "",
            f"/* 10**{LEAST} to 10**{GREATEST}: 128 bits, rounded up, the high half first. */",
            f"static const uint64_t pd_power[{len(wide)}][2] = {{",
            indent(wide),
            "};",
        ]
    )
    return guarded("powers", "Powers of ten.", body)
