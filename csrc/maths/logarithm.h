/* logarithm.h: log, log2, log10 and log1p, correctly rounded.
 *
 * The fast way: x = 2**e * m, and a table gives c near 1 / m with few bits, so that
 * r = c * m - 1 is exact and below 1/248 in size.  log(x) = e * log(2) - log(c) + log(1 + r),
 * the last from its series.  Next to 1, e and log(c) are 0 and r counts alone.
 */
#ifndef PD_MATHS_LOGARITHM_H
#define PD_MATHS_LOGARITHM_H

#include "exponential.h"
#include "maths/logarithm_table.h"

/* (log(1 + r) - r + r**2 / 2) / r**3, scale 64, from r with scale 70 and its square with
 * scale 76: 1/3 - r/4 + ... - r**7/10.  The terms left out are below 2**-59. */
static inline uint64_t pd_log_series(int64_t r, uint64_t square)
{
    /* Coefficients and products, of which the signed ones are rounded down, are below 2**63. */
    const uint64_t a = PD_INVERSE_3 - (uint64_t)(pd_mul_high_signed(r, PD_INVERSE_4) >> 6);
    const uint64_t b = PD_INVERSE_5 - (uint64_t)(pd_mul_high_signed(r, PD_INVERSE_6) >> 6);
    const uint64_t c = PD_INVERSE_7 - (uint64_t)(pd_mul_high_signed(r, PD_INVERSE_8) >> 6);
    const uint64_t d = PD_INVERSE_9 - (uint64_t)(pd_mul_high_signed(r, PD_INVERSE_10) >> 6);
    const uint64_t cd = c + (pd_mul_high(square, d) >> 12);
    const uint64_t bcd = b + (pd_mul_high(square, cd) >> 12);
    return a + (pd_mul_high(square, bcd) >> 12);
}

/* log(1 + r) where abs(r) < 1/128; its sign is that of r.
 *
 * It is r * (1 - w) with w = r/2 - r**2 * series, where r has the sign `sign`.  Of w are
 * lost 2**-75 by each of two roundings and 2**-73 by the series: less than 2**-72.
 */
static inline pd_enclosure pd_log1p_small(pd_parts r)
{
    const uint32_t by = (uint32_t)(-7 - r.exponent);
    if (PD_UNLIKELY(r.significand == 0))
        return pd_zero();
    /* abs(r), scale 134 */
    const uint64_t u = by < 64 ? r.significand >> by : 0;
    const uint64_t below = by < 64 ? (r.significand << 1) << (63 - by) : 0;
    const uint64_t square = pd_mul_high(u, u); /* scale 76 */
    const int64_t flip = -(int64_t)r.sign;
    const uint64_t series = pd_log_series(((int64_t)u ^ flip) - flip, square);
    const uint64_t cubic = pd_mul_high(square, series); /* scale 76 */
    pd_u128 w = pd_pair128(cubic >> 5, cubic << 59);    /* abs(w), scale 135 */
    w = r.sign ? pd_add128(pd_pair128(u, below), w) : pd_sub128(pd_pair128(u, below), w);
    /* r and its part, of scale 126 - exponent */
    const pd_u128 whole = pd_pair128(r.significand >> 1, r.significand << 63);
    const pd_u128 lost = pd_right128(pd_mul64_128(r.significand, w), 8);
    return pd_enclose(r.sign ? pd_add128(whole, lost) : pd_sub128(whole, lost),
                      126 - r.exponent, UINT64_C(1) << 44);
}

/* A positive enclosure times a constant from 1/2 to 1, of scale 128. */
PD_ALWAYS_INLINE pd_enclosure pd_enclosure_times(pd_enclosure x, pd_u128 factor)
{
    const pd_u128 product = pd_mul128_128(x.significand, factor);
    return pd_enclose(product, 127 - x.exponent, x.error + 1);
}

/* log(x) * factor for x = m * 2**(exponent - 127), the top bit of m set; its sign goes to
 * *sign.  The factor has scale 128, and 0 stands for 1.
 *
 * Where the low half of m is not 0, the number must not be next to 1: nearer than 1/256.
 * r, below 1/248, and its square are exact.  The terms from the cube on are below 2**-25, and so
 * off by less than 2**-75; the terms that are left out are below 2**-74.7, the rest is off by
 * less than 2**-110: in all less than 2**-74.
 */
