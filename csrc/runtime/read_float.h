/* read_float.h: decimal numbers to the nearest float, ties to even, however many digits.
 *
 * The first 19 digits times a power of ten of 128 bits give bounds of the value; where both round
 * to one float, that is it.  Else the decimal is compared with the number between two floats, in
 * exact integers.  Source of the first step: D. Lemire, Number parsing at a gigabyte per second
 * (2021); the bounds here take the place of its proof. */
#ifndef PD_RUNTIME_READ_FLOAT_H
#define PD_RUNTIME_READ_FLOAT_H

#include "powers.h" /* made by polydat/codegen/powers.py */
#include "wide.h"

/* A decimal as it is written. */
typedef struct pd_written {
    const uint8_t *from, *to; /* digits and point */
    uint64_t first;           /* the first 19 digits as a number */
    int64_t exponent;         /* of their last one */
    int more;                 /* whether a digit behind them is not 0 */
} pd_written;

/* What a float type has: bits of a significand, bias of the exponent. */
typedef struct pd_format {
    int32_t digits, bias;
} pd_format;

static const pd_format pd_binary64 = {53, 1023}, pd_binary32 = {24, 127};

static inline uint64_t pd_infinity_bits(pd_format format)
{
    return (uint64_t)(2 * format.bias + 1) << (format.digits - 1);
}

/* Digits with at most one point; returns where they end, NULL where there is none. */
static inline const uint8_t *pd_scan_digits(const uint8_t *at, const uint8_t *end, pd_written *number)
{
    int point = 0, any = 0;
    uint32_t count = 0;
    number->from = at;
    number->first = 0;
    number->exponent = 0;
    number->more = 0;
    for (; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = 1;
            continue;
        }
        any = 1;
        if (count < 19) {
            number->first = 10 * number->first + (uint64_t)(*at - '0');
            count += number->first > 0;
            number->exponent -= point;
        } else {
            number->more |= *at != '0';
            number->exponent += !point;
        }
    }
    number->to = at;
    return any ? at : NULL;
}

