/* trigonometric.h: sin, cos and tan, correctly rounded, for angles of any size.
 *
 * The fast way: x * 2/pi = turns + h with 0 <= h < 1, in quarter turns, by the method of
 * Payne and Hanek: of 2/pi only the bits are used that count for the exponent of x.  Then
 * h = j / 128 + t, and sin(a + b) = sin(a) * cos(b) + cos(a) * sin(b) with a from a table and
 * sin(b), cos(b) from their series.  Small h have a series of their own.
 *
 * Source: M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM
 * Newsletter 18 (1983).
 */
#ifndef PD_MATHS_TRIGONOMETRIC_H
#define PD_MATHS_TRIGONOMETRIC_H

#include "maths/trigonometric_table.h"
#include "wide_float.h"

/* x * 2/pi modulo 4, scale 126, from a positive x; the error is below 3.
 *
 * Requires: -63 <= exponent.
 */
PD_ALWAYS_INLINE pd_u128 pd_quarter_turns(uint64_t significand, int32_t exponent)
{
    const uint32_t offset = (uint32_t)(exponent + 63), by = offset % 64;
    const uint64_t *const word = pd_turns + offset / 64;
    const uint64_t high = word[0] << by | (word[1] >> 1) >> (63 - by);
    const uint64_t middle = word[1] << by | (word[2] >> 1) >> (63 - by);
    const uint64_t low = word[2] << by | (word[3] >> 1) >> (63 - by);
    pd_u128 turns = pd_mul128(significand, middle);
    turns.high += significand * high;
    return pd_add128(turns, pd_pair128(0, pd_mul_high(significand, low)));
}

/* sin(h * pi/2) for small h, below 1/16, scale 128 + extra; h has its top bit set.
 *
 * The sine is angle * (1 - w).  Of w are lost less than 3 * 2**-70 by rounding, and 0.3 by what
 * is left out of the product and of the series: less than 2**-68, of 2**128 last places.  h is
 * off by less than 2**-124, which counts 2**extra times as much.
 */
static inline pd_enclosure pd_sine_small(pd_u128 h, int32_t extra)
{
    /* scale 127 + extra, from 2**126 on */
    const pd_u128 angle = pd_mul128_128(h, pd_pair128(PD_PI_4_HIGH, PD_PI_4_LOW));
    const int32_t by = 2 * (extra - 4);
    uint64_t square = pd_mul_high(angle.high, angle.high); /* scale 62 + 2 * extra */
    square = by < 64 ? square >> by : 0;                   /* scale 70 */
    uint64_t series = PD_OVER_FACTORIAL_9 - (pd_mul_high(square, PD_OVER_FACTORIAL_11) >> 6);
    series = PD_OVER_FACTORIAL_7 - (pd_mul_high(square, series) >> 6);
    series = PD_OVER_FACTORIAL_5 - (pd_mul_high(square, series) >> 6);
    series = PD_OVER_FACTORIAL_3 - (pd_mul_high(square, series) >> 6);
    const uint64_t w = pd_mul_high(square, series); /* scale 70 */
    const pd_u128 less = pd_right128(pd_mul128(angle.high, w), 6);
    const uint64_t error = (UINT64_C(1) << 49) + ((UINT64_C(1) << extra) >> 6);
    return pd_enclose(pd_sub128(angle, less), 127 + extra, error);
}

/* An angle of less than a quarter turn as a + b, with a from the table and b below 1/81. */
typedef struct pd_angle_step {
    const uint64_t *sin_a, *cos_a; /* scale 127 */
    uint64_t sin_b;                /* scale 70 */
    uint64_t less_b;               /* 1 - cos(b), scale 76 */
} pd_angle_step;

/* Of h * pi/2, where h has scale 128.
 *
 * b is below the true one by less than 1.8 * 2**-70, 1 - cos(b) is off by less than 2**-73.
 * The terms in f64 are below 2**-21 and 2**-30, and off by less than 2**-50 of that.
 */
PD_ALWAYS_INLINE pd_angle_step pd_angle_step_of(pd_u128 h)
{
    const uint32_t j = (uint32_t)(h.high >> 57);
    const uint64_t t = h.high << 7 | h.low >> 57;       /* scale 71 */
    const uint64_t b = pd_mul_high(t, PD_PI_4_64);      /* scale 70 */
    const uint64_t square = pd_mul_high(b, b);          /* scale 76 */
    const double x = (double)(int64_t)(b >> 1), x2 = x * x; /* scales 69, 138 */
    const double cubic = 0x1p-137 / 6 - x2 * (0x1p-275 / 120 - x2 * (0x1p-413 / 5040));
    const double quartic = 0x1p-200 / 24 - x2 * (0x1p-338 / 720 - x2 * (0x1p-476 / 40320));
    pd_angle_step step;
    step.sin_a = pd_sine[j];
    step.cos_a = pd_sine[128 - j];
    step.sin_b = b - (uint64_t)(int64_t)(x * x2 * cubic);
    step.less_b = (square >> 1) - (uint64_t)(int64_t)(x2 * x2 * quartic);
    return step;
}

