/* loop.h: the evaluation loops of the compiled engines, and their provenance variants.
 *
 * One body.  `push`, `pull` and `checked` are constants at every call, so that each
 * function compiles to a loop that holds the tests it needs and no others.
 */
#ifndef PD_LOOP_H
#define PD_LOOP_H

#include "kernel.h"

#define PD_RAW 0
#define PD_PUSH 1
#define PD_PULL 2
#define PD_PUSH_PULL 3

/* A plan and the state it runs over.  Arrays are owned by the kernel object, except
 * `plan` parts, which are the program's. */
typedef struct pd_loop {
    /* the program's */
    const pd_step *step;
    const pd_step *whole;        /* the same steps, for when all groups of all run */
    uint32_t step_count;
    uint32_t words;              /* 64-bit words of an input mask */
    const uint32_t *dependents;  /* input i: parts[dependents[i]] to parts[dependents[i + 1]] */
    const pd_part *parts;
    const uint64_t *provenance;  /* output o: words from o * words on */
    uint32_t output_count;
    uint32_t fallible;
    /* the kernel's */
    pd_state state;
    uint64_t *stale;   /* step s: groups that have to run before they are read */
    uint64_t *changed; /* inputs changed since the masks below were last updated */
    uint64_t *pending; /* output o: inputs changed since its cone last ran */
    uint32_t any_changed;
    uint32_t round;    /* of the outputs' stamps; a change begins another one */
    uint32_t *stamp;   /* output o: the round in which it was last asked for */
    uint32_t served;   /* outputs asked for in this round */
    uint32_t eager;    /* whether steps may run that nobody asked for: none tells anybody */
} pd_loop;

/* One input slot was given other bits. */
static inline void pd_touch(pd_loop *loop, uint32_t input, const int push, const int pull)
{
    if (push) {
        for (uint32_t i = loop->dependents[input]; i < loop->dependents[input + 1]; i++)
            loop->stale[loop->parts[i].step] |= loop->parts[i].need;
    }
    if (pull) {
        loop->changed[input >> 6] |= UINT64_C(1) << (input & 63);
        loop->any_changed = 1;
    }
}

/* Words of an input mask: with `one`, a constant, loops over them vanish. */
PD_ALWAYS_INLINE uint32_t pd_words(const pd_loop *loop, const int one)
{
    return one ? 1 : loop->words;
}

/* Hands the changes of this round on to every output; once a round.  Out of line: unrolled in its
 * callers it cost a tenth of a cycle of the stable graph. */
PD_NOINLINE void pd_spread(pd_loop *loop)
{
    const uint32_t words = loop->words;
    for (uint32_t o = 0; o < loop->output_count; o++)
        for (uint32_t w = 0; w < words; w++)
            loop->pending[(size_t)o * words + w] |= loop->changed[w];
    if (words == 1)
        loop->changed[0] = 0;
    else
        memset(loop->changed, 0, words * sizeof *loop->changed);
    loop->any_changed = 0;
}

/* Whether an input that the output depends on has changed since its cone last ran. */
PD_ALWAYS_INLINE int pd_is_dirty(const pd_loop *loop, uint32_t output, const int one)
{
    const uint32_t words = pd_words(loop, one);
    const size_t at = (size_t)output * words;
    uint64_t hit = 0;
    for (uint32_t w = 0; w < words; w++)
        hit |= loop->provenance[at + w] & (loop->pending[at + w] | loop->changed[w]);
    return hit != 0;
}

/* The cone of an output has run. */
PD_ALWAYS_INLINE void pd_settle(pd_loop *loop, uint32_t output, const int one)
{
    if (loop->any_changed)
        pd_spread(loop);
    if (one || loop->words == 1)
        loop->pending[output] = 0;
    else
        memset(loop->pending + (size_t)output * loop->words, 0, loop->words * sizeof(uint64_t));
}

/* Runs every step; with `push` only stale groups. */
PD_ALWAYS_INLINE void pd_run_all(pd_loop *loop, const int push, const int checked)
{
    pd_state *const state = &loop->state;
    uint64_t *const slot = state->slot;
    const pd_step *step = push ? loop->step : loop->whole;
    const pd_step *const end = step + loop->step_count;
    uint64_t *stale = loop->stale;
    for (; step != end; step++, stale++) {
        if (push && !*stale)
            continue;
        step->run(slot, step, push ? *stale : UINT64_MAX, state);
        if (checked && PD_UNLIKELY(state->status))
            return;
        if (push)
            *stale = 0;
    }
}

/* One loop each for whoever runs everything, so that all of them run the same code. */
PD_NOINLINE void pd_everything(pd_loop *loop)
{
    pd_run_all(loop, 0, 0);
}

