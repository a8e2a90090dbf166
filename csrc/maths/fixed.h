/* fixed.h: fixed point of 64 and 128 bits, and rounding it to f64.
 *
 * A function of csrc/maths/ has two ways.  The fast one gives about 68 right bits and states
 * its error; pd_round refuses what lies so near to a tie between two f64 that the error
 * counts, and then the slow way, of wide_float.h, decides.  So the result is the nearest
 * f64 and the same everywhere, however the fast way gets there.
 *
 * It counts in integers, whose errors are last places.  A number that stands for
 * value * 2**n is said to have scale n.  Only the small terms of a series are worked out in
 * f64: below 2**-20 they are off by less than 2**-70.
 */
#ifndef PD_MATHS_FIXED_H
#define PD_MATHS_FIXED_H

#include "../runtime/wide.h"

/* The high half of a product: two numbers of scales m and n give one of scale m + n - 64. */
PD_ALWAYS_INLINE uint64_t pd_mul_high(uint64_t a, uint64_t b)
{
    return pd_mul128(a, b).high;
}

PD_ALWAYS_INLINE int64_t pd_mul_high_signed(int64_t a, int64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(PD_NO_INT128)
    __extension__ const __int128 full = (__int128)a * b;
    return (int64_t)(full >> 64);
#else
    const uint64_t high = pd_mul_high((uint64_t)a, (uint64_t)b);
    return (int64_t)(high - (a < 0 ? (uint64_t)b : 0) - (b < 0 ? (uint64_t)a : 0));
#endif
}

/* The product modulo 2**128. */
PD_ALWAYS_INLINE pd_u128 pd_mul_signed128(int64_t a, int64_t b)
{
    pd_u128 product;
    product.low = (uint64_t)a * (uint64_t)b;
    product.high = (uint64_t)pd_mul_high_signed(a, b);
    return product;
}

PD_ALWAYS_INLINE pd_u128 pd_pair128(uint64_t high, uint64_t low)
{
    pd_u128 pair;
    pair.low = low;
    pair.high = high;
    return pair;
}

PD_ALWAYS_INLINE pd_u128 pd_add128(pd_u128 a, pd_u128 b)
{
    const uint64_t low = a.low + b.low;
    return pd_pair128(a.high + b.high + (low < b.low), low);
}

PD_ALWAYS_INLINE pd_u128 pd_sub128(pd_u128 a, pd_u128 b)
{
    return pd_pair128(a.high - b.high - (a.low < b.low), a.low - b.low);
}

PD_ALWAYS_INLINE pd_u128 pd_negate128(pd_u128 a)
{
    return pd_pair128(~a.high + (a.low == 0), ~a.low + 1);
}

/* Requires: by < 64. */
PD_ALWAYS_INLINE pd_u128 pd_left128(pd_u128 a, uint32_t by)
{
    return pd_pair128(a.high << by | (a.low >> 1) >> (63 - by), a.low << by);
}

/* Requires: by < 64. */
PD_ALWAYS_INLINE pd_u128 pd_right128(pd_u128 a, uint32_t by)
{
    return pd_pair128(a.high >> by, a.low >> by | (a.high << 1) << (63 - by));
}

/* value >> by; 0 from 128 on. */
PD_ALWAYS_INLINE pd_u128 pd_shifted128(pd_u128 value, uint32_t by)
{
    if (by >= 64) {
        value = pd_pair128(0, value.high);
        by -= 64;
    }
    if (by >= 64)
        return pd_pair128(0, 0);
    return pd_right128(value, by);
}

/* A negative number shifts in ones.  Requires: by < 64. */
PD_ALWAYS_INLINE pd_u128 pd_right128_signed(pd_u128 a, uint32_t by)
{
    return pd_pair128((uint64_t)((int64_t)a.high >> by), pd_right128(a, by).low);
}

PD_ALWAYS_INLINE pd_u128 pd_extend128(int64_t a)
{
    return pd_pair128((uint64_t)(a >> 63), (uint64_t)a);
}

