/* ops/distributions.h: sampling by table.  Declarations: polydat/nodes/distributions.py. */
#ifndef PD_OPS_DISTRIBUTIONS_H
#define PD_OPS_DISTRIBUTIONS_H

#include "polydat.h"
#include "runtime/cast.h"

/* Between the two entries of `table` that are nearest to a probability.
 * Requires: two entries at least. */
static inline double pd_lut(double input, const uint64_t *table, size_t count)
{
    const double place = pd_clamp_to(input, 0.0, 1.0) * (double)(int64_t)(count - 1);
    const size_t whole = place > 0 ? (size_t)(int64_t)place : 0; /* 0 for NaN */
    const size_t below = whole < count - 2 ? whole : count - 2;
    const double t = place - (double)(int64_t)below;
    return pd_f64(table[below]) * (1.0 - t) + pd_f64(table[below + 1]) * t;
}

#endif /* PD_OPS_DISTRIBUTIONS_H */