PD_ALWAYS_INLINE pd_enclosure pd_log_of(pd_u128 m, int32_t exponent, pd_u128 factor,
                                        uint32_t *sign)
{
    const uint32_t step = m.high >> 55 & 255;
    const uint64_t inverse = pd_near_inverse[step];
    const int64_t e = exponent + (step >= PD_HALVED_FROM);
    /* m * inverse - 1 modulo 2**-6, scale 70, and below it what is left, scale 134 */
    const pd_u128 left = pd_mul128(m.low >> 4 | m.high << 60, inverse);
    const int64_t r = (int64_t)((m.high >> 4) * inverse + left.high);
    if (PD_UNLIKELY(e == 0 && (step == 0 || step == 255))) {
        const uint64_t size = r < 0 ? 0 - (uint64_t)r : (uint64_t)r;
        const uint32_t zeros = size ? pd_leading_zeros(size) : 0;
        const pd_parts small = {size << zeros, -7 - (int32_t)zeros, r < 0};
        *sign = r < 0;
        const pd_enclosure log = pd_log1p_small(small);
        return factor.high ? pd_enclosure_times(log, factor) : log;
    }
    const pd_u128 square = pd_mul_signed128(r, r); /* scale 140 */
    const double x = (double)r, x2 = x * x;
    const double a = 0x1p-130 / 3 - x * (0x1p-200 / 4), b = 0x1p-270 / 5 - x * (0x1p-340 / 6);
    const double c = 0x1p-410 / 7 - x * (0x1p-480 / 8);
    const int64_t cubic = (int64_t)(x * x2 * (a + x2 * (b + x2 * c))); /* scale 80 */
    /* everything with scale 117 */
    const uint64_t *const table = pd_log_of_inverse[step];
    const uint64_t biased = (uint64_t)(e + PD_LOG_BIAS); /* not negative */
    pd_u128 sum = pd_mul128(PD_LN2_LOW, biased);
    sum.high += PD_LN2_HIGH * biased;
    sum = pd_add128(sum, pd_pair128(table[0], table[1]));
    sum = pd_add128(sum, pd_pair128((uint64_t)(r >> 17), (uint64_t)r << 47));
    sum = pd_sub128(sum, pd_right128(square, 24));
    sum = pd_add128(sum, pd_pair128((uint64_t)(cubic >> 27), (uint64_t)cubic << 37));
    if (left.low) { /* (1 - r) times what is left */
        const int64_t more = (int64_t)(left.low >> 2);
        const int64_t bent = more - (pd_mul_high_signed(more, r) >> 6); /* scale 132 */
        sum = pd_add128(sum, pd_pair128(0, (uint64_t)bent >> 15));
    }
    *sign = (uint32_t)(sum.high >> 63);
    sum = *sign ? pd_negate128(sum) : sum;
    sum = factor.high ? pd_mul128_128(sum, factor) : sum;
    return pd_enclose(sum, 117, UINT64_C(1) << 32);
}

/* log(n / d) in 256 bits, to about 2**-245 of its size, from n - d and n + d.
 *
 * Requires: 1/2 < n / d < 2.
 */
PD_NOINLINE pd_wide_float pd_wide_log_of(pd_wide_float difference, pd_wide_float sum)
{
    /* 2 * atanh(z) = 2 * (z + z**3 / 3 + z**5 / 5 + ...) */
    const pd_wide_float z = pd_wide_div(difference, sum), square = pd_wide_mul(z, z);
    pd_wide_float total = z, power = z;
    for (uint64_t i = 3; !pd_wide_is_zero(power) && power.exponent > z.exponent - 256; i += 2) {
        power = pd_wide_mul(power, square);
        total = pd_wide_add(total, pd_wide_div_small(power, i));
    }
    return pd_wide_scaled(total, 1);
}

/* log(x) in 256 bits, to about 2**-230 of its size.  Requires: x is positive. */
PD_NOINLINE pd_wide_float pd_wide_log(pd_wide_float x)
{
    const pd_wide_float one = pd_wide_of(1.0);
    pd_wide_float y = pd_wide_of(0.0), rest = pd_wide_sub(x, one);
    if (!pd_wide_is_zero(rest) && rest.exponent >= -5) { /* log(x) = y + log(x / exp(y)) */
        const pd_u128 m = pd_pair128(x.limb[PD_LIMBS - 1], 0);
        uint32_t sign;
        const pd_enclosure near = pd_log_of(m, x.exponent, pd_pair128(0, 0), &sign);
        y = pd_wide_of_pair(near.significand, near.exponent, sign);
        x = pd_wide_mul(x, pd_wide_exp(pd_wide_negated(y)));
        rest = pd_wide_sub(x, one);
    }
    return pd_wide_add(y, pd_wide_log_of(rest, pd_wide_add(x, one)));
}

PD_NOINLINE pd_wide_float pd_log_wide(double x)
{
    return pd_wide_log(pd_wide_of(x));
}

PD_NOINLINE pd_wide_float pd_log2_wide(double x)
{
    return pd_wide_mul(pd_wide_log(pd_wide_of(x)), pd_wide_log_to_log2);
}

PD_NOINLINE pd_wide_float pd_log10_wide(double x)
{
    return pd_wide_mul(pd_wide_log(pd_wide_of(x)), pd_wide_log_to_log10);
}

