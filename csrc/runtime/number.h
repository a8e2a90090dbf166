/* number.h: floats as text.  The forms are those of polydat/types/text.py.
 *
 * A writer puts text at `at` and returns its end.  The caller has room for PD_MAX_ bytes:
 * a writer may use all of them, also where its text is shorter.
 */
#ifndef PD_RUNTIME_NUMBER_H
#define PD_RUNTIME_NUMBER_H

#include "digits.h"
#include "fixed.h"
#include "shortest.h"

#define PD_MAX_F64_DISPLAY 25
#define PD_MAX_F64_PLAIN 344
#define PD_MAX_F32_DISPLAY 25
#define PD_MAX_F32_PLAIN 64

/* The 17 digits of a number as characters: the first, the next eight, the last eight. */
typedef struct pd_seventeen {
    uint64_t high, low;
    uint32_t count; /* without the zeros at the end */
    uint8_t first;
} pd_seventeen;

/* Requires: from 10**16 to below 10**17. */
static inline pd_seventeen pd_split_seventeen(uint64_t number)
{
    const uint64_t upper = number / 100000000;
    const uint64_t first = upper / 100000000;
    const uint64_t high = pd_eight_digits((uint32_t)(upper - first * 100000000));
    const uint64_t low = pd_eight_digits((uint32_t)(number - upper * 100000000));
    const uint64_t last = low ? low : high;
    const uint32_t count = (low ? 17 : 9) - (pd_leading_zeros(last | 1) >> 3);
    const pd_seventeen digits = {
        high | PD_ZEROS,
        low | PD_ZEROS,
        last ? count : 1,
        (uint8_t)('0' + first),
    };
    return digits;
}

static inline void pd_write_seventeen(uint8_t *at, pd_seventeen digits)
{
    at[0] = digits.first;
    pd_store8(at + 1, digits.high);
    pd_store8(at + 9, digits.low);
}

/* 16 bytes from the 16th minus n on: n bytes of ones, then zeros. */
static const uint8_t pd_first_bytes[32] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

static inline uint64_t pd_load8(const uint8_t *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, 8);
    return bytes;
}

/* The 17 digits with a point behind the first `before`, 1 to 16.  Blended in registers:
 * moving the digits in memory costs more than finding them. */
static inline void pd_write_split(uint8_t *at, pd_seventeen digits, uint32_t before)
{
    const uint8_t *const kept = pd_first_bytes + 17 - before;
    const uint64_t moved_high = digits.high << 8;
    const uint64_t moved_low = digits.low << 8 | digits.high >> 56;
    at[0] = digits.first;
    pd_store8(at + 1, moved_high ^ ((moved_high ^ digits.high) & pd_load8(kept)));
    pd_store8(at + 9, moved_low ^ ((moved_low ^ digits.low) & pd_load8(kept + 8)));
    at[17] = (uint8_t)(digits.low >> 56);
    at[before] = '.';
}

/* An exponent from -324 to 308. */
static inline uint8_t *pd_write_exponent(uint8_t *at, int32_t exponent)
{
    *at++ = 'e';
    return pd_write_i64(at, exponent);
}

/* A decimal with exactly 17 digits.  Requires: not 0. */
static inline pd_decimal pd_normalize(pd_decimal value)
{
    if (PD_UNLIKELY(value.digits < pd_ten[15])) {
        const uint32_t missing = 16 - pd_count_digits(value.digits);
        value.digits *= pd_ten[missing];
        value.exponent -= (int32_t)missing;
    }
    const int32_t small = value.digits < pd_ten[16];
    value.digits = small ? 10 * value.digits : value.digits;
    value.exponent -= small;
    return value;
}

