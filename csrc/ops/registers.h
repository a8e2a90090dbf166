/* ops/registers.h: lanes of 128-bit registers.  Declarations: polydat/nodes/registers.py.
 *
 * Lanes are read and written through arrays on the stack, which compilers turn into vector
 * instructions.  A float result that is no number is the one quiet NaN.
 */
#ifndef PD_OPS_REGISTERS_H
#define PD_OPS_REGISTERS_H

#include "polydat.h"
#include "runtime/text.h"

/* Registers have lane 0 in the low bits of the low half, whatever the machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "registers are written for machines that store the low byte first"
#endif

static inline pd_u128 pd_reg_load(const void *lanes)
{
    pd_u128 word;
    memcpy(&word, lanes, sizeof word);
    return word;
}

static inline float pd_one_nan32(float value)
{
    return value != value ? pd_f32(0x7FC00000) : value;
}

static inline double pd_one_nan64(double value)
{
    return value != value ? pd_f64(UINT64_C(0x7FF8000000000000)) : value;
}

/* Products of narrow lanes are made in 32 bits at least: an int could overflow. */
#define PD_REG_OPERATION(NAME, LANE, WIDER, COUNT, OPERATOR, RESULT) \
    static inline pd_u128 NAME(pd_u128 a, pd_u128 b)                 \
    {                                                                \
        LANE x[COUNT], y[COUNT];                                     \
        memcpy(x, &a, sizeof x);                                     \
        memcpy(y, &b, sizeof y);                                     \
        for (int i = 0; i < COUNT; i++)                              \
            x[i] = RESULT((WIDER)x[i] OPERATOR (WIDER)y[i]);         \
        return pd_reg_load(x);                                       \
    }

#define PD_REG_SPLAT(NAME, ARGUMENT, LANE, COUNT, RESULT) \
    static inline pd_u128 NAME(ARGUMENT k)                \
    {                                                     \
        LANE x[COUNT];                                    \
        for (int i = 0; i < COUNT; i++)                   \
            x[i] = RESULT(k);                             \
        return pd_reg_load(x);                            \
    }

#define PD_REG_LANES(NAME, ARGUMENT, LANE, WIDER, COUNT, RESULT)               \
    PD_REG_SPLAT(pd_reg_splat_##NAME, ARGUMENT, LANE, COUNT, RESULT)           \
    PD_REG_OPERATION(pd_reg_add_##NAME, LANE, WIDER, COUNT, +, RESULT)         \
    PD_REG_OPERATION(pd_reg_sub_##NAME, LANE, WIDER, COUNT, -, RESULT)         \
    PD_REG_OPERATION(pd_reg_mul_##NAME, LANE, WIDER, COUNT, *, RESULT)

#define PD_NEAREST32(x) pd_one_nan32((float)(x))

PD_REG_LANES(i8, uint64_t, uint8_t, uint32_t, 16, (uint8_t))
PD_REG_LANES(i16, uint64_t, uint16_t, uint32_t, 8, (uint16_t))
PD_REG_LANES(i32, uint64_t, uint32_t, uint32_t, 4, (uint32_t))
PD_REG_LANES(i64, uint64_t, uint64_t, uint64_t, 2, (uint64_t))
PD_REG_LANES(f32, double, float, float, 4, PD_NEAREST32)
PD_REG_LANES(f64, double, double, double, 2, pd_one_nan64)

static inline double pd_reg_dot_f32(pd_u128 a, pd_u128 b)
{
    float x[4], y[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    const float p0 = x[0] * y[0], p1 = x[1] * y[1], p2 = x[2] * y[2], p3 = x[3] * y[3];
    const float left = p0 + p1, right = p2 + p3;
    return (double)(left + right);
}

static inline int pd_has_lane(pd_status *status, uint64_t lane, uint64_t count)
{
    if (PD_LIKELY(lane < count))
        return 1;
    *status = PD_OUT_OF_RANGE;
    return 0;
}

static inline double pd_reg_lane_f32(pd_status *status, pd_u128 r, uint64_t i)
{
    float x[4];
    memcpy(x, &r, sizeof x);
    return pd_has_lane(status, i, 4) ? (double)x[i] : 0.0;
}

static inline int16_t pd_reg_lane_i16(pd_status *status, pd_u128 r, uint64_t i)
{
    int16_t x[8];
    memcpy(x, &r, sizeof x);
    return pd_has_lane(status, i, 8) ? x[i] : (int16_t)0;
}

static inline int64_t pd_reg_lane_i64(pd_status *status, pd_u128 r, uint64_t i)
{
    return pd_has_lane(status, i, 2) ? pd_i64(i ? r.high : r.low) : 0;
}

static inline pd_u128 pd_reg_with_lane_f32(pd_status *status, pd_u128 r, uint64_t i, double v)
{
    float x[4];
    memcpy(x, &r, sizeof x);
    if (pd_has_lane(status, i, 4))
        x[i] = PD_NEAREST32(v);
    return pd_reg_load(x);
}

static inline pd_u128 pd_reg_gather_f32(pd_status *status, pd_str v, uint64_t offset)
{
    const uint64_t count = v.size / 4;
    if (PD_UNLIKELY(count < 4 || offset > count - 4)) {
        *status = PD_OUT_OF_RANGE;
        return pd_u128_of(0, 0);
    }
    return pd_reg_load(v.data + 4 * offset);
}

static inline pd_u128 pd_vec_to_reg_f32(pd_status *status, pd_str v)
{
    if (PD_LIKELY(v.size == 16))
        return pd_reg_load(v.data);
    *status = PD_OUT_OF_RANGE;
    return pd_u128_of(0, 0);
}

static inline void pd_reg_to_vec_f32(pd_status *status, pd_text *out, pd_u128 r)
{
    uint8_t lanes[16];
    memcpy(lanes, &r, sizeof lanes);
    const pd_str elements = {lanes, sizeof lanes};
    pd_append_str(status, out, elements);
}

static inline pd_u128 pd_reg_shuffle_bytes(pd_u128 x, const uint64_t *mask, size_t count)
{
    uint8_t from[16], to[16];
    (void)count;
    memcpy(from, &x, sizeof from);
    for (int i = 0; i < 16; i++)
        to[i] = from[mask[i] & 15];
    return pd_reg_load(to);
}

#endif /* PD_OPS_REGISTERS_H */
