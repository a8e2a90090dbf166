/* read_integer.h: decimal integers from text, and the blanks around them. */
#ifndef PD_RUNTIME_READ_INTEGER_H
#define PD_RUNTIME_READ_INTEGER_H

#include "wide.h"

/* Bytes of the blank (White_Space of Unicode) at `at`, 0 for anything else.
 * Requires: `left` bytes from there on, UTF-8. */
static inline uint64_t pd_blank_size(const uint8_t *at, uint64_t left)
{
    if (left == 0)
        return 0;
    if ((at[0] >= 9 && at[0] <= 13) || at[0] == ' ')
        return 1;
    if (left > 1 && at[0] == 0xC2 && (at[1] == 0x85 || at[1] == 0xA0))
        return 2;
    if (left < 3)
        return 0;
    if (at[0] == 0xE2 && at[1] == 0x80)
        return at[2] <= 0x8A || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF ? 3 : 0;
    if ((at[0] == 0xE2 && at[1] == 0x81 && at[2] == 0x9F) ||
        (at[0] == 0xE1 && at[1] == 0x9A && at[2] == 0x80) ||
        (at[0] == 0xE3 && at[1] == 0x80 && at[2] == 0x80))
        return 3;
    return 0;
}

/* The text without blanks at either end. */
static inline pd_str pd_trimmed(pd_str text)
{
    uint64_t size = pd_blank_size(text.data, text.size);
    while (size > 0) {
        text.data += size;
        text.size -= size;
        size = pd_blank_size(text.data, text.size);
    }
    for (uint64_t back = 1; back <= 3 && back <= text.size; back++) {
        if (pd_blank_size(text.data + text.size - back, back) == back) {
            text.size -= back;
            back = 0;
        }
    }
    return text;
}

/* Puts a decimal digit behind a number; returns 0 where that is too large. */
static inline int pd_push_digit(pd_u128 *value, uint8_t digit)
{
    const pd_u128 low = pd_mul128(value->low, 10), high = pd_mul128(value->high, 10);
    const uint64_t middle = low.high + high.low;
    value->low = low.low + digit;
    value->high = middle + (value->low < low.low);
    return high.high == 0 && middle >= high.low && value->high >= middle;
}

/* An integer: an optional sign and decimal digits, nothing else.  Returns 0 for what is none, or
 * is larger than 128 bits hold. */
static inline int pd_read_integer(pd_str text, pd_u128 *size, int *negative)
{
    uint64_t i = 0;
    *size = pd_u128_of(0, 0);
    *negative = text.size > 0 && text.data[0] == '-';
    if (text.size > 0 && (text.data[0] == '-' || text.data[0] == '+'))
        i = 1;
    if (i == text.size)
        return 0;
    for (; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return 0;
        if (!pd_push_digit(size, (uint8_t)(text.data[i] - '0')))
            return 0;
    }
    return 1;
}

/* An integer of at most 64 bits in two's complement.
 * Args: the greatest size of a negative one, 0 where no minus may stand; the greatest value. */
static inline uint64_t pd_read_bits(pd_status *status, pd_str text, uint64_t least, uint64_t most)
{
    pd_u128 size;
    int negative;
    const int good = pd_read_integer(text, &size, &negative) && size.high == 0 &&
                     (negative ? least > 0 && size.low <= least : size.low <= most);
    if (PD_UNLIKELY(!good))
        *status = PD_NOT_CONVERTIBLE;
    return negative ? 0 - size.low : size.low;
}

static inline pd_u128 pd_read_u128(pd_status *status, pd_str text)
{
    pd_u128 size;
    int negative;
    if (PD_UNLIKELY(!pd_read_integer(text, &size, &negative) || negative))
        *status = PD_NOT_CONVERTIBLE;
    return size;
}

static inline pd_u128 pd_read_i128(pd_status *status, pd_str text)
{
    pd_u128 size;
    int negative;
    const int good = pd_read_integer(text, &size, &negative) &&
                     (size.high >> 63 == 0 ||
                      (negative && size.high == UINT64_C(1) << 63 && size.low == 0));
    if (PD_UNLIKELY(!good))
        *status = PD_NOT_CONVERTIBLE;
    if (negative)
        size = pd_u128_of(0 - size.low, ~size.high + (size.low == 0));
    return size;
}

#endif /* PD_RUNTIME_READ_INTEGER_H */