PD_NOINLINE void pd_everything_checked(pd_loop *loop)
{
    pd_run_all(loop, 0, 1);
}

PD_ALWAYS_INLINE void pd_all(pd_loop *loop, const int push, const int checked)
{
    if (push)
        pd_run_all(loop, 1, checked);
    else if (checked)
        pd_everything_checked(loop);
    else
        pd_everything(loop);
}

/* Runs the parts of one cone; with `push` only their stale groups. */
PD_ALWAYS_INLINE void pd_run_parts(pd_loop *loop, const pd_part *part, uint32_t count,
                                   const int push, const int checked)
{
    pd_state *const state = &loop->state;
    uint64_t *const slot = state->slot;
    for (const pd_part *const end = part + count; part != end; part++) {
        const pd_step *const step = loop->step + part->step;
        uint64_t need = part->need;
        if (push)
            need &= loop->stale[part->step];
        if (push && !need)
            continue;
        step->run(slot, step, need, state);
        if (checked && PD_UNLIKELY(state->status))
            return;
        if (push)
            loop->stale[part->step] &= ~need;
    }
}

/* Zeroes words; most masks have one, for which a call costs more than the work. */
PD_ALWAYS_INLINE void pd_clear_mask(uint64_t *mask, size_t count)
{
    if (PD_LIKELY(count == 1))
        *mask = 0;
    else
        memset(mask, 0, count * sizeof *mask);
}

/* Whether every output depends on an input that has changed since its cone last ran. */
PD_ALWAYS_INLINE int pd_all_dirty(const pd_loop *loop, const int one)
{
    for (uint32_t o = 0; o < loop->output_count; o++)
        if (!pd_is_dirty(loop, o, one))
            return 0;
    return 1;
}

/* Whether to run everything where one output is asked for: all are stale, and all were asked
 * for in the round before, so that one run of everything is less than a run of each cone.
 * Called for the first output of a round; nobody can tell, but by the time it takes. */
PD_ALWAYS_INLINE int pd_wants_all(pd_loop *loop, const int one)
{
    const int before = loop->served == loop->output_count;
    loop->round++;
    loop->served = 0;
    return before && loop->eager && pd_all_dirty(loop, one);
}

/* Counts an output that is asked for, once a round. */
PD_ALWAYS_INLINE void pd_count(pd_loop *loop, uint32_t output)
{
    if (loop->stamp[output] != loop->round) {
        loop->stamp[output] = loop->round;
        loop->served++;
    }
}

/* What an output's value takes, by the variant: everything, or its cone behind a guard. */
PD_ALWAYS_INLINE void pd_eval(pd_loop *loop, uint32_t output, const pd_part *cone,
                              uint32_t count, const int push, const int pull, const int checked,
                              const int one)
{
    if (!pull) {
        pd_all(loop, push, checked);
        return;
    }
    if (!push && loop->any_changed && pd_wants_all(loop, one)) {
        pd_all(loop, push, checked);
        if (!checked || PD_LIKELY(!loop->state.status)) {
            pd_clear_mask(loop->pending, (size_t)loop->output_count * loop->words);
            pd_clear_mask(loop->changed, loop->words);
            loop->any_changed = 0;
            pd_count(loop, output);
            return;
        }
        loop->state.status = 0; /* perhaps nothing that was asked for */
    }
    if (!push)
        pd_count(loop, output);
    if (!pd_is_dirty(loop, output, one))
        return;
    pd_run_parts(loop, cone, count, push, checked);
    if (!checked || PD_LIKELY(!loop->state.status))
        pd_settle(loop, output, one);
}

/* Writes an Imm1 input. */
PD_ALWAYS_INLINE void pd_write(pd_loop *loop, uint32_t input, uint32_t slot, uint64_t bits,
                               const int push, const int pull)
{
    if ((push || pull) && loop->state.slot[slot] == bits)
        return;
    loop->state.slot[slot] = bits;
    pd_touch(loop, input, push, pull);
}

/* Rows of a scalar loop over one coordinate: reads[j] is the slot of output outputs[j].
 * Returns the rows done. */
PD_ALWAYS_INLINE size_t pd_scan(pd_loop *loop, uint32_t input, uint32_t slot, uint64_t start,
                                size_t count, uint64_t *const *out, const uint32_t *reads,
                                const uint32_t *outputs, const pd_part *const *cones,
                                const uint32_t *cone_counts, uint32_t width, const int push,
                                const int pull, const int checked, const int one)
{
    for (size_t i = 0; i < count; i++) {
        pd_write(loop, input, slot, start + i, push, pull);
        if (!pull) {
            pd_all(loop, push, checked);
            if (checked && PD_UNLIKELY(loop->state.status))
                return i;
        }
        for (uint32_t j = 0; j < width; j++) {
            if (pull) {
                pd_eval(loop, outputs[j], cones[j], cone_counts[j], push, pull, checked,
                        one);
                if (checked && PD_UNLIKELY(loop->state.status))
                    return i;
            }
            out[j][i] = loop->state.slot[reads[j]];
        }
    }
    return count;
}

