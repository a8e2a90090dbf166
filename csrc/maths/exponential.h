/* exponential.h: exp, exp2 and expm1, correctly rounded.
 *
 * The fast way: x * log2(e) = n + j / 128 + t with 0 <= t < 1/128, and
 * exp(x) = 2**n * 2**(j / 128) * exp(t * log(2)), the last from its series.
 */
#ifndef PD_MATHS_EXPONENTIAL_H
#define PD_MATHS_EXPONENTIAL_H

#include "maths/exponential_table.h"
#include "wide_float.h"

/* 2 to the power of whole + fraction; the fraction has scale 128.
 *
 * Of p are lost, in units of 2**-71, less than 0.7 by t, 2 by u, 1 each by the square and the
 * cubic terms and 0.2 by f64: 4.9, and twice that of the power, which lies from 1 to 2 before
 * it is scaled by `whole`; 1.5 more is the low half of the step, which is left out of the
 * product.  That is less than 2**4 of these units, and what the fraction lacks comes on top.
 */
PD_ALWAYS_INLINE pd_enclosure pd_power_of_two_of(int32_t whole, pd_u128 fraction)
{
    const uint64_t *const step = pd_power_of_two[fraction.high >> 57];
    const uint64_t t = fraction.high << 7 | fraction.low >> 57; /* scale 71 */
    const uint64_t u = pd_mul_high(t, PD_LN2_64);               /* scale 71 */
    const uint64_t square = pd_mul_high(u, u);                  /* scale 78 */
    const double x = (double)(int64_t)(u >> 1), x2 = x * x;     /* scales 70, 140 */
    const double odd = 0x1p-139 / 6 + x2 * (0x1p-279 / 120 + x2 * (0x1p-419 / 5040));
    const double even = 0x1p-209 / 24 + x2 * (0x1p-349 / 720);
    const uint64_t cubic = (uint64_t)(int64_t)(x * x2 * (odd + x * even)); /* scale 71 */
    const uint64_t p = u + (square >> 8) + cubic;
    pd_enclosure power;
    power.significand = pd_add128(pd_pair128(step[0], step[1]),
                                  pd_right128(pd_mul128(step[0], p), 7)); /* scale 127 */
    power.exponent = whole;
    power.error = UINT64_C(1) << 49; /* 2**-67 */
    return power;
}

/* exp(x) in 256 bits, to about 2**-240 of its size.  Requires: abs(x) < 2**20. */
PD_NOINLINE pd_wide_float pd_wide_exp(pd_wide_float x)
{
    const int32_t halvings = 10;
    const double turns = pd_wide_round(x) * 1.4426950408889634; /* x / log(2) */
    const int32_t n = (int32_t)turns;
    const pd_wide_float rest = pd_wide_sub(x, pd_wide_mul(pd_wide_of(n), pd_wide_ln2));
    const pd_wide_float small = pd_wide_scaled(rest, -halvings);
    pd_wide_float sum = pd_wide_of(1.0), term = sum;
    for (uint64_t i = 1; !pd_wide_is_zero(term) && term.exponent > -256; i++) {
        term = pd_wide_div_small(pd_wide_mul(term, small), i);
        sum = pd_wide_add(sum, term);
    }
    for (int32_t i = 0; i < halvings; i++)
        sum = pd_wide_mul(sum, sum);
    return pd_wide_scaled(sum, n);
}

/* exp(x) - 1 in 256 bits, to about 2**-230 of its size.  Requires: abs(x) < 2**20. */
PD_NOINLINE pd_wide_float pd_wide_expm1(pd_wide_float x)
{
    if (x.exponent >= -3)
        return pd_wide_sub(pd_wide_exp(x), pd_wide_of(1.0));
    pd_wide_float sum = x, term = x;
    for (uint64_t i = 2; !pd_wide_is_zero(term) && term.exponent > x.exponent - 256; i++) {
        term = pd_wide_div_small(pd_wide_mul(term, x), i);
        sum = pd_wide_add(sum, term);
    }
    return sum;
}

PD_NOINLINE pd_wide_float pd_exp_wide(double x)
{
    return pd_wide_exp(pd_wide_of(x));
}

PD_NOINLINE pd_wide_float pd_exp2_wide(double x)
{
    const int32_t whole = (int32_t)x;
    if ((double)whole == x) /* exactly: 2**-1075 is a tie */
        return pd_wide_scaled(pd_wide_of(1.0), whole);
    return pd_wide_exp(pd_wide_mul(pd_wide_of(x), pd_wide_ln2));
}

PD_NOINLINE pd_wide_float pd_expm1_wide(double x)
{
    return pd_wide_expm1(pd_wide_of(x));
}

/* exp of NaN, of infinities and of what is beyond 1024; 1 for sizes below 2**-54. */
static inline double pd_exp_at_edge(double x, uint32_t sign, int32_t exponent)
{
    if (exponent < 0)
        return 1.0;
    if (x != x)
        return x;
    return sign ? 0.0 : pd_infinity();
}

