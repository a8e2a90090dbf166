"""Elementary functions of f64, correctly rounded: what the functions of csrc/maths/ mean.

Each function gives the f64 nearest to the true value, ties to even, so its bits are the
same wherever it runs.  It is worked out in integers (fixed point of as many bits as the
rounding needs), by other algorithms than those of the C.  Special values are those of C99,
annex F.  This package is imported as a whole: `exact.sin(x)`.
"""

from polydat.nodes.exact.exponential import exp, exp2, expm1
from polydat.nodes.exact.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from polydat.nodes.exact.inverse_trigonometric import acos, asin, atan, atan2
from polydat.nodes.exact.logarithm import log, log1p, log2, log10
from polydat.nodes.exact.power import pow
from polydat.nodes.exact.roots import cbrt, hypot, sqrt
from polydat.nodes.exact.trigonometric import cos, sin, tan

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "log2",
    "log10",
    "pow",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
]
