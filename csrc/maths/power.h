/* power.h: pow, correctly rounded, with the special cases of C99, annex F.9.4.4. */
#ifndef PD_MATHS_POWER_H
#define PD_MATHS_POWER_H

#include <math.h>

#include "logarithm.h"

/* x and y as odd integers times powers of two: is x**y such a number, of at most 54 bits?
 * Then it goes to *power.  Only such a power can be half way between two f64.
 *
 * Requires: x is positive and not 1, 2**-4096 < x**y < 2**4096.
 */
PD_NOINLINE int pd_pow_is_exact(double x, double y, pd_wide_float *power)
{
    const pd_parts base = pd_split(x), exponent = pd_split(y);
    const uint32_t base_zeros = pd_trailing_zeros(base.significand);
    const uint32_t exponent_zeros = pd_trailing_zeros(exponent.significand);
    uint64_t m = base.significand >> base_zeros;
    int32_t e = base.exponent - 63 + (int32_t)base_zeros;
    int32_t f = exponent.exponent - 63 + (int32_t)exponent_zeros;
    for (; f < 0; f++) { /* square roots, as long as they are exact */
        const uint64_t root = (uint64_t)sqrt((double)m);
        if (root * root != m || e % 2 != 0)
            return 0;
        m = root;
        e /= 2;
    }
    if (m != 1 && (exponent.sign || f > 5))
        return 0;
    const int32_t whole = (int32_t)((exponent.significand >> exponent_zeros) << f);
    uint64_t product = 1;
    for (int32_t i = 0; m != 1 && i < whole; i++) {
        if (product > (UINT64_C(1) << 54) / m)
            return 0;
        product *= m;
    }
    const uint32_t zeros = pd_leading_zeros(product);
    power->limb[2] = power->limb[1] = power->limb[0] = 0;
    power->limb[3] = product << zeros;
    power->exponent = e * (exponent.sign ? -whole : whole) + 63 - (int32_t)zeros;
    power->sign = 0;
    return 1;
}

/* Requires: as pd_pow_is_exact. */
PD_NOINLINE pd_wide_float pd_pow_wide(double x, double y)
{
    pd_wide_float power;
    if (pd_pow_is_exact(x, y, &power))
        return power;
    return pd_wide_exp(pd_wide_mul(pd_wide_log(pd_wide_of(x)), pd_wide_of(y)));
}

/* 2 for an odd number, 1 for an even one, 0 for one with a fraction. */
static inline uint32_t pd_evenness(pd_parts x)
{
    if (x.exponent < 0)
        return 0;
    if (x.exponent > 63)
        return 1;
    const uint64_t fraction = x.exponent == 63 ? 0 : x.significand << 1 << x.exponent;
    return fraction ? 0 : 1 + (uint32_t)(x.significand >> (63 - x.exponent) & 1);
}

/* Where x is not positive and finite, or y is 0 or not finite: stores the power and returns 1,
 * or returns 0 where it is abs(x) to the power y, apart from the sign that goes to *sign. */
PD_NOINLINE int pd_pow_at_edge(double x, double y, double *power, uint32_t *sign)
{
    const double infinity = pd_infinity();
    const double size = x < 0 ? -x : x;
    if (y == 0 || x == 1) {
        *power = 1.0;
    } else if (x != x || y != y) {
        *power = x + y;
    } else if (y == infinity || y == -infinity) {
        *power = size == 1 ? 1.0 : (size > 1) == (y > 0) ? infinity : 0.0;
    } else {
        const uint32_t evenness = pd_evenness(pd_split(y));
        *sign = pd_split(x).sign && evenness == 2;
        if (x == 0 || size == infinity)
            *power = pd_signed_f64(pd_bits((x == 0) == (y < 0) ? infinity : 0.0), *sign);
        else if (evenness == 0)
            *power = pd_nan();
        else
            return 0;
    }
    return 1;
}

/* A power with x positive and finite, and y finite.  Results that are too large or too small
 * to be an f64 come with an exponent that says so, those next to 1 as 1. */
PD_ALWAYS_INLINE pd_enclosure pd_pow_near(pd_parts x, pd_parts y)
{
    uint32_t sign;
    const pd_enclosure log = pd_log2_near(x, &sign);
    const int32_t size = log.exponent + y.exponent; /* of y * log2(x), or 1 more */
    sign ^= y.sign;
    if (PD_UNLIKELY((uint32_t)(size + 55) > 55 + 11)) {
        const int32_t exponent = size < 0 ? 0 : sign ? -10000 : 10000;
        const pd_enclosure extreme = {{0, UINT64_C(1) << 63}, exponent, 0};
        return extreme;
    }
    pd_enclosure power = pd_exp_of(pd_mul64_128(y.significand, log.significand), size, sign);
    /* y * log2(x) is off by less than log.error << (size + 1), the power by twice log(2) that */
    power.error += log.error << (size < 0 ? 2 : size + 2);
    return power;
}

/* x to the power y. */
static inline double pd_pow(double x, double y)
{
    const pd_parts base = pd_split(x), exponent = pd_split(y);
    double result;
    uint32_t sign = 0;
    if (PD_UNLIKELY(pd_log_is_at_edge(x) || exponent.exponent > 1023 || y == 0)) {
        if (pd_pow_at_edge(x, y, &result, &sign))
            return result;
        x = -x;
    }
    if (PD_LIKELY(pd_round(&result, pd_pow_near(base, exponent), sign)))
        return result;
    pd_wide_float power = pd_pow_wide(x, y);
    power.sign = sign;
    return pd_wide_round(power);
}

#endif /* PD_MATHS_POWER_H */