PD_NOINLINE pd_wide_float pd_log1p_wide(double x)
{
    const pd_wide_float one = pd_wide_of(1.0), wide = pd_wide_of(x);
    const pd_wide_float sum = pd_wide_add(one, wide);
    if (wide.exponent >= -5)
        return pd_wide_log(sum);
    /* log(n / d) with n - d == x, which the sum has lost where x is very small */
    return pd_wide_log_of(wide, pd_wide_add(one, sum));
}

/* Is x anything but a positive finite number? */
PD_ALWAYS_INLINE int pd_log_is_at_edge(double x)
{
    return pd_bits(x) - 1 >= (UINT64_C(0x7FF) << 52) - 1;
}

static inline double pd_log_at_edge(double x)
{
    if (x == 0)
        return -pd_infinity();
    return x < 0 ? pd_nan() : x + x;
}

PD_ALWAYS_INLINE pd_enclosure pd_log_near(pd_parts x, uint32_t *sign)
{
    return pd_log_of(pd_pair128(x.significand, 0), x.exponent, pd_pair128(0, 0), sign);
}

PD_ALWAYS_INLINE pd_enclosure pd_log2_near(pd_parts x, uint32_t *sign)
{
    const pd_u128 factor = pd_pair128(PD_LOG_TO_LOG2_HIGH, PD_LOG_TO_LOG2_LOW);
    pd_enclosure log = pd_log_of(pd_pair128(x.significand, 0), x.exponent, factor, sign);
    log.exponent += 1;
    return log;
}

PD_ALWAYS_INLINE pd_enclosure pd_log10_near(pd_parts x, uint32_t *sign)
{
    const pd_u128 factor = pd_pair128(PD_LOG_TO_LOG10_HIGH, PD_LOG_TO_LOG10_LOW);
    pd_enclosure log = pd_log_of(pd_pair128(x.significand, 0), x.exponent, factor, sign);
    log.exponent -= 1;
    return log;
}

/* Requires: -1 < x, 2**-54 <= abs(x). */
PD_ALWAYS_INLINE pd_enclosure pd_log1p_near(pd_parts x, uint32_t *sign)
{
    const uint64_t one = UINT64_C(1) << 63;
    const pd_u128 factor = pd_pair128(0, 0); /* none */
    const pd_u128 size = pd_pair128(x.significand, 0);
    pd_enclosure sum = {size, x.exponent, 0}; /* 1 + x, exact up to 2**-127 of its size */
    if (x.exponent < -7) {
        *sign = x.sign;
        return pd_log1p_small(x);
    }
    if (x.exponent < 0) {
        const pd_u128 part = pd_right128(size, (uint32_t)-x.exponent), whole = {0, one};
        sum = pd_enclose(x.sign ? pd_sub128(whole, part) : pd_add128(whole, part), 127, 0);
    } else if (x.exponent < 128) {
        const uint32_t e = (uint32_t)x.exponent;
        const pd_u128 unit = e < 64 ? pd_pair128(one >> e, 0) : pd_pair128(0, one >> (e - 64));
        sum.significand = pd_add128(size, unit);
        if (sum.significand.high < x.significand) { /* a carry */
            sum.significand = pd_right128(sum.significand, 1);
            sum.significand.high |= one;
            sum.exponent++;
        }
    }
    return pd_log_of(sum.significand, sum.exponent, factor, sign);
}

/* Natural logarithm. */
static inline double pd_log(double x)
{
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_log_is_at_edge(x)))
        return pd_log_at_edge(x);
    const pd_enclosure log = pd_log_near(pd_split(x), &sign);
    if (PD_LIKELY(pd_round(&result, log, sign)))
        return result;
    return pd_wide_round(pd_log_wide(x));
}

/* Logarithm to the base 2. */
static inline double pd_log2(double x)
{
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_log_is_at_edge(x)))
        return pd_log_at_edge(x);
    const pd_enclosure log = pd_log2_near(pd_split(x), &sign);
    if (PD_LIKELY(pd_round(&result, log, sign)))
        return result;
    return pd_wide_round(pd_log2_wide(x));
}

/* Logarithm to the base 10. */
static inline double pd_log10(double x)
{
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(pd_log_is_at_edge(x)))
        return pd_log_at_edge(x);
    const pd_enclosure log = pd_log10_near(pd_split(x), &sign);
    if (PD_LIKELY(pd_round(&result, log, sign)))
        return result;
    return pd_wide_round(pd_log10_wide(x));
}

/* Natural logarithm of 1 + x. */
static inline double pd_log1p(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(parts.exponent < -54))
        return x;
    if (PD_UNLIKELY(!(x > -1 && x < pd_infinity())))
        return pd_log_at_edge(x + 1);
    const pd_enclosure log = pd_log1p_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, log, sign)))
        return result;
    return pd_wide_round(pd_log1p_wide(x));
}

#endif /* PD_MATHS_LOGARITHM_H */
