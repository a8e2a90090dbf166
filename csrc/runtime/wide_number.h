/* wide_number.h: integers of 128 bits as numbers: order, floats, decimal digits. */
#ifndef PD_RUNTIME_WIDE_NUMBER_H
#define PD_RUNTIME_WIDE_NUMBER_H

#include <math.h>

#include "digits.h"
#include "wide.h"

#define PD_MAX_U128 39
#define PD_MAX_I128 40

static inline int pd_is_negative(pd_u128 value)
{
    return (int)(value.high >> 63);
}

static inline pd_u128 pd_negated(pd_u128 value)
{
    return pd_u128_of(0 - value.low, ~value.high + (value.low == 0));
}

/* The size of a number in two's complement. */
static inline pd_u128 pd_magnitude(pd_u128 value)
{
    return pd_is_negative(value) ? pd_negated(value) : value;
}

/* The first 64 bits of a number that is not 0, the lowest one set if anything is cut off ("round
 * to odd"); *power is the exponent of two that it is to be multiplied with. */
static inline uint64_t pd_top_bits(pd_u128 value, uint32_t *power)
{
    if (value.high == 0) {
        *power = 0;
        return value.low;
    }
    const uint32_t zeros = pd_leading_zeros(value.high);
    *power = 64 - zeros;
    if (zeros == 0)
        return value.high | (value.low != 0);
    return (value.high << zeros | value.low >> (64 - zeros)) | (value.low << zeros != 0);
}

/* The nearest f64, ties to even. */
static inline double pd_u128_to_double(pd_u128 value)
{
    uint32_t power;
    const uint64_t top = pd_top_bits(value, &power);
    return (double)top * pd_f64((uint64_t)(1023 + power) << 52);
}

static inline double pd_i128_to_double(pd_u128 value)
{
    const double size = pd_u128_to_double(pd_magnitude(value));
    return pd_is_negative(value) ? -size : size;
}

/* The nearest f32, ties to even; infinite from 2**128 - 2**103 on. */
static inline float pd_u128_to_float(pd_u128 value)
{
    uint32_t power;
    const uint64_t top = pd_top_bits(value, &power);
    return (float)top * pd_f32((uint64_t)(127 + power) << 23);
}

static inline float pd_i128_to_float(pd_u128 value)
{
    const float size = pd_u128_to_float(pd_magnitude(value));
    return pd_is_negative(value) ? -size : size;
}

/* The whole part of a float below 2**128 and not negative. */
static inline pd_u128 pd_double_to_u128(double value)
{
    const uint64_t high = (uint64_t)(value * 0x1p-64); /* exact but for what is below 1 */
    return pd_u128_of((uint64_t)(value - (double)high * 0x1p64), high);
}

/* Divides four 32-bit limbs, the lowest first, by 10**9; returns the remainder. */
static inline uint32_t pd_divide_by_1e9(uint32_t limb[4])
{
    uint64_t rest = 0;
    for (int i = 3; i >= 0; i--) {
        rest = rest << 32 | limb[i];
        limb[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    return (uint32_t)rest;
}

static inline uint8_t *pd_write_u128(uint8_t *at, pd_u128 value)
{
    uint32_t limb[4] = {
        (uint32_t)value.low,
        (uint32_t)(value.low >> 32),
        (uint32_t)value.high,
        (uint32_t)(value.high >> 32),
    };
    uint32_t nine[5];
    int count = 0;
    if (value.high == 0)
        return pd_write_u64(at, value.low);
    while (limb[0] | limb[1] | limb[2] | limb[3])
        nine[count++] = pd_divide_by_1e9(limb);
    at = pd_write_u64(at, nine[--count]);
    while (count-- > 0) {
        *at++ = (uint8_t)('0' + nine[count] / 100000000);
        at = pd_write_eight(at, nine[count] % 100000000);
    }
    return at;
}

static inline uint8_t *pd_write_i128(uint8_t *at, pd_u128 value)
{
    *at = '-';
    return pd_write_u128(at + pd_is_negative(value), pd_magnitude(value));
}

#endif /* PD_RUNTIME_WIDE_NUMBER_H */