/* The high 128 bits of a product of 64 by 128 bits; below the true ones by less than 1. */
PD_ALWAYS_INLINE pd_u128 pd_mul64_128(uint64_t a, pd_u128 b)
{
    pd_u128 product = pd_mul128(a, b.high);
    const uint64_t carried = pd_mul_high(a, b.low);
    product.low += carried;
    product.high += product.low < carried;
    return product;
}

/* The high 128 bits of a product; below the true ones by less than 3. */
PD_ALWAYS_INLINE pd_u128 pd_mul128_128(pd_u128 a, pd_u128 b)
{
    pd_u128 product = pd_mul64_128(a.high, b);
    const uint64_t carried = pd_mul_high(a.low, b.high);
    product.low += carried;
    product.high += product.low < carried;
    return product;
}

/* A positive number: significand * 2**(exponent - 127), the top bit of the significand set.
 * The true value is off by at most `error` * 2**(exponent - 116). */
typedef struct pd_enclosure {
    pd_u128 significand;
    int32_t exponent;
    uint64_t error;
} pd_enclosure;

/* Shifts the top bit of `value`, of the given scale, into its place.  `error` is in units of
 * 2**-(scale - 11): of 2**11 last places.  Requires: value.high is not 0. */
PD_ALWAYS_INLINE pd_enclosure pd_enclose(pd_u128 value, int32_t scale, uint64_t error)
{
    const uint32_t zeros = pd_leading_zeros(value.high);
    pd_enclosure enclosure;
    enclosure.significand = pd_left128(value, zeros);
    enclosure.exponent = 127 - scale - (int32_t)zeros;
    enclosure.error = error << zeros;
    return enclosure;
}

/* 0, as it is rounded; it counts as exact. */
PD_ALWAYS_INLINE pd_enclosure pd_zero(void)
{
    const pd_enclosure zero = {{0, UINT64_C(1) << 63}, -2000, 0};
    return zero;
}

#define PD_NO_IDEA UINT64_MAX

/* What cannot be rounded: a tie, with an error beyond every other. */
PD_ALWAYS_INLINE pd_enclosure pd_unknown(void)
{
    const pd_enclosure tie = {{0, UINT64_C(1) << 63 | UINT64_C(1) << 10}, 0, PD_NO_IDEA};
    return tie;
}

/* An f64 with sign (0 or 1) from its bits without a sign. */
PD_ALWAYS_INLINE double pd_signed_f64(uint64_t bits, uint64_t sign)
{
    return pd_f64(bits | sign << 63);
}

/* Stores the nearest f64 and returns 1, or returns 0: a tie between two f64 is too near. */
PD_ALWAYS_INLINE int pd_round(double *result, pd_enclosure x, uint64_t sign)
{
    pd_u128 digits = x.significand;
    uint64_t biased = (uint64_t)(int64_t)(x.exponent + 1022);
    if (PD_UNLIKELY(biased > 2045)) {
        if (x.exponent > 1023) {
            *result = pd_signed_f64(UINT64_C(0x7FF) << 52, sign);
            return 1;
        }
        if (x.exponent < -1076) {
            *result = pd_signed_f64(0, sign);
            return 1;
        }
        digits = pd_right128(digits, (uint32_t)(-1022 - x.exponent)); /* a subnormal */
        biased = 0;
    }
    const uint64_t rest = digits.high << 53 | digits.low >> 11;
    const uint64_t half = UINT64_C(1) << 63;
    *result = pd_signed_f64((biased << 52) + (digits.high >> 11) + (rest >> 63), sign);
    /* 1 more for the bits that were cut off */
    return rest - (half - x.error - 1) > 2 * x.error + 2;
}

/* n / d, scale 122, to 2**-98, where 2**123 <= d and n / d < 16.
 *
 * A quotient of f64 gives 50 bits; what remains, divided likewise, gives the next ones.
 */
