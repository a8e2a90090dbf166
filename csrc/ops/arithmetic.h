/* ops/arithmetic.h: unsigned arithmetic.  Declarations: polydat/nodes/arithmetic.py. */
#ifndef PD_OPS_ARITHMETIC_H
#define PD_OPS_ARITHMETIC_H

#include "polydat.h"

static inline uint64_t pd_div(pd_status *status, uint64_t input, uint64_t divisor)
{
    if (PD_UNLIKELY(divisor == 0)) {
        *status = PD_DIV_BY_ZERO;
        return 0;
    }
    return input / divisor;
}

static inline uint64_t pd_mod(pd_status *status, uint64_t input, uint64_t modulus)
{
    if (PD_UNLIKELY(modulus == 0)) {
        *status = PD_REM_BY_ZERO;
        return 0;
    }
    return input % modulus;
}

static inline void pd_mixed_radix(uint64_t *out, size_t stride, uint64_t input,
                                  const uint64_t *radixes, size_t radixes_count)
{
    for (size_t i = 0; i < radixes_count; i++) {
        const uint64_t radix = radixes[i];
        out[i * stride] = radix ? input % radix : input;
        input = radix ? input / radix : 0;
    }
}

#endif /* PD_OPS_ARITHMETIC_H */
