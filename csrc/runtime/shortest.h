/* shortest.h: the fewest decimal digits that read back as the same float.
 *
 * Source: R. Giulietti, The Schubfach way to render doubles (2020), sections 8 and 9.
 * The value and the bounds of its rounding interval are scaled by a power of ten to
 * fixed point with two binary places; the interval is shorter than ten units then, so it
 * holds at most one multiple of ten, else one or two candidates that are neighbours.
 */
#ifndef PD_RUNTIME_SHORTEST_H
#define PD_RUNTIME_SHORTEST_H

#include "powers.h" /* made by polydat/codegen/powers.py */
#include "wide.h"

/* digits * 10**exponent; the digits may end in zeros.  A normal f64 has 16 or 17 digits
 * with them, a normal f32 7 to 9. */
typedef struct pd_decimal {
    uint64_t digits;
    int32_t exponent;
} pd_decimal;

/* A positive finite float: c * 2**q; `closer`: the next value below is half as far. */
typedef struct pd_binary {
    uint64_t c;
    int32_t q;
    int closer;
} pd_binary;

/* Which of two neighbours that are equally near: the larger, or the one with an even
 * last digit, as JSON writers choose. */
enum { PD_TIE_UP = 0, PD_TIE_EVEN = 1 };

/* x times a power of ten, its lowest bit set if anything was cut off ("round to odd"):
 * it compares with even numbers as the exact product does.  24-bit floats need only the
 * first 64 bits of the power. */
PD_ALWAYS_INLINE uint64_t pd_scale(const uint64_t *power, uint64_t x, const int single)
{
    if (single) {
        const pd_u128 product = pd_mul128(power[0] + (power[1] != 0), x);
        return product.high | (product.low >> 32 > 1);
    }
    const pd_u128 low = pd_mul128(power[1], x);
    const pd_u128 high = pd_mul128(power[0], x);
    const uint64_t rest = high.low + low.high;
    return (high.high + (rest < low.high)) | (rest > 1);
}

PD_ALWAYS_INLINE pd_decimal pd_shortest(pd_binary value, const int single, const int tie)
{
    /* Divisions are floored shifts: 1262611 / 2**22 is log10(2), 524031 / 2**22 is
     * log10(4 / 3), 1741647 / 2**19 is log2(10). */
    const int32_t k = (value.q * 1262611 - (value.closer ? 524031 : 0)) >> 22;
    const int32_t shift = value.q + ((-k * 1741647) >> 19) + 1;
    const uint64_t *const power = pd_power[-k - PD_POWER_LEAST];
    const uint64_t odd = value.c & 1; /* an even value owns the bounds of its interval */
    const uint64_t c = 4 * value.c;
    const uint64_t below = (c - 2 + (uint64_t)value.closer) << shift;
    const uint64_t above = (c + 2) << shift;
    const uint64_t lower = pd_scale(power, below, single) + odd;
    const uint64_t scaled = pd_scale(power, c << shift, single);
    const uint64_t upper = pd_scale(power, above, single) - odd;
    const uint64_t units = scaled / 4;
    const uint64_t tens = units / 10;
    const uint64_t down_ten = lower <= 40 * tens;
    const uint64_t up_ten = 40 * tens + 40 <= upper;
    const uint64_t down = lower <= 4 * units;
    const uint64_t up = 4 * units + 4 <= upper;
    const uint64_t middle = 4 * units + 2;
    const uint64_t on_tie = tie == PD_TIE_UP ? 1 : units & 1;
    const uint64_t nearest = (scaled > middle) | ((scaled == middle) & on_tie);
    /* Chosen without branches: which way it goes is as good as random. */
    const uint64_t fine = units + (down != up ? up : nearest);
    const pd_decimal result = {down_ten != up_ten ? 10 * (tens + up_ten) : fine, k};
    return result;
}

/* Requires, of both: positive and finite. */
static inline pd_decimal pd_shortest_f64(uint64_t bits, const int tie)
{
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int32_t biased = (int32_t)(bits >> 52);
    const pd_binary value = {
        biased ? fraction | UINT64_C(1) << 52 : fraction,
        (biased ? biased : 1) - 1075,
        fraction == 0 && biased > 1,
    };
    return pd_shortest(value, 0, tie);
}

static inline pd_decimal pd_shortest_f32(uint32_t bits, const int tie)
{
    const uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    const int32_t biased = (int32_t)(bits >> 23);
    const pd_binary value = {
        biased ? fraction | UINT32_C(1) << 23 : fraction,
        (biased ? biased : 1) - 150,
        fraction == 0 && biased > 1,
    };
    return pd_shortest(value, 1, tie);
}

#endif /* PD_RUNTIME_SHORTEST_H */
