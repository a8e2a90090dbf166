/* text_columns.h: the column kernel of every node that makes text from pieces.
 *
 * Without a guard: it is included once for each instruction set, like columns.h.
 */

static size_t PD_COLUMN(text)(pd_status *failed, const pd_column_step *step, size_t n)
{
    pd_text *const out = step->out->text;
    int32_t *const offset = step->out->offset;
    pd_status status = PD_OK;
    for (size_t row = 0; row < n; row++) {
        for (uint32_t i = 0; i < step->piece_count; i++) {
            const pd_piece *const piece = &step->piece[i];
            uint64_t low = 0, high = 0;
            if (piece->what != PD_WRITTEN) {
                const pd_column *const from = step->in[piece->wire];
                if (pd_shows_address(piece->what)) {
                    const pd_str text = pd_text_row(from, row);
                    low = (uint64_t)(uintptr_t)text.data;
                    high = text.size;
                } else {
                    low = from->value[row];
                    if (pd_shows_two_slots(piece->what))
                        high = from->value[row + step->stride];
                }
            }
            pd_append_piece(&status, out, piece, low, high);
            if (PD_UNLIKELY(status)) {
                *failed = status;
                return row;
            }
        }
        if (PD_UNLIKELY(out->size > INT32_MAX)) {
            *failed = PD_TEXT_TOO_LONG;
            return row;
        }
        offset[row + 1] = (int32_t)out->size;
    }
    return n;
}