/* A decimal in the display form, or in the plain one.  Requires: not 0. */
PD_ALWAYS_INLINE uint8_t *pd_write_decimal(uint8_t *at, pd_decimal value, const int plain)
{
    value = pd_normalize(value);
    const pd_seventeen digits = pd_split_seventeen(value.digits);
    const int32_t point = value.exponent + 17; /* the value is 0.digits * 10**point */
    if (point > 0 && point < 17) {
        const uint32_t before = (uint32_t)point;
        pd_write_split(at, digits, before);
        if (digits.count > before)
            return at + digits.count + 1;
        return at + before + (plain ? 0 : 2);
    }
    if (point <= 0 && (plain || point > -4)) {
        const uint32_t zeros = (uint32_t)-point;
        at[0] = '0';
        at[1] = '.';
        if (plain)
            memset(at + 2, '0', zeros);
        else
            memcpy(at + 2, "000", 3);
        at += 2 + zeros;
        pd_write_seventeen(at, digits);
        return at + digits.count;
    }
    if (plain) {
        pd_write_seventeen(at, digits);
        if (digits.count < (uint32_t)point)
            memset(at + digits.count, '0', (uint32_t)point - digits.count);
        return at + point;
    }
    pd_write_seventeen(at + 1, digits);
    at[0] = digits.first;
    at[1] = '.';
    return pd_write_exponent(at + (digits.count > 1 ? digits.count + 1 : 1), point - 1);
}

/* Infinities, NaN and zeros. */
static inline uint8_t *pd_write_special(uint8_t *at, uint64_t negative, int zero, int nan,
                                        const int plain)
{
    if (nan) {
        memcpy(at, "NaN", 3);
        return at + 3;
    }
    *at = '-';
    at += negative;
    memcpy(at, zero ? "0.0" : "inf", 3);
    return at + (zero && plain ? 1 : 3);
}

PD_ALWAYS_INLINE uint8_t *pd_write_f64(uint8_t *at, double value, const int plain)
{
    const uint64_t bits = pd_bits(value);
    const uint64_t size = bits & ~(UINT64_C(1) << 63);
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    if (PD_UNLIKELY(size - 1 >= infinity - 1))
        return pd_write_special(at, bits >> 63, size == 0, size > infinity, plain);
    *at = '-';
    at += bits >> 63;
    return pd_write_decimal(at, pd_shortest_f64(size, PD_TIE_UP), plain);
}

PD_ALWAYS_INLINE uint8_t *pd_write_f32(uint8_t *at, float value, const int plain)
{
    const uint64_t bits = pd_bits32(value);
    const uint64_t size = bits & 0x7FFFFFFF;
    const uint64_t infinity = UINT64_C(0xFF) << 23;
    if (PD_UNLIKELY(size - 1 >= infinity - 1))
        return pd_write_special(at, bits >> 31, size == 0, size > infinity, plain);
    *at = '-';
    at += bits >> 31;
    pd_decimal decimal = pd_shortest_f32((uint32_t)size, PD_TIE_UP);
    decimal.digits *= pd_ten[8];
    decimal.exponent -= 8;
    return pd_write_decimal(at, decimal, plain);
}

static inline uint8_t *pd_write_f64_display(uint8_t *at, double value)
{
    return pd_write_f64(at, value, 0);
}

static inline uint8_t *pd_write_f64_plain(uint8_t *at, double value)
{
    return pd_write_f64(at, value, 1);
}

static inline uint8_t *pd_write_f32_display(uint8_t *at, float value)
{
    return pd_write_f32(at, value, 0);
}

static inline uint8_t *pd_write_f32_plain(uint8_t *at, float value)
{
    return pd_write_f32(at, value, 1);
}

static inline uint8_t *pd_write_f64_fixed(uint8_t *at, double value, uint32_t decimals)
{
    const uint64_t bits = pd_bits(value);
    const uint64_t size = bits & ~(UINT64_C(1) << 63);
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    if (PD_UNLIKELY(size >= infinity))
        return pd_write_special(at, bits >> 63, 0, size > infinity, 0);
    *at = '-';
    return pd_write_positive_fixed(at + (bits >> 63), pd_f64(size), decimals);
}

#endif /* PD_RUNTIME_NUMBER_H */
