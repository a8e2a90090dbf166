"""Package build: constants and tables of the elementary functions in csrc/maths/.

All are worked out in exact integers by polydat/nodes/exact/.  A number x with scale n
stands as the floor of x * 2**n, in words of 64 bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from polydat.codegen.writer import guarded, indent
from polydat.nodes.exact import fixed
from polydat.nodes.exact.rounding import nearest
from polydat.types import PortType, to_slot

PLACES = 320  # of what is worked out, before it is cut
STEPS = 128  # entries of a table
LOG_STEPS = 256  # entries of the table of logarithms
DENOMINATOR = 2048  # of an inverse in the table of logarithms
ARCS = 64  # steps of arcs from 0 to 1
ARC_TERMS = 5  # of their series below 1/64
AREA_TERMS = 8  # of asinh and atanh below 1/16
DEGREE = 11  # of their series in a step
TURN_WORDS = 21  # of 2 / pi: its first bit for 2**1023, and 320 more
LOG_BIAS = 1100  # more than an exponent is below 0
HALVED_FROM = 106  # 1 + 106/256 is just below sqrt(2)


def word(value: int) -> str:
    return f"UINT64_C(0x{value % (1 << 64):016X})"


def pair(value: int) -> str:
    """128 bits as initializer: the high half first; negative ones modulo 2**128."""
    return f"{{{word(value >> 64)}, {word(value)}}}"


def array(name: str, type: str, size: str, rows: Iterable[str], what: str) -> str:
    return "\n".join(
        [
            f"/* {what} */",
            f"static const {type} {name}{size} = {{",
            indent(f"{row}," for row in rows),
            "};",
        ]
    )


def scaled(value: int, scale: int, places: int = PLACES) -> int:
    return value >> (places - scale)


def f64_bits(value: int, scale: int) -> int:
    """The bits of the f64 nearest to a number with PLACES places, times 2**scale."""
    size = nearest(abs(value), scale - PLACES)
    return to_slot(math.copysign(size, value), PortType.F64)


def wide(name: str, value: int, what: str) -> str:
    """A pd_wide_float of csrc/maths/wide_float.h from a positive number with PLACES places."""
    exponent = value.bit_length() - 1 - PLACES
    top = scaled(value, 255 - exponent)
    limbs = ", ".join(word(top >> 64 * i) for i in range(4))
    return (
        f"/* {what} */\nstatic const pd_wide_float {name} = {{\n"
        f"    {{{limbs}}},\n    {exponent},\n    0,\n}};"
    )


def halves(name: str, value: int, scale: int, what: str) -> str:
    """Two macros NAME_HIGH and NAME_LOW: 128 bits of a number with PLACES places."""
    top = scaled(value, scale)
    return (
        f"/* {what}, scale {scale} */\n"
        f"#define {name}_HIGH {word(top >> 64)}\n#define {name}_LOW {word(top)}"
    )


def ratio(a: int, b: int) -> int:
    """a / b, where both have PLACES places."""
    return (a << PLACES) // b


def header(name: str, what: str, parts: list[str]) -> str:
    return guarded(f"MATHS_{name}", what, "\n\n".join(parts))


def emit_exponential() -> str:
    """exponential_table.h"""
    ln2 = fixed.ln2(PLACES)
    log2e = ratio(1 << PLACES, ln2)
    powers = []
    for j in range(STEPS):
        value, k = fixed.exp(ln2 * j * (1 << fixed.GUARD) // STEPS, PLACES)
        powers.append(pair(scaled(value << k if k >= 0 else value >> -k, 127)))
    factorials = []
    factor = 1
    for n in range(2, 16):
        factor *= n
        factorials.append(f"#define PD_FACTORIAL_{n} {word((1 << 64) // factor)}")
    return header(
        "exponential_table",
        "Tables of exponential.h.",
        [
            '#include "maths/wide_float.h"',
            "/* 1 / n!, scale 64 */\n" + "\n".join(factorials),
            f"/* log(2), scale 64 */\n#define PD_LN2_64 {word(scaled(ln2, 64))}",
            halves("PD_LOG2E", log2e, 127, "1 / log(2)"),
            wide("pd_wide_ln2", ln2, "log(2)"),
            array(
                "pd_power_of_two",
                "uint64_t",
                f"[{STEPS}][2]",
                powers,
                f"2**(j / {STEPS}), scale 127",
            ),
        ],
    )


def emit_logarithm() -> str:
    """logarithm_table.h"""
    ln2, ln10 = fixed.ln2(PLACES), fixed.ln10(PLACES)
    inverses, logs = [], []
    for j in range(LOG_STEPS):
        inverse = round(2 * DENOMINATOR * LOG_STEPS / (2 * LOG_STEPS + 2 * j + 1))
        if j in (0, LOG_STEPS - 1):  # next to a power of two, the logarithm is that of 1
            inverse = DENOMINATOR if j == 0 else DENOMINATOR // 2
        for m in (LOG_STEPS + j, LOG_STEPS + j + 1):  # the rest of a step stays below 1/248
            assert 248 * abs(m * inverse - LOG_STEPS * DENOMINATOR) <= LOG_STEPS * DENOMINATOR
        inverses.append(inverse)
        halved = j >= HALVED_FROM
        log = -fixed.log(inverse << 1 if halved else inverse, -11, PLACES)
        logs.append(pair(scaled(log - LOG_BIAS * ln2, 117)))
    return header(
        "logarithm_table",
        "Tables of logarithm.h.",
        [
            '#include "maths/wide_float.h"',
            "/* 1 / n, scale 64 */\n"
            + "\n".join(f"#define PD_INVERSE_{n} {word((1 << 64) // n)}" for n in range(3, 11)),
            halves("PD_LN2", ln2, 117, "log(2)"),
            halves("PD_LOG_TO_LOG2", ratio(1 << PLACES, ln2), 127, "1 / log(2)"),
            halves("PD_LOG_TO_LOG10", ratio(1 << PLACES, ln10), 129, "1 / log(10)"),
            wide("pd_wide_log_to_log2", ratio(1 << PLACES, ln2), "1 / log(2)"),
            wide("pd_wide_log_to_log10", ratio(1 << PLACES, ln10), "1 / log(10)"),
            f"/* From this step on a number is halved: it lies in [1/sqrt(2), sqrt(2)]. */\n"
            f"#define PD_HALVED_FROM {HALVED_FROM}",
            f"/* Added to an exponent, so that it is not negative. */\n"
            f"#define PD_LOG_BIAS {LOG_BIAS}",
            array(
                "pd_near_inverse",
                "uint16_t",
                f"[{LOG_STEPS}]",
                (", ".join(map(str, inverses[j : j + 16])) for j in range(0, len(inverses), 16)),
                f"about 1 / (1 + (j + 1/2) / {LOG_STEPS}), times {DENOMINATOR}",
            ),
            array(
                "pd_log_of_inverse",
                "uint64_t",
                f"[{LOG_STEPS}][2]",
                logs,
                "-log(inverse), or -log(2 * inverse) where halved, less bias * log(2); scale 117",
            ),
        ],
    )


def emit_trigonometric() -> str:
    """trigonometric_table.h"""
    pi = fixed.pi(PLACES)
    sines = []
    for j in range(STEPS + 1):
        sine, cosine = fixed.sin_cos(pi * min(j, STEPS - j) // (2 * STEPS), PLACES)
        # the sine of a quarter turn is 1, and stays so
        value = sine if 2 * j <= STEPS else cosine
        sines.append(pair(scaled(value if j < STEPS else 1 << PLACES, 127)))
    bits = 64 * TURN_WORDS
    places = bits + 64
    quarters = ((1 << (2 * places + 1)) // fixed.pi(places)) >> 64  # 2 / pi
    words = [0, 0] + [quarters >> (bits - 64 * i) for i in range(1, TURN_WORDS + 1)]
    return header(
        "trigonometric_table",
        "Tables of trigonometric.h.",
        [
            '#include "maths/wide_float.h"',
            "/* 1 / n!, scale 64 */\n"
            + "\n".join(
                f"#define PD_OVER_FACTORIAL_{n} {word((1 << 64) // math.factorial(n))}"
                for n in (3, 5, 7, 9, 11)
            ),
            halves("PD_PI_4", pi >> 2, 128, "pi / 4"),
            f"/* pi / 4, scale 64, the nearest */\n"
            f"#define PD_PI_4_64 {word(scaled(pi >> 2, 65) + 1 >> 1)}",
            wide("pd_wide_pi_2", pi >> 1, "pi / 2"),
            array(
                "pd_turns",
                "uint64_t",
                f"[{len(words)}]",
                map(word, words),
                "2 / pi: 128 zeros, then the bits below the point, the highest first",
            ),
            array(
                "pd_sine",
                "uint64_t",
                f"[{STEPS + 1}][2]",
                sines,
                f"sin(j / {STEPS} * pi / 2), scale 127",
            ),
        ],
    )


def steps_of_arc(count: int, series: Callable[[int], list[int]]) -> list[str]:
    """Rows of a table of Taylor series about (j + 1/2) / 64, of DEGREE.

    They are summed with scale 74 from a number h with scale 70.  A row has the first
    coefficient, of scale 126, in two words; the second, of scale 125, in words of 64 and 63
    bits; the third times 2**-12, because it multiplies the square of 64 * h, whose scale is
    64; and the bits of the others as f64.
    """
    rows = []
    for j in range(count):
        a = series((2 * j + 1 << PLACES) // (2 * ARCS))
        first, second = scaled(a[0], 126), scaled(a[1], 125)
        words = [first >> 64, first, second >> 63, second % (1 << 63)]
        words += [scaled(a[2], 74 - 12)]
        words += [f64_bits(a[k], 74 - 70 * k) for k in range(3, DEGREE + 1)]
        rows.append(f"{{{', '.join(map(word, words))}}}")
    return rows


def taylor_atan(c: int) -> list[int]:
    """Coefficients about c, all with PLACES places.

    y = atan(x) has (1 + x**2) * y' = 1, and so the k-th coefficient b of y' about c follows
    from (1 + c**2) * b[k] + 2 * c * b[k-1] + b[k-2] = 0.
    """
    one = 1 << PLACES
    square = one + (c * c >> PLACES)
    slopes = [ratio(one, square)]
    while len(slopes) < DEGREE:
        before = slopes[-2] if len(slopes) > 1 else 0
        slopes.append(ratio(-(2 * c * slopes[-1] >> PLACES) - before, square))
    return [fixed.atan(c, PLACES)] + [b // (k + 1) for k, b in enumerate(slopes)]


def taylor_asin(c: int) -> list[int]:
    """Coefficients about c, all with PLACES places.

    y = asin(x) has (1 - x**2) * y'' = x * y', and so for the coefficients b of y'
    (k+1) * (1 - c**2) * b[k+1] = (2 * k + 1) * c * b[k] + k * b[k-1].
    """
    one = 1 << PLACES
    square = one - (c * c >> PLACES)
    cosine = math.isqrt(square << PLACES)
    slopes = [ratio(one, cosine)]
    for k in range(DEGREE - 1):
        before = k * slopes[k - 1] if k else 0
        step = ((2 * k + 1) * c * slopes[k] >> PLACES) + before
        slopes.append(ratio(step, square) // (k + 1))
    arc = fixed.atan(ratio(c, cosine), PLACES)
    return [arc] + [b // (k + 1) for k, b in enumerate(slopes)]


def emit_inverse_trigonometric() -> str:
    """inverse_trigonometric_table.h"""
    pi = fixed.pi(PLACES)
    size = f"[{DEGREE + 3}]"
    return header(
        "inverse_trigonometric_table",
        "Tables of inverse_trigonometric.h.",
        [
            '#include "maths/wide_float.h"',
            halves("PD_PI", pi, 125, "pi"),
            wide("pd_wide_pi", pi, "pi"),
            *terms_near_0("asin", "atan", ARC_TERMS),
            array(
                "pd_asin_steps",
                "uint64_t",
                f"[{ARCS // 2 + 1}]{size}",
                steps_of_arc(ARCS // 2 + 1, taylor_asin),
                f"asin about (j + 1/2) / {ARCS}: a, b (two words each), c, and f64 for the others",
            ),
            array(
                "pd_atan_steps",
                "uint64_t",
                f"[{ARCS + 1}]{size}",
                steps_of_arc(ARCS + 1, taylor_atan),
                f"atan about (j + 1/2) / {ARCS}, likewise",
            ),
        ],
    )


def terms_near_0(sine: str, tangent: str, count: int) -> list[str]:
    """Terms of the series of an inverse sine and an inverse tangent, both without their signs."""
    steps = range(1, count + 1)
    of_sine = [math.comb(2 * k, k) * (1 << 64) // (4**k * (2 * k + 1)) for k in steps]
    of_tangent = [(1 << 64) // (2 * k + 1) for k in steps]
    return [
        array(
            f"pd_{name}_terms",
            "uint64_t",
            f"[{count}]",
            map(word, terms),
            f"{name}(x) / x - 1 is the sum of term[k] * x**(2 * k + 2), or alternates; scale 64",
        )
        for name, terms in ((sine, of_sine), (tangent, of_tangent))
    ]


def emit_inverse_hyperbolic() -> str:
    """inverse_hyperbolic_table.h"""
    return header(
        "inverse_hyperbolic_table",
        "Tables of inverse_hyperbolic.h.",
        ["#include <stdint.h>", *terms_near_0("asinh", "atanh", AREA_TERMS)],
    )


def emit_maths() -> dict[str, str]:
    """Every header of this file, by its path below the folder of headers."""
    made = {
        "exponential": emit_exponential,
        "logarithm": emit_logarithm,
        "trigonometric": emit_trigonometric,
        "inverse_trigonometric": emit_inverse_trigonometric,
        "inverse_hyperbolic": emit_inverse_hyperbolic,
    }
    return {f"maths/{name}_table.h": emit() for name, emit in made.items()}
