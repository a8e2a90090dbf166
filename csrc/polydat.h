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
#define PD_ABI 2

#if defined(_MSC_VER) && !defined(__clang__)
#define PD_ALWAYS_INLINE static __forceinline
#define PD_RESTRICT __restrict
#define PD_LIKELY(x) (x)
#define PD_UNLIKELY(x) (x)
#define PD_EXPORT __declspec(dllexport)
#else
#define PD_ALWAYS_INLINE static inline __attribute__((always_inline))
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
