/* ops/probability.h: coins and picks.  Declarations: polydat/nodes/probability.py. */
#ifndef PD_OPS_PROBABILITY_H
#define PD_OPS_PROBABILITY_H

#include "ops/hashing.h"
#include "polydat.h"
#include "runtime/cast.h"
#include "runtime/table.h"

/* Requires: m is not 0. */
static inline uint64_t pd_n_of(uint64_t input, uint64_t n, uint64_t m)
{
    const uint64_t place = input % m;
    const uint64_t window = input / m * UINT64_C(0x517CC1B727220A95);
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    const uint64_t own = pd_hash(window ^ place * factor);
    uint64_t rank = 0;
    /* Equal hashes are ranked by their place, so those before ours win a tie. */
    for (uint64_t other = 0; other < place; other++)
        rank += pd_hash(window ^ other * factor) <= own;
    for (uint64_t other = place + 1; other < m; other++)
        rank += pd_hash(window ^ other * factor) < own;
    return rank < n;
}

/* Which NaN an operation gives is the machine's choice, so it is made here. */
static inline uint64_t pd_blend(uint64_t a, uint64_t b, double mix)
{
    const uint64_t quiet = UINT64_C(1) << 51;
    const double first = pd_f64(a), second = pd_f64(b);
    if (second != second)
        return b | quiet;
    if (first != first)
        return a | quiet;
    const double mixed = first * (1.0 - mix) + second * mix;
    return mixed == mixed ? pd_bits(mixed) : UINT64_C(0xFFF8000000000000);
}

static inline pd_str pd_one_of(pd_status *status, uint64_t input, const uint64_t *texts,
                               size_t words)
{
    (void)words;
    if (PD_UNLIKELY(texts[0] == 0)) {
        *status = PD_NO_VALUES;
        return pd_pair(0, 0);
    }
    return pd_table_text(texts, pd_hash(input) % texts[0]);
}

#endif /* PD_OPS_PROBABILITY_H */
