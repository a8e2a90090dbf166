/* hyperbolic.h: sinh, cosh and tanh, correctly rounded.
 *
 * They come from exp and expm1, sinh of small arguments from its series.
 */
#ifndef PD_MATHS_HYPERBOLIC_H
#define PD_MATHS_HYPERBOLIC_H

#include "exponential.h"

/* sinh(x) for 0 < x < 1/4.  By rounding are lost 5 * 2**-68, and the terms that are left out are
 * below 2**-80: less than 2**-65, of 2**117. */
static inline pd_enclosure pd_sinh_small(pd_enclosure x)
{
    static const uint64_t term[7] = {
        PD_FACTORIAL_3,  PD_FACTORIAL_5,  PD_FACTORIAL_7,  PD_FACTORIAL_9,
        PD_FACTORIAL_11, PD_FACTORIAL_13, PD_FACTORIAL_15,
    };
    return pd_odd_series(x, term, 7, 2, 0, UINT64_C(1) << 52);
}

/* (exp(x) - exp(-x)) / 2 or (exp(x) + exp(-x)) / 2 for positive x. */
PD_ALWAYS_INLINE pd_enclosure pd_half_exps(pd_parts x, const int is_sum)
{
    x.sign = 0;
    const pd_enclosure rising = pd_exp_near(x);
    x.sign = 1;
    const pd_enclosure falling = pd_exp_near(x);
    const uint32_t by = (uint32_t)(rising.exponent - falling.exponent);
    const pd_u128 more = pd_right128(rising.significand, 1);
    const pd_u128 less = pd_shifted128(falling.significand, by + 1);
    return pd_enclose(is_sum ? pd_add128(more, less) : pd_sub128(more, less),
                      127 - rising.exponent, rising.error + 1);
}

PD_ALWAYS_INLINE pd_enclosure pd_sinh_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    return x.exponent < -2 ? pd_sinh_small(pd_exactly(x)) : pd_half_exps(x, 0);
}

PD_ALWAYS_INLINE pd_enclosure pd_cosh_near(pd_parts x, uint32_t *sign)
{
    *sign = 0;
    return pd_half_exps(x, 1);
}

/* tanh(x) = e / (2 - e) with e = 1 - exp(-2 * x), for positive x. */
PD_ALWAYS_INLINE pd_enclosure pd_tanh_near(pd_parts x, uint32_t *sign)
{
    const pd_parts twice = {x.significand, x.exponent + 1, 1};
    uint32_t is_negative;
    const pd_enclosure e = pd_expm1_near(twice, &is_negative);
    /* 2 - e, scale 126; e counts for less in it than in the quotient */
    const pd_u128 part = pd_shifted128(e.significand, (uint32_t)(1 - e.exponent));
    const pd_u128 rest = pd_sub128(pd_pair128(UINT64_C(1) << 63, 0), part);
    *sign = x.sign;
    return pd_enclosure_div(e, pd_enclose(rest, 126, e.error + 1));
}

PD_NOINLINE pd_wide_float pd_sinh_wide(double x)
{
    /* (e + e / (e + 1)) / 2 with e = exp(x) - 1, for positive x */
    const pd_wide_float e = pd_wide_expm1(pd_wide_of(x < 0 ? -x : x));
    const pd_wide_float other = pd_wide_div(e, pd_wide_add(e, pd_wide_of(1.0)));
    pd_wide_float result = pd_wide_scaled(pd_wide_add(e, other), -1);
    result.sign = x < 0;
    return result;
}

PD_NOINLINE pd_wide_float pd_cosh_wide(double x)
{
    const pd_wide_float power = pd_wide_exp(pd_wide_of(x));
    return pd_wide_scaled(pd_wide_add(power, pd_wide_reciprocal(power)), -1);
}

PD_NOINLINE pd_wide_float pd_tanh_wide(double x)
{
    const pd_wide_float e = pd_wide_expm1(pd_wide_scaled(pd_wide_of(x), 1));
    return pd_wide_div(e, pd_wide_add(e, pd_wide_of(2.0)));
}

/* Hyperbolic sine. */
static inline double pd_sinh(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) > 27 + 9))
        return parts.exponent < 0 || x != x ? x : pd_signed_f64(pd_bits(pd_infinity()), parts.sign);
    const pd_enclosure sine = pd_sinh_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, sine, sign)))
        return result;
    return pd_wide_round(pd_sinh_wide(x));
}

/* Hyperbolic cosine. */
static inline double pd_cosh(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) > 27 + 9))
        return parts.exponent < 0 ? 1.0 : x != x ? x : pd_infinity();
    const pd_enclosure cosine = pd_cosh_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, cosine, sign)))
        return result;
    return pd_wide_round(pd_cosh_wide(x));
}

/* Hyperbolic tangent. */
static inline double pd_tanh(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 28) > 28 + 5))
        return parts.exponent < 0 || x != x ? x : pd_signed_f64(pd_bits(1.0), parts.sign);
    const pd_enclosure tangent = pd_tanh_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, tangent, sign)))
        return result;
    return pd_wide_round(pd_tanh_wide(x));
}

#endif /* PD_MATHS_HYPERBOLIC_H */
