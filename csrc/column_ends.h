/* column_ends.h: the two ends of a block: row numbers in, finished columns out. */
#ifndef PD_COLUMN_ENDS_H
#define PD_COLUMN_ENDS_H

#include "kernel.h"

/* Row numbers as bits of an input: 1 is f64, 2 is f32, 3 is f16; 4 is 128 bits
 * wide, with high halves that lie `stride` slots behind. */
static inline void pd_iota_bits(uint64_t *value, size_t n, int code, size_t stride)
{
    for (size_t i = 0; i < n; i++) {
        if (code == 1)
            value[i] = pd_bits((double)value[i]);
        else if (code == 2)
            value[i] = pd_bits32((float)value[i]);
        else if (code == 3)
            value[i] = pd_bits16((float)value[i]);
        else
            value[i + stride] = 0;
    }
}

/* Raw slots as elements of 8, 4, 2 or 1 bytes: signed and unsigned have the same low bytes.
 * Elements of 16 bytes have their high halves `stride` slots behind the low ones. */
static inline void pd_narrow(uint8_t *out, const uint64_t *value, size_t n, size_t width,
                             size_t stride)
{
    switch (width) {
    case 16:
        for (size_t i = 0; i < n; i++) {
            const uint64_t pair[2] = {value[i], value[i + stride]};
            memcpy(out + 16 * i, pair, sizeof pair);
        }
        break;
    case 8:
        memcpy(out, value, n * sizeof *value);
        break;
    case 4:
        for (size_t i = 0; i < n; i++)
            ((uint32_t *)(void *)out)[i] = (uint32_t)value[i];
        break;
    case 2:
        for (size_t i = 0; i < n; i++)
            ((uint16_t *)(void *)out)[i] = (uint16_t)value[i];
        break;
    default:
        for (size_t i = 0; i < n; i++)
            out[i] = (uint8_t)value[i];
    }
}

/* Appends the rows of a text column to another. */
static inline void pd_copy_text(pd_status *status, pd_text *out, int32_t *offset,
                                const pd_column *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const pd_str text = pd_text_row(from, i);
        if (!pd_reserve(status, out, text.size))
            return;
        if (text.size)
            memcpy(out->data + out->size, text.data, text.size);
        out->size += text.size;
        if (PD_UNLIKELY(out->size > INT32_MAX)) {
            *status = PD_TEXT_TOO_LONG;
            return;
        }
        offset[i + 1] = (int32_t)out->size;
    }
}

#endif /* PD_COLUMN_ENDS_H */
