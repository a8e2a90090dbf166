/* row_writers.h: rows of columns as text.
 *
 * A row is literal texts and cells in turn, and rows may stand in groups.  What one format
 * has and another has not is data: the literals, how floats print, and what is written for
 * some bytes of a text.  Literals have 16 readable bytes behind them.
 */
#ifndef PD_ROW_WRITERS_H
#define PD_ROW_WRITERS_H

#include "polydat.h"
#include "runtime/json.h"

enum { /* what a column holds */
    PD_CELL_U8,
    PD_CELL_U16,
    PD_CELL_U32,
    PD_CELL_U64,
    PD_CELL_I8,
    PD_CELL_I16,
    PD_CELL_I32,
    PD_CELL_I64,
    PD_CELL_F32,
    PD_CELL_F64,
    PD_CELL_BOOL,
    PD_CELL_STR,
    PD_CELL_RAW, /* a text that is the cell, as it stands */
};

enum { /* why rows end early */
    PD_ROWS_OK,
    PD_ROWS_NO_MEMORY, /* the status PD_NO_MEMORY, whatever its number */
    PD_ROWS_NAN,
    PD_ROWS_INFINITE,
    PD_ROWS_TOO_LARGE,
    PD_ROWS_BYTE,
};

#define PD_LITERAL_STEP 16 /* bytes that a literal may write behind its end */
#define PD_MAX_NUMBER 32   /* bytes that a number may use */
#define PD_REFUSED 255

/* Rows that are made at once, and bytes of their texts, unless one row has more. */
#define PD_BLOCK_ROWS 256
#define PD_BLOCK_BYTES 65536

/* What is written for a byte of a text. */
typedef struct pd_escape {
    uint8_t text[15];
    uint8_t size;
} pd_escape;

/* How texts are written.
 *
 * more:    of each byte: 0 where it stands for itself, PD_REFUSED where the format has no
 *          way to write it, else the size of its escape, at most 15.
 * low:     bytes below it, and the four marks, are all that may need an escape.
 * quote:   stands around texts that are empty or hold an escape; `always`: around all. */
typedef struct pd_text_form {
    pd_escape escape[256];
    uint8_t more[256];
    uint8_t mark[4];
    uint8_t low;
    uint8_t quote;
    uint8_t always;
} pd_text_form;

/* A format.  A literal without an address is a value that the format has not.
 *
 * first:   before the first row of a group; between: before each other row; last: behind a
 *          group.
 * group_rows:  a group ends before every row whose number this divides, and when it has
 *          `group_bytes`; 0: there are no groups.
 * most:    the greatest u64. */
typedef struct pd_row_form {
    pd_str after, absent, yes, no, nan, infinite, minus_infinite;
    pd_str first, between, last;
    uint64_t group_rows, group_bytes;
    uint64_t most;
    int json;
    pd_text_form text;
} pd_row_form;

/* A column of a batch.  Rows whose mask is `absent` are None; no mask: none is.
 *
 * values:  numbers, or the bytes of texts; offset: ends of the texts.
 * clean:   no text of the block needs an escape. */
typedef struct pd_row_column {
    pd_str before;
    const uint8_t *values;
    const uint8_t *values_end;
    const int32_t *offset;
    const uint8_t *mask;
    uint8_t absent;
    uint8_t kind;
    uint8_t clean;
} pd_row_column;

/* A format and a batch, and what is known between two calls. */
typedef struct pd_row_writer {
    pd_row_form form;
    pd_row_column *column;
    size_t count;
    uint64_t room;   /* bytes that a row may use besides its texts */
    uint64_t row;    /* number of the next row, over all batches */
    uint64_t bytes;  /* of the group that is open; 0: none is */
    uint32_t status; /* of the enumeration above */
    size_t failed;   /* column */
} pd_row_writer;

static inline uint8_t *pd_copy_literal(uint8_t *at, pd_str literal)
{
    memcpy(at, literal.data, PD_LITERAL_STEP);
    if (PD_UNLIKELY(literal.size > PD_LITERAL_STEP))
        memcpy(at, literal.data, (size_t)literal.size);
    return at + literal.size;
}

/* A value that the format does not have; the first one counts. */
static inline uint8_t *pd_refuse(pd_row_writer *writer, const pd_row_column *column, uint8_t *at,
                                 uint32_t status)
{
    if (!writer->status) {
        writer->status = status;
        writer->failed = (size_t)(column - writer->column);
    }
    return at;
}

/* Whether any byte may need an escape; compilers make a vector loop of this. */
static inline int pd_has_marks(const pd_text_form *form, const uint8_t *data, size_t size)
{
    const uint8_t low = form->low;
    const uint8_t a = form->mark[0], b = form->mark[1], c = form->mark[2], d = form->mark[3];
    uint8_t found = 0;
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = data[i];
        found |= (uint8_t)((byte < low) | (byte == a) | (byte == b) | (byte == c) | (byte == d));
    }
    return found;
}

