/* cast.h: between floats and integers, with a value for every float, without branches where
 * a loop should become vector code.  Python: polydat/nodes/ieee.py. */
#ifndef PD_RUNTIME_CAST_H
#define PD_RUNTIME_CAST_H

#include <math.h>

#include "../polydat.h"

/* The nearest f64, ties to even, as (double)x is, for which most processors have no
 * instruction.  Both halves are put into the significand of a power of two; the first
 * difference is exact, so that the sum rounds once. */
static inline double pd_from_u64(uint64_t x)
{
    const double high = pd_f64(x >> 32 | UINT64_C(0x4530000000000000)); /* 2**84 + high */
    const double low = pd_f64((x & 0xFFFFFFFF) | UINT64_C(0x4330000000000000)); /* 2**52 + low */
    return (high - 0x1.00000001p84) + low;
}

/* A u64 as a fraction of 2**64. */
static inline double pd_unit(uint64_t x)
{
    return pd_from_u64(x) * 0x1p-64;
}

/* The nearest whole number, halves away from zero, as round(x) is, which compilers do not
 * make vector code of.  What is added is the greatest f64 below a half: it carries halves
 * over, and nothing below them. */
static inline double pd_round_away(double x)
{
    return trunc(x + copysign(0x1.fffffffffffffp-2, x));
}

/* The whole part; 0 below and for NaN, the greatest u64 above. */
static inline uint64_t pd_to_u64(double x)
{
    const double positive = x > 0 ? x : 0.0; /* 0 for NaN too */
    return positive < 0x1p64 ? (uint64_t)positive : UINT64_MAX;
}

/* The whole part; the nearest bound outside, 0 for NaN. */
static inline int32_t pd_to_i32(double x)
{
    if (!(x > -0x1p31))
        return x < 0 ? INT32_MIN : 0;
    return x < 0x1p31 ? (int32_t)x : INT32_MAX;
}

/* `x` within bounds; NaN passes. */
static inline double pd_clamp_to(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

#endif /* PD_RUNTIME_CAST_H */
