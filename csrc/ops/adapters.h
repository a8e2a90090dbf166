/* ops/adapters.h: conversions between numbers.  Declarations: polydat/nodes/adapter_rules.py.
 *
 * What is one line there is not repeated here: these can fail, or round. */
#ifndef PD_OPS_ADAPTERS_H
#define PD_OPS_ADAPTERS_H

#include <math.h>

#include "polydat.h"
#include "runtime/cast.h"
#include "runtime/wide_number.h"

/* The nearest f16 of an f64, rounded once: to an odd f32 first, which is never a tie. */
static inline float pd_round_f16(double x)
{
    const float near = (float)x;
    uint64_t bits = pd_bits32(near);
    if (x != x || (double)near == x)
        return pd_f16(pd_bits16(near));
    bits -= fabs((double)near) > fabs(x);
    return pd_f16(pd_bits16(pd_f32(bits | 1)));
}

static inline void pd_no_counterpart(pd_status *status)
{
    *status = PD_NOT_CONVERTIBLE;
}

static inline int pd_is_outside(int64_t value, int64_t least, int64_t most)
{
    return value < least || value > most;
}

/* From an integer to one that may not hold it. */
#define PD_FROM_UNSIGNED(name, FROM, TO, MOST)                                                     \
    static inline TO pd_##name(pd_status *status, FROM input)                                      \
    {                                                                                              \
        if (PD_UNLIKELY((uint64_t)input > (uint64_t)(MOST)))                                       \
            pd_no_counterpart(status);                                                                     \
        return (TO)input;                                                                          \
    }
#define PD_FROM_SIGNED(name, FROM, TO, LEAST, MOST)                                                \
    static inline TO pd_##name(pd_status *status, FROM input)                                      \
    {                                                                                              \
        if (PD_UNLIKELY(pd_is_outside(input, LEAST, MOST)))                                        \
            pd_no_counterpart(status);                                                                     \
        return (TO)input;                                                                          \
    }
#define PD_FROM_U128(name, TO, MOST)                                                               \
    static inline TO pd_##name(pd_status *status, pd_u128 input)                                   \
    {                                                                                              \
        if (PD_UNLIKELY(input.high != 0 || input.low > (uint64_t)(MOST)))                          \
            pd_no_counterpart(status);                                                                     \
        return (TO)input.low;                                                                      \
    }
/* Up to 64 bits, then the signed check. */
#define PD_FROM_I128(name, TO, LEAST, MOST)                                                        \
    static inline TO pd_##name(pd_status *status, pd_u128 input)                                   \
    {                                                                                              \
        const int64_t low = pd_i64(input.low);                                                     \
        const uint64_t sign = low < 0 ? UINT64_MAX : 0;                                            \
        if (PD_UNLIKELY(input.high != sign || pd_is_outside(low, LEAST, MOST)))                    \
            pd_no_counterpart(status);                                                                     \
        return (TO)low;                                                                            \
    }
#define PD_SIGNED_TO_U128(name, FROM)                                                              \
    static inline pd_u128 pd_##name(pd_status *status, FROM input)                                 \
    {                                                                                              \
        if (PD_UNLIKELY(input < 0))                                                                \
            pd_no_counterpart(status);                                                                     \
        return pd_u128_of((uint64_t)(int64_t)input, 0);                                            \
    }

PD_FROM_UNSIGNED(u8_to_i8, uint8_t, int8_t, INT8_MAX)
PD_FROM_UNSIGNED(u16_to_u8, uint16_t, uint8_t, UINT8_MAX)
PD_FROM_UNSIGNED(u16_to_i8, uint16_t, int8_t, INT8_MAX)
PD_FROM_UNSIGNED(u16_to_i16, uint16_t, int16_t, INT16_MAX)
PD_FROM_UNSIGNED(u32_to_u8, uint32_t, uint8_t, UINT8_MAX)
PD_FROM_UNSIGNED(u32_to_i8, uint32_t, int8_t, INT8_MAX)
PD_FROM_UNSIGNED(u32_to_u16, uint32_t, uint16_t, UINT16_MAX)
PD_FROM_UNSIGNED(u32_to_i16, uint32_t, int16_t, INT16_MAX)
PD_FROM_UNSIGNED(u32_to_i32, uint32_t, int32_t, INT32_MAX)
PD_FROM_UNSIGNED(u64_to_u8, uint64_t, uint8_t, UINT8_MAX)
PD_FROM_UNSIGNED(u64_to_i8, uint64_t, int8_t, INT8_MAX)
PD_FROM_UNSIGNED(u64_to_u16, uint64_t, uint16_t, UINT16_MAX)
PD_FROM_UNSIGNED(u64_to_i16, uint64_t, int16_t, INT16_MAX)
PD_FROM_UNSIGNED(u64_to_u32, uint64_t, uint32_t, UINT32_MAX)
PD_FROM_UNSIGNED(u64_to_i32, uint64_t, int32_t, INT32_MAX)
PD_FROM_UNSIGNED(u64_to_i64, uint64_t, int64_t, INT64_MAX)

