/* cast.h: floats to integers, with a value for every float.  Python: polydat/nodes/ieee.py. */
#ifndef PD_RUNTIME_CAST_H
#define PD_RUNTIME_CAST_H

#include "../polydat.h"

/* The whole part; 0 below and for NaN, the greatest u64 above. */
static inline uint64_t pd_to_u64(double x)
{
    if (!(x > 0))
        return 0;
    return x < 0x1p64 ? (uint64_t)x : UINT64_MAX;
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
