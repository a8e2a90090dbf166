/* hyperbolic.h: sinh, cosh and tanh and their inverses, correctly rounded.
 *
 * The first three come from exp and expm1, sinh of small arguments from its series.  The
 * inverses have the slow way only: some microseconds a call.
 */
#ifndef PD_MATHS_HYPERBOLIC_H
#define PD_MATHS_HYPERBOLIC_H

#include "exponential.h"
#include "logarithm.h"

/* sinh(x), without its sign, for abs(x) < 1/4: x * (1 + w).  Of w are lost 2**-68 by each of
 * two roundings, and less than that by the others and by the terms that are left out. */
static inline pd_enclosure pd_sinh_small(pd_parts x)
{
    static const uint64_t over_factorial[] = {
        PD_FACTORIAL_11, PD_FACTORIAL_9, PD_FACTORIAL_7, PD_FACTORIAL_5, PD_FACTORIAL_3,
    };
    const uint32_t by = (uint32_t)(2 * (-3 - x.exponent));
    /* x**2 is below 2**(2 * exponent + 2); scale 68 */
    const uint64_t square = by < 64 ? pd_mul_high(x.significand, x.significand) >> by : 0;
    uint64_t series = PD_FACTORIAL_13 + (pd_mul_high(square, PD_FACTORIAL_15) >> 4);
    for (uint32_t i = 0; i < 5; i++)
        series = over_factorial[i] + (pd_mul_high(square, series) >> 4);
    const uint64_t w = pd_mul_high(square, series); /* scale 68 */
    /* x and its part, of scale 126 - exponent */
    const pd_u128 whole = pd_pair128(x.significand >> 1, x.significand << 63);
    const pd_u128 part = pd_right128(pd_mul128(x.significand, w), 5);
    return pd_enclose(pd_add128(whole, part), 126 - x.exponent, UINT64_C(1) << 50);
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

static inline pd_enclosure pd_sinh_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    return x.exponent < -2 ? pd_sinh_small(x) : pd_half_exps(x, 0);
}

static inline pd_enclosure pd_cosh_near(pd_parts x, uint32_t *sign)
{
    *sign = 0;
    return pd_half_exps(x, 1);
}

/* tanh(x) = e / (2 - e) with e = 1 - exp(-2 * x), for positive x. */
static inline pd_enclosure pd_tanh_near(pd_parts x, uint32_t *sign)
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

/* log(1 + x) in 256 bits, to about 2**-230 of its size. */
PD_NOINLINE pd_wide_float pd_wide_log1p(pd_wide_float x)
{
    const pd_wide_float one = pd_wide_of(1.0), sum = pd_wide_add(x, one);
    return x.exponent < -2 ? pd_wide_log_of(x, pd_wide_add(sum, one)) : pd_wide_log(sum);
}

PD_NOINLINE pd_wide_float pd_asinh_wide(double x)
{
    /* log(x + root) = log(1 + x + x**2 / (1 + root)) for positive x */
    const pd_wide_float one = pd_wide_of(1.0);
    pd_wide_float size = pd_wide_of(x);
    size.sign = 0;
    const pd_wide_float square = pd_wide_mul(size, size);
    const pd_wide_float root = pd_wide_sqrt(pd_wide_add(square, one));
    const pd_wide_float part = pd_wide_div(square, pd_wide_add(root, one));
    pd_wide_float result = pd_wide_log1p(pd_wide_add(size, part));
    result.sign ^= x < 0;
    return result;
}

PD_NOINLINE pd_wide_float pd_acosh_wide(double x)
{
    /* log(x + root) = log(1 + t + root) with t = x - 1, root**2 = t * (t + 2) */
    const pd_wide_float t = pd_wide_sub(pd_wide_of(x), pd_wide_of(1.0));
    const pd_wide_float root = pd_wide_sqrt(pd_wide_mul(t, pd_wide_add(t, pd_wide_of(2.0))));
    return pd_wide_log1p(pd_wide_add(t, root));
}

PD_NOINLINE pd_wide_float pd_atanh_wide(double x)
{
    /* log((1 + x) / (1 - x)) / 2 */
    const pd_wide_float one = pd_wide_of(1.0), wide = pd_wide_of(x);
    if (wide.exponent < -2)
        return pd_wide_scaled(pd_wide_log_of(wide, one), -1);
    const pd_wide_float ratio = pd_wide_div(pd_wide_add(one, wide), pd_wide_sub(one, wide));
    return pd_wide_scaled(pd_wide_log(ratio), -1);
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

/* Inverse hyperbolic sine. */
static inline double pd_asinh(double x)
{
    const int32_t exponent = pd_split(x).exponent;
    return exponent < -27 || exponent > 1023 ? x : pd_wide_round(pd_asinh_wide(x));
}

/* Inverse hyperbolic cosine, of 1 and above. */
static inline double pd_acosh(double x)
{
    if (x > 1 && x < pd_infinity())
        return pd_wide_round(pd_acosh_wide(x));
    return x == 1 ? 0.0 : x < 1 ? pd_nan() : x;
}

/* Inverse hyperbolic tangent, of -1 to 1. */
static inline double pd_atanh(double x)
{
    if (x == 1 || x == -1)
        return x * pd_infinity();
    if (!(x > -1 && x < 1))
        return x != x ? x : pd_nan();
    return pd_split(x).exponent < -27 ? x : pd_wide_round(pd_atanh_wide(x));
}

#endif /* PD_MATHS_HYPERBOLIC_H */