PD_ALWAYS_INLINE pd_u128 pd_quotient128(pd_u128 n, pd_u128 d)
{
    const double inverse = 1.0 / (double)(int64_t)(d.high >> 1);
    const double near = (double)(int64_t)(n.high >> 1) * inverse;
    const uint64_t first = (uint64_t)(int64_t)(near * 0x1p58);
    /* the remainder, scale 58, of numbers cut to 96 bits; it is below 2**110 */
    const pd_u128 top = pd_right128(n, 32), bottom = pd_right128(d, 32);
    pd_u128 product = pd_mul128(first, bottom.low);
    product.high += first * bottom.high;
    const pd_u128 rest = pd_right128(pd_sub128(pd_left128(top, 58), product), 50);
    const int64_t second = (int64_t)((double)(int64_t)rest.low * inverse * 0x1p61);
    const pd_u128 more = pd_pair128((uint64_t)(second >> 44), (uint64_t)second << 20);
    return pd_add128(pd_pair128(first, 0), more);
}

/* a / b for two positive numbers. */
PD_ALWAYS_INLINE pd_enclosure pd_enclosure_div(pd_enclosure a, pd_enclosure b)
{
    if (PD_UNLIKELY(a.error == PD_NO_IDEA || b.error == PD_NO_IDEA))
        return pd_unknown();
    const uint64_t error = ((a.error + b.error) >> 3) + (1 << 20);
    pd_enclosure result = pd_enclose(pd_quotient128(a.significand, b.significand), 122, error);
    result.exponent += a.exponent - b.exponent;
    return result;
}

/* x * (1 + w) or x * (1 - w) for a positive x below 2**-bits, where w is the sum over k of
 * term[k] * x**(2 * k + 2), the terms with scale 64; alternating, the signs in w are + - + ...
 *
 * Of w are lost less than 5 * 2**-(64 + 2 * bits) by rounding: `error` has to be above what
 * that and the terms that are left out are of 2**117.
 */
PD_ALWAYS_INLINE pd_enclosure pd_odd_series(pd_enclosure x, const uint64_t *term, uint32_t count,
                                            const uint32_t bits, const int alternates,
                                            uint64_t error)
{
    const uint32_t by = (uint32_t)(-1 - (int32_t)bits - x.exponent);
    const uint64_t u = pd_shifted128(x.significand, by).high; /* scale 64 + bits */
    const uint64_t square = pd_mul_high(u, u);                /* scale 64 + 2 * bits */
    uint64_t series = term[count - 1];
    for (uint32_t i = count - 1; i-- > 0;) {
        const uint64_t next = pd_mul_high(square, series) >> 2 * bits;
        series = alternates ? term[i] - next : term[i] + next;
    }
    const pd_u128 part = pd_mul64_128(pd_mul_high(square, series), x.significand);
    const pd_u128 whole = pd_right128(x.significand, 1), w = pd_right128(part, 2 * bits + 1);
    return pd_enclose(alternates ? pd_sub128(whole, w) : pd_add128(whole, w), 126 - x.exponent,
                      x.error + error);
}

/* A finite f64 apart: size = significand * 2**(exponent - 63), top bit set unless size is 0. */
typedef struct pd_parts {
    uint64_t significand;
    int32_t exponent;
    uint32_t sign;
} pd_parts;

PD_ALWAYS_INLINE pd_parts pd_split(double x)
{
    const uint64_t bits = pd_bits(x), top = UINT64_C(1) << 63;
    const uint32_t biased = bits >> 52 & 0x7FF;
    pd_parts parts;
    parts.sign = (uint32_t)(bits >> 63);
    parts.exponent = (int32_t)biased - 1023;
    parts.significand = bits << 11 | top;
    if (PD_UNLIKELY(biased == 0)) { /* a subnormal, or 0 */
        const uint64_t fraction = parts.significand ^ top;
        const uint32_t zeros = fraction ? pd_leading_zeros(fraction) : 0;
        parts.exponent = -1022 - (int32_t)zeros;
        parts.significand = fraction << zeros;
    }
    return parts;
}

PD_ALWAYS_INLINE pd_enclosure pd_exactly(pd_parts x)
{
    const pd_enclosure exact = {{0, x.significand}, x.exponent, 0};
    return exact;
}

PD_ALWAYS_INLINE double pd_infinity(void)
{
    return pd_f64(UINT64_C(0x7FF) << 52);
}

PD_ALWAYS_INLINE double pd_nan(void)
{
    return pd_f64(UINT64_C(0x7FF8) << 48);
}

#endif /* PD_MATHS_FIXED_H */
