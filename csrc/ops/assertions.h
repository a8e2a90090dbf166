/* ops/assertions.h: checks of values.  Declarations: polydat/nodes/assertions.py. */
#ifndef PD_OPS_ASSERTIONS_H
#define PD_OPS_ASSERTIONS_H

#include "polydat.h"

static inline uint64_t pd_assert_nonzero(pd_status *status, uint64_t value)
{
    if (PD_UNLIKELY(value == 0))
        *status = PD_VALUE_IS_ZERO;
    return value;
}

#endif /* PD_OPS_ASSERTIONS_H */
