/* roots.h: sqrt, cbrt and hypot, correctly rounded.
 *
 * The fast way: floating point gives a root t with about 50 right bits; what is left of the
 * radicand, exact in integers, gives the next ones by one step of Newton's method.
 */
#ifndef PD_MATHS_ROOTS_H
#define PD_MATHS_ROOTS_H

#include <math.h>

#include "wide_float.h"

/* Square root; that of C is exact by IEEE 754. */
static inline double pd_sqrt(double x)
{
    return sqrt(x);
}

/* A number near the cube root of 1 <= m < 8, off by less than 2**-49. */
PD_ALWAYS_INLINE double pd_near_cube_root(double m, uint32_t twos)
{
    /* m = n * 2**twos with 1 <= n < 2; the parabola is off by less than 2**-10 */
    static const double factor[3] = {1.0, 1.2599210498948732, 1.5874010519681994};
    static const double over[3] = {1.0, 0.5, 0.25};
    const double n = m * over[twos];
    double t = (0.6257 + n * (0.4336 - n * 0.0584)) * factor[twos];
    for (int i = 0; i < 2; i++) { /* Halley's method: each step triples the right bits */
        const double cube = t * t * t;
        t *= (cube + 2 * m) / (2 * cube + m);
    }
    return t;
}

/* The cube root of x = r**3.  t**3 - x is known exactly, and (x - t**3) / (3 * t**2) is off
 * from r - t by less than 2**-96 of r for the rounding of the quotient and for its square. */
PD_ALWAYS_INLINE pd_enclosure pd_cbrt_near(pd_parts x, uint32_t *sign)
{
    *sign = x.sign;
    const uint32_t biased = (uint32_t)(x.exponent + 1077); /* a multiple of 3 is added */
    const uint32_t twos = biased % 3;
    const double m = pd_f64((x.significand << 1 >> 12) | (uint64_t)(1023 + twos) << 52);
    const double t = pd_near_cube_root(m, twos);
    const double inverse = 0x1p4 / (3 * t * t);
    const uint64_t root = (uint64_t)(int64_t)(t * 0x1p52);
    /* the rest modulo 2**128, scale 156; it is below 2**113 */
    const pd_u128 square = pd_mul128(root, root);
    pd_u128 cube = pd_mul128(square.low, root);
    cube.high += square.high * root;
    const pd_u128 rest = pd_sub128(pd_pair128(x.significand << (29 + twos), 0), cube);
    const int64_t step = (int64_t)((double)(int64_t)pd_right128(rest, 50).low * inverse);
    /* the step has scale 110, the sum 126 */
    const pd_u128 sum = pd_add128(pd_pair128(root << 10, 0),
                                  pd_pair128((uint64_t)(step >> 48), (uint64_t)step << 16));
    pd_enclosure result = pd_enclose(sum, 126, UINT64_C(1) << 22);
    result.exponent += (int32_t)(biased / 3) - 359;
    return result;
}

/* The cube root in 256 bits, to about 2**-190: one more step of Newton's method.
 *
 * A cube root is no tie, and none is nearer to one than 2**-162: the cube of a tie has 162
 * bits, and differs from x in one of them.
 */
PD_NOINLINE pd_wide_float pd_cbrt_wide(double x)
{
    uint32_t sign;
    const pd_enclosure near = pd_cbrt_near(pd_split(x), &sign);
    const pd_wide_float y = pd_wide_of_pair(near.significand, near.exponent, sign);
    const pd_wide_float square = pd_wide_mul(y, y);
    const pd_wide_float rest = pd_wide_sub(pd_wide_of(x), pd_wide_mul(square, y));
    return pd_wide_add(y, pd_wide_div_small(pd_wide_div(rest, square), 3));
}