/* 2**-68, in units of 2**-116.  Of 2**-70, b lacks less than 1.8, sin(b) that or has 1 too many;
 * the low half of cos(a), which is left out of a product, is less than 1.6. */
#define PD_SINE_ERROR (UINT64_C(1) << 48)

/* sin(a + b) = sin(a) + cos(a) * sin(b) - sin(a) * (1 - cos(b)) */
PD_ALWAYS_INLINE pd_u128 pd_sine_stepped(pd_angle_step step)
{
    pd_u128 sum = pd_pair128(step.sin_a[0], step.sin_a[1]);
    sum = pd_add128(sum, pd_right128(pd_mul128(step.cos_a[0], step.sin_b), 6));
    return pd_sub128(sum, pd_right128(pd_mul128(step.sin_a[0], step.less_b), 12));
}

/* cos(a + b) = cos(a) - sin(a) * sin(b) - cos(a) * (1 - cos(b)) */
PD_ALWAYS_INLINE pd_u128 pd_cosine_stepped(pd_angle_step step)
{
    pd_u128 sum = pd_pair128(step.cos_a[0], step.cos_a[1]);
    sum = pd_sub128(sum, pd_right128(pd_mul128(step.sin_a[0], step.sin_b), 6));
    return pd_sub128(sum, pd_right128(pd_mul128(step.cos_a[0], step.less_b), 12));
}

/* sin(h * pi/2), where 0 <= h < 1 has scale 128. */
PD_ALWAYS_INLINE pd_enclosure pd_sine_of(pd_u128 h)
{
    if (PD_LIKELY(h.high >> 60 != 0))
        return pd_enclose(pd_sine_stepped(pd_angle_step_of(h)), 127, PD_SINE_ERROR);
    if (h.high == 0) /* no f64 is so near to a multiple of pi/2 */
        return pd_unknown();
    const uint32_t zeros = pd_leading_zeros(h.high);
    return pd_sine_small(pd_left128(h, zeros), (int32_t)zeros);
}

/* sin and cos of an angle from -1 to 1 in 256 bits, from their series. */
PD_NOINLINE void pd_wide_series(pd_wide_float angle, pd_wide_float *sine, pd_wide_float *cosine)
{
    const pd_wide_float square = pd_wide_negated(pd_wide_mul(angle, angle));
    pd_wide_float term = angle;
    *sine = angle;
    for (uint64_t i = 2; !pd_wide_is_zero(term) && term.exponent > angle.exponent - 256; i += 2) {
        term = pd_wide_div_small(pd_wide_mul(term, square), i * (i + 1));
        *sine = pd_wide_add(*sine, term);
    }
    term = *cosine = pd_wide_of(1.0);
    for (uint64_t i = 1; !pd_wide_is_zero(term) && term.exponent > -256; i += 2) {
        term = pd_wide_div_small(pd_wide_mul(term, square), i * (i + 1));
        *cosine = pd_wide_add(*cosine, term);
    }
}

/* sin and cos of an angle in 256 bits, to about 2**-245 of their size. */
PD_NOINLINE void pd_wide_sin_cos(pd_parts x, pd_wide_float *sine, pd_wide_float *cosine)
{
    uint32_t turns = 0;
    pd_wide_float angle = {{0, 0, 0, x.significand}, x.exponent, 0};
    if (x.exponent >= -1) {
        /* x * 2/pi modulo 4, scale 382: as pd_quarter_turns, with four limbs more */
        const uint32_t offset = (uint32_t)(x.exponent + 63), by = offset % 64;
        const uint64_t *const word = pd_turns + offset / 64;
        uint64_t window[6], product[7];
        for (uint32_t i = 0; i < 6; i++)
            window[5 - i] = word[i] << by | (word[i + 1] >> 1) >> (63 - by);
        pd_limbs_mul(product, window, 6, &x.significand, 1);
        turns = (uint32_t)(product[5] >> 62);
        pd_limbs_left(product, 6, 2);
        angle.sign = (uint32_t)(product[5] >> 63);
        if (angle.sign) {
            turns++;
            pd_limbs_negate(product, 6);
        }
        angle.exponent = -1 - (int32_t)pd_limbs_normalize(product, 6);
        memcpy(angle.limb, product + 2, sizeof angle.limb);
        angle = pd_wide_mul(angle, pd_wide_pi_2);
    }
    if (turns & 1) {
        pd_wide_series(angle, cosine, sine);
        cosine->sign ^= 1;
    } else {
        pd_wide_series(angle, sine, cosine);
    }
    sine->sign ^= x.sign ^ (turns >> 1 & 1);
    cosine->sign ^= turns >> 1 & 1;
}

