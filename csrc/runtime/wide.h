/* wide.h: 128-bit products, leading and trailing zeros, little-endian stores. */
#ifndef PD_RUNTIME_WIDE_H
#define PD_RUNTIME_WIDE_H

#include "../polydat.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

static inline pd_u128 pd_mul128(uint64_t a, uint64_t b)
{
    pd_u128 product;
#if defined(__SIZEOF_INT128__) && !defined(PD_NO_INT128)
    __extension__ const unsigned __int128 full = (unsigned __int128)a * b;
    product.low = (uint64_t)full;
    product.high = (uint64_t)(full >> 64);
#else
    const uint64_t a0 = a & 0xFFFFFFFF, a1 = a >> 32;
    const uint64_t b0 = b & 0xFFFFFFFF, b1 = b >> 32;
    const uint64_t low = a0 * b0;
    const uint64_t mid = a1 * b0 + (low >> 32); /* no carry: (2**32 - 1)**2 + 2**32 - 1 */
    const uint64_t side = a0 * b1 + (mid & 0xFFFFFFFF);
    product.low = side << 32 | (low & 0xFFFFFFFF);
    product.high = a1 * b1 + (mid >> 32) + (side >> 32);
#endif
    return product;
}

/* Zeros above the highest one, below the lowest one.  Requires: x is not 0. */
static inline uint32_t pd_leading_zeros(uint64_t x)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long at;
    _BitScanReverse64(&at, x);
    return 63 - (uint32_t)at;
#else
    return (uint32_t)__builtin_clzll(x);
#endif
}

static inline uint32_t pd_trailing_zeros(uint64_t x)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long at;
    _BitScanForward64(&at, x);
    return (uint32_t)at;
#else
    return (uint32_t)__builtin_ctzll(x);
#endif
}

/* Stores 8 bytes, the lowest first. */
static inline void pd_store8(uint8_t *at, uint64_t bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(at, &bytes, 8);
}

#endif /* PD_RUNTIME_WIDE_H */
