/* fixed.h: floats with a number of decimals, exact and rounded half to even.
 *
 * Up to 19 decimals of what has a fraction are one 128-bit product.  The rest is done in
 * binary fixed point on the stack: at most 1074 bits of fraction, or 1024 of integer.
 */
#ifndef PD_RUNTIME_FIXED_H
#define PD_RUNTIME_FIXED_H

#include "digits.h"

/* Sign, integer digits, point and decimals, and what the writers of digits overshoot. */
#define PD_MAX_F64_FIXED(decimals) (340 + (uint64_t)(decimals))

#define PD_FIXED_LIMBS 34 /* of 32 bits, the lowest first */
#define PD_NINE UINT32_C(1000000000)

/* The last `count` digits of `number`, zeros in front; stores whole groups of eight. */
static inline uint8_t *pd_write_padded(uint8_t *at, uint64_t number, uint32_t count)
{
    const uint32_t groups = (count + 7) / 8;
    const uint32_t missing = 8 * groups - count;
    /* Left aligned: the zeros that fill the last group are overwritten or cut off. */
    const uint64_t last = number % pd_ten[8 - missing];
    uint64_t rest = number / pd_ten[8 - missing];
    pd_store8(at + 8 * (groups - 1), pd_eight_digits((uint32_t)(last * pd_ten[missing])) | PD_ZEROS);
    for (uint32_t i = groups - 1; i-- > 0; rest /= 100000000)
        pd_store8(at + 8 * i, pd_eight_digits((uint32_t)(rest % 100000000)) | PD_ZEROS);
    return at + count;
}

/* The integer c * 2**q.  Requires: 0 <= q <= 971. */
static inline uint8_t *pd_write_large(uint8_t *at, uint64_t c, uint32_t q)
{
    uint32_t limb[PD_FIXED_LIMBS] = {0};
    uint32_t nines[35]; /* nine digits each, of at most 309 */
    uint32_t size = q / 32 + 3, count = 0;
    const uint32_t within = q % 32;
    limb[q / 32] = (uint32_t)(c << within);
    limb[q / 32 + 1] = (uint32_t)(c << within >> 32);
    limb[q / 32 + 2] = within ? (uint32_t)(c >> (64 - within)) : 0;
    while (size > 0) {
        uint64_t rest = 0;
        for (uint32_t i = size; i-- > 0;) {
            rest = rest << 32 | limb[i];
            limb[i] = (uint32_t)(rest / PD_NINE);
            rest %= PD_NINE;
        }
        nines[count++] = (uint32_t)rest;
        while (size > 0 && limb[size - 1] == 0)
            size--;
    }
    at = pd_write_u64(at, nines[--count]);
    while (count-- > 0)
        at = pd_write_padded(at, nines[count], 9);
    return at;
}

/* Adds one to the decimal number that ends before `end`; returns its new end. */
static inline uint8_t *pd_round_up(uint8_t *first, uint8_t *end)
{
    for (uint8_t *digit = end; digit-- > first;) {
        if (*digit == '.')
            continue;
        if (*digit != '9') {
            (*digit)++;
            return end;
        }
        *digit = '0';
    }
    memmove(first + 1, first, (size_t)(end - first));
    *first = '1';
    return end + 1;
}

/* `decimals` of the fraction c / 2**bits, rounded into the number that starts at `first`.
 * Requires: c < 2**bits, bits <= 1074, and the point written where there are decimals. */