/* Cube root, with the sign of x. */
static inline double pd_cbrt(double x)
{
    const pd_parts parts = pd_split(x);
    double result;
    uint32_t sign;
    if (PD_UNLIKELY(parts.significand == 0 || parts.exponent > 1023))
        return x;
    const pd_enclosure root = pd_cbrt_near(parts, &sign);
    if (PD_LIKELY(pd_round(&result, root, sign)))
        return result;
    return pd_wide_round(pd_cbrt_wide(x));
}

/* The square root of a number of scale 2 * n, from 2**116 to below 2**125, with scale n + 64.
 *
 * (x - t**2) / (2 * t) is off from r - t by less than 2**-100 of r for the rounding of the
 * quotient and for its square.
 */
PD_ALWAYS_INLINE pd_u128 pd_square_root128(pd_u128 x)
{
    const double t = sqrt((double)(int64_t)x.high);
    const double inverse = 0x1p23 / t; /* 2**15 for the bits and the half, 2**40, over 2**32 */
    const uint64_t root = (uint64_t)(int64_t)(t * 0x1p32);
    const pd_u128 rest = pd_sub128(x, pd_mul128(root, root)); /* below 2**76 in size */
    const int64_t step = (int64_t)((double)(int64_t)pd_right128(rest, 16).low * inverse);
    return pd_add128(pd_pair128(root, 0),
                     pd_pair128((uint64_t)(step >> 40), (uint64_t)step << 24));
}

/* sqrt(a**2 + b**2) where a is not below b, and below 2**28 times b. */
PD_ALWAYS_INLINE pd_enclosure pd_hypot_near(pd_parts a, pd_parts b)
{
    const uint32_t by = (uint32_t)(a.exponent - b.exponent);
    const pd_u128 a_square = pd_right128(pd_mul128(a.significand, a.significand), 4);
    pd_u128 b_square = pd_right128(pd_mul128(b.significand, b.significand), 4);
    b_square = pd_right128(b_square, 2 * by);
    const pd_u128 length = pd_square_root128(pd_add128(a_square, b_square));
    return pd_enclose(length, 125 - a.exponent, UINT64_C(1) << 18);
}

/* The same in 256 bits, to about 2**-250, and exact where it has 54 bits or less. */
PD_NOINLINE pd_wide_float pd_hypot_wide(double x, double y)
{
    const pd_wide_float a = pd_wide_of(x), b = pd_wide_of(y);
    const pd_wide_float sum = pd_wide_add(pd_wide_mul(a, a), pd_wide_mul(b, b));
    const pd_wide_float root = pd_wide_sqrt(sum);
    const pd_wide_float cut = pd_wide_cut(root);
    return pd_wide_is_zero(pd_wide_sub(pd_wide_mul(cut, cut), sum)) ? cut : root;
}

/* Length of the vector (x, y): sqrt(x**2 + y**2) without overflow between. */
static inline double pd_hypot(double x, double y)
{
    const uint64_t x_bits = pd_bits(x) & ~(UINT64_C(1) << 63);
    const uint64_t y_bits = pd_bits(y) & ~(UINT64_C(1) << 63);
    const double larger = pd_f64(x_bits < y_bits ? y_bits : x_bits);
    const double smaller = pd_f64(x_bits < y_bits ? x_bits : y_bits);
    const pd_parts a = pd_split(larger), b = pd_split(smaller);
    double result;
    if (PD_UNLIKELY(a.exponent > 1023)) { /* an infinity wins over NaN */
        const int is_infinite = larger == pd_infinity() || smaller == pd_infinity();
        return is_infinite ? pd_infinity() : x + y;
    }
    if (PD_UNLIKELY(b.significand == 0 || a.exponent - b.exponent > 27))
        return larger; /* the square of the smaller does not count */
    if (PD_LIKELY(pd_round(&result, pd_hypot_near(a, b), 0)))
        return result;
    return pd_wide_round(pd_hypot_wide(larger, smaller));
}

#endif /* PD_MATHS_ROOTS_H */
