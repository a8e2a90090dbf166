/* column_tables.h: the column kernels, once for each instruction set, and which to use. */
#ifndef PD_COLUMN_TABLES_H
#define PD_COLUMN_TABLES_H

#include "steps.h" /* also the functions of one-line declarations */

typedef struct pd_column_entry {
    const char *name;
    pd_run_column run;
} pd_column_entry;

#define PD_COLUMN(name) pd_column_base_##name
#include "guarded_columns.h"
#include "text_columns.h"
#include "columns.h"
#undef PD_COLUMN

/* Level 3 of x86-64 without fused multiply-add: floats keep their bits. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define PD_HAS_AVX2_TABLE 1
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define PD_COLUMN(name) pd_column_avx2_##name
#include "guarded_columns.h"
#include "text_columns.h"
#include "columns.h"
#undef PD_COLUMN
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

/* The table for the machine that runs this. */
static inline const pd_column_entry *pd_column_table(void)
{
#ifdef PD_HAS_AVX2_TABLE
    if (__builtin_cpu_supports("avx2"))
        return pd_column_avx2_table;
#endif
    return pd_column_base_table;
}

#endif /* PD_COLUMN_TABLES_H */
