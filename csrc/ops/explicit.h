/* ops/explicit.h: conversions by name.  Declarations: polydat/nodes/explicit.py.
 *
 * floor and ceil are exact, so that every libm gives the same bits.
 */
#ifndef PD_OPS_EXPLICIT_H
#define PD_OPS_EXPLICIT_H

#include <math.h>

#include "polydat.h"
#include "runtime/cast.h"

static inline int64_t pd_to_i64(pd_status *status, uint64_t input)
{
    if (PD_UNLIKELY(input >> 63)) {
        *status = PD_OUT_OF_RANGE;
        return 0;
    }
    return (int64_t)input;
}

static inline double pd_clamp_f64(pd_status *status, double input, double min, double max)
{
    if (PD_UNLIKELY(!(min <= max))) {
        *status = PD_BOUNDS_CROSSED;
        return 0;
    }
    return pd_clamp_to(input, min, max);
}

/* Requires: range is positive and finite, buckets is not 0. */
static inline uint64_t pd_discretize(double input, double range, uint64_t buckets)
{
    const double part = pd_clamp_to(input, 0.0, range) / range;
    const uint64_t bucket = pd_to_u64(part * pd_from_u64(buckets));
    return bucket < buckets ? bucket : buckets - 1;
}

#endif /* PD_OPS_EXPLICIT_H */