/* 2 to the power of a number, from its sign and its size, of scale 126 - exponent. */
PD_ALWAYS_INLINE pd_enclosure pd_exp_of(pd_u128 size, int32_t exponent, uint32_t sign)
{
    const uint64_t flip = 0 - (uint64_t)sign;
    uint64_t whole = 0;
    if (exponent >= -1) {
        const uint32_t by = (uint32_t)(exponent + 2);
        whole = size.high >> (64 - by);
        size = pd_left128(size, by);
    } else if (exponent < -2) {
        size = pd_right128(size, (uint32_t)(-2 - exponent));
    }
    /* the negative number is -1 - whole + (1 - fraction) */
    size = pd_pair128(size.high ^ flip, size.low ^ flip);
    return pd_power_of_two_of((int32_t)(int64_t)(whole ^ flip), size);
}

PD_ALWAYS_INLINE pd_enclosure pd_exp_near(pd_parts x)
{
    const pd_u128 log2e = pd_pair128(PD_LOG2E_HIGH, PD_LOG2E_LOW);
    return pd_exp_of(pd_mul64_128(x.significand, log2e), x.exponent, x.sign);
}

PD_ALWAYS_INLINE pd_enclosure pd_exp2_near(pd_parts x)
{
    return pd_exp_of(pd_pair128(x.significand >> 1, x.significand << 63), x.exponent, x.sign);
}

/* exp(x) - 1 where abs(x) < 1/16; its sign is that of x.
 *
 * It is x * (1 + w) with w = x/2 + x**2 * series.  Of w are lost less than 4 * 2**-72 by
 * rounding, and 2**-72 by the terms that are left out: less than 2**-69, of 2**127 last places.
 */
static inline pd_enclosure pd_expm1_small(pd_parts x)
{
    static const uint64_t over_factorial[] = {
        PD_FACTORIAL_10, PD_FACTORIAL_9, PD_FACTORIAL_8, PD_FACTORIAL_7,
        PD_FACTORIAL_6,  PD_FACTORIAL_5, PD_FACTORIAL_4, PD_FACTORIAL_3,
    };
    const uint32_t by = (uint32_t)(-5 - x.exponent);
    const uint64_t flip = 0 - (uint64_t)x.sign;
    /* abs(x), scale 132 */
    const uint64_t u = by < 64 ? x.significand >> by : 0;
    const uint64_t below = by < 64 ? (x.significand << 1) << (63 - by) : 0;
    const uint64_t square = pd_mul_high(u, u); /* scale 72 */
    uint64_t series = PD_FACTORIAL_11;
    for (uint32_t i = 0; i < 8; i++)
        series = over_factorial[i] + (((pd_mul_high(u, series) >> 4) ^ flip) - flip);
    const uint64_t cubic = pd_mul_high(square, series); /* scale 72 */
    /* abs(w), scale 132 */
    const pd_u128 half = pd_right128(pd_pair128(u, below), 1);
    const pd_u128 more = pd_pair128(cubic >> 4, cubic << 60);
    const pd_u128 w = x.sign ? pd_sub128(half, more) : pd_add128(half, more);
    /* x and its part, of scale 126 - exponent */
    const pd_u128 whole = pd_pair128(x.significand >> 1, x.significand << 63);
    const pd_u128 part = pd_right128(pd_mul64_128(x.significand, w), 5);
    return pd_enclose(x.sign ? pd_sub128(whole, part) : pd_add128(whole, part), 126 - x.exponent,
                      UINT64_C(1) << 47);
}

/* exp(x) - 1, without its sign, for 2**-54 <= abs(x) < 1024. */
PD_ALWAYS_INLINE pd_enclosure pd_expm1_near(pd_parts x, uint32_t *sign)
{
    const pd_u128 one = pd_pair128(UINT64_C(1) << 63, 0); /* scale 127 */
    *sign = x.sign;
    if (x.exponent < -4)
        return pd_expm1_small(x);
    const pd_enclosure power = pd_exp_near(x);
    if (x.sign) {
        const uint32_t by = (uint32_t)-power.exponent;
        const pd_u128 less = pd_sub128(one, pd_shifted128(power.significand, by));
        return pd_enclose(less, 127, power.error);
    }
    const pd_u128 unit = pd_shifted128(one, (uint32_t)power.exponent);
    const pd_u128 above = pd_sub128(power.significand, unit);
    return pd_enclose(above, 127 - power.exponent, power.error + 1);
}

/* e to the power x. */
static inline double pd_exp(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 54) > 54 + 9))
        return pd_exp_at_edge(x, parts.sign, parts.exponent);
    if (PD_LIKELY(pd_round(&result, pd_exp_near(parts), 0)))
        return result;
    return pd_wide_round(pd_exp_wide(x));
}

/* 2 to the power x. */
static inline double pd_exp2(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 54) > 54 + 10))
        return pd_exp_at_edge(x, parts.sign, parts.exponent);
    if (PD_LIKELY(pd_round(&result, pd_exp2_near(parts), 0)))
        return result;
    return pd_wide_round(pd_exp2_wide(x));
}

/* e to the power x, less 1. */
static inline double pd_expm1(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 54) > 54 + 9)) {
        if (parts.exponent < 0)
            return x;
        return x < 0 ? -1.0 : x != x ? x : pd_infinity();
    }
    const pd_enclosure power = pd_expm1_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, power, sign)))
        return result;
    return pd_wide_round(pd_expm1_wide(x));
}

#endif /* PD_MATHS_EXPONENTIAL_H */
