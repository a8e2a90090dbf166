/* ops/arithmetic.h: unsigned arithmetic.  Declarations: polydat/nodes/arithmetic.py. */
#ifndef PD_OPS_ARITHMETIC_H
#define PD_OPS_ARITHMETIC_H

#include "polydat.h"
#include "runtime/wide.h"

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

static inline uint64_t pd_clamp(pd_status *status, uint64_t input, uint64_t min, uint64_t max)
{
    if (PD_UNLIKELY(min > max)) {
        *status = PD_BOUNDS_CROSSED;
        return 0;
    }
    return input < min ? min : input > max ? max : input;
}

static inline uint64_t pd_ceil_to_multiple(uint64_t value, uint64_t multiple)
{
    if (multiple == 0)
        return value;
    const uint64_t rest = value % multiple;
    const uint64_t missing = rest ? multiple - rest : 0;
    return value > UINT64_MAX - missing ? UINT64_MAX : value + missing;
}

static inline uint64_t pd_checked_mul(uint64_t a, uint64_t b)
{
    const pd_u128 product = pd_mul128(a, b);
    return product.high ? 0 : product.low;
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