PD_NOINLINE pd_wide_float pd_sin_wide(double x)
{
    pd_wide_float sine, cosine;
    pd_wide_sin_cos(pd_split(x), &sine, &cosine);
    return sine;
}

PD_NOINLINE pd_wide_float pd_cos_wide(double x)
{
    pd_wide_float sine, cosine;
    pd_wide_sin_cos(pd_split(x), &sine, &cosine);
    return cosine;
}

PD_NOINLINE pd_wide_float pd_tan_wide(double x)
{
    pd_wide_float sine, cosine;
    pd_wide_sin_cos(pd_split(x), &sine, &cosine);
    return pd_wide_div(sine, cosine);
}

/* Below 2**-27 the sine and the tangent are nearest to the angle, the cosine to 1. */
PD_ALWAYS_INLINE int pd_angle_is_at_edge(pd_parts x)
{
    return (uint32_t)(x.exponent + 27) > 27 + 1023;
}

/* An angle as whole quarter turns, and the part of the next one that gives its sine. */
typedef struct pd_quarter {
    pd_u128 part; /* scale 128 */
    uint32_t count;
} pd_quarter;

/* The quarters of a positive angle, with as many `ahead` of it. */
PD_ALWAYS_INLINE pd_quarter pd_quarter_of(pd_parts x, uint32_t ahead)
{
    const pd_u128 turns = pd_quarter_turns(x.significand, x.exponent);
    const pd_u128 rest = pd_left128(turns, 2);
    pd_quarter quarter;
    quarter.count = (uint32_t)(turns.high >> 62) + ahead;
    const uint64_t flip = 0 - (uint64_t)(quarter.count & 1);
    quarter.part = pd_pair128(rest.high ^ flip, rest.low ^ flip);
    return quarter;
}

PD_ALWAYS_INLINE pd_enclosure pd_sin_near(pd_parts x, uint32_t *sign)
{
    const pd_quarter quarter = pd_quarter_of(x, 0);
    *sign = x.sign ^ (quarter.count >> 1 & 1);
    return pd_sine_of(quarter.part);
}

PD_ALWAYS_INLINE pd_enclosure pd_cos_near(pd_parts x, uint32_t *sign)
{
    const pd_quarter quarter = pd_quarter_of(x, 1);
    *sign = quarter.count >> 1 & 1;
    return pd_sine_of(quarter.part);
}

/* tan(h * pi/2) near a multiple of pi/2, where the sine or the cosine is small. */
PD_NOINLINE pd_enclosure pd_tangent_near_edge(pd_u128 h)
{
    return pd_enclosure_div(pd_sine_of(h), pd_sine_of(pd_pair128(~h.high, ~h.low)));
}

PD_ALWAYS_INLINE pd_enclosure pd_tan_near(pd_parts x, uint32_t *sign)
{
    const pd_quarter quarter = pd_quarter_of(x, 0);
    const pd_u128 h = quarter.part;
    *sign = x.sign ^ (quarter.count & 1);
    if (PD_LIKELY((h.high >> 60) - 1 < 14)) { /* neither 0 nor 15: no series of small angles */
        const pd_angle_step step = pd_angle_step_of(h);
        const pd_u128 tangent = pd_quotient128(pd_sine_stepped(step), pd_cosine_stepped(step));
        /* where sine and cosine are off by 2**-68, the quotient is by 2**-68 * (1 + q)**2 */
        const uint64_t one_more = (tangent.high >> 54) + 17; /* 1 + q, scale 4 */
        return pd_enclose(tangent, 122, one_more * one_more << 35);
    }
    return pd_tangent_near_edge(h);
}

/* Sine of an angle in radians. */
static inline double pd_sin(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_angle_is_at_edge(parts)))
        return parts.exponent < 0 ? x : x - x;
    const pd_enclosure sine = pd_sin_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, sine, sign)))
        return result;
    return pd_wide_round(pd_sin_wide(x));
}

/* Cosine of an angle in radians. */
static inline double pd_cos(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_angle_is_at_edge(parts)))
        return parts.exponent < 0 ? 1.0 : x - x;
    const pd_enclosure cosine = pd_cos_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, cosine, sign)))
        return result;
    return pd_wide_round(pd_cos_wide(x));
}

/* Tangent of an angle in radians. */
static inline double pd_tan(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_angle_is_at_edge(parts)))
        return parts.exponent < 0 ? x : x - x;
    const pd_enclosure tangent = pd_tan_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, tangent, sign)))
        return result;
    return pd_wide_round(pd_tan_wide(x));
}

#endif /* PD_MATHS_TRIGONOMETRIC_H */
