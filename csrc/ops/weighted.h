/* ops/weighted.h: choosing by weight.  Declarations: polydat/nodes/weighted.py. */
#ifndef PD_OPS_WEIGHTED_H
#define PD_OPS_WEIGHTED_H

#include "ops/hashing.h"
#include "polydat.h"
#include "runtime/table.h"

/* An alias table: count, then bias and alias of each slot.  What follows it belongs to the
 * node: words that are indexed by slot, or texts. */
static inline uint64_t pd_alias_slot(uint64_t input, const uint64_t *table)
{
    const uint64_t slot = input % table[0];
    const uint64_t *const pair = table + 1 + 2 * slot;
    const double decision = (double)(int64_t)(input >> 32) / 4294967295.0;
    return decision < pd_f64(pair[0]) ? slot : pair[1];
}

static inline const uint64_t *pd_behind_alias(const uint64_t *table)
{
    return table + 1 + 2 * table[0];
}

static inline uint64_t pd_alias_sample(uint64_t input, const uint64_t *table, size_t words)
{
    (void)words;
    return pd_alias_slot(input, table);
}

static inline uint64_t pd_weighted_u64(uint64_t input, const uint64_t *table, size_t words)
{
    (void)words;
    return pd_behind_alias(table)[pd_alias_slot(input, table)];
}

static inline pd_str pd_weighted_strings(uint64_t input, const uint64_t *table, size_t words)
{
    (void)words;
    return pd_table_text(pd_behind_alias(table), pd_alias_slot(input, table));
}

/* `table`: count, ascending shares that end in 1.0, texts. */
static inline pd_str pd_one_of_weighted(uint64_t input, const uint64_t *table, size_t words)
{
    const double share = pd_unit(pd_hash(input));
    const uint64_t *const shares = table + 1;
    uint64_t at = 0;
    uint64_t size = table[0];
    (void)words;
    /* The last that is not above; of equal ones the last, so that an exact hit is its own. */
    while (size > 1) {
        const uint64_t half = size / 2;
        at += pd_f64(shares[at + half]) > share ? 0 : half;
        size -= half;
    }
    at += pd_f64(shares[at]) < share;
    return pd_table_text(shares + table[0], at < table[0] ? at : table[0] - 1);
}

#endif /* PD_OPS_WEIGHTED_H */
