/* ops/continuous.h: tables of quantiles.  Declarations: polydat/nodes/continuous.py. */
#ifndef PD_OPS_CONTINUOUS_H
#define PD_OPS_CONTINUOUS_H

#include "polydat.h"

/* Cells of a halving of the share, as bits: see polydat/nodes/quantiles.py. */
#define PD_CELL_BITS 5

/* The value at a share.  The first half of the table is for shares up to 0.5, the second for shares
 * of what lies above; in each the smallest share comes first, and an exponent with the highest bits
 * behind it numbers the cell. */
static inline double pd_quantile(double input, const uint64_t *table, size_t count)
{
    const size_t ends = count / 2;
    const int above = input >= 0.5;
    const uint64_t *const value = above ? table + ends : table;
    const double share = above ? 1.0 - input : input;
    const uint64_t least = (UINT64_C(1022) - (ends - 1) / (1 << PD_CELL_BITS)) << 52;
    if (!(share > pd_f64(least)))
        return pd_f64(value[0]);
    const uint64_t offset = pd_bits(share) - least;
    const size_t at = (size_t)(offset >> (52 - PD_CELL_BITS));
    if (at >= ends - 1)
        return pd_f64(value[ends - 1]);
    const uint64_t rest = offset & ((UINT64_C(1) << (52 - PD_CELL_BITS)) - 1);
    const double way = (double)(int64_t)rest * 0x1p-47;
    const double low = pd_f64(value[at]);
    return low + (pd_f64(value[at + 1]) - low) * way;
}

#endif /* PD_OPS_CONTINUOUS_H */
