/* json_reader.h: JSON texts made compact, as polydat/types/json_text.py makes them. */
#ifndef PD_RUNTIME_JSON_READER_H
#define PD_RUNTIME_JSON_READER_H

#include "json.h"
#include "json_keys.h"
#include "read_float.h"
#include "read_integer.h"
#include "text.h"

#define PD_JSON_DEPTH 127

/* A text that is read, and why it is no JSON: what was expected, and where. */
typedef struct pd_json {
    const uint8_t *start, *at, *end;
    const char *wrong;
    const uint8_t *place;
    pd_status *status;
    pd_text *out;
} pd_json;

static inline int pd_json_wrong(pd_json *json, const char *wrong, const uint8_t *place)
{
    json->wrong = wrong;
    json->place = place;
    return 0;
}

PD_NOINLINE int pd_put(pd_json *json, const void *bytes, uint64_t size)
{
    const pd_str text = {(const uint8_t *)bytes, size};
    return pd_append_str(json->status, json->out, text);
}

static inline void pd_json_skip(pd_json *json)
{
    while (json->at < json->end && (*json->at == ' ' || (*json->at >= 9 && *json->at <= 13 &&
                                                         *json->at != 11 && *json->at != 12)))
        json->at++;
}

/* Moves behind blanks and a character, if that is there. */
static inline int pd_json_take(pd_json *json, uint8_t character)
{
    pd_json_skip(json);
    if (json->at == json->end || *json->at != character)
        return 0;
    json->at++;
    return 1;
}

static inline int pd_is_digit(const uint8_t *at, const uint8_t *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Behind the number at `at`: as much as is one; NULL where there is none. */
static inline const uint8_t *pd_json_number_end(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *more;
    at += at < end && *at == '-';
    if (!pd_is_digit(at, end))
        return NULL;
    if (*at++ != '0')
        while (pd_is_digit(at, end))
            at++;
    if (at < end && *at == '.' && pd_is_digit(at + 1, end))
        for (at++; pd_is_digit(at, end);)
            at++;
    if (at == end || (*at | 0x20) != 'e')
        return at;
    more = at + 1;
    more += more < end && (*more == '+' || *more == '-');
    while (pd_is_digit(more, end))
        at = ++more;
    return at;
}

/* Whether a number stays an integer: without fraction or exponent, in an i64 or a u64. */
static inline int pd_is_json_integer(pd_str text)
{
    const int negative = text.data[0] == '-';
    pd_u128 size;
    int minus;
    if (text.size > 21 || (negative && text.size == 2 && text.data[1] == '0'))
        return 0;
    return pd_read_integer(text, &size, &minus) && size.high == 0 &&
           (!negative || size.low <= UINT64_C(1) << 63);
}

PD_NOINLINE int pd_json_number(pd_json *json)
{
    const uint8_t *const end = pd_json_number_end(json->at, json->end);
    pd_str text = {json->at, 0};
    double value;
    if (!end)
        return pd_json_wrong(json, "expected a value", json->at);
    text.size = (uint64_t)(end - json->at);
    json->at = end;
    if (pd_is_json_integer(text))
        return pd_put(json, text.data, text.size);
    value = pd_f64(pd_read_float(json->status, text, pd_binary64));
    if (value > 0x1.fffffffffffffp1023 || value < -0x1.fffffffffffffp1023)
        return pd_json_wrong(json, "a number beyond the range of f64", text.data);
    if (!pd_reserve(json->status, json->out, PD_MAX_F64_JSON))
        return 0;
    {
        uint8_t *const at = json->out->data + json->out->size;
        json->out->size += (uint64_t)(pd_write_f64_json(at, value) - at);
    }
    return 1;
}

/* A character of a JSON string, as compact text writes it. */
PD_NOINLINE int pd_put_character(pd_status *status, pd_text *out, uint32_t character)
{
    static const char short_escape[] = "btn?fr"; /* 8 to 13, but 11 */
    uint8_t bytes[8];
    uint64_t size;
    if (character == '"' || character == '\\') {
        bytes[0] = '\\';
        bytes[1] = (uint8_t)character;
        size = 2;
    } else if (character < 0x20) {
        bytes[0] = '\\';
        bytes[1] = 'u';
        bytes[2] = bytes[3] = '0';
        bytes[4] = pd_hex_digit(character >> 4);
        bytes[5] = pd_hex_digit(character & 15);
        size = 6;
        if (character >= 8 && character <= 13 && character != 11) {
            bytes[1] = (uint8_t)short_escape[character - 8];
            size = 2;
        }
    } else if (character < 0x80) {
        bytes[0] = (uint8_t)character;
        size = 1;
    } else {
        size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
        for (uint64_t i = size - 1; i > 0; i--, character >>= 6)
            bytes[i] = (uint8_t)(0x80 | (character & 0x3F));
        bytes[0] = (uint8_t)((0xF00 >> size & 0xFF) | character);
    }
    {
        const pd_str text = {bytes, size};
        return pd_append_str(status, out, text);
    }
}

/* The 16 bits of the escape at `at`, -1 for anything else. */
static inline int32_t pd_json_unit(const uint8_t *at, const uint8_t *end)
{
    int32_t unit = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        const uint8_t lower = at[i] | 0x20;
        if (at[i] >= '0' && at[i] <= '9')
            unit = unit * 16 + (at[i] - '0');
        else if (lower >= 'a' && lower <= 'f')
            unit = unit * 16 + (lower - 'a' + 10);
        else
            return -1;
    }
    return unit;
}

