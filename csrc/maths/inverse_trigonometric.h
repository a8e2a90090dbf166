/* inverse_trigonometric.h: asin, acos, atan and atan2, correctly rounded.
 *
 * The fast way: Taylor series about the middles of steps of 1/64, from a table, for asin up
 * to 1/2 and for atan up to 1, and below 1/64 their series about 0.  Beyond,
 * asin(x) = pi/2 - 2 * asin(sqrt((1 - x) / 2)) and atan(x) = pi/2 - atan(1 / x).
 */
#ifndef PD_MATHS_INVERSE_TRIGONOMETRIC_H
#define PD_MATHS_INVERSE_TRIGONOMETRIC_H

#include "maths/inverse_trigonometric_table.h"
#include "roots.h"
#include "trigonometric.h"

/* Below 1/64.  By rounding are lost 5 * 2**-76, and the terms that are left out are below
 * 2**-75: less than 2**-73, of 2**117. */
#define PD_SMALL_ARC_ERROR (UINT64_C(1) << 44)

static inline pd_enclosure pd_asin_small(pd_enclosure x)
{
    return pd_odd_series(x, pd_asin_terms, 5, 6, 0, PD_SMALL_ARC_ERROR);
}

static inline pd_enclosure pd_atan_small(pd_enclosure x)
{
    return pd_odd_series(x, pd_atan_terms, 5, 6, 1, PD_SMALL_ARC_ERROR);
}

#define PD_ARC_ERROR (UINT64_C(1) << 45) /* 2**-71, in units of 2**-115 or, halved, of 2**-114 */

/* asin(x) or atan(x), scale 126, from x with scale 127 and the table of the function.
 *
 * The terms from the cube on are below 2**-22, and so off by less than 2**-72; the square is
 * off by 2 * 2**-74, the others by 2**-120, what is left out is below 2**-78: in all less than
 * 2**-71.
 */
PD_ALWAYS_INLINE pd_u128 pd_arc_stepped(pd_u128 x, const uint64_t (*table)[14])
{
    const uint64_t *const a = table[x.high >> 57];
    /* what x is above the middle of its step, scale 134; the high word times 64 has scale 64 */
    pd_u128 rest = pd_pair128(x.high & ((UINT64_C(1) << 57) - 1), x.low);
    rest.high -= UINT64_C(1) << 56;
    rest = pd_left128(rest, 7);
    const int64_t h = (int64_t)rest.high;
    const int64_t square = pd_mul_high_signed(pd_mul_high_signed(h, h), (int64_t)a[4]);
    const double y = (double)h, y2 = y * y, y4 = y2 * y2;
    const double b = pd_f64(a[5]) + y * pd_f64(a[6]), c = pd_f64(a[7]) + y * pd_f64(a[8]);
    const double d = pd_f64(a[9]) + y * pd_f64(a[10]), e = pd_f64(a[11]) + y * pd_f64(a[12]);
    const double others = y * y2 * (b + y2 * c + y4 * (d + y2 * e + y4 * pd_f64(a[13])));
    const int64_t sum = square + (int64_t)others;        /* scale 74 */
    pd_u128 linear = pd_mul_signed128(h, (int64_t)a[2]); /* scale 132 */
    linear = pd_add128(linear, pd_extend128(2 * pd_mul_high_signed(h, (int64_t)a[3])));
    linear = pd_add128(linear, pd_pair128(0, pd_mul_high(rest.low, a[2])));
    const pd_u128 arc = pd_add128(pd_pair128(a[0], a[1]), pd_right128_signed(linear, 6));
    return pd_add128(arc, pd_pair128((uint64_t)(sum >> 12), (uint64_t)sum << 52));
}

/* An angle of scale 125, which may be some last places below 0, or pi/2 less it, or pi less
 * either. */
