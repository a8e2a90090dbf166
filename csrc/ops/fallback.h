/* ops/fallback.h: values that have to be there.  Declarations: polydat/nodes/fallback.py. */
#ifndef PD_OPS_FALLBACK_H
#define PD_OPS_FALLBACK_H

#include "polydat.h"

static inline uint64_t pd_required(pd_status *status, uint64_t there, uint64_t input)
{
    if (PD_UNLIKELY(!there))
        *status = PD_NOT_THERE;
    return input;
}

#endif /* PD_OPS_FALLBACK_H */
