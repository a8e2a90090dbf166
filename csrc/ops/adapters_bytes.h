/* ops/adapters_bytes.h: conversions to and from bytes, and between vectors.
 * Declarations: polydat/nodes/adapter_rules.py. */
#ifndef PD_OPS_ADAPTERS_BYTES_H
#define PD_OPS_ADAPTERS_BYTES_H

#include <math.h>

#include "ops/adapters.h"
#include "runtime/lists.h"
#include "runtime/text.h"

/* Appends the low bytes of a slot, the lowest first. */
static inline void pd_append_low(pd_status *status, pd_text *out, uint64_t bits, uint64_t size)
{
    if (!pd_reserve(status, out, size + 1))
        return;
    for (uint64_t i = 0; i < size; i++)
        out->data[out->size++] = (uint8_t)(bits >> 8 * i);
}

/* The low bytes of a slot, which are all that there may be. */
static inline uint64_t pd_take_low(pd_status *status, pd_str bytes, uint64_t size)
{
    uint64_t bits = 0;
    if (PD_UNLIKELY(bytes.size != size)) {
        *status = PD_NOT_CONVERTIBLE;
        return 0;
    }
    for (uint64_t i = 0; i < size; i++)
        bits |= (uint64_t)bytes.data[i] << 8 * i;
    return bits;
}

#define PD_BYTES_OF(type, TYPE, size, bits, value)                                                 \
    static inline void pd_##type##_to_bytes(pd_status *status, pd_text *out, TYPE input)           \
    {                                                                                              \
        pd_append_low(status, out, bits, size);                                                    \
    }                                                                                              \
    static inline TYPE pd_bytes_to_##type(pd_status *status, pd_str input)                         \
    {                                                                                              \
        const uint64_t low = pd_take_low(status, input, size);                                     \
        return value;                                                                              \
    }
PD_BYTES_OF(u8, uint8_t, 1, input, (uint8_t)low)
PD_BYTES_OF(u16, uint16_t, 2, input, (uint16_t)low)
PD_BYTES_OF(u32, uint32_t, 4, input, (uint32_t)low)
PD_BYTES_OF(u64, uint64_t, 8, input, low)
PD_BYTES_OF(i8, int8_t, 1, (uint64_t)(int64_t)input, (int8_t)(uint8_t)low)
PD_BYTES_OF(i16, int16_t, 2, (uint64_t)(int64_t)input, (int16_t)(uint16_t)low)
PD_BYTES_OF(i32, int32_t, 4, (uint64_t)(int64_t)input, (int32_t)(uint32_t)low)
PD_BYTES_OF(i64, int64_t, 8, (uint64_t)input, pd_i64(low))
PD_BYTES_OF(f16, float, 2, pd_bits16(input), pd_f16(low))
PD_BYTES_OF(f32, float, 4, pd_bits32(input), pd_f32(low))
PD_BYTES_OF(f64, double, 8, pd_bits(input), pd_f64(low))
PD_BYTES_OF(bool, uint64_t, 1, input != 0, low != 0)

static inline void pd_u128_to_bytes(pd_status *status, pd_text *out, pd_u128 input)
{
    pd_append_low(status, out, input.low, 8);
    if (!*status)
        pd_append_low(status, out, input.high, 8);
}

static inline pd_u128 pd_bytes_to_u128(pd_status *status, pd_str input)
{
    pd_str half = input;
    pd_u128 value = {0, 0};
    if (PD_UNLIKELY(input.size != 16)) {
        *status = PD_NOT_CONVERTIBLE;
        return value;
    }
    half.size = 8;
    value.low = pd_take_low(status, half, 8);
    half.data += 8;
    value.high = pd_take_low(status, half, 8);
    return value;
}

/* Bytes as elements, or elements as bytes: the same on most machines. */
static inline void pd_append_ordered(pd_status *status, pd_text *out, pd_str from, int element)
{
    const uint64_t start = out->size, size = pd_element_size(element);
    if (PD_UNLIKELY(from.size % size)) {
        *status = PD_NOT_CONVERTIBLE;
        return;
    }
    if (!pd_append_str(status, out, from))
        return;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (uint64_t i = 0; i < from.size; i++)
        out->data[start + i] = from.data[i - i % size + size - 1 - i % size];
#endif
    (void)start;
}

static inline void pd_bytes_to_vec_i8(pd_status *status, pd_text *out, pd_str input)
{
    pd_append_str(status, out, input);
}

#define PD_ELEMENTS_OF(type, element)                                                              \
    static inline void pd_##type##_to_bytes(pd_status *status, pd_text *out, pd_str input)         \
    {                                                                                              \
        pd_append_ordered(status, out, input, element);                                            \
    }                                                                                              \
    static inline void pd_checked_bytes_to_##type(pd_status *status, pd_text *out, pd_str input)   \
    {                                                                                              \
        pd_append_ordered(status, out, input, element);                                            \
    }