PD_ALWAYS_INLINE pd_enclosure pd_turned(pd_u128 angle, int is_steep, int is_left)
{
    const pd_u128 pi = pd_pair128(PD_PI_HIGH, PD_PI_LOW);
    angle = is_steep ? pd_sub128(pd_right128(pi, 1), angle) : angle;
    angle = is_left ? pd_sub128(pi, angle) : angle;
    return pd_enclose(angle, 125, PD_ARC_ERROR);
}

/* The angle of the point (x, y), or where x.sign is set of (-x, y), both positive. */
PD_ALWAYS_INLINE pd_enclosure pd_angle_near(pd_parts x, pd_parts y)
{
    const int is_steep =
        x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand);
    const pd_parts n = is_steep ? x : y, d = is_steep ? y : x;
    const uint32_t by = (uint32_t)(d.exponent - n.exponent);
    const pd_u128 ratio =
        pd_quotient128(pd_pair128(n.significand, 0), pd_pair128(d.significand, 0));
    if (by > 6 && !is_steep && !x.sign) { /* below 1/64 */
        pd_enclosure q = pd_enclose(ratio, 122, 1 << 20);
        q.exponent -= (int32_t)by;
        return pd_atan_small(q);
    }
    const pd_u128 fixed = pd_shifted128(pd_left128(ratio, 5), by);
    const pd_u128 angle = pd_arc_stepped(fixed, pd_atan_steps);
    return pd_turned(pd_right128_signed(angle, 1), is_steep, (int)x.sign);
}

/* The same in 256 bits, to about 2**-240 of its size. */
PD_NOINLINE pd_wide_float pd_wide_angle(pd_wide_float x, pd_wide_float y, int is_left)
{
    pd_wide_float above = pd_wide_sub(y, x);
    const int is_steep = !pd_wide_is_zero(above) && !above.sign;
    const pd_wide_float n = is_steep ? x : y, d = is_steep ? y : x;
    pd_wide_float angle = pd_wide_div(n, d);
    if (d.exponent - n.exponent > 100) {
        /* n / d, or less than 2**-200 below it; that counts where n / d is a tie */
        const pd_wide_float cut = pd_wide_cut(angle);
        if (pd_wide_is_zero(pd_wide_sub(pd_wide_mul(cut, d), n)))
            angle = pd_wide_sub(cut, pd_wide_scaled(cut, -200));
    } else {
        /* angle = a + t with tan(t) = (n * cos(a) - d * sin(a)) / (d * cos(a) + n * sin(a)) */
        const pd_parts part = {n.limb[PD_LIMBS - 1], n.exponent, 0};
        const pd_parts whole = {d.limb[PD_LIMBS - 1], d.exponent, 0};
        const pd_enclosure near = pd_angle_near(whole, part);
        const pd_wide_float a = pd_wide_of_pair(near.significand, near.exponent, 0);
        pd_wide_float sine, cosine;
        pd_wide_series(a, &sine, &cosine);
        const pd_wide_float top = pd_wide_sub(pd_wide_mul(n, cosine), pd_wide_mul(d, sine));
        const pd_wide_float bottom = pd_wide_add(pd_wide_mul(d, cosine), pd_wide_mul(n, sine));
        const pd_wide_float t = pd_wide_div(top, bottom);
        const pd_wide_float cubic = pd_wide_div_small(pd_wide_mul(t, pd_wide_mul(t, t)), 3);
        angle = pd_wide_add(a, pd_wide_sub(t, cubic));
    }
    if (is_steep)
        angle = pd_wide_sub(pd_wide_scaled(pd_wide_pi, -1), angle);
    return is_left ? pd_wide_sub(pd_wide_pi, angle) : angle;
}

/* sqrt((1 - x) / 2) for 1/2 <= x < 1, off by less than 2**-100 of its size. */
PD_ALWAYS_INLINE pd_enclosure pd_sine_of_half(pd_parts x)
{
    const uint64_t rest = 0 - x.significand; /* 1 - x, scale 64, at most 1/2 */
    const uint32_t pairs = pd_leading_zeros(rest) / 2;
    const pd_u128 scaled = pd_right128(pd_pair128(rest << 2 * pairs, 0), 3);
    return pd_enclose(pd_square_root128(scaled), 127 + (int32_t)pairs, 1 << 18);
}

