/* text.h: what a text-making node writes: pieces, in order.
 *
 * Steps and column kernels walk the pieces of their node; native code calls the writers
 * of digits.h and number.h itself, and pd_append_piece for what is padded.
 */
#ifndef PD_RUNTIME_TEXT_H
#define PD_RUNTIME_TEXT_H

#include "lists.h"
#include "number.h"
#include "wide_number.h"

/* What a piece is, as polydat/nodes/pieces.py numbers it; narrow integers are those of 64 bits. */
enum {
    PD_WRITTEN = 0,
    PD_SHOWN_U64 = 1,
    PD_SHOWN_I64 = 2,
    PD_SHOWN_F64 = 3,
    PD_SHOWN_F32 = 4,
    PD_SHOWN_BOOL = 5,
    PD_SHOWN_F16 = 6,
    PD_SHOWN_U128 = 7, /* from here on values of two slots */
    PD_SHOWN_I128 = 8,
    PD_SHOWN_WORD = 9,
    PD_SHOWN_LANES = 16, /* and the element of lists.h */
    PD_SHOWN_STR = 32, /* from here on addresses and sizes */
    PD_SHOWN_HEX = 33,
    PD_SHOWN_LOSSY = 34,
    PD_SHOWN_VECTOR = 48, /* and the element */
};

static inline int pd_shows_two_slots(uint8_t what)
{
    return what >= PD_SHOWN_U128 && what < PD_SHOWN_STR;
}

static inline int pd_shows_address(uint8_t what)
{
    return what >= PD_SHOWN_STR;
}

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
    case PD_SHOWN_U128:
    case PD_SHOWN_I128:
        return PD_MAX_I128;
    case PD_SHOWN_WORD:
        return 32;
    default:
        break;
    }
    if (piece->what >= PD_SHOWN_LANES)
        return pd_list_room(16, piece->what - PD_SHOWN_LANES);
    if (piece->form == PD_FIXED)
        return PD_MAX_F64_FIXED(piece->precision);
    if (piece->what == PD_SHOWN_F32 || piece->what == PD_SHOWN_F16)
        return piece->form == PD_PLAIN ? PD_MAX_F32_PLAIN : PD_MAX_F32_DISPLAY;
    return piece->form == PD_PLAIN ? PD_MAX_F64_PLAIN : PD_MAX_F64_DISPLAY;
}

/* Bytes that a wire with an address may use. */
static inline uint64_t pd_address_room(const pd_piece *piece, pd_str text)
{
    if (piece->what < PD_SHOWN_VECTOR)
        return text.size * (uint64_t)(piece->what - PD_SHOWN_STR + 1) + piece->width;
    const int element = piece->what - PD_SHOWN_VECTOR;
    return pd_list_room(text.size / pd_element_size(element), element);
}

/* Bytes that a piece may use; `text` is the wire of one that shows what has an address. */
static inline uint64_t pd_piece_room(const pd_piece *piece, pd_str text)
{
    if (piece->what == PD_WRITTEN)
        return piece->size;
    if (pd_shows_address(piece->what))
        return pd_address_room(piece, text);
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

/* A wire with an address. */
static inline uint8_t *pd_show_address(uint8_t *at, const pd_piece *piece, pd_str text)
{
    switch (piece->what) {
    case PD_SHOWN_STR:
        return pd_show_str(at, piece, text);
    case PD_SHOWN_HEX:
        return pd_write_hex(at, text);
    case PD_SHOWN_LOSSY:
        return pd_write_lossy(at, text);
    default:
        break;
    }
    const int element = piece->what - PD_SHOWN_VECTOR;
    return pd_write_elements(at, text.data, text.size / pd_element_size(element), element, 0);
}

/* A wire that fills two slots itself. */
static inline uint8_t *pd_show_wide(uint8_t *at, const pd_piece *piece, uint64_t low, uint64_t high)
{
    switch (piece->what) {
    case PD_SHOWN_U128:
        return pd_pad(at, pd_write_u128(at, pd_u128_of(low, high)), piece);
    case PD_SHOWN_I128:
        return pd_pad(at, pd_write_i128(at, pd_u128_of(low, high)), piece);
    case PD_SHOWN_WORD:
        return pd_write_word(at, low, high);
    default:
        return pd_write_lanes(at, low, high, piece->what - PD_SHOWN_LANES);
    }
}

/* Writes a piece; `low` and `high` are the slots of its wire: bits, or address and size.
 * Requires: room for pd_piece_room. */
static inline uint8_t *pd_write_piece(uint8_t *at, const pd_piece *piece, uint64_t low,
                                      uint64_t high)
{
    switch (piece->what) {
    case PD_WRITTEN:
        if (piece->size > 0)
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
    case PD_SHOWN_F16:
        return pd_show_f32(at, piece, pd_f16(low));
    case PD_SHOWN_BOOL:
        return pd_write_bool(at, low);
    default:
        break;
    }
    if (pd_shows_address(piece->what))
        return pd_show_address(at, piece, pd_pair(low, high));
    return pd_show_wide(at, piece, low, high);
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
