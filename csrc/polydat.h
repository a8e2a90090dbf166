/* polydat.h: what generated C and the operations rely on: values, texts, status codes.
 *
 * Headers only: static inline functions, no I/O, no globals, no errno.  Memory comes from
 * the owner of a buffer, through the function that the buffer carries.
 */
#ifndef PD_POLYDAT_H
#define PD_POLYDAT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "status.h" /* made from polydat/nodes/failures.py */

/* Raised when a structure of this file, or of kernel.h, changes; part of every cache key. */
#define PD_ABI 3

#if defined(_MSC_VER) && !defined(__clang__)
#define PD_ALWAYS_INLINE static __forceinline
#define PD_NOINLINE static __declspec(noinline)
#define PD_RESTRICT __restrict
#define PD_LIKELY(x) (x)
#define PD_UNLIKELY(x) (x)
#define PD_EXPORT __declspec(dllexport)
#else
#define PD_ALWAYS_INLINE static inline __attribute__((always_inline))
#define PD_NOINLINE static __attribute__((noinline, unused))
#define PD_RESTRICT restrict
#define PD_LIKELY(x) __builtin_expect(!!(x), 1)
#define PD_UNLIKELY(x) __builtin_expect(!!(x), 0)
#if defined(_WIN32)
#define PD_EXPORT __declspec(dllexport)
#else
#define PD_EXPORT __attribute__((visibility("default")))
#endif
#endif

/* 0 is success; the others are failures of a node (status.h). */
typedef uint32_t pd_status;

/* Text or bytes that somebody else owns; a Ref2 pair of slots read as a value. */
typedef struct pd_str {
    const uint8_t *data;
    uint64_t size;
} pd_str;

/* A value of 128 bits: an integer, in two's complement, or a register with lane 0 lowest. */
typedef struct pd_u128 {
    uint64_t low, high;
} pd_u128;

static inline pd_u128 pd_u128_of(uint64_t low, uint64_t high)
{
    const pd_u128 value = {low, high};
    return value;
}

/* A buffer that grows; `grow` makes room for `capacity` bytes in all, or returns 0. */
typedef struct pd_text pd_text;
struct pd_text {
    uint8_t *data;
    uint64_t size;
    uint64_t capacity;
    int (*grow)(pd_text *text, uint64_t capacity);
};

/* Room for `extra` more bytes; returns 0 and sets the status where there is none. */
static inline int pd_reserve(pd_status *status, pd_text *text, uint64_t extra)
{
    if (PD_LIKELY(text->capacity - text->size >= extra))
        return 1;
    if (extra <= UINT64_MAX / 4 - text->size && text->grow(text, text->size + extra))
        return 1;
    *status = PD_NO_MEMORY;
    return 0;
}

/* Bits of a slot as a value of its type, and back. */
static inline double pd_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t pd_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float pd_f32(uint64_t bits)
{
    const uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
}

static inline uint64_t pd_bits32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The number of the low 16 bits, a binary16. */
static inline float pd_f16(uint64_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    const uint32_t exponent = (uint32_t)(bits >> 10) & 31, fraction = (uint32_t)bits & 0x3FF;
    if (exponent == 31)
        return pd_f32(sign | 0x7F800000 | fraction << 13);
    if (exponent == 0)
        return pd_f32(sign | pd_bits32((float)fraction * 0x1p-24f));
    return pd_f32(sign | (exponent + 112) << 23 | fraction << 13);
}

/* Bits of the nearest binary16, ties to even; infinite from 65520 on. */
static inline uint64_t pd_bits16(float value)
{
    const uint32_t bits = (uint32_t)pd_bits32(value);
    const uint32_t sign = bits >> 16 & 0x8000, size = bits & 0x7FFFFFFF, exponent = size >> 23;
    if (size > 0x7F800000)
        return sign | 0x7E00 | (size >> 13 & 0x3FF);
    if (size >= 0x477FF000) /* 65520 */
        return sign | 0x7C00;
    if (exponent >= 113)
        return sign | (((size + 0xFFF + (size >> 13 & 1)) >> 13) - (112 << 10));
    if (exponent < 102)
        return sign;
    {
        const uint32_t shift = 126 - exponent, whole = (size & 0x7FFFFF) | 0x800000;
        const uint32_t kept = whole >> shift, rest = whole & ((UINT32_C(1) << shift) - 1);
        const uint32_t half = UINT32_C(1) << (shift - 1);
        return sign | (kept + (rest > half || (rest == half && kept & 1)));
    }
}

static inline int64_t pd_i64(uint64_t bits)
{
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline pd_str pd_pair(uint64_t address, uint64_t size)
{
    const pd_str text = {(const uint8_t *)(uintptr_t)address, size};
    return text;
}

#endif /* PD_POLYDAT_H */