/* An exponent, which may be missing; returns where it ends, NULL where digits are missing. */
static inline const uint8_t *pd_scan_exponent(const uint8_t *at, const uint8_t *end,
                                              pd_written *number)
{
    int64_t exponent = 0;
    int negative = 0;
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    at++;
    if (at < end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    if (at == end || *at < '0' || *at > '9')
        return NULL;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if (exponent < INT64_C(1000000000000000000) / 100)
            exponent = 10 * exponent + (*at - '0');
    number->exponent += negative ? -exponent : exponent;
    return at;
}

/* Bits of the float nearest to top * 2**power.  Requires: the highest bit of `top` is set; the
 * lowest one too if anything was cut off. */
static inline uint64_t pd_round_top(uint64_t top, int32_t power, pd_format format)
{
    const int32_t biased = power + 63 + format.bias;
    const int32_t shift = 64 - format.digits + (biased < 1 ? 1 - biased : 0);
    const uint64_t infinity = pd_infinity_bits(format);
    if (biased > 2 * format.bias)
        return infinity;
    if (shift > 64)
        return 0;
    {
        const uint64_t kept = shift == 64 ? 0 : top >> shift;
        const uint64_t rest = shift == 64 ? top : top << (64 - shift);
        const uint64_t half = UINT64_C(1) << 63;
        const uint64_t bits = kept + (rest > half || (rest == half && kept & 1));
        return biased < 1 ? bits : bits + ((uint64_t)(biased - 1) << (format.digits - 1));
    }
}

/* Bits of the float nearest to a bound of digits * 10**exponent: not below it, or not above.
 * Requires: digits is not 0; the table has the power. */
static inline uint64_t pd_round_bound(uint64_t digits, int32_t exponent, int above,
                                      pd_format format)
{
    const uint64_t *const power = pd_power[exponent - PD_POWER_LEAST]; /* at most 1 too large */
    const uint32_t zeros = pd_leading_zeros(digits);
    const uint64_t x = digits << zeros;
    const pd_u128 high = pd_mul128(power[0], x), low = pd_mul128(power[1], x);
    uint64_t rest = low.low, middle = high.low + low.high, top = high.high + (middle < high.low);
    int32_t scale = ((exponent * 1741647) >> 19) - 127 + 128 - (int32_t)zeros;
    if (!above) {
        const uint64_t borrow = rest < x;
        rest -= x;
        top -= middle < borrow;
        middle -= borrow;
    }
    while (top >> 63 == 0) { /* once, or twice */
        top = top << 1 | middle >> 63;
        middle = middle << 1 | rest >> 63;
        rest <<= 1;
        scale--;
    }
    return pd_round_top(top | (middle | rest ? 1 : 0), scale, format);
}

/* An integer in limbs of 32 bits, the lowest first; 5120 bits are more than any comparison needs. */
typedef struct pd_big {
    uint32_t limb[160];
    uint32_t count;
} pd_big;

/* x * factor + plus */
static inline void pd_big_scale(pd_big *x, uint32_t factor, uint32_t plus)
{
    uint64_t carry = plus;
    for (uint32_t i = 0; i < x->count; i++) {
        carry += (uint64_t)x->limb[i] * factor;
        x->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        x->limb[x->count++] = (uint32_t)carry;
}

static inline void pd_big_power(pd_big *x, uint32_t base, int64_t exponent)
{
    for (; exponent >= 8; exponent -= 8)
        pd_big_scale(x, base * base * base * base * base * base * base * base, 0);
    for (; exponent > 0; exponent--)
        pd_big_scale(x, base, 0);
}

static inline int pd_big_compare(const pd_big *x, const pd_big *y)
{
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    for (uint32_t i = x->count; i-- > 0;)
        if (x->limb[i] != y->limb[i])
            return x->limb[i] < y->limb[i] ? -1 : 1;
    return 0;
}

/* All digits of a decimal, as far as they matter: no number between two floats has more than 767,
 * so that a last 1 stands for the rest.  Returns the exponent of the last digit taken. */
static inline int64_t pd_big_digits(pd_big *x, const pd_written *number)
{
    int64_t exponent = number->exponent;
    uint32_t count = 0;
    int rest = 0;
    x->count = 0;
    for (const uint8_t *at = number->from; at < number->to; at++) {
        if (*at == '.' || (count == 0 && *at == '0'))
            continue;
        if (count >= 780) {
            rest |= *at != '0';
            continue;
        }
        pd_big_scale(x, 10, (uint32_t)(*at - '0'));
        count++;
        exponent -= count > 19;
    }
    if (rest) {
        pd_big_scale(x, 10, 1);
        exponent--;
    }
    return exponent;
}

/* The upper of two neighbouring floats, or the lower: exact.  Requires: the decimal rounds to one
 * of them, and `low` is finite. */
PD_NOINLINE uint64_t pd_choose(const pd_written *number, uint64_t low, pd_format format)
{
    const int32_t fraction = format.digits - 1;
    const int32_t biased = (int32_t)(low >> fraction);
    const uint64_t whole =
        (low & ((UINT64_C(1) << fraction) - 1)) | (biased ? UINT64_C(1) << fraction : 0);
    const int32_t power = (biased ? biased : 1) - format.bias - fraction - 1; /* of the middle */
    pd_big decimal, middle = {{0}, 0};
    const int64_t exponent = pd_big_digits(&decimal, number);
    const uint64_t between = 2 * whole + 1;
    middle.limb[0] = (uint32_t)between;
    middle.limb[1] = (uint32_t)(between >> 32);
    middle.count = middle.limb[1] ? 2 : 1;
    pd_big_power(exponent > 0 ? &decimal : &middle, 10, exponent > 0 ? exponent : -exponent);
    pd_big_power(power > 0 ? &middle : &decimal, 2, power > 0 ? power : -power);
    {
        const int order = pd_big_compare(&decimal, &middle);
        return low + (order > 0 || (order == 0 && low & 1));
    }
}

/* Bits of the float nearest to a decimal. */
PD_NOINLINE uint64_t pd_nearest_bits(const pd_written *number, pd_format format)
{
    if (number->first == 0 || number->exponent < -342)
        return 0;
    if (number->exponent > 308)
        return pd_infinity_bits(format);
    {
        const int32_t exponent = (int32_t)number->exponent;
        const uint64_t low = pd_round_bound(number->first, exponent, 0, format);
        const uint64_t high =
            pd_round_bound(number->first + (number->more ? 1 : 0), exponent, 1, format);
        return PD_LIKELY(low == high) ? low : pd_choose(number, low, format);
    }
}

static inline int pd_is_word(const uint8_t *at, const uint8_t *end, const char *word, size_t size)
{
    if ((size_t)(end - at) != size)
        return 0;
    for (size_t i = 0; i < size; i++)
        if ((at[i] | 0x20) != word[i] || (at[i] & 0x80))
            return 0;
    return 1;
}

/* Bits of the float that a whole text stands for: a decimal, `inf`, `infinity` or `nan` in any
 * case, behind an optional sign.  Sets the status for anything else. */
static inline uint64_t pd_read_float(pd_status *status, pd_str text, pd_format format)
{
    const uint8_t *at = text.data, *const end = text.data + text.size;
    const uint64_t infinity = pd_infinity_bits(format);
    uint64_t sign = 0;
    pd_written number;
    if (at < end && (*at == '+' || *at == '-'))
        sign = (uint64_t)(*at++ == '-') << (format.digits == 53 ? 63 : 31);
    if (pd_is_word(at, end, "inf", 3) || pd_is_word(at, end, "infinity", 8))
        return sign | infinity;
    if (pd_is_word(at, end, "nan", 3))
        return infinity | UINT64_C(1) << (format.digits - 2);
    at = pd_scan_digits(at, end, &number);
    if (at)
        at = pd_scan_exponent(at, end, &number);
    if (PD_UNLIKELY(at != end || !at)) {
        *status = PD_NOT_CONVERTIBLE;
        return 0;
    }
    return sign | pd_nearest_bits(&number, format);
}

#endif /* PD_RUNTIME_READ_FLOAT_H */
