/* text.h: what a text-making node writes: pieces, in order.
 *
 * Steps and column kernels walk the pieces of their node; native code calls the writers
 * of digits.h and number.h itself, and pd_append_piece for what is padded.
 */
#ifndef PD_RUNTIME_TEXT_H
#define PD_RUNTIME_TEXT_H

#include "number.h"

enum { /* what a piece is; narrow integers are those of 64 bits */
    PD_WRITTEN,
    PD_SHOWN_U64,
    PD_SHOWN_I64,
    PD_SHOWN_F64,
    PD_SHOWN_F32,
    PD_SHOWN_BOOL,
    PD_SHOWN_STR,
};

enum { PD_DISPLAY, PD_PLAIN, PD_FIXED }; /* forms of a float */

/* Literal text, or a wire as text; the fields are those of polydat/nodes/pieces.py. */
typedef struct pd_piece {
    const uint8_t *text;
    uint64_t size;
    uint32_t wire;
    uint32_t width;
    uint32_t precision;
    uint8_t what;
    uint8_t form;
    uint8_t fill;
    uint8_t base;
} pd_piece;

/* Bytes that a number may use, unpadded. */
static inline uint64_t pd_number_room(const pd_piece *piece)
{
    switch (piece->what) {
    case PD_SHOWN_U64:
        return piece->base == 'd' ? PD_MAX_U64 : PD_MAX_U64_BASE;
    case PD_SHOWN_I64:
        return PD_MAX_I64;
    case PD_SHOWN_BOOL:
        return PD_MAX_BOOL;
    default:
        break;
    }
    if (piece->form == PD_FIXED)
        return PD_MAX_F64_FIXED(piece->precision);
    if (piece->what == PD_SHOWN_F32)
        return piece->form == PD_PLAIN ? PD_MAX_F32_PLAIN : PD_MAX_F32_DISPLAY;
    return piece->form == PD_PLAIN ? PD_MAX_F64_PLAIN : PD_MAX_F64_DISPLAY;
}

/* Bytes that a piece may use; `text` is the wire of a PD_SHOWN_STR. */
static inline uint64_t pd_piece_room(const pd_piece *piece, pd_str text)
{
    if (piece->what == PD_WRITTEN)
        return piece->size;
    if (piece->what == PD_SHOWN_STR)
        return text.size + piece->width;
    const uint64_t room = pd_number_room(piece);
    return room > piece->width ? room : piece->width;
}

/* Moves the text from `at` to `end` right, so that it ends at the width of its piece. */
static inline uint8_t *pd_pad(uint8_t *at, uint8_t *end, const pd_piece *piece)
{
    const size_t size = (size_t)(end - at);
    if (size >= piece->width)
        return end;
    const size_t missing = piece->width - size;
    memmove(at + missing, at, size);
    memset(at, piece->fill, missing);
    return end + missing;
}

static inline uint8_t *pd_show_u64(uint8_t *at, const pd_piece *piece, uint64_t value)
{
    return pd_pad(at, pd_write_u64_base(at, value, piece->base), piece);
}

static inline uint8_t *pd_show_i64(uint8_t *at, const pd_piece *piece, int64_t value)
{
    return pd_pad(at, pd_write_i64(at, value), piece);
}

static inline uint8_t *pd_show_f64(uint8_t *at, const pd_piece *piece, double value)
{
    uint8_t *end;
    if (piece->form == PD_FIXED)
        end = pd_write_f64_fixed(at, value, piece->precision);
    else if (piece->form == PD_PLAIN)
        end = pd_write_f64_plain(at, value);
    else
        end = pd_write_f64_display(at, value);
    return pd_pad(at, end, piece);
}

static inline uint8_t *pd_show_f32(uint8_t *at, const pd_piece *piece, float value)
{
    uint8_t *end;
    if (piece->form == PD_FIXED)
        end = pd_write_f64_fixed(at, (double)value, piece->precision);
    else if (piece->form == PD_PLAIN)
        end = pd_write_f32_plain(at, value);
    else
        end = pd_write_f32_display(at, value);
    return pd_pad(at, end, piece);
}

/* Characters of UTF-8: all bytes but those that continue one. */
static inline uint64_t pd_count_characters(pd_str text)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < text.size; i++)
        count += (text.data[i] & 0xC0) != 0x80;
    return count;
}

/* A text, padded with spaces to a width in characters. */
static inline uint8_t *pd_show_str(uint8_t *at, const pd_piece *piece, pd_str text)
{
    if (piece->width > 0) {
        const uint64_t count = pd_count_characters(text);
        if (count < piece->width) {
            memset(at, ' ', (size_t)(piece->width - count));
            at += piece->width - count;
        }
    }
    if (text.size > 0)
        memcpy(at, text.data, (size_t)text.size);
    return at + text.size;
}

/* Writes a piece; `low` and `high` are the slots of its wire: bits, or address and size.
 * Requires: room for pd_piece_room. */
static inline uint8_t *pd_write_piece(uint8_t *at, const pd_piece *piece, uint64_t low,
                                      uint64_t high)
{
    switch (piece->what) {
    case PD_WRITTEN:
        memcpy(at, piece->text, (size_t)piece->size);
        return at + piece->size;
    case PD_SHOWN_U64:
        return pd_show_u64(at, piece, low);
    case PD_SHOWN_I64:
        return pd_show_i64(at, piece, pd_i64(low));
    case PD_SHOWN_F64:
        return pd_show_f64(at, piece, pd_f64(low));
    case PD_SHOWN_F32:
        return pd_show_f32(at, piece, pd_f32(low));
    case PD_SHOWN_BOOL:
        return pd_write_bool(at, low);
    default:
        return pd_show_str(at, piece, pd_pair(low, high));
    }
}

/* Appends a piece to a text; returns 0 and sets the status where there is no memory. */
static inline int pd_append_piece(pd_status *status, pd_text *out, const pd_piece *piece,
                                  uint64_t low, uint64_t high)
{
    /* One more than needed, so that an empty text has an address too. */
    if (!pd_reserve(status, out, pd_piece_room(piece, pd_pair(low, high)) + 1))
        return 0;
    uint8_t *const at = out->data + out->size;
    out->size += (uint64_t)(pd_write_piece(at, piece, low, high) - at);
    return 1;
}

/* Appends a text; returns 0 and sets the status where there is no memory. */
static inline int pd_append_str(pd_status *status, pd_text *out, pd_str text)
{
    /* One more than needed, so that an empty text has an address too. */
    if (!pd_reserve(status, out, text.size + 1))
        return 0;
    if (text.size > 0)
        memcpy(out->data + out->size, text.data, (size_t)text.size);
    out->size += text.size;
    return 1;
}

#endif /* PD_RUNTIME_TEXT_H */