/* To each of the ten types from a signed one; a pair that holds all is declared as a line. */
#define PD_SIGNED_NARROWER_8(from, FROM)                                                           \
    PD_FROM_SIGNED(from##_to_u8, FROM, uint8_t, 0, UINT8_MAX)                                      \
    PD_FROM_SIGNED(from##_to_u16, FROM, uint16_t, 0, UINT16_MAX)                                   \
    PD_FROM_SIGNED(from##_to_u32, FROM, uint32_t, 0, INT64_C(0xFFFFFFFF))                          \
    PD_FROM_SIGNED(from##_to_u64, FROM, uint64_t, 0, INT64_MAX)                                    \
    PD_SIGNED_TO_U128(from##_to_u128, FROM)
PD_SIGNED_NARROWER_8(i8, int8_t)
PD_SIGNED_NARROWER_8(i16, int16_t)
PD_SIGNED_NARROWER_8(i32, int32_t)
PD_SIGNED_NARROWER_8(i64, int64_t)
PD_FROM_SIGNED(i16_to_i8, int16_t, int8_t, INT8_MIN, INT8_MAX)
PD_FROM_SIGNED(i32_to_i8, int32_t, int8_t, INT8_MIN, INT8_MAX)
PD_FROM_SIGNED(i32_to_i16, int32_t, int16_t, INT16_MIN, INT16_MAX)
PD_FROM_SIGNED(i64_to_i8, int64_t, int8_t, INT8_MIN, INT8_MAX)
PD_FROM_SIGNED(i64_to_i16, int64_t, int16_t, INT16_MIN, INT16_MAX)
PD_FROM_SIGNED(i64_to_i32, int64_t, int32_t, INT32_MIN, INT32_MAX)

PD_FROM_U128(u128_to_u8, uint8_t, UINT8_MAX)
PD_FROM_U128(u128_to_i8, int8_t, INT8_MAX)
PD_FROM_U128(u128_to_u16, uint16_t, UINT16_MAX)
PD_FROM_U128(u128_to_i16, int16_t, INT16_MAX)
PD_FROM_U128(u128_to_u32, uint32_t, UINT32_MAX)
PD_FROM_U128(u128_to_i32, int32_t, INT32_MAX)
PD_FROM_U128(u128_to_u64, uint64_t, UINT64_MAX)
PD_FROM_U128(u128_to_i64, int64_t, INT64_MAX)
PD_FROM_I128(i128_to_u8, uint8_t, 0, UINT8_MAX)
PD_FROM_I128(i128_to_i8, int8_t, INT8_MIN, INT8_MAX)
PD_FROM_I128(i128_to_u16, uint16_t, 0, UINT16_MAX)
PD_FROM_I128(i128_to_i16, int16_t, INT16_MIN, INT16_MAX)
PD_FROM_I128(i128_to_u32, uint32_t, 0, INT64_C(0xFFFFFFFF))
PD_FROM_I128(i128_to_i32, int32_t, INT32_MIN, INT32_MAX)
PD_FROM_U128(i128_to_u64, uint64_t, UINT64_MAX)

static inline int64_t pd_i128_to_i64(pd_status *status, pd_u128 input)
{
    if (PD_UNLIKELY(input.high != 0 - (input.low >> 63)))
        pd_no_counterpart(status);
    return pd_i64(input.low);
}

/* Between the two of 128 bits, in either direction. */
static inline pd_u128 pd_same_sign(pd_status *status, pd_u128 input)
{
    if (PD_UNLIKELY(input.high >> 63))
        pd_no_counterpart(status);
    return input;
}

/* The number within bounds that a float stands for, without its fraction; 0 where there is none.
 * `early`: the fraction goes before the bounds are looked at. */
static inline double pd_whole_within(pd_status *status, double x, double least, double most,
                                     const int early)
{
    const double whole = trunc(x), looked_at = early ? whole : x;
    if (PD_LIKELY(looked_at >= least && looked_at <= most && fabs(x) < HUGE_VAL))
        return whole;
    pd_no_counterpart(status);
    return 0;
}

/* MOST as a float may be one too large: what is not below it becomes the greatest integer. */
#define PD_FROM_FLOAT(name, FROM, TO, LEAST, MOST, most, early)                                    \
    static inline TO pd_##name(pd_status *status, FROM input)                                      \
    {                                                                                              \
        const double whole = pd_whole_within(status, (double)input, (double)(LEAST), most, early); \
        return whole < (most) ? (TO)whole : (TO)(MOST);                                            \
    }
#define PD_FLOAT_TO_SMALL(from, FROM, early)                                                       \
    PD_FROM_FLOAT(from##_to_u8, FROM, uint8_t, 0, UINT8_MAX, 255.0, early)                         \
    PD_FROM_FLOAT(from##_to_i8, FROM, int8_t, INT8_MIN, INT8_MAX, 127.0, early)                    \
    PD_FROM_FLOAT(from##_to_u16, FROM, uint16_t, 0, UINT16_MAX, 65535.0, early)                    \
    PD_FROM_FLOAT(from##_to_i16, FROM, int16_t, INT16_MIN, INT16_MAX, 32767.0, early)
#define PD_FLOAT_TO_32(from, FROM, unsigned_most, signed_most, early)                              \
    PD_FROM_FLOAT(from##_to_u32, FROM, uint32_t, 0, UINT32_MAX, unsigned_most, early)              \
    PD_FROM_FLOAT(from##_to_i32, FROM, int32_t, INT32_MIN, INT32_MAX, signed_most, early)
#define PD_FLOAT_TO_I64(from, FROM, early)                                                         \
    PD_FROM_FLOAT(from##_to_i64, FROM, int64_t, -0x1p63, INT64_MAX, 0x1p63, early)
#define PD_FLOAT_TO_WIDE(from, FROM, early)                                                        \
    static inline pd_u128 pd_##from##_to_u128(pd_status *status, FROM input)                       \
    {                                                                                              \
        const double whole = pd_whole_within(status, (double)input, 0, 0x1p128, early);            \
        return whole < 0x1p128 ? pd_double_to_u128(whole) : pd_u128_of(UINT64_MAX, UINT64_MAX);    \
    }                                                                                              \
    static inline pd_u128 pd_##from##_to_i128(pd_status *status, FROM input)                       \
    {                                                                                              \
        const double whole = pd_whole_within(status, (double)input, -0x1p127, 0x1p127, early);     \
        const pd_u128 size = whole < 0x1p127 ? pd_double_to_u128(fabs(whole))                      \
                                             : pd_u128_of(UINT64_MAX, UINT64_MAX >> 1);            \
        return whole < 0 ? pd_negated(size) : size;                                                \
    }

PD_FLOAT_TO_SMALL(f64, double, 1)
PD_FLOAT_TO_32(f64, double, 4294967295.0, 2147483647.0, 1)
PD_FROM_FLOAT(f64_to_u64_checked, double, uint64_t, 0, UINT64_MAX, 0x1p64, 1)
PD_FLOAT_TO_I64(f64, double, 1)
PD_FLOAT_TO_WIDE(f64, double, 1)
PD_FLOAT_TO_SMALL(f32, float, 0)
PD_FLOAT_TO_32(f32, float, 0x1p32, 0x1p31, 1)
PD_FROM_FLOAT(f32_to_u64, float, uint64_t, 0, UINT64_MAX, 0x1p64, 1)
PD_FLOAT_TO_I64(f32, float, 1)
PD_FLOAT_TO_WIDE(f32, float, 0)
PD_FLOAT_TO_SMALL(f16, float, 0)
PD_FLOAT_TO_32(f16, float, 4294967295.0, 2147483647.0, 0)
PD_FROM_FLOAT(f16_to_u64, float, uint64_t, 0, UINT64_MAX, 0x1p64, 0)
PD_FLOAT_TO_I64(f16, float, 0)
PD_FLOAT_TO_WIDE(f16, float, 0)

#endif /* PD_OPS_ADAPTERS_H */
