/* ops/adapters_text.h: conversions to and from text and JSON.
 * Declarations: polydat/nodes/adapter_rules.py.  A json wire is compact text. */
#ifndef PD_OPS_ADAPTERS_TEXT_H
#define PD_OPS_ADAPTERS_TEXT_H

#include "ops/adapters.h"
#include "ops/adapters_bytes.h"
#include "runtime/json_reader.h"
#include "runtime/read_float.h"
#include "runtime/read_integer.h"

/* From text to numbers. */

static inline uint64_t pd_text_to_bits(pd_status *status, pd_str input, uint64_t least,
                                       uint64_t most)
{
    return pd_read_bits(status, pd_trimmed(input), least, most);
}

/* A JSON integer is one of a text; compact text has no blanks, and no sign before digits. */
#define PD_READ_INTEGER(type, TYPE, least, most)                                                   \
    static inline TYPE pd_str_to_##type(pd_status *status, pd_str input)                           \
    {                                                                                              \
        return (TYPE)pd_text_to_bits(status, input, least, most);                                  \
    }                                                                                              \
    static inline TYPE pd_json_to_##type(pd_status *status, pd_str input)                          \
    {                                                                                              \
        return (TYPE)pd_read_bits(status, input, least, most);                                     \
    }
PD_READ_INTEGER(u8, uint8_t, 0, UINT8_MAX)
PD_READ_INTEGER(u16, uint16_t, 0, UINT16_MAX)
PD_READ_INTEGER(u32, uint32_t, 0, UINT32_MAX)
PD_READ_INTEGER(u64, uint64_t, 0, UINT64_MAX)
PD_READ_INTEGER(i8, int8_t, 128, INT8_MAX)
PD_READ_INTEGER(i16, int16_t, 32768, INT16_MAX)
PD_READ_INTEGER(i32, int32_t, UINT64_C(1) << 31, INT32_MAX)
PD_READ_INTEGER(i64, int64_t, UINT64_C(1) << 63, INT64_MAX)

static inline pd_u128 pd_str_to_u128(pd_status *status, pd_str input)
{
    return pd_read_u128(status, pd_trimmed(input));
}

static inline pd_u128 pd_str_to_i128(pd_status *status, pd_str input)
{
    return pd_read_i128(status, pd_trimmed(input));
}

static inline double pd_str_to_f64(pd_status *status, pd_str input)
{
    return pd_f64(pd_read_float(status, pd_trimmed(input), pd_binary64));
}

static inline float pd_str_to_f32(pd_status *status, pd_str input)
{
    return pd_f32(pd_read_float(status, pd_trimmed(input), pd_binary32));
}

static inline float pd_str_to_f16(pd_status *status, pd_str input)
{
    return pd_f16(pd_bits16(pd_str_to_f32(status, input)));
}

static inline uint64_t pd_str_to_bool(pd_status *status, pd_str input)
{
    const pd_str word = pd_trimmed(input);
    const uint8_t *const at = word.data, *const end = at + word.size;
    const int digit = word.size == 1 && (at[0] == '0' || at[0] == '1');
    if (digit)
        return at[0] == '1';
    if (pd_is_word(at, end, "true", 4))
        return 1;
    if (PD_UNLIKELY(!pd_is_word(at, end, "false", 5)))
        *status = PD_NOT_CONVERTIBLE;
    return 0;
}

/* From text to bytes. */

