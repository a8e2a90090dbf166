/* digits.h: integers as text.
 *
 * A writer puts text at `at` and returns its end.  The caller has room for PD_MAX_ bytes:
 * a writer may use all of them, also where its text is shorter.
 */
#ifndef PD_RUNTIME_DIGITS_H
#define PD_RUNTIME_DIGITS_H

#include "powers.h" /* made by polydat/codegen/powers.py */
#include "wide.h"

#define PD_MAX_U64 20
#define PD_MAX_I64 20
#define PD_MAX_BOOL 5
#define PD_MAX_U64_BASE 64

#define PD_ZEROS UINT64_C(0x3030303030303030) /* eight characters '0' */

/* 00 to 99. */
static const char pd_pair_digits[201] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Eight decimal digits of a number below 10**8, one a byte, the first in the lowest.
 *
 * All are found at once: halves of four digits in 32-bit lanes, of two in 16-bit lanes,
 * of one in bytes.  x * 5243 >> 19 is x / 100 below 10**4, x * 103 >> 10 is x / 10 below
 * 100; the masks cut off what the lanes spill into each other.  Each step is
 * high | (x - high * base) << lane, as one product.
 */
static inline uint64_t pd_eight_digits(uint32_t number)
{
    const uint64_t high = number / 10000;
    uint64_t x = ((uint64_t)number << 32) - high * ((UINT64_C(10000) << 32) - 1);
    uint64_t tens = (x * 5243) >> 19 & UINT64_C(0x0000007F0000007F);
    x = (x << 16) - tens * ((100 << 16) - 1);
    tens = (x * 103) >> 10 & UINT64_C(0x000F000F000F000F);
    return (x << 8) - tens * ((10 << 8) - 1);
}

/* Exactly eight digits, with leading zeros. */
static inline uint8_t *pd_write_eight(uint8_t *at, uint32_t number)
{
    pd_store8(at, pd_eight_digits(number) | PD_ZEROS);
    return at + 8;
}

static inline void pd_write_pair(uint8_t *at, uint64_t pair)
{
    memcpy(at, pd_pair_digits + 2 * pair, 2);
}

/* One digit below 10, else two; stores two bytes. */
static inline uint8_t *pd_write_one_or_two(uint8_t *at, uint64_t pair)
{
    const uint64_t one = pair < 10;
    memcpy(at, pd_pair_digits + 2 * pair + one, 2);
    return at + 2 - one;
}

/* The next pair of digits of a fraction in 32 bits. */
static inline uint8_t *pd_write_next_pair(uint8_t *at, uint64_t *fraction)
{
    *fraction = (*fraction & 0xFFFFFFFF) * 100;
    pd_write_pair(at, *fraction >> 32);
    return at + 2;
}

/* One to eight digits.
 *
 * The number becomes fixed point with the first pair before 32 binary places, a little
 * too large: by less than the last digit.  Each further pair costs a product then, and
 * no division: the method of J. Anhalt, jeaiii (2017).  A branch for each pair and none
 * for a single digit was the fastest of five ways, for numbers of like size.
 */
static inline uint8_t *pd_write_below_1e8(uint8_t *at, uint32_t number)
{
    uint64_t fraction;
    if (number < 10000) {
        if (number < 100)
            return pd_write_one_or_two(at, number);
        fraction = number * UINT64_C(42949673); /* 2**32 / 100 */
        at = pd_write_one_or_two(at, fraction >> 32);
        return pd_write_next_pair(at, &fraction);
    }
    if (number < 1000000) {
        fraction = number * UINT64_C(429497); /* 2**32 / 10**4 */
        at = pd_write_one_or_two(at, fraction >> 32);
        at = pd_write_next_pair(at, &fraction);
        return pd_write_next_pair(at, &fraction);
    }
    fraction = number * UINT64_C(281474977) >> 16; /* 2**48 / 10**6 */
    at = pd_write_one_or_two(at, fraction >> 32);
    at = pd_write_next_pair(at, &fraction);
    at = pd_write_next_pair(at, &fraction);
    return pd_write_next_pair(at, &fraction);
}

static inline uint8_t *pd_write_u64(uint8_t *at, uint64_t value)
{
    if (value < 100000000)
        return pd_write_below_1e8(at, (uint32_t)value);
    const uint64_t high = value / 100000000;
    const uint32_t low = (uint32_t)(value - high * 100000000);
    if (high < 100000000) {
        at = pd_write_below_1e8(at, (uint32_t)high);
    } else {
        const uint64_t top = high / 100000000; /* at most 1844 */
        at = pd_write_below_1e8(at, (uint32_t)top);
        at = pd_write_eight(at, (uint32_t)(high - top * 100000000));
    }
    return pd_write_eight(at, low);
}

static inline uint8_t *pd_write_i64(uint8_t *at, int64_t value)
{
    const uint64_t bits = (uint64_t)value;
    const uint64_t negative = bits >> 63;
    *at = '-';
    return pd_write_u64(at + negative, negative ? 0 - bits : bits);
}

/* Base 16, 2 or 8, by the letter that asks for it: x, X, b or o; anything else is 10. */
static inline uint8_t *pd_write_u64_base(uint8_t *at, uint64_t value, uint8_t base)
{
    const uint32_t bits = base == 'x' || base == 'X' ? 4 : base == 'o' ? 3 : 1;
    const uint8_t ten = base == 'X' ? 'A' - 10 : 'a' - 10;
    if (bits == 1 && base != 'b')
        return pd_write_u64(at, value);
    const uint32_t count = (64 - pd_leading_zeros(value | 1) + bits - 1) / bits;
    for (uint32_t i = count; i-- > 0; value >>= bits) {
        const uint8_t digit = (uint8_t)(value & ((1U << bits) - 1));
        at[i] = (uint8_t)(digit + (digit < 10 ? '0' : ten));
    }
    return at + count;
}

static inline uint8_t *pd_write_bool(uint8_t *at, uint64_t value)
{
    memcpy(at, value ? "true" : "fals", 4);
    at[4] = 'e';
    return at + (value ? 4 : 5);
}

/* How many decimal digits a number has; 0 has one. */
static inline uint32_t pd_count_digits(uint64_t value)
{
    /* 1233 / 4096 is a little more than log10(2): right, or one too many. */
    const uint32_t most = ((64 - pd_leading_zeros(value | 1)) * 1233 >> 12) + 1;
    return most - (most > 1 && value < pd_ten[most - 1]);
}

#endif /* PD_RUNTIME_DIGITS_H */
