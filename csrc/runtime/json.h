/* json.h: floats as JSON numbers: the digits of number.h, an even last digit where two are
 * as near, positional from 1e-5 to below 1e16, positive exponents with a sign. */
#ifndef PD_RUNTIME_JSON_H
#define PD_RUNTIME_JSON_H

#include "number.h"

#define PD_MAX_F64_JSON 26

/* A finite float as a JSON number, anything else as `null`. */
static inline uint8_t *pd_write_f64_json(uint8_t *at, double value)
{
    const uint64_t bits = pd_bits(value);
    const uint64_t size = bits & ~(UINT64_C(1) << 63);
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    if (PD_UNLIKELY(size >= infinity)) {
        memcpy(at, "null", 4);
        return at + 4;
    }
    *at = '-';
    at += bits >> 63;
    if (PD_UNLIKELY(size == 0)) {
        memcpy(at, "0.0", 3);
        return at + 3;
    }
    const pd_decimal decimal = pd_normalize(pd_shortest_f64(size, PD_TIE_EVEN));
    const int32_t point = decimal.exponent + 17; /* the value is 0.digits * 10**point */
    if (point == -4) {
        const pd_seventeen digits = pd_split_seventeen(decimal.digits);
        memcpy(at, "0.0000", 6);
        pd_write_seventeen(at + 6, digits);
        return at + 6 + digits.count;
    }
    if (point < 17)
        return pd_write_decimal(at, decimal, 0);
    uint8_t *const end = pd_write_decimal(at, decimal, 0);
    uint8_t *const exponent = end - (point > 100 ? 3 : 2); /* from 16 to 308 */
    memmove(exponent + 1, exponent, (size_t)(end - exponent));
    *exponent = '+';
    return end + 1;
}

#endif /* PD_RUNTIME_JSON_H */
