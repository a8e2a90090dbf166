/* ops/permutation.h: PCG, cycle walks, shift registers.
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

enum { PD_WALK_ROUNDS = 6 };

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
            uint64_t x = right * UINT64_C(0x9E3779B97F4A7C15) + table[2 + round];
            x = (x >> 32 ^ x) * UINT64_C(0xD6E8FEB86659FD93);
            x = left ^ ((x >> 32 ^ x) & mask);
            left = right;
            right = x;
        }
        value = left << half | right;
    } while (value >= range);
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
