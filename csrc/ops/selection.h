/* ops/selection.h: one of several.  Declarations: polydat/nodes/selection.py. */
#ifndef PD_OPS_SELECTION_H
#define PD_OPS_SELECTION_H

#include "polydat.h"

static inline uint64_t pd_one_selected(pd_status *status, uint64_t count)
{
    if (PD_UNLIKELY(count != 1))
        *status = PD_NOT_ONE_SELECTED;
    return count;
}

#endif /* PD_OPS_SELECTION_H */
