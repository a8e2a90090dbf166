/* inverse_hyperbolic.h: asinh, acosh and atanh, correctly rounded.
 *
 * They are logarithms, and near their zeros series: asinh(x) = log(x + sqrt(x**2 + 1)),
 * acosh(x) = log(x + sqrt(x**2 - 1)) = 2 * asinh(sqrt((x - 1) / 2)),
 * atanh(x) = (log(1 + x) - log(1 - x)) / 2.
 */
#ifndef PD_MATHS_INVERSE_HYPERBOLIC_H
#define PD_MATHS_INVERSE_HYPERBOLIC_H

#include "logarithm.h"
#include "maths/inverse_hyperbolic_table.h"
#include "roots.h"

/* Below 1/16.  By rounding are lost 5 * 2**-72, and the terms that are left out are below
 * 2**-75: less than 2**-69, of 2**117. */
#define PD_SMALL_AREA_ERROR (UINT64_C(1) << 48)

static inline pd_enclosure pd_asinh_small(pd_enclosure x)
{
    return pd_odd_series(x, pd_asinh_terms, 8, 4, 1, PD_SMALL_AREA_ERROR);
}

static inline pd_enclosure pd_atanh_small(pd_enclosure x)
{
    return pd_odd_series(x, pd_atanh_terms, 8, 4, 0, PD_SMALL_AREA_ERROR);
}

/* log(x + sqrt(x**2 + 1)) or log(x + sqrt(x**2 - 1)) of a positive x that is at least 1/16, or
 * 1 + 1/128.  The logarithm, of which x + sqrt is off by less than 2**-98 of its size, states
 * an error that is much larger. */
PD_ALWAYS_INLINE pd_enclosure pd_log_with_root(pd_parts x, const int is_sum)
{
    const pd_u128 none = pd_pair128(0, 0);
    pd_enclosure sum = {{0, x.significand}, x.exponent + 1, 0}; /* 2 * x, where 1 is too small */
    uint32_t sign;
    if (x.exponent <= 60) {
        /* 1 and x**2 with scale 122 - 2 * e, where e is the exponent of the larger */
        const uint32_t e = x.exponent < 0 ? 0 : (uint32_t)x.exponent;
        const uint32_t by = (uint32_t)((int32_t)e - x.exponent), at = 122 - 2 * e;
        const pd_u128 one = at < 64 ? pd_pair128(0, UINT64_C(1) << at)
                                    : pd_pair128(UINT64_C(1) << (at - 64), 0);
        const pd_u128 square = pd_right128(pd_mul128(x.significand, x.significand), 4 + 2 * by);
        const pd_u128 root = pd_square_root128(is_sum ? pd_add128(square, one)
                                                      : pd_sub128(square, one));
        const pd_u128 size = pd_right128(pd_pair128(x.significand, 0), 2 + by);
        sum = pd_enclose(pd_add128(root, size), 125 - (int32_t)e, 0);
    }
    return pd_log_of(sum.significand, sum.exponent, none, &sign);
}

PD_ALWAYS_INLINE pd_enclosure pd_asinh_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    return x.exponent < -4 ? pd_asinh_small(pd_exactly(x)) : pd_log_with_root(x, 1);
}

PD_ALWAYS_INLINE pd_enclosure pd_acosh_near(pd_parts x, uint32_t *sign)
{
    const uint64_t above = x.significand ^ UINT64_C(1) << 63; /* x - 1 below 2, scale 63 */
    *sign = 0;
    if (x.exponent > 0 || above >> 56)
        return pd_log_with_root(x, 0);
    const uint32_t pairs = pd_leading_zeros(above) / 2;
    const pd_u128 half = pd_right128(pd_pair128(above << 2 * pairs, 0), 4);
    pd_enclosure root = pd_enclose(pd_square_root128(half), 126 + (int32_t)pairs, 1 << 18);
    root = pd_asinh_small(root);
    root.exponent++;
    return root;
}

/* log(1 + x) or -log(1 - x) for 1/16 <= x < 1, scale 117. */
PD_ALWAYS_INLINE pd_u128 pd_log_beside_1(pd_parts x, int is_above)
{
    const pd_u128 one = pd_pair128(UINT64_C(1) << 63, 0);
    const pd_u128 part = pd_right128(pd_pair128(x.significand, 0), (uint32_t)-x.exponent);
    const pd_u128 fixed = is_above ? pd_add128(one, part) : pd_sub128(one, part);
    const pd_enclosure sum = pd_enclose(fixed, 127, 0);
    uint32_t sign;
    const pd_enclosure log = pd_log_of(sum.significand, sum.exponent, pd_pair128(0, 0), &sign);
    return pd_right128(log.significand, (uint32_t)(10 - log.exponent));
}

PD_ALWAYS_INLINE pd_enclosure pd_atanh_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    if (x.exponent < -4)
        return pd_atanh_small(pd_exactly(x));
    const pd_u128 twice = pd_add128(pd_log_beside_1(x, 1), pd_log_beside_1(x, 0));
    return pd_enclose(twice, 118, UINT64_C(1) << 34);
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

/* Inverse hyperbolic sine. */
static inline double pd_asinh(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) > 27 + 1023))
        return x;
    const pd_enclosure area = pd_asinh_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, area, sign)))
        return result;
    return pd_wide_round(pd_asinh_wide(x));
}

/* Inverse hyperbolic cosine, of 1 and above. */
static inline double pd_acosh(double x)
{
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(!(x > 1 && x < pd_infinity())))
        return x == 1 ? 0.0 : x < 1 ? pd_nan() : x;
    const pd_enclosure area = pd_acosh_near(pd_split(x), &sign);
    if (PD_LIKELY(pd_round(&result, area, sign)))
        return result;
    return pd_wide_round(pd_acosh_wide(x));
}

/* Inverse hyperbolic tangent, of -1 to 1. */
static inline double pd_atanh(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) >= 27)) { /* below 2**-27, or from 1 on */
        if (parts.exponent < 0 || x != x)
            return x;
        return x == 1 || x == -1 ? pd_signed_f64(pd_bits(pd_infinity()), parts.sign) : pd_nan();
    }
    const pd_enclosure area = pd_atanh_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, area, sign)))
        return result;
    return pd_wide_round(pd_atanh_wide(x));
}

#endif /* PD_MATHS_INVERSE_HYPERBOLIC_H */
