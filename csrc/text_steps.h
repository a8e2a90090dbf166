/* text_steps.h: the closure step of every node that makes text from pieces. */
#ifndef PD_TEXT_STEPS_H
#define PD_TEXT_STEPS_H

#include "kernel.h"

/* Appends the pieces; a wire that is no text has a meaningless second slot. */
static void pd_step_text(uint64_t *slot, const pd_step *step, uint64_t need, pd_state *state)
{
    const pd_wide *const wide = step->wide;
    pd_text *const out = &state->text[step->text];
    pd_status status = PD_OK;
    (void)need;
    out->size = 0;
    for (uint32_t i = 0; i < wide->piece_count; i++) {
        const pd_piece *const piece = &wide->piece[i];
        const uint64_t *const from = slot + wide->in[piece->wire];
        pd_append_piece(&status, out, piece, from[0], from[1]);
        PD_CHECK(step->node);
    }
    slot[step->out] = (uint64_t)(uintptr_t)out->data;
    slot[step->out + 1] = out->size;
}

#endif /* PD_TEXT_STEPS_H */