static inline int pd_json_escape(pd_json *json)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const uint8_t *const start = json->at;
    const char *const found = json->end - start > 1 && start[1] ? strchr(from, start[1]) : NULL;
    int32_t unit, second;
    if (found) {
        json->at += 2;
        return pd_put_character(json->status, json->out, (uint8_t)to[found - from]);
    }
    unit = pd_json_unit(start, json->end);
    if (unit < 0)
        return pd_json_wrong(json, "an escape that JSON does not have", start);
    json->at += 6;
    if (unit < 0xD800 || unit > 0xDFFF)
        return pd_put_character(json->status, json->out, (uint32_t)unit);
    second = unit < 0xDC00 ? pd_json_unit(json->at, json->end) : -1;
    if (second < 0xDC00 || second > 0xDFFF)
        return pd_json_wrong(json, "half of a surrogate pair", start);
    json->at += 6;
    return pd_put_character(json->status, json->out,
                            0x10000 + ((uint32_t)(unit - 0xD800) << 10) + (uint32_t)(second - 0xDC00));
}

/* Requires: a quote at `at`. */
PD_NOINLINE int pd_json_string(pd_json *json)
{
    const uint8_t *const start = json->at++;
    if (!pd_put(json, "\"", 1))
        return 0;
    for (;;) {
        const uint8_t *const plain = json->at;
        while (json->at < json->end && *json->at >= 0x20 && *json->at != '"' && *json->at != '\\')
            json->at++;
        if (!pd_put(json, plain, (uint64_t)(json->at - plain)))
            return 0;
        if (json->at == json->end)
            return pd_json_wrong(json, "a string without an end", start);
        if (*json->at == '"') {
            json->at++;
            return pd_put(json, "\"", 1);
        }
        if (*json->at != '\\')
            return pd_json_wrong(json, "a control character in a string", json->at);
        if (!pd_json_escape(json))
            return 0;
    }
}

/* `null`, `true`, `false`, a string or a number. */
static inline int pd_json_scalar(pd_json *json)
{
    static const char *const words[3] = {"null", "true", "false"};
    if (json->at < json->end && *json->at == '"')
        return pd_json_string(json);
    for (int i = 0; i < 3; i++) {
        const size_t size = strlen(words[i]);
        if ((size_t)(json->end - json->at) >= size && memcmp(json->at, words[i], size) == 0) {
            json->at += size;
            return pd_put(json, words[i], size);
        }
    }
    return pd_json_number(json);
}

