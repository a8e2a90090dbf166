/* ops/constants.h: picking from lists.  Declarations: polydat/nodes/constants.py. */
#ifndef PD_OPS_CONSTANTS_H
#define PD_OPS_CONSTANTS_H

#include "polydat.h"
#include "runtime/table.h"

static inline uint64_t pd_fixed_values_u64(pd_status *status, uint64_t input,
                                           const uint64_t *values, size_t count)
{
    if (PD_UNLIKELY(count == 0)) {
        *status = PD_NO_VALUES;
        return 0;
    }
    return values[input % count];
}

static inline double pd_fixed_values_f64(pd_status *status, uint64_t input,
                                         const uint64_t *values, size_t count)
{
    return pd_f64(pd_fixed_values_u64(status, input, values, count));
}

static inline pd_str pd_fixed_values_str(pd_status *status, uint64_t input,
                                         const uint64_t *texts, size_t words)
{
    (void)words;
    if (PD_UNLIKELY(texts[0] == 0)) {
        *status = PD_NO_VALUES;
        return pd_pair(0, 0);
    }
    return pd_table_text(texts, input % texts[0]);
}

#endif /* PD_OPS_CONSTANTS_H */
