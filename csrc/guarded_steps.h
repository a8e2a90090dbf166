/* guarded_steps.h: the closure step of a node that runs only where a value is there. */
#ifndef PD_GUARDED_STEPS_H
#define PD_GUARDED_STEPS_H

#include "kernel.h"

/* Runs the step inside where the guard is set; else leaves zeros, an empty text. */
static void pd_step_guarded(uint64_t *slot, const pd_step *step, uint64_t need, pd_state *state)
{
    const pd_wide *const wide = step->wide;
    if (slot[wide->guard])
        wide->inner(slot, step, need, state);
    else
        memset(slot + step->out, 0, wide->out_count * sizeof *slot);
}

#endif /* PD_GUARDED_STEPS_H */
