/* ops/permutation.h: PCG, cycle walks, permutations, shift registers.
 * Declarations: polydat/nodes/permutation.py. */
#ifndef PD_OPS_PERMUTATION_H
#define PD_OPS_PERMUTATION_H

#include "polydat.h"
#include "runtime/wide.h"

/* PCG RXS M XS 64 after `input` steps: O'Neill (2014).  A jump of 2**k steps multiplies
 * and adds too; its numbers follow from those of 2**(k - 1) steps. */
static inline uint64_t pd_pcg(uint64_t input, uint64_t seed, uint64_t stream)
{
    uint64_t multiplier = UINT64_C(6364136223846793005);
    uint64_t addend = 2 * stream + 1;
    uint64_t state = seed;
    for (; input; input >>= 1) {
        if (input & 1)
            state = state * multiplier + addend;
        addend = (multiplier + 1) * addend;
        multiplier *= multiplier;
    }
    const uint64_t word =
        (state >> ((state >> 59) + 5) ^ state) * UINT64_C(12605985483714917081);
    return word >> 43 ^ word;
}

enum { PD_WALK_ROUNDS = 6, PD_PERMUTE_ROUNDS = 6 };

/* The round function of both Feistel networks. */
static inline uint64_t pd_scramble(uint64_t half, uint64_t key)
{
    uint64_t x = half * UINT64_C(0x9E3779B97F4A7C15) + key;
    x = (x >> 32 ^ x) * UINT64_C(0xD6E8FEB86659FD93);
    return x >> 32 ^ x;
}

/* `table`: range, bits of a half, keys of the rounds. */
static inline uint64_t pd_cycle_walk(uint64_t position, const uint64_t *table, size_t words)
{
    (void)words;
    const uint64_t range = table[0];
    const uint64_t half = table[1];
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t value = position % range;
    do {
        uint64_t left = value >> half;
        uint64_t right = value & mask;
        for (int round = 0; round < PD_WALK_ROUNDS; round++) {
            const uint64_t mixed = left ^ (pd_scramble(right, table[2 + round]) & mask);
            left = right;
            right = mixed;
        }
        value = left << half | right;
    } while (value >= range);
    return value;
}

/* `table`: size, bits of the lower part, values of the upper one, keys of the rounds. */
static inline uint64_t pd_permute(uint64_t position, const uint64_t *table, size_t words)
{
    (void)words;
    const uint64_t size = table[0];
    const uint64_t low_bits = table[1];
    const uint64_t high_count = table[2];
    const uint64_t *const keys = table + 3;
    const uint64_t mask = (UINT64_C(1) << low_bits) - 1;
    uint64_t value = position < size ? position : position % size;
    do {
        uint64_t high = value >> low_bits;
        uint64_t low = value & mask;
        for (int round = 0; round < PD_PERMUTE_ROUNDS; round += 2) {
            low ^= pd_scramble(high, keys[round]) & mask;
            high += pd_mul128(pd_scramble(low, keys[round + 1]), high_count).high;
            high -= high < high_count ? 0 : high_count;
        }
        value = high << low_bits | low;
    } while (value >= size);
    return value;
}

static inline uint64_t pd_shuffle(uint64_t input, uint64_t feedback, uint64_t size, uint64_t min)
{
    if (size == 0)
        return min;
    const uint32_t bits = 64 - pd_leading_zeros(size);
    const uint32_t width = bits < 4 ? 4 : bits;
    uint64_t left = width < 63 ? UINT64_C(1) << width : UINT64_MAX;
    uint64_t state = input % size + 1;
    for (; left; left--) {
        state = state >> 1 ^ (feedback & (0 - (state & 1)));
        if (state == 0)
            return min;
        if (state <= size)
            return state - 1 + min;
    }
    return min;
}

#endif /* PD_OPS_PERMUTATION_H */