/* asin of what pd_sine_of_half gives, scale 126. */
PD_ALWAYS_INLINE pd_u128 pd_half_arc(pd_enclosure sine)
{
    const pd_u128 fixed = pd_shifted128(sine.significand, (uint32_t)-sine.exponent);
    return pd_arc_stepped(fixed, pd_asin_steps);
}

/* asin(abs(x)) for abs(x) < 1/2, scale 126. */
PD_ALWAYS_INLINE pd_u128 pd_asin_stepped(pd_parts x)
{
    const pd_u128 fixed = pd_right128(pd_pair128(x.significand, 0), (uint32_t)-x.exponent);
    return pd_arc_stepped(fixed, pd_asin_steps);
}

PD_NOINLINE pd_wide_float pd_wide_cosine_of_sine(pd_wide_float x)
{
    return pd_wide_sqrt(pd_wide_sub(pd_wide_of(1.0), pd_wide_mul(x, x)));
}

PD_ALWAYS_INLINE pd_enclosure pd_asin_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    if (x.exponent == -1)
        return pd_turned(pd_half_arc(pd_sine_of_half(x)), 1, 0);
    if (x.exponent < -6)
        return pd_asin_small(pd_exactly(x));
    return pd_enclose(pd_asin_stepped(x), 126, PD_ARC_ERROR);
}

PD_ALWAYS_INLINE pd_enclosure pd_acos_near(pd_parts x, uint32_t *sign)
{
    *sign = 0;
    if (x.exponent < -1) {
        const pd_u128 arc = pd_right128_signed(pd_asin_stepped(x), 1);
        return pd_turned(x.sign ? pd_negate128(arc) : arc, 1, 0);
    }
    const pd_enclosure sine = pd_sine_of_half(x);
    if (sine.exponent >= -6 || x.sign)
        return pd_turned(pd_half_arc(sine), 0, (int)x.sign);
    pd_enclosure angle = pd_asin_small(sine);
    angle.exponent++;
    return angle;
}

PD_ALWAYS_INLINE pd_enclosure pd_atan_near(pd_parts x, uint32_t *sign)
{
    const pd_parts one = {UINT64_C(1) << 63, 0, 0};
    *sign = x.sign;
    if (x.exponent >= 0)
        return pd_angle_near(one, x);
    if (x.exponent < -6)
        return pd_atan_small(pd_exactly(x));
    const pd_u128 fixed = pd_right128(pd_pair128(x.significand, 0), (uint32_t)-x.exponent);
    return pd_enclose(pd_arc_stepped(fixed, pd_atan_steps), 126, PD_ARC_ERROR);
}

PD_ALWAYS_INLINE pd_enclosure pd_atan2_near(pd_parts y, pd_parts x, uint32_t *sign)
{
    *sign = y.sign;
    return pd_angle_near(x, y);
}

PD_NOINLINE pd_wide_float pd_atan2_wide(double y, double x)
{
    pd_wide_float wide_x = pd_wide_of(x), wide_y = pd_wide_of(y);
    wide_x.sign = wide_y.sign = 0;
    pd_wide_float angle = pd_wide_angle(wide_x, wide_y, x < 0);
    angle.sign = y < 0;
    return angle;
}

PD_NOINLINE pd_wide_float pd_atan_wide(double x)
{
    return pd_atan2_wide(x, 1.0);
}

PD_NOINLINE pd_wide_float pd_asin_wide(double x)
{
    pd_wide_float sine = pd_wide_of(x);
    sine.sign = 0;
    pd_wide_float angle = pd_wide_angle(pd_wide_cosine_of_sine(sine), sine, 0);
    angle.sign = x < 0;
    return angle;
}

PD_NOINLINE pd_wide_float pd_acos_wide(double x)
{
    pd_wide_float cosine = pd_wide_of(x);
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
PD_NOINLINE double pd_atan2_at_edge(double y, double x)
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
