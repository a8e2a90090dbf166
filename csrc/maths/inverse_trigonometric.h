/* inverse_trigonometric.h: asin, acos, atan and atan2, correctly rounded.
 *
 * All of them are the angle of a point (x, y), and that is one of atan(n / d) with n <= d,
 * which lies in the first octant.  The fast way: c = j / 64 is near n / d, and
 * atan(n / d) = atan(c) + atan(t) with t = (n - c * d) / (d + c * n), below 1/127 in size;
 * atan(c) is from a table, atan(t) from its series.
 */
#ifndef PD_MATHS_INVERSE_TRIGONOMETRIC_H
#define PD_MATHS_INVERSE_TRIGONOMETRIC_H

#include "maths/inverse_trigonometric_table.h"
#include "roots.h"
#include "trigonometric.h"

/* (t - atan(t)) / t**3 = 1/3 - t**2 / 5 + ..., scale 64, from the square with scale 76. */
static inline uint64_t pd_arc_series(uint64_t square)
{
    const uint64_t a = PD_OVER_7 - (pd_mul_high(square, PD_OVER_9) >> 12);
    const uint64_t b = PD_OVER_5 - (pd_mul_high(square, a) >> 12);
    return PD_OVER_3 - (pd_mul_high(square, b) >> 12);
}

/* A number of 128 bits times a small one. */
static inline pd_u128 pd_mul_small128(pd_u128 a, uint64_t n)
{
    pd_u128 product = pd_mul128(a.low, n);
    product.high += a.high * n;
    return product;
}

/* atan(q) for q up to about 1/128: q * (1 - w), where w is off by less than 3 * 2**-76 by
 * rounding and by 2**-73 by the terms that are left out: 2**-72, of 2**128 last places. */
static inline pd_enclosure pd_arc_small(pd_enclosure q)
{
    const uint64_t u = pd_shifted128(q.significand, (uint32_t)(-7 - q.exponent)).high;
    const uint64_t square = pd_mul_high(u, u); /* scale 76, that of u is 70 */
    const uint64_t w = pd_mul_high(square, pd_arc_series(square));
    const pd_u128 less = pd_right128(pd_mul64_128(w, q.significand), 12);
    return pd_enclose(pd_sub128(q.significand, less), 127 - q.exponent,
                      q.error + (UINT64_C(1) << 45));
}

/* atan(t), scale 134, for t up to about 1/128: off by 3 * 2**-82 for the rounding of the
 * cubic term, and 2**-80 for the terms that are left out: less than 2**-79. */
static inline pd_u128 pd_arc(pd_enclosure t)
{
    const pd_u128 fixed = pd_shifted128(t.significand, (uint32_t)(-7 - t.exponent));
    const uint64_t square = pd_mul_high(fixed.high, fixed.high); /* scale 76 */
    const uint64_t cube = pd_mul_high(fixed.high, square);       /* scale 82 */
    const uint64_t cubic = pd_mul_high(cube, pd_arc_series(square));
    return pd_sub128(fixed, pd_pair128(cubic >> 12, cubic << 52));
}

#define PD_ARC_ERROR (UINT64_C(1) << 36) /* 2**-78, in units of 2**-114 */

/* atan(n / d), scale 125, from whole = d and part = n, of one scale; 2**119 <= d < 2**120.
 * j / 64 is the nearest to n / d.  The error is that of pd_arc. */
static inline pd_u128 pd_arc_stepped(pd_u128 part, pd_u128 whole, uint32_t j)
{
    const pd_u128 step = pd_pair128(pd_arc_table[j][0], pd_arc_table[j][1]);
    const pd_u128 bottom = pd_add128(pd_mul_small128(whole, 64), pd_mul_small128(part, j));
    pd_u128 top = pd_sub128(pd_mul_small128(part, 64), pd_mul_small128(whole, j));
    const uint64_t is_below = top.high >> 63;
    top = is_below ? pd_negate128(top) : top;
    int32_t scale = 127;
    if (PD_UNLIKELY(top.high == 0)) {
        if (top.low == 0)
            return step;
        top = pd_pair128(top.low, 0);
        scale += 64;
    }
    const pd_enclosure t = pd_enclosure_div(pd_enclose(top, scale, 0), pd_enclose(bottom, 127, 0));
    const pd_u128 arc = pd_right128(pd_arc(t), 9);
    return is_below ? pd_sub128(step, arc) : pd_add128(step, arc);
}

