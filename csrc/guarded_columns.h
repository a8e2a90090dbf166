/* guarded_columns.h: the column kernel of a node that runs only in rows where a value is
 * there.
 *
 * Without a guard: it is included once for each instruction set, like columns.h.
 */

/* Runs the kernel inside over each run of rows that have the value; the others get zeros,
 * or empty texts. */
static size_t PD_COLUMN(guarded)(pd_status *failed, const pd_column_step *step, size_t n)
{
    const uint64_t *const guard = step->in[0]->value;
    const uint32_t count = step->in_count - 1;
    const int is_text = step->out->text != NULL;
    pd_column *const moved = step->moved;
    pd_column_step inside = *step;
    pd_column out = *step->out;
    size_t row = 0;
    inside.in = step->moved_in;
    inside.in_count = count;
    inside.out = &out;
    while (row < n) {
        size_t end = row;
        if (!guard[row]) {
            for (uint32_t p = 0; p < step->out_count && !is_text; p++)
                step->out->value[p * step->stride + row] = 0;
            if (is_text)
                step->out->offset[row + 1] = step->out->offset[row];
            row++;
            continue;
        }
        while (end < n && guard[end])
            end++;
        for (uint32_t i = 0; i < count; i++) {
            moved[i] = *step->in[i + 1];
            if (moved[i].value)
                moved[i].value += row;
            else if (moved[i].mask)
                moved[i].offset += row;
        }
        if (is_text)
            out.offset = step->out->offset + row;
        else
            out.value = step->out->value + row;
        {
            const size_t got = step->inner(failed, &inside, end - row);
            if (PD_UNLIKELY(*failed))
                return row + got;
        }
        row = end;
    }
    return n;
}
