/* wide_float.h: floats with 256 bits, for arguments whose rounding the fast way leaves open.
 *
 * Arithmetic cuts off what does not fit: the result of an operation is off by less than
 * 2**-254 of its size, of an addition by less than 2**-254 of the larger operand.  The
 * functions below carry about 240 right bits.  No f64 is known whose exponential,
 * logarithm, sine, ... is nearer than 2**-120 to a tie between two f64 (V. Lefevre and
 * J.-M. Muller, Worst cases for correct rounding of the elementary functions in double
 * precision, 2001), and for two arguments chance makes 2**-180 the likely least; true
 * ties are found by exact arithmetic before this file is asked.
 */
#ifndef PD_MATHS_WIDE_FLOAT_H
#define PD_MATHS_WIDE_FLOAT_H

#include <math.h>

#include "fixed.h"

#define PD_LIMBS 4

/* limb[3]:limb[2]:limb[1]:limb[0] * 2**(exponent - 255), the top bit set; or 0, all limbs 0. */
typedef struct pd_wide_float {
    uint64_t limb[PD_LIMBS];
    int32_t exponent;
    uint32_t sign;
} pd_wide_float;

static inline int pd_wide_is_zero(pd_wide_float x)
{
    return x.limb[PD_LIMBS - 1] == 0;
}

PD_NOINLINE pd_wide_float pd_wide_of(double x)
{
    const pd_parts parts = pd_split(x);
    const pd_wide_float wide = {{0, 0, 0, parts.significand}, parts.exponent, parts.sign};
    return wide;
}

static inline pd_wide_float pd_wide_negated(pd_wide_float x)
{
    x.sign ^= 1;
    return x;
}

/* x * 2**by */
static inline pd_wide_float pd_wide_scaled(pd_wide_float x, int32_t by)
{
    x.exponent += by;
    return x;
}

/* Shifts a number of `count` limbs, lowest first, to the left.  Requires: by < 64 * count. */
PD_NOINLINE void pd_limbs_left(uint64_t *limb, uint32_t count, uint32_t by)
{
    const uint32_t whole = by / 64, part = by % 64;
    for (uint32_t i = count; i-- > 0;) {
        const uint64_t high = i >= whole ? limb[i - whole] : 0;
        const uint64_t low = i >= whole + 1 ? limb[i - whole - 1] : 0;
        limb[i] = high << part | (low >> 1) >> (63 - part);
    }
}

PD_NOINLINE void pd_limbs_right(uint64_t *limb, uint32_t count, uint32_t by)
{
    const uint32_t whole = by / 64, part = by % 64;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t low = i + whole < count ? limb[i + whole] : 0;
        const uint64_t high = i + whole + 1 < count ? limb[i + whole + 1] : 0;
        limb[i] = low >> part | (high << 1) << (63 - part);
    }
}

/* Shifts out the zeros in front; returns their number, or 64 * count for 0. */
PD_NOINLINE uint32_t pd_limbs_normalize(uint64_t *limb, uint32_t count)
{
    uint32_t zeros = 0, i = count;
    while (i > 0 && limb[i - 1] == 0) {
        zeros += 64;
        i--;
    }
    if (i == 0)
        return zeros;
    zeros += pd_leading_zeros(limb[i - 1]);
    pd_limbs_left(limb, count, zeros);
    return zeros;
}

/* a += b; returns the carry. */
static inline uint64_t pd_limbs_add(uint64_t *a, const uint64_t *b, uint32_t count)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t sum = a[i] + carry;
        carry = sum < carry;
        a[i] = sum + b[i];
        carry += a[i] < sum;
    }
    return carry;
}

static inline void pd_limbs_negate(uint64_t *a, uint32_t count)
{
    uint64_t carry = 1;
    for (uint32_t i = 0; i < count; i++) {
        a[i] = ~a[i] + carry;
        carry = carry && a[i] == 0;
    }
}

PD_NOINLINE pd_wide_float pd_wide_add(pd_wide_float a, pd_wide_float b)
{
    if (pd_wide_is_zero(a) || (!pd_wide_is_zero(b) && a.exponent < b.exponent)) {
        const pd_wide_float larger = b;
        b = a;
        a = larger;
    }
    if (pd_wide_is_zero(b) || a.exponent - b.exponent >= 64 * PD_LIMBS)
        return a;
    pd_limbs_right(b.limb, PD_LIMBS, (uint32_t)(a.exponent - b.exponent));
    if (a.sign == b.sign) {
        if (pd_limbs_add(a.limb, b.limb, PD_LIMBS)) {
            pd_limbs_right(a.limb, PD_LIMBS, 1);
            a.limb[PD_LIMBS - 1] |= UINT64_C(1) << 63;
            a.exponent++;
        }
        return a;
    }
    pd_limbs_negate(b.limb, PD_LIMBS);
    if (!pd_limbs_add(a.limb, b.limb, PD_LIMBS)) { /* a was below b: their exponents are equal */
        pd_limbs_negate(a.limb, PD_LIMBS);
        a.sign ^= 1;
    }
    a.exponent -= (int32_t)pd_limbs_normalize(a.limb, PD_LIMBS);
    return a;
}

PD_NOINLINE pd_wide_float pd_wide_sub(pd_wide_float a, pd_wide_float b)
{
    return pd_wide_add(a, pd_wide_negated(b));
}

