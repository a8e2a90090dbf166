/* ops/hashing.h: hashes of integers.  Declarations: polydat/nodes/hashing.py. */
#ifndef PD_OPS_HASHING_H
#define PD_OPS_HASHING_H

#include "polydat.h"
#include "runtime/cast.h"

/* The finaliser of SplitMix64: Steele, Lea, Flood (2014), section 4. */
static inline uint64_t pd_hash(uint64_t input)
{
    uint64_t x = input + UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static inline uint64_t pd_rotate_left(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* XXH3, 64 bits, seed 0, of 8 bytes: both halves of the number are swapped, then mixed
 * with two words of the secret. */
static inline uint64_t pd_xxh3(uint64_t input)
{
    const uint64_t secret = UINT64_C(0x1CAD21F72C81017C) ^ UINT64_C(0xDB979083E96DD4DE);
    const uint64_t prime = UINT64_C(0x9FB21C651E98DF25);
    uint64_t x = pd_rotate_left(input, 32) ^ secret;
    x ^= pd_rotate_left(x, 49) ^ pd_rotate_left(x, 24);
    x *= prime;
    x ^= (x >> 35) + 8;
    x *= prime;
    return x ^ x >> 28;
}

static inline uint64_t pd_hash_range(uint64_t input, uint64_t max)
{
    return max ? pd_hash(input) % max : 0;
}

static inline double pd_hash_interval(uint64_t input, double min, double max)
{
    return min + pd_unit(pd_hash(input)) * (max - min);
}

#endif /* PD_OPS_HASHING_H */