/* Bytes that the escapes of a text may need; 0 where there is none. */
static inline uint64_t pd_escape_room(const pd_text_form *form, const uint8_t *data, size_t size)
{
    uint64_t room = 0;
    if (size > 0 && pd_has_marks(form, data, size))
        for (size_t i = 0; i < size; i++)
            room += form->more[data[i]];
    return room;
}

/* Bytes of the texts of some rows, all columns together. */
static inline uint64_t pd_text_bytes(const pd_row_writer *writer, size_t row, size_t stop)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < writer->count; i++)
        if (writer->column[i].kind >= PD_CELL_STR)
            bytes += (uint64_t)(writer->column[i].offset[stop] - writer->column[i].offset[row]);
    return bytes;
}

/* Looks through the texts of a block, where mostly there is nothing to escape; returns the
 * bytes that escapes may need. */
static inline uint64_t pd_look_ahead(pd_row_writer *writer, size_t row, size_t stop)
{
    uint64_t room = 0;
    for (size_t i = 0; i < writer->count; i++) {
        pd_row_column *const column = &writer->column[i];
        if (column->kind != PD_CELL_STR)
            continue;
        const size_t from = (size_t)column->offset[row];
        const size_t size = (size_t)column->offset[stop] - from;
        const uint64_t escapes = pd_escape_room(&writer->form.text, column->values + from, size);
        column->clean = escapes == 0;
        room += escapes;
    }
    return room;
}

/* A text as it is; `end` is that of readable memory. */
static inline uint8_t *pd_copy_text(uint8_t *at, const uint8_t *data, size_t size,
                                    const uint8_t *end)
{
    if (size <= 16 && end - data >= 16)
        memcpy(at, data, 16); /* one load and one store: most texts are short */
    else if (size > 0)
        memcpy(at, data, size);
    return at + size;
}

static inline uint8_t *pd_write_escaped(pd_row_writer *writer, const pd_row_column *column,
                                        uint8_t *at, const uint8_t *data, size_t size)
{
    const pd_text_form *const form = &writer->form.text;
    *at++ = form->quote;
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = data[i];
        if (PD_LIKELY(!form->more[byte])) {
            *at++ = byte;
            continue;
        }
        if (form->more[byte] == PD_REFUSED)
            pd_refuse(writer, column, at, PD_ROWS_BYTE);
        memcpy(at, &form->escape[byte], sizeof(pd_escape));
        at += form->escape[byte].size;
    }
    *at++ = form->quote;
    return at;
}

static inline uint8_t *pd_write_text_cell(pd_row_writer *writer, const pd_row_column *column,
                                          uint8_t *at, size_t row)
{
    const pd_text_form *const form = &writer->form.text;
    const uint8_t *const data = column->values + column->offset[row];
    const size_t size = (size_t)(column->offset[row + 1] - column->offset[row]);
    if (PD_UNLIKELY(!column->clean) && pd_escape_room(form, data, size) > 0)
        return pd_write_escaped(writer, column, at, data, size);
    const int quoted = form->always | (size == 0);
    *at = form->quote;
    at = pd_copy_text(at + quoted, data, size, column->values_end);
    *at = form->quote;
    return at + quoted;
}

/* A float that has no digits: one of three literals, or a failure. */
static inline uint8_t *pd_write_not_finite(pd_row_writer *writer, const pd_row_column *column,
                                           uint8_t *at, double value)
{
    const pd_row_form *const form = &writer->form;
    const int nan = value != value;
    const pd_str literal = nan ? form->nan : value > 0 ? form->infinite : form->minus_infinite;
    if (literal.data)
        return pd_copy_literal(at, literal);
    return pd_refuse(writer, column, at, nan ? PD_ROWS_NAN : PD_ROWS_INFINITE);
}

static inline uint8_t *pd_write_f64_cell(pd_row_writer *writer, const pd_row_column *column,
                                         uint8_t *at, double value)
{
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    if (PD_UNLIKELY((pd_bits(value) & infinity) == infinity))
        return pd_write_not_finite(writer, column, at, value);
    return writer->form.json ? pd_write_f64_json(at, value) : pd_write_f64_display(at, value);
}

static inline uint8_t *pd_write_f32_cell(pd_row_writer *writer, const pd_row_column *column,
                                         uint8_t *at, float value)
{
    const uint64_t infinity = UINT64_C(0xFF) << 23;
    if (writer->form.json || PD_UNLIKELY((pd_bits32(value) & infinity) == infinity))
        return pd_write_f64_cell(writer, column, at, (double)value);
    return pd_write_f32_display(at, value);
}