static inline uint8_t *pd_write_fraction(uint8_t *first, uint8_t *at, uint64_t c, uint32_t bits,
                                         uint32_t decimals)
{
    uint32_t limb[PD_FIXED_LIMBS] = {0};
    const uint32_t size = (bits + 31) / 32;
    const uint32_t within = 32 * size - bits; /* the fraction is in units of 2**(-32 * size) */
    const uint64_t high = within ? c >> (64 - within) : 0;
    const uint32_t part[3] = {(uint32_t)(c << within), (uint32_t)(c << within >> 32),
                              (uint32_t)high};
    for (uint32_t i = 0; i < 3 && i < size; i++)
        limb[i] = part[i];
    uint32_t low = 0; /* limbs below it are zero */
    while (decimals > 0) {
        while (low < size && limb[low] == 0)
            low++;
        if (low == size) {
            memset(at, '0', decimals);
            return at + decimals;
        }
        const uint32_t digits = decimals < 9 ? decimals : 9;
        uint64_t carry = 0;
        for (uint32_t i = low; i < size; i++) {
            carry += limb[i] * pd_ten[digits];
            limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
        at = pd_write_padded(at, carry, digits);
        decimals -= digits;
    }
    const uint32_t half = UINT32_C(1) << 31;
    const uint32_t top = size ? limb[size - 1] : 0;
    uint32_t beyond = top & (half - 1); /* anything besides the half */
    for (uint32_t i = low; i + 1 < size; i++)
        beyond |= limb[i];
    const uint8_t last = at[-1] == '.' ? at[-2] : at[-1];
    if (top >= half && (beyond != 0 || (last & 1)))
        return pd_round_up(first, at);
    return at;
}

/* Requires: not negative, finite; room for PD_MAX_F64_FIXED(decimals). */
static inline uint8_t *pd_write_positive_fixed(uint8_t *at, double value, uint32_t decimals)
{
    const uint64_t bits = pd_bits(value);
    const uint64_t low = bits & ((UINT64_C(1) << 52) - 1);
    const uint32_t biased = (uint32_t)(bits >> 52);
    const uint64_t c = biased ? low | UINT64_C(1) << 52 : low;
    if (biased >= 1075) {
        at = pd_write_large(at, c, biased - 1075);
        if (decimals > 0) {
            *at++ = '.';
            memset(at, '0', decimals);
        }
        return at + decimals;
    }
    const uint32_t places = 1075 - (biased ? biased : 1); /* binary: 1 to 1074 */
    uint64_t whole = places < 64 ? c >> places : 0;
    const uint64_t fraction = places < 64 ? c - (whole << places) : c;
    uint8_t *const first = at;
    if (decimals > 19) {
        at = pd_write_u64(at, whole);
        if (decimals > 0)
            *at++ = '.';
        return pd_write_fraction(first, at, fraction, places, decimals);
    }
    /* Digits and what is cut off behind them: fraction * 10**decimals / 2**places. */
    const pd_u128 scaled = pd_mul128(fraction, pd_ten[decimals]);
    uint64_t digits, rest, half, beyond;
    if (places > 118) { /* below a half: 2**53 * 10**19 is less than 2**117 */
        digits = rest = beyond = 0;
        half = 1;
    } else if (places > 64) {
        const uint32_t above = places - 64;
        digits = scaled.high >> above;
        rest = scaled.high & ((UINT64_C(1) << above) - 1);
        half = UINT64_C(1) << (above - 1);
        beyond = scaled.low != 0;
    } else if (places == 64) {
        digits = scaled.high;
        rest = scaled.low;
        half = UINT64_C(1) << 63;
        beyond = 0;
    } else {
        digits = scaled.high << (64 - places) | scaled.low >> places;
        rest = scaled.low & ((UINT64_C(1) << places) - 1);
        half = UINT64_C(1) << (places - 1);
        beyond = 0;
    }
    const uint64_t odd = (decimals ? digits : whole) & 1;
    const uint64_t up = rest > half || (rest == half && (beyond || odd));
    if (decimals == 0)
        return pd_write_u64(at, whole + up);
    digits += up;
    if (digits == pd_ten[decimals]) {
        digits = 0;
        whole++;
    }
    at = pd_write_u64(at, whole);
    *at++ = '.';
    return pd_write_padded(at, digits, decimals);
}

#endif /* PD_RUNTIME_FIXED_H */
