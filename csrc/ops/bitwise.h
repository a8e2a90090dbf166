/* ops/bitwise.h: bits of integers.  Declarations: polydat/nodes/bitwise.py. */
#ifndef PD_OPS_BITWISE_H
#define PD_OPS_BITWISE_H

#include "polydat.h"

/* The low 32 bits of x, moved to the even places: each step halves the groups. */
static inline uint64_t pd_spread_bits(uint64_t x)
{
    x &= UINT64_C(0x00000000FFFFFFFF);
    x = (x | x << 16) & UINT64_C(0x0000FFFF0000FFFF);
    x = (x | x << 8) & UINT64_C(0x00FF00FF00FF00FF);
    x = (x | x << 4) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return (x | x << 1) & UINT64_C(0x5555555555555555);
}

static inline uint64_t pd_interleave(uint64_t a, uint64_t b)
{
    return pd_spread_bits(a) | pd_spread_bits(b) << 1;
}

#endif /* PD_OPS_BITWISE_H */