/* The angle of the point (x, y) with y > 0, from abs(x), which is not 0, and y. */
static inline pd_enclosure pd_angle_near(pd_enclosure x, pd_enclosure y, int is_left)
{
    const int is_steep = x.exponent < y.exponent || (x.exponent == y.exponent &&
                                                     x.significand.high < y.significand.high);
    const pd_enclosure n = is_steep ? x : y, d = is_steep ? y : x;
    const pd_u128 whole = pd_right128(d.significand, 8);
    const pd_u128 part = pd_shifted128(n.significand, (uint32_t)(d.exponent - n.exponent) + 8);
    const double ratio = (double)(int64_t)part.high / (double)(int64_t)whole.high;
    const uint32_t j = (uint32_t)(int32_t)(ratio * 64 + 0.5);
    if (j == 0 && !is_steep && !is_left)
        return pd_arc_small(pd_enclosure_div(n, d));
    const pd_u128 pi = pd_pair128(PD_PI_HIGH, PD_PI_LOW);
    pd_u128 angle = pd_arc_stepped(part, whole, j);
    angle = is_steep ? pd_sub128(pd_right128(pi, 1), angle) : angle;
    angle = is_left ? pd_sub128(pi, angle) : angle;
    return pd_enclose(angle, 125, PD_ARC_ERROR);
}

/* The same in 256 bits, to about 2**-240 of its size. */
PD_COLD pd_wide pd_wide_angle(pd_wide x, pd_wide y, int is_left)
{
    pd_wide above = pd_wide_sub(y, x);
    const int is_steep = !pd_wide_is_zero(above) && !above.sign;
    const pd_wide n = is_steep ? x : y, d = is_steep ? y : x;
    pd_wide angle = pd_wide_div(n, d);
    if (d.exponent - n.exponent > 100) {
        /* n / d, or less than 2**-200 below it; that counts where n / d is a tie */
        const pd_wide cut = pd_wide_cut(angle);
        if (pd_wide_is_zero(pd_wide_sub(pd_wide_mul(cut, d), n)))
            angle = pd_wide_sub(cut, pd_wide_scaled(cut, -200));
    } else {
        /* angle = a + t with tan(t) = (n * cos(a) - d * sin(a)) / (d * cos(a) + n * sin(a)) */
        const pd_enclosure part = {{n.limb[2], n.limb[3]}, n.exponent, 0};
        const pd_enclosure whole = {{d.limb[2], d.limb[3]}, d.exponent, 0};
        const pd_enclosure near = pd_angle_near(whole, part, 0);
        const pd_wide a = pd_wide_of_pair(near.significand, near.exponent, 0);
        pd_wide sine, cosine;
        pd_wide_series(a, &sine, &cosine);
        const pd_wide top = pd_wide_sub(pd_wide_mul(n, cosine), pd_wide_mul(d, sine));
        const pd_wide bottom = pd_wide_add(pd_wide_mul(d, cosine), pd_wide_mul(n, sine));
        const pd_wide t = pd_wide_div(top, bottom);
        const pd_wide cubic = pd_wide_div_small(pd_wide_mul(t, pd_wide_mul(t, t)), 3);
        angle = pd_wide_add(a, pd_wide_sub(t, cubic));
    }
    if (is_steep)
        angle = pd_wide_sub(pd_wide_scaled(pd_wide_pi, -1), angle);
    return is_left ? pd_wide_sub(pd_wide_pi, angle) : angle;
}

static inline pd_enclosure pd_exactly(pd_parts x)
{
    const pd_enclosure exact = {{0, x.significand}, x.exponent, 0};
    return exact;
}

/* sqrt(1 - x**2) for 2**-60 <= x < 1. */
static inline pd_enclosure pd_cosine_of_sine(pd_parts x)
{
    const uint32_t by = (uint32_t)(-1 - x.exponent);
    const pd_u128 square = pd_shifted128(pd_mul128(x.significand, x.significand), 2 * by);
    const pd_u128 rest = pd_negate128(square); /* 1 - x**2, scale 128 */
    const uint32_t pairs = pd_leading_zeros(rest.high) / 2;
    pd_u128 fixed = pairs ? pd_left128(rest, 2 * pairs) : rest;
    fixed = pd_square_root128(pd_right128(fixed, 4)); /* scale 126 + pairs */
    return pd_enclose(fixed, 126 + (int32_t)pairs, 1 << 18);
}

PD_COLD pd_wide pd_wide_cosine_of_sine(pd_wide x)
{
    return pd_wide_sqrt(pd_wide_sub(pd_wide_of(1.0), pd_wide_mul(x, x)));
}

static inline pd_enclosure pd_asin_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    return pd_angle_near(pd_cosine_of_sine(x), pd_exactly(x), 0);
}

static inline pd_enclosure pd_acos_near(pd_parts x, uint32_t *sign)
{
    *sign = 0;
    return pd_angle_near(pd_exactly(x), pd_cosine_of_sine(x), (int)x.sign);
}