static inline int pd_hex_value(uint8_t digit)
{
    const uint8_t lower = digit | 0x20;
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static inline void pd_append_from_hex(pd_status *status, pd_text *out, pd_str digits)
{
    if (!pd_reserve(status, out, digits.size / 2 + 1))
        return;
    if (digits.size % 2)
        *status = PD_NOT_CONVERTIBLE;
    for (uint64_t i = 0; i + 1 < digits.size && !*status; i += 2) {
        const int high = pd_hex_value(digits.data[i]), low = pd_hex_value(digits.data[i + 1]);
        if (PD_UNLIKELY(high < 0 || low < 0))
            *status = PD_NOT_CONVERTIBLE;
        out->data[out->size++] = (uint8_t)(16 * high + low);
    }
}

static inline void pd_str_to_bytes(pd_status *status, pd_text *out, pd_str input)
{
    pd_append_from_hex(status, out, pd_trimmed(input));
}

/* From text to JSON. */

static inline void pd_append_c(pd_status *status, pd_text *out, const char *text)
{
    const pd_str string = {(const uint8_t *)text, strlen(text)};
    if (!*status)
        pd_append_str(status, out, string);
}

/* The object that tells why a text is no JSON. */
static inline void pd_append_complaint(const pd_json *json, pd_status *status, pd_text *out,
                                       pd_str input)
{
    const pd_str before = {json->start, (uint64_t)(json->place - json->start)};
    uint8_t number[PD_MAX_U64];
    pd_str place = {number, 0};
    place.size = (uint64_t)(pd_write_u64(number, pd_count_characters(before) + 1) - number);
    pd_append_c(status, out, "{\"error\":\"invalid JSON\",\"message\":\"");
    pd_append_c(status, out, json->wrong);
    pd_append_c(status, out, " at character ");
    if (!*status && pd_append_str(status, out, place))
        pd_append_c(status, out, "\",\"raw\":");
    if (!*status && pd_append_quoted(status, out, input))
        pd_append_c(status, out, "}");
}

static inline void pd_str_to_json(pd_status *status, pd_text *out, pd_str input)
{
    const uint64_t start = out->size;
    pd_json json;
    if (pd_json_compact(&json, status, out, input) || *status)
        return;
    out->size = start;
    pd_append_complaint(&json, status, out, input);
}

/* From JSON. */

static inline int pd_is_number(pd_str json)
{
    return json.data[0] == '-' || (json.data[0] >= '0' && json.data[0] <= '9');
}

static inline double pd_json_to_f64(pd_status *status, pd_str input)
{
    if (PD_UNLIKELY(!pd_is_number(input))) {
        *status = PD_NOT_CONVERTIBLE;
        return 0;
    }
    return pd_f64(pd_read_float(status, input, pd_binary64));
}

static inline float pd_json_to_f32(pd_status *status, pd_str input)
{
    return (float)pd_json_to_f64(status, input);
}

static inline float pd_json_to_f16(pd_status *status, pd_str input)
{
    return pd_round_f16(pd_json_to_f64(status, input));
}

static inline uint64_t pd_json_to_bool(pd_status *status, pd_str input)
{
    const int yes = input.data[0] == 't';
    if (PD_UNLIKELY(!yes && input.data[0] != 'f'))
        *status = PD_NOT_CONVERTIBLE;
    return (uint64_t)yes;
}

static inline void pd_json_to_bytes(pd_status *status, pd_text *out, pd_str input)
{
    if (PD_UNLIKELY(input.data[0] != '"')) {
        *status = PD_NOT_CONVERTIBLE;
        return;
    }
    input.data++;
    input.size -= 2;
    pd_append_from_hex(status, out, input);
}

/* Bytes of the blank at `at` inside of a compact string, where some are escaped. */
static inline uint64_t pd_escaped_blank(const uint8_t *at, uint64_t left)
{
    if (left > 1 && at[0] == '\\' && (at[1] == 't' || at[1] == 'n' || at[1] == 'f' || at[1] == 'r'))
        return 2;
    if (left > 5 && memcmp(at, "\\u000b", 6) == 0)
        return 6;
    return pd_blank_size(at, left);
}

/* Sign and digits of a JSON integer, or of a string of one with blanks around it. */
static inline pd_str pd_integer_text(pd_str json)
{
    uint64_t size, length = 0;
    if (json.data[0] != '"')
        return json;
    json.data++;
    json.size -= 2;
    while ((size = pd_escaped_blank(json.data, json.size)) > 0) {
        json.data += size;
        json.size -= size;
    }
    while (length < json.size && pd_escaped_blank(json.data + length, json.size - length) == 0)
        length++;
    for (uint64_t i = length; i < json.size; i += size) {
        size = pd_escaped_blank(json.data + i, json.size - i);
        if (size == 0)
            return json; /* with a blank inside: refused by whoever reads it */
    }
    json.size = length;
    return json;
}

static inline pd_u128 pd_json_to_u128(pd_status *status, pd_str input)
{
    return pd_read_u128(status, pd_integer_text(input));
}

static inline pd_u128 pd_json_to_i128(pd_status *status, pd_str input)
{
    return pd_read_i128(status, pd_integer_text(input));
}

/* Appends the numbers of a compact array. */
static inline void pd_append_numbers(pd_status *status, pd_text *out, pd_str array, int element)
{
    const uint64_t size = pd_element_size(element);
    uint64_t i = 1;
    if (!pd_reserve(status, out, array.size / 2 * size + 1))
        return;
    while (i + 1 < array.size && !*status) {
        pd_str item = {array.data + i, 0};
        uint8_t *const to = out->data + out->size;
        while (i < array.size - 1 && array.data[i] != ',')
            i++;
        item.size = (uint64_t)(array.data + i++ - item.data);
        if (!pd_is_number(item))
            *status = PD_NOT_CONVERTIBLE;
        else if (element > PD_ELEMENT_I64)
            pd_store_float(to, pd_json_to_f64(status, item), element);
        else if (!pd_store_integer(to, pd_json_to_i64(status, item), element))
            *status = PD_NOT_CONVERTIBLE;
        out->size += size;
    }
}

static inline void pd_json_to_vector(pd_status *status, pd_text *out, pd_str input, int element)
{
    if (PD_UNLIKELY(input.data[0] != '['))
        *status = PD_NOT_CONVERTIBLE;
    else
        pd_append_numbers(status, out, input, element);
}

/* The compact text is made in the buffer of the value, which then takes its place. */
static inline void pd_str_to_vector(pd_status *status, pd_text *out, pd_str input, int element)
{
    const uint64_t start = out->size;
    const pd_str text = pd_trimmed(input);
    pd_json json;
    uint64_t middle;
    pd_str compact;
    if (!pd_json_compact(&json, status, out, text)) {
        if (!*status)
            *status = PD_NOT_CONVERTIBLE;
        return;
    }
    middle = out->size;
    /* Room first: the text must not move while it is read. */
    if (!pd_reserve(status, out, (middle - start) / 2 * pd_element_size(element) + 1))
        return;
    compact.data = out->data + start;
    compact.size = middle - start;
    pd_json_to_vector(status, out, compact, element);
    memmove(out->data + start, out->data + middle, (size_t)(out->size - middle));
    out->size -= middle - start;
}

/* To JSON, and to its text. */

static inline void pd_append_bits(pd_status *status, pd_text *out, uint64_t size, int negative)
{
    if (pd_reserve(status, out, PD_MAX_U64 + 2)) {
        uint8_t *const at = out->data + out->size;
        *at = '-';
        out->size += (uint64_t)(pd_write_u64(at + negative, size) - at);
    }
}

#define PD_UNSIGNED_TO_JSON(type, TYPE)                                                            \
    static inline void pd_##type##_to_json(pd_status *status, pd_text *out, TYPE input)            \
    {                                                                                              \
        pd_append_bits(status, out, input, 0);                                                     \
    }
#define PD_SIGNED_TO_JSON(type, TYPE)                                                              \
    static inline void pd_##type##_to_json(pd_status *status, pd_text *out, TYPE input)            \
    {                                                                                              \
        const uint64_t bits = (uint64_t)(int64_t)input;                                            \
        pd_append_bits(status, out, input < 0 ? 0 - bits : bits, input < 0);                       \
    }
PD_UNSIGNED_TO_JSON(u8, uint8_t)
PD_UNSIGNED_TO_JSON(u16, uint16_t)
PD_UNSIGNED_TO_JSON(u32, uint32_t)
PD_UNSIGNED_TO_JSON(u64, uint64_t)
PD_SIGNED_TO_JSON(i8, int8_t)
PD_SIGNED_TO_JSON(i16, int16_t)
PD_SIGNED_TO_JSON(i32, int32_t)
PD_SIGNED_TO_JSON(i64, int64_t)

static inline void pd_append_wide(pd_status *status, pd_text *out, pd_u128 size, int negative)
{
    if (pd_reserve(status, out, PD_MAX_I128 + 3)) {
        uint8_t *at = out->data + out->size;
        *at++ = '"';
        *at = '-';
        at = pd_write_u128(at + negative, size);
        *at++ = '"';
        out->size = (uint64_t)(at - out->data);
    }
}

static inline void pd_u128_to_json(pd_status *status, pd_text *out, pd_u128 input)
{
    pd_append_wide(status, out, input, 0);
}

static inline void pd_i128_to_json(pd_status *status, pd_text *out, pd_u128 input)
{
    pd_append_wide(status, out, pd_magnitude(input), pd_is_negative(input));
}

static inline void pd_bool_to_json(pd_status *status, pd_text *out, uint64_t input)
{
    pd_append_c(status, out, input ? "true" : "false");
}

static inline void pd_f64_to_json(pd_status *status, pd_text *out, double input)
{
    if (PD_UNLIKELY(!(fabs(input) < HUGE_VAL))) {
        *status = PD_NOT_CONVERTIBLE;
    } else if (pd_reserve(status, out, PD_MAX_F64_JSON)) {
        uint8_t *const at = out->data + out->size;
        out->size += (uint64_t)(pd_write_f64_json(at, input) - at);
    }
}

static inline void pd_f32_to_json(pd_status *status, pd_text *out, float input)
{
    pd_f64_to_json(status, out, (double)input);
}

static inline void pd_bytes_to_json(pd_status *status, pd_text *out, pd_str input)
{
    if (pd_reserve(status, out, 2 * input.size + 3)) {
        uint8_t *at = out->data + out->size;
        *at++ = '"';
        at = pd_write_hex(at, input);
        *at++ = '"';
        out->size = (uint64_t)(at - out->data);
    }
}

static inline void pd_vector_to_json(pd_status *status, pd_text *out, pd_str input, int element)
{
    const uint64_t size = pd_element_size(element);
    uint8_t *at;
    if (!pd_reserve(status, out, pd_list_room(input.size / size, element)))
        return;
    at = out->data + out->size;
    *at++ = '[';
    for (uint64_t i = 0; i < input.size; i += size) {
        if (i > 0)
            *at++ = ',';
        if (element > PD_ELEMENT_I64 &&
            PD_UNLIKELY(!(fabs(pd_load_float(input.data + i, element)) < HUGE_VAL)))
            *status = PD_NOT_CONVERTIBLE;
        at = pd_write_json_element(at, input.data + i, element);
    }
    *at++ = ']';
    out->size = (uint64_t)(at - out->data);
}

#define PD_VECTOR_TEXT(type, element)                                                              \
    static inline void pd_##type##_to_json(pd_status *status, pd_text *out, pd_str input)          \
    {                                                                                              \
        pd_vector_to_json(status, out, input, element);                                            \
    }                                                                                              \
    static inline void pd_json_to_##type(pd_status *status, pd_text *out, pd_str input)            \
    {                                                                                              \
        pd_json_to_vector(status, out, input, element);                                            \
    }                                                                                              \
    static inline void pd_str_to_##type(pd_status *status, pd_text *out, pd_str input)             \
    {                                                                                              \
        pd_str_to_vector(status, out, input, element);                                             \
    }
PD_VECTOR_TEXT(vec_i8, PD_ELEMENT_I8)
PD_VECTOR_TEXT(vec_i16, PD_ELEMENT_I16)
PD_VECTOR_TEXT(vec_i32, PD_ELEMENT_I32)
PD_VECTOR_TEXT(vec_i64, PD_ELEMENT_I64)
PD_VECTOR_TEXT(vec_f16, PD_ELEMENT_F16)
PD_VECTOR_TEXT(vec_f32, PD_ELEMENT_F32)
PD_VECTOR_TEXT(vec_f64, PD_ELEMENT_F64)

#endif /* PD_OPS_ADAPTERS_TEXT_H */