/* product of a (m limbs) and b (n limbs), m + n limbs */
static inline void pd_limbs_mul(uint64_t *product, const uint64_t *a, uint32_t m,
                                const uint64_t *b, uint32_t n)
{
    memset(product, 0, (size_t)(m + n) * sizeof *product);
    for (uint32_t i = 0; i < m; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; j < n; j++) {
            const pd_u128 sum = pd_add128(pd_mul128(a[i], b[j]), pd_pair128(0, carry));
            const pd_u128 all = pd_add128(sum, pd_pair128(0, product[i + j]));
            product[i + j] = all.low;
            carry = all.high;
        }
        product[i + n] = carry;
    }
}

PD_NOINLINE pd_wide_float pd_wide_mul(pd_wide_float a, pd_wide_float b)
{
    uint64_t product[2 * PD_LIMBS];
    pd_limbs_mul(product, a.limb, PD_LIMBS, b.limb, PD_LIMBS);
    a.exponent += b.exponent + 1;
    a.sign ^= b.sign;
    if (!(product[2 * PD_LIMBS - 1] >> 63)) {
        pd_limbs_left(product, 2 * PD_LIMBS, 1);
        a.exponent--;
    }
    memcpy(a.limb, product + PD_LIMBS, sizeof a.limb);
    return a;
}

/* Requires: 0 < n < 2**32. */
PD_NOINLINE pd_wide_float pd_wide_div_small(pd_wide_float a, uint64_t n)
{
    uint64_t limb[PD_LIMBS + 1] = {0}; /* one more, for the bits that move up */
    uint64_t rest = 0;
    for (uint32_t i = PD_LIMBS + 1; i-- > 0;) {
        const uint64_t digit = i > 0 ? a.limb[i - 1] : 0;
        const uint64_t upper = rest << 32 | digit >> 32;
        const uint64_t lower = (upper % n) << 32 | (digit & 0xFFFFFFFF);
        limb[i] = (upper / n) << 32 | lower / n;
        rest = lower % n;
    }
    a.exponent -= (int32_t)pd_limbs_normalize(limb, PD_LIMBS + 1);
    memcpy(a.limb, limb + 1, sizeof a.limb);
    return a;
}

/* The nearest f64, ties to even. */
PD_NOINLINE double pd_wide_round(pd_wide_float x)
{
    if (pd_wide_is_zero(x) || x.exponent < -1075)
        return pd_signed_f64(0, x.sign);
    if (x.exponent > 1023)
        return pd_signed_f64(UINT64_C(0x7FF) << 52, x.sign);
    const int32_t least = -1022;
    const int is_normal = x.exponent >= least;
    const uint64_t biased = is_normal ? (uint64_t)(x.exponent - least) : 0;
    const uint64_t lowest = x.limb[0];
    if (!is_normal)
        pd_limbs_right(x.limb, PD_LIMBS, (uint32_t)(least - x.exponent));
    const uint64_t top = x.limb[PD_LIMBS - 1], half = UINT64_C(1) << 10;
    const uint64_t below = x.limb[2] | x.limb[1] | x.limb[0] | lowest;
    const uint64_t digits = top >> 11, rest = top & (2 * half - 1);
    const uint64_t up = rest > half || (rest == half && (below != 0 || (digits & 1)));
    return pd_signed_f64((biased << 52) + digits + up, x.sign);
}

/* 1 / x by Newton's method: each step doubles the right bits. */
PD_NOINLINE pd_wide_float pd_wide_reciprocal(pd_wide_float x)
{
    const pd_wide_float one = pd_wide_of(1.0);
    const int32_t exponent = x.exponent;
    x.exponent = 0;
    pd_wide_float y = pd_wide_of(1.0 / pd_wide_round(x));
    for (int i = 0; i < 3; i++)
        y = pd_wide_add(y, pd_wide_mul(y, pd_wide_sub(one, pd_wide_mul(x, y))));
    return pd_wide_scaled(y, -exponent);
}

PD_NOINLINE pd_wide_float pd_wide_div(pd_wide_float a, pd_wide_float b)
{
    return pd_wide_mul(a, pd_wide_reciprocal(b));
}

/* sqrt(x), to about 2**-250, by Newton's method for 1 / sqrt(x).  Requires: x is positive. */
PD_NOINLINE pd_wide_float pd_wide_sqrt(pd_wide_float x)
{
    const pd_wide_float one = pd_wide_of(1.0);
    const int32_t half = x.exponent >= 0 ? x.exponent / 2 : -((1 - x.exponent) / 2);
    x.exponent -= 2 * half; /* 0 or 1 */
    pd_wide_float y = pd_wide_of(1.0 / sqrt(pd_wide_round(x)));
    for (int i = 0; i < 3; i++) {
        const pd_wide_float off = pd_wide_sub(one, pd_wide_mul(x, pd_wide_mul(y, y)));
        y = pd_wide_add(y, pd_wide_scaled(pd_wide_mul(y, off), -1));
    }
    return pd_wide_scaled(pd_wide_mul(x, y), half);
}

/* The nearest number of 54 bits: an f64, or half way between two. */
PD_NOINLINE pd_wide_float pd_wide_cut(pd_wide_float x)
{
    const uint64_t top = (x.limb[PD_LIMBS - 1] + (1 << 9)) & ~UINT64_C(0x3FF);
    const pd_wide_float cut = {{0, 0, 0, top ? top : UINT64_C(1) << 63}, x.exponent + !top, x.sign};
    return cut;
}

/* From the high 128 bits. */
static inline pd_wide_float pd_wide_of_pair(pd_u128 digits, int32_t exponent, uint32_t sign)
{
    const pd_wide_float wide = {{0, 0, digits.low, digits.high}, exponent, sign};
    return wide;
}

#endif /* PD_MATHS_WIDE_FLOAT_H */