static inline pd_enclosure pd_atan_near(pd_parts x, uint32_t *sign)
{
    const pd_enclosure one = {{0, UINT64_C(1) << 63}, 0, 0};
    *sign = x.sign;
    return pd_angle_near(one, pd_exactly(x), 0);
}

static inline pd_enclosure pd_atan2_near(pd_parts y, pd_parts x, uint32_t *sign)
{
    *sign = y.sign;
    return pd_angle_near(pd_exactly(x), pd_exactly(y), (int)x.sign);
}

PD_COLD pd_wide pd_atan2_wide(double y, double x)
{
    pd_wide wide_x = pd_wide_of(x), wide_y = pd_wide_of(y);
    wide_x.sign = wide_y.sign = 0;
    pd_wide angle = pd_wide_angle(wide_x, wide_y, x < 0);
    angle.sign = y < 0;
    return angle;
}

PD_COLD pd_wide pd_atan_wide(double x)
{
    return pd_atan2_wide(x, 1.0);
}

PD_COLD pd_wide pd_asin_wide(double x)
{
    pd_wide sine = pd_wide_of(x);
    sine.sign = 0;
    pd_wide angle = pd_wide_angle(pd_wide_cosine_of_sine(sine), sine, 0);
    angle.sign = x < 0;
    return angle;
}

PD_COLD pd_wide pd_acos_wide(double x)
{
    pd_wide cosine = pd_wide_of(x);
    cosine.sign = 0;
    return pd_wide_angle(cosine, pd_wide_cosine_of_sine(cosine), x < 0);
}

/* A number of quarters of pi. */
static inline double pd_quarters_of_pi(uint32_t count, uint32_t sign)
{
    static const uint64_t bits[5] = {
        0,
        UINT64_C(0x3FE921FB54442D18),
        UINT64_C(0x3FF921FB54442D18),
        UINT64_C(0x4002D97C7F3321D2),
        UINT64_C(0x400921FB54442D18),
    };
    return pd_signed_f64(bits[count], sign);
}

/* Arc sine, in [-pi/2, pi/2]. */
static inline double pd_asin(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) >= 27)) { /* below 2**-27, or from 1 on */
        if (parts.exponent < 0)
            return x;
        return x == 1 || x == -1 ? pd_quarters_of_pi(2, parts.sign) : pd_nan();
    }
    const pd_enclosure angle = pd_asin_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, angle, sign)))
        return result;
    return pd_wide_round(pd_asin_wide(x));
}

/* Arc cosine, in [0, pi]. */
static inline double pd_acos(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 55) >= 55)) { /* below 2**-55, or from 1 on */
        if (parts.exponent < 0)
            return pd_quarters_of_pi(2, 0);
        return x == 1 ? 0.0 : x == -1 ? pd_quarters_of_pi(4, 0) : pd_nan();
    }
    const pd_enclosure angle = pd_acos_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, angle, sign)))
        return result;
    return pd_wide_round(pd_acos_wide(x));
}

/* Arc tangent, in [-pi/2, pi/2]. */
static inline double pd_atan(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY((uint32_t)(parts.exponent + 27) > 27 + 63)) { /* very small or large */
        if (parts.exponent < 0 || x != x)
            return x;
        return pd_quarters_of_pi(2, parts.sign);
    }
    const pd_enclosure angle = pd_atan_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, angle, sign)))
        return result;
    return pd_wide_round(pd_atan_wide(x));
}

/* atan2 where x or y is 0, infinite or NaN. */
PD_COLD double pd_atan2_at_edge(double y, double x)
{
    const uint32_t is_left = pd_split(x).sign, is_below = pd_split(y).sign;
    const double infinity = pd_infinity();
    if (x != x || y != y)
        return x + y;
    if (y == infinity || y == -infinity) {
        const int is_diagonal = x == infinity || x == -infinity;
        return pd_quarters_of_pi(is_diagonal ? 1 + 2 * is_left : 2, is_below);
    }
    if (y == 0 || x == infinity || x == -infinity)
        return pd_quarters_of_pi(4 * is_left, is_below);
    return pd_quarters_of_pi(2, is_below); /* x is 0 */
}

/* Angle from the positive x-axis to the point (x, y), in [-pi, pi]. */
static inline double pd_atan2(double y, double x)
{
    const pd_parts upward = pd_split(y), along = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(upward.exponent > 1023 || along.exponent > 1023 || y == 0 || x == 0))
        return pd_atan2_at_edge(y, x);
    const pd_enclosure angle = pd_atan2_near(upward, along, &sign);
    if (PD_LIKELY(pd_round(&result, angle, sign)))
        return result;
    return pd_wide_round(pd_atan2_wide(y, x));
}

#endif /* PD_MATHS_INVERSE_TRIGONOMETRIC_H */