PD_ELEMENTS_OF(vec_i8, PD_ELEMENT_I8)
PD_ELEMENTS_OF(vec_i16, PD_ELEMENT_I16)
PD_ELEMENTS_OF(vec_i32, PD_ELEMENT_I32)
PD_ELEMENTS_OF(vec_i64, PD_ELEMENT_I64)
PD_ELEMENTS_OF(vec_f16, PD_ELEMENT_F16)
PD_ELEMENTS_OF(vec_f32, PD_ELEMENT_F32)
PD_ELEMENTS_OF(vec_f64, PD_ELEMENT_F64)

/* Stores an integer in an element that may not hold it; returns whether it does. */
static inline int pd_store_integer(uint8_t *to, int64_t value, int element)
{
    static const int64_t most[4] = {INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX};
    const int8_t i8 = (int8_t)value;
    const int16_t i16 = (int16_t)value;
    const int32_t i32 = (int32_t)value;
    if (PD_UNLIKELY(value > most[element] || value < -most[element] - 1))
        return 0;
    if (element == PD_ELEMENT_I8)
        memcpy(to, &i8, sizeof i8);
    else if (element == PD_ELEMENT_I16)
        memcpy(to, &i16, sizeof i16);
    else if (element == PD_ELEMENT_I32)
        memcpy(to, &i32, sizeof i32);
    else
        memcpy(to, &value, sizeof value);
    return 1;
}

/* Stores the nearest float. */
static inline void pd_store_float(uint8_t *to, double value, int element)
{
    const float single = (float)value;
    uint16_t half;
    if (element == PD_ELEMENT_F64) {
        memcpy(to, &value, sizeof value);
    } else if (element == PD_ELEMENT_F32) {
        memcpy(to, &single, sizeof single);
    } else {
        half = (uint16_t)pd_bits16(pd_round_f16(value));
        memcpy(to, &half, sizeof half);
    }
}

/* Stores a float as an integer: without its fraction where it is in range itself, or (f32 to i32)
 * the nearest one. */
static inline int pd_store_whole(uint8_t *to, double value, int element, int nearest)
{
    static const double most[4] = {127.0, 32767.0, 2147483647.0, 0x1p63};
    const double bound = nearest ? 0x1p31 : most[element];
    const double whole = nearest ? pd_round_away(value) : value;
    const double least = element == PD_ELEMENT_I64 ? -0x1p63 : -most[element] - 1;
    if (PD_UNLIKELY(!(whole >= least && whole <= bound)))
        return 0;
    if (whole >= most[element])
        return pd_store_integer(to, INT64_MAX >> (64 - 8 * pd_element_size(element)), element);
    return pd_store_integer(to, (int64_t)whole, element);
}

/* Appends every element as one of another type. */
static inline void pd_append_elements(pd_status *status, pd_text *out, pd_str from, int source,
                                      int target)
{
    const uint64_t step = pd_element_size(source), size = pd_element_size(target);
    const uint64_t count = from.size / step;
    uint8_t *to;
    if (!pd_reserve(status, out, count * size + 1))
        return;
    to = out->data + out->size;
    for (uint64_t i = 0; i < count; i++, to += size) {
        const uint8_t *const at = from.data + i * step;
        int good = 1;
        if (source <= PD_ELEMENT_I64) {
            const int64_t value = pd_load_integer(at, source);
            const float single = (float)value; /* rounded once */
            if (target <= PD_ELEMENT_I64)
                good = pd_store_integer(to, value, target);
            else if (target == PD_ELEMENT_F32)
                memcpy(to, &single, sizeof single);
            else
                pd_store_float(to, (double)value, target);
        } else if (target <= PD_ELEMENT_I64) {
            const int nearest = source == PD_ELEMENT_F32 && target == PD_ELEMENT_I32;
            good = pd_store_whole(to, pd_load_float(at, source), target, nearest);
        } else {
            pd_store_float(to, pd_load_float(at, source), target);
        }
        if (PD_UNLIKELY(!good)) {
            *status = PD_NOT_CONVERTIBLE;
            return;
        }
    }
    out->size += count * size;
}

#define PD_VECTOR_TO(from, source, to, target)                                                     \
    static inline void pd_vec_##from##_to_vec_##to(pd_status *status, pd_text *out, pd_str input)  \
    {                                                                                              \
        pd_append_elements(status, out, input, PD_ELEMENT_##source, PD_ELEMENT_##target);          \
    }
#define PD_VECTOR_FROM(from, source)                                                               \
    PD_VECTOR_TO(from, source, i8, I8)                                                             \
    PD_VECTOR_TO(from, source, i16, I16)                                                           \
    PD_VECTOR_TO(from, source, i32, I32)                                                           \
    PD_VECTOR_TO(from, source, i64, I64)                                                           \
    PD_VECTOR_TO(from, source, f16, F16)                                                           \
    PD_VECTOR_TO(from, source, f32, F32)                                                           \
    PD_VECTOR_TO(from, source, f64, F64)
PD_VECTOR_FROM(i8, I8)
PD_VECTOR_FROM(i16, I16)
PD_VECTOR_FROM(i32, I32)
PD_VECTOR_FROM(i64, I64)
PD_VECTOR_FROM(f16, F16)
PD_VECTOR_FROM(f32, F32)
PD_VECTOR_FROM(f64, F64)

#endif /* PD_OPS_ADAPTERS_BYTES_H */
