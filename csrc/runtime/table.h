/* table.h: reading the tables that polydat/nodes/tables.py lays out in words. */
#ifndef PD_RUNTIME_TABLE_H
#define PD_RUNTIME_TABLE_H

#include "../polydat.h"

/* Text `index` of a list of texts: their count, count + 1 places in bytes, the bytes.
 * Requires: index < texts[0]. */
static inline pd_str pd_table_text(const uint64_t *texts, uint64_t index)
{
    const uint64_t *const start = texts + 1;
    const uint8_t *const data = (const uint8_t *)(start + texts[0] + 1);
    const pd_str text = {data + start[index], start[index + 1] - start[index]};
    return text;
}

#endif /* PD_RUNTIME_TABLE_H */