/* A key and its colon. */
PD_NOINLINE int pd_json_key(pd_json *json)
{
    pd_json_skip(json);
    if (json->at == json->end || *json->at != '"')
        return pd_json_wrong(json, "expected a key in quotes", json->at);
    if (!pd_json_string(json))
        return 0;
    if (!pd_json_take(json, ':'))
        return pd_json_wrong(json, "expected ':'", json->at);
    return pd_put(json, ":", 1);
}

/* Reads a value and appends its compact text; returns 0 where it is malformed, or where there is
 * no memory.  Without recursion: what is open stands in arrays. */
PD_NOINLINE int pd_json_value(pd_json *json)
{
    uint64_t opened[PD_JSON_DEPTH]; /* where in the text out the array or object begins */
    uint8_t closing[PD_JSON_DEPTH];
    uint32_t depth = 0;
    for (;;) {
        int done = 1; /* whether a value ends here */
        pd_json_skip(json);
        if (json->at < json->end && (*json->at == '[' || *json->at == '{')) {
            if (depth == PD_JSON_DEPTH)
                return pd_json_wrong(json, "more than 127 arrays and objects within each other",
                                     json->at);
            opened[depth] = json->out->size;
            closing[depth] = *json->at == '[' ? ']' : '}';
            if (!pd_put(json, json->at++, 1))
                return 0;
            depth++;
            done = pd_json_take(json, closing[depth - 1]);
            if (done && !pd_put(json, &closing[--depth], 1))
                return 0;
            if (!done && closing[depth - 1] == '}' && !pd_json_key(json))
                return 0;
        } else if (!pd_json_scalar(json)) {
            return 0;
        }
        while (done && depth > 0) {
            const uint8_t close = closing[depth - 1];
            if (pd_json_take(json, close)) {
                if (!pd_put(json, &close, 1))
                    return 0;
                depth--;
                if (close == '}' && !pd_keep_last(json->status, json->out, opened[depth]))
                    return 0;
            } else if (pd_json_take(json, ',')) {
                if (!pd_put(json, ",", 1) || (close == '}' && !pd_json_key(json)))
                    return 0;
                done = 0;
            } else {
                return pd_json_wrong(
                    json, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'", json->at);
            }
        }
        if (done)
            return 1;
    }
}

/* Appends the compact text of a whole JSON text; returns 0 where it is malformed, which `json`
 * tells about, or where there is no memory. */
static inline int pd_json_compact(pd_json *json, pd_status *status, pd_text *out, pd_str text)
{
    json->start = json->at = text.data;
    json->end = text.data + text.size;
    json->wrong = NULL;
    json->place = NULL;
    json->status = status;
    json->out = out;
    if (!pd_json_value(json))
        return 0;
    pd_json_skip(json);
    return json->at == json->end || pd_json_wrong(json, "the text should end", json->at);
}

/* A text as a JSON string. */
PD_NOINLINE int pd_append_quoted(pd_status *status, pd_text *out, pd_str text)
{
    const pd_str quote = {(const uint8_t *)"\"", 1};
    int good = pd_append_str(status, out, quote);
    for (uint64_t i = 0; good && i < text.size;) {
        uint64_t plain = i;
        while (i < text.size && text.data[i] >= 0x20 && text.data[i] != '"' && text.data[i] != '\\')
            i++;
        good = pd_append_str(status, out, (pd_str){text.data + plain, i - plain});
        if (good && i < text.size)
            good = pd_put_character(status, out, text.data[i++]);
    }
    return good && pd_append_str(status, out, quote);
}

#endif /* PD_RUNTIME_JSON_READER_H */