static inline uint8_t *pd_write_u64_cell(pd_row_writer *writer, const pd_row_column *column,
                                         uint8_t *at, uint64_t value)
{
    if (PD_UNLIKELY(value > writer->form.most))
        return pd_refuse(writer, column, at, PD_ROWS_TOO_LARGE);
    return pd_write_u64(at, value);
}

#define PD_NUMBER(type) (((const type *)(const void *)column->values)[row])

static inline uint8_t *pd_write_cell(pd_row_writer *writer, const pd_row_column *column,
                                     uint8_t *at, size_t row)
{
    if (column->mask && column->mask[row] == column->absent)
        return pd_copy_literal(at, writer->form.absent);
    switch (column->kind) {
    case PD_CELL_U8:
        return pd_write_u64(at, PD_NUMBER(uint8_t));
    case PD_CELL_U16:
        return pd_write_u64(at, PD_NUMBER(uint16_t));
    case PD_CELL_U32:
        return pd_write_u64(at, PD_NUMBER(uint32_t));
    case PD_CELL_U64:
        return pd_write_u64_cell(writer, column, at, PD_NUMBER(uint64_t));
    case PD_CELL_I8:
        return pd_write_i64(at, PD_NUMBER(int8_t));
    case PD_CELL_I16:
        return pd_write_i64(at, PD_NUMBER(int16_t));
    case PD_CELL_I32:
        return pd_write_i64(at, PD_NUMBER(int32_t));
    case PD_CELL_I64:
        return pd_write_i64(at, PD_NUMBER(int64_t));
    case PD_CELL_F32:
        return pd_write_f32_cell(writer, column, at, PD_NUMBER(float));
    case PD_CELL_F64:
        return pd_write_f64_cell(writer, column, at, PD_NUMBER(double));
    case PD_CELL_BOOL:
        return pd_copy_literal(at, PD_NUMBER(uint8_t) ? writer->form.yes : writer->form.no);
    case PD_CELL_RAW:
        return pd_copy_text(at, column->values + column->offset[row],
                            (size_t)(column->offset[row + 1] - column->offset[row]),
                            column->values_end);
    default:
        return pd_write_text_cell(writer, column, at, row);
    }
}

/* What stands before a row: it depends on where in its group the row is. */
static inline uint8_t *pd_begin_row(const pd_row_writer *writer, uint8_t *at, int ends)
{
    const pd_row_form *const form = &writer->form;
    if (PD_LIKELY(writer->bytes && !ends))
        return pd_copy_literal(at, form->between);
    if (writer->bytes)
        at = pd_copy_literal(at, form->last);
    return pd_copy_literal(at, form->first);
}

/* Writes rows into room for them; returns the row that could not be written, or `stop`. */
static size_t pd_write_block(pd_row_writer *writer, pd_text *out, size_t row, size_t stop)
{
    const pd_row_form *const form = &writer->form;
    const pd_row_column *const columns = writer->column;
    const size_t count = writer->count;
    const pd_str after = form->after;
    uint8_t *at = out->data + out->size;
    for (; row < stop; row++) {
        uint8_t *const start = at;
        const int ends = form->group_rows && (writer->row % form->group_rows == 0 ||
                                              writer->bytes >= form->group_bytes);
        if (form->group_rows)
            at = pd_begin_row(writer, at, ends);
        for (size_t i = 0; i < count; i++) {
            at = pd_copy_literal(at, columns[i].before);
            at = pd_write_cell(writer, &columns[i], at, row);
        }
        at = pd_copy_literal(at, after);
        if (PD_UNLIKELY(writer->status)) {
            at = start; /* it leaves nothing behind */
            break;
        }
        writer->bytes = (ends ? 0 : writer->bytes) + (uint64_t)(at - start);
        writer->row++;
    }
    out->size = (uint64_t)(at - out->data);
    return row;
}

/* Appends rows from `row` on to the text, until there are about `limit` bytes; returns the
 * row behind the last that is written. */
static size_t pd_write_rows(pd_row_writer *writer, pd_text *out, size_t row, size_t stop,
                            uint64_t limit)
{
    while (row < stop && out->size < limit && !writer->status) {
        size_t rows = stop - row < PD_BLOCK_ROWS ? stop - row : PD_BLOCK_ROWS;
        while (rows > 1 && pd_text_bytes(writer, row, row + rows) > PD_BLOCK_BYTES)
            rows /= 2;
        const uint64_t room = pd_text_bytes(writer, row, row + rows) + rows * writer->room +
                              pd_look_ahead(writer, row, row + rows);
        pd_status status = 0;
        if (!pd_reserve(&status, out, room)) {
            writer->status = PD_ROWS_NO_MEMORY;
            break;
        }
        row = pd_write_block(writer, out, row, row + rows);
    }
    return row;
}

#endif /* PD_ROW_WRITERS_H */