/* The functions of one variant, picked once when a kernel is made. */
typedef struct pd_variant {
    void (*write)(pd_loop *, uint32_t, uint32_t, uint64_t);
    void (*touch)(pd_loop *, uint32_t);
    void (*all)(pd_loop *);
    void (*eval)(pd_loop *, uint32_t, const pd_part *, uint32_t);
    size_t (*scan)(pd_loop *, uint32_t, uint32_t, uint64_t, size_t, uint64_t *const *,
                   const uint32_t *, const uint32_t *, const pd_part *const *, const uint32_t *,
                   uint32_t);
} pd_variant;

#define PD_VARIANT(NAME, PUSH, PULL, CHECKED, ONE)                                             \
    static void pd_write_##NAME(pd_loop *loop, uint32_t input, uint32_t slot, uint64_t bits)   \
    {                                                                                          \
        pd_write(loop, input, slot, bits, PUSH, PULL);                                         \
    }                                                                                          \
    static void pd_touch_##NAME(pd_loop *loop, uint32_t input)                                 \
    {                                                                                          \
        pd_touch(loop, input, PUSH, PULL);                                                     \
    }                                                                                          \
    static void pd_all_##NAME(pd_loop *loop)                                                   \
    {                                                                                          \
        pd_all(loop, PUSH, CHECKED);                                                       \
    }                                                                                          \
    static void pd_eval_##NAME(pd_loop *loop, uint32_t output, const pd_part *cone,            \
                               uint32_t count)                                                 \
    {                                                                                          \
        pd_eval(loop, output, cone, count, PUSH, PULL, CHECKED, ONE);                          \
    }                                                                                          \
    static size_t pd_scan_##NAME(pd_loop *loop, uint32_t input, uint32_t slot, uint64_t start, \
                                 size_t count, uint64_t *const *out, const uint32_t *reads,    \
                                 const uint32_t *outputs, const pd_part *const *cones,         \
                                 const uint32_t *cone_counts, uint32_t width)                  \
    {                                                                                          \
        return pd_scan(loop, input, slot, start, count, out, reads, outputs, cones,            \
                       cone_counts, width, PUSH, PULL, CHECKED, ONE);                          \
    }

PD_VARIANT(raw, 0, 0, 0, 0)
PD_VARIANT(push, 1, 0, 0, 0)
PD_VARIANT(pull, 0, 1, 0, 0)
PD_VARIANT(push_pull, 1, 1, 0, 0)
PD_VARIANT(raw_checked, 0, 0, 1, 0)
PD_VARIANT(push_checked, 1, 0, 1, 0)
PD_VARIANT(pull_checked, 0, 1, 1, 0)
PD_VARIANT(push_pull_checked, 1, 1, 1, 0)
/* The same for masks of one word, which nearly all programs have. */
PD_VARIANT(pull_one, 0, 1, 0, 1)
PD_VARIANT(push_pull_one, 1, 1, 0, 1)
PD_VARIANT(pull_checked_one, 0, 1, 1, 1)
PD_VARIANT(push_pull_checked_one, 1, 1, 1, 1)

#define PD_VARIANT_ROW(NAME) \
    {pd_write_##NAME, pd_touch_##NAME, pd_all_##NAME, pd_eval_##NAME, pd_scan_##NAME}

/* By variant number, plus 4 where a step can fail, plus 8 where a mask has one word. */
static const pd_variant pd_variants[16] = {
    PD_VARIANT_ROW(raw),
    PD_VARIANT_ROW(push),
    PD_VARIANT_ROW(pull),
    PD_VARIANT_ROW(push_pull),
    PD_VARIANT_ROW(raw_checked),
    PD_VARIANT_ROW(push_checked),
    PD_VARIANT_ROW(pull_checked),
    PD_VARIANT_ROW(push_pull_checked),
    PD_VARIANT_ROW(raw),
    PD_VARIANT_ROW(push),
    PD_VARIANT_ROW(pull_one),
    PD_VARIANT_ROW(push_pull_one),
    PD_VARIANT_ROW(raw_checked),
    PD_VARIANT_ROW(push_checked),
    PD_VARIANT_ROW(pull_checked_one),
    PD_VARIANT_ROW(push_pull_checked_one),
};

/* The cone of one output, whatever the variant: only what is stale in it. */
static inline void pd_pull_stale(pd_loop *loop, const pd_part *cone, uint32_t count)
{
    pd_run_parts(loop, cone, count, 1, 1);
}

#endif /* PD_LOOP_H */
