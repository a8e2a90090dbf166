/* kernel.h: plans and states, what the steps of every compiled engine run over.
 *
 * A plan never changes and is shared; a state belongs to one kernel.  A step is one node
 * (closures) or a whole segment of nodes (native); a segment has up to 64 groups of nodes,
 * one bit each, a closure step has the single group 1.  What is stale, what an output
 * needs and what an input changes are sets of such bits.
 */
#ifndef PD_KERNEL_H
#define PD_KERNEL_H

#include "polydat.h"
#include "runtime/text.h"

typedef struct pd_state pd_state;
typedef struct pd_step pd_step;

/* Runs the groups of `need`.  On failure sets state->status and state->failed. */
typedef void (*pd_run)(uint64_t *slot, const pd_step *step, uint64_t need, pd_state *state);

/* Operands that do not fit a step; owned by the plan. */
typedef struct pd_wide {
    const uint32_t *in;
    const uint64_t *k;
    const pd_piece *piece;
    uint32_t in_count;
    uint32_t k_count;
    uint32_t piece_count;
    pd_run inner;       /* of a guarded step: what runs where the guard is set */
    uint32_t guard;     /* its slot */
    uint32_t out_count; /* slots written */
    void *host;         /* of a step that runs in Python: its call */
} pd_wide;

struct pd_step {
    pd_run run;
    uint64_t k[2];  /* constants, as slot bits */
    uint32_t in[4]; /* first slot of each wire */
    uint32_t out;   /* first slot written */
    uint32_t text;  /* scratch entry of a text output */
    uint32_t node;  /* what failed, if this step fails */
    uint32_t unused;
    const pd_wide *wide;
};

struct pd_state {
    uint64_t *slot;
    pd_text *text; /* scratch of every text output */
    pd_status status;
    uint32_t failed; /* node that failed */
    void *owner;     /* the kernel object, for steps that run in Python */
};

/* Groups of one step. */
typedef struct pd_part {
    uint64_t need;
    uint32_t step;
} pd_part;

/* Sets the status and the node where it can go wrong; `at` is a node number. */
#define PD_CHECK(at)                     \
    do {                                 \
        if (PD_UNLIKELY(status)) {       \
            state->status = status;      \
            state->failed = (at);        \
            return;                      \
        }                                \
    } while (0)

/* A column of a batch: raw slots of a number, or a text with the end of each row.
 * Row i of a text lies from offset[i & mask] to offset[(i & mask) + 1]: a text that is
 * the same in every row has mask 0. */
typedef struct pd_column {
    uint64_t *value;
    pd_text *text;
    int32_t *offset;
    uint64_t mask;
} pd_column;

typedef struct pd_column_step pd_column_step;

/* Computes n rows; returns the row that failed, its status in *status, else n. */
typedef size_t (*pd_run_column)(pd_status *status, const pd_column_step *step, size_t n);

struct pd_column_step {
    pd_run_column run;
    const pd_column *const *in;
    pd_column *out; /* the first of the node's outputs; the others follow it */
    const uint64_t *k;
    const pd_piece *piece;
    size_t stride; /* from a row of one output of the node to that of the next */
    uint32_t in_count;
    uint32_t k_count;
    uint32_t piece_count;
    uint32_t node;
    uint32_t out_count;
    pd_run_column inner; /* of a guarded step: runs where column in[0] is set */
    pd_column *moved;    /* its other inputs, from a later row on */
    const pd_column *const *moved_in;
    void *host; /* of a step that runs in Python: its call */
};

static inline pd_str pd_text_row(const pd_column *column, size_t row)
{
    const size_t at = row & column->mask;
    const int32_t start = column->offset[at];
    const pd_str text = {column->text->data + start, (uint64_t)(column->offset[at + 1] - start)};
    return text;
}

/* What a generated batch loop is handed. */
typedef struct pd_rows {
    const uint64_t *slot;  /* inputs that do not vary, in the layout of the state */
    uint64_t start, step;  /* number of row 0, and from row to row */
    size_t count;
    const uint64_t *const *given; /* raw slots of each input that has an array */
    void *const *out;      /* numbers: first row to write of each */
    pd_text *const *text;  /* texts: buffer of each */
    int32_t *const *offset; /* texts: offset[0] is the start of the first row to write */
    pd_text *scratch;      /* texts that no column keeps */
    pd_status status;
    uint32_t failed;
} pd_rows;

/* Writes rows; returns how many: fewer than count where one failed. */
typedef size_t (*pd_run_rows)(pd_rows *rows);

#endif /* PD_KERNEL_H */
