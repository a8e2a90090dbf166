/* ops/compare.h: comparing texts.  Declarations: polydat/nodes/compare.py. */
#ifndef PD_OPS_COMPARE_H
#define PD_OPS_COMPARE_H

#include "polydat.h"

static inline uint64_t pd_str_eq(pd_str a, pd_str b)
{
    /* An empty text may have no address, which memcmp must not be given. */
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, (size_t)a.size) == 0);
}

#endif /* PD_OPS_COMPARE_H */
