/* lists.h: vectors, registers and bytes as text.
 *
 * A writer puts text at `at` and returns its end, as those of number.h do; the room that it may
 * use is a function here, since it depends on the value. */
#ifndef PD_RUNTIME_LISTS_H
#define PD_RUNTIME_LISTS_H

#include "json.h"
#include "number.h"

enum { /* elements of vectors and lanes of registers, as polydat/nodes/pieces.py numbers them */
    PD_ELEMENT_I8,
    PD_ELEMENT_I16,
    PD_ELEMENT_I32,
    PD_ELEMENT_I64,
    PD_ELEMENT_F16,
    PD_ELEMENT_F32,
    PD_ELEMENT_F64,
};

/* Bytes of an element. */
static inline uint64_t pd_element_size(int element)
{
    static const uint8_t size[7] = {1, 2, 4, 8, 2, 4, 8};
    return size[element];
}

/* Bytes that the text of an element may use, its comma and blank too. */
static inline uint64_t pd_element_room(int element)
{
    static const uint8_t room[7] = {8, 8, 14, PD_MAX_I64 + 2, 28, 28, 28};
    return room[element];
}

/* The bits of an integer element, its sign extended; of a float as its own type. */
static inline int64_t pd_load_integer(const uint8_t *from, int element)
{
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    switch (element) {
    case PD_ELEMENT_I8:
        memcpy(&i8, from, sizeof i8);
        return i8;
    case PD_ELEMENT_I16:
        memcpy(&i16, from, sizeof i16);
        return i16;
    case PD_ELEMENT_I32:
        memcpy(&i32, from, sizeof i32);
        return i32;
    default:
        memcpy(&i64, from, sizeof i64);
        return i64;
    }
}

/* A float element of 16 or 32 bits. */
static inline float pd_load_single(const uint8_t *from, int element)
{
    uint16_t bits;
    float single;
    if (element == PD_ELEMENT_F16) {
        memcpy(&bits, from, sizeof bits);
        return pd_f16(bits);
    }
    memcpy(&single, from, sizeof single);
    return single;
}

static inline double pd_load_float(const uint8_t *from, int element)
{
    double value;
    if (element != PD_ELEMENT_F64)
        return (double)pd_load_single(from, element);
    memcpy(&value, from, sizeof value);
    return value;
}

/* An element in row text. */
PD_NOINLINE uint8_t *pd_write_element(uint8_t *at, const uint8_t *from, int element)
{
    if (element <= PD_ELEMENT_I64)
        return pd_write_i64(at, pd_load_integer(from, element));
    if (element == PD_ELEMENT_F64)
        return pd_write_f64_display(at, pd_load_float(from, element));
    return pd_write_f32_display(at, pd_load_single(from, element));
}

/* An element as JSON; a float that is not finite is `null`. */
PD_NOINLINE uint8_t *pd_write_json_element(uint8_t *at, const uint8_t *from, int element)
{
    if (element <= PD_ELEMENT_I64)
        return pd_write_i64(at, pd_load_integer(from, element));
    return pd_write_f64_json(at, pd_load_float(from, element));
}

/* Elements in brackets, with commas, or with commas and blanks. */
static inline uint8_t *pd_write_elements(uint8_t *at, const uint8_t *from, uint64_t count,
                                         int element, int blanks)
{
    const uint64_t size = pd_element_size(element);
    *at++ = '[';
    for (uint64_t i = 0; i < count; i++) {
        if (i > 0) {
            *at++ = ',';
            *at = ' ';
            at += blanks;
        }
        at = pd_write_element(at, from + i * size, element);
    }
    *at++ = ']';
    return at;
}

static inline uint64_t pd_list_room(uint64_t count, int element)
{
    return count * pd_element_room(element) + 32;
}

/* The lanes of a register, which lie in its bytes from the lowest on. */
static inline uint8_t *pd_write_lanes(uint8_t *at, uint64_t low, uint64_t high, int element)
{
    const uint64_t size = pd_element_size(element);
    uint8_t lane[16];
    for (uint64_t i = 0; i < 16; i += size) {
        const uint64_t bits = (i < 8 ? low : high) >> (8 * (i % 8));
        const uint8_t byte = (uint8_t)bits;
        const uint16_t two = (uint16_t)bits;
        const uint32_t four = (uint32_t)bits;
        const void *const value =
            size == 1 ? (const void *)&byte : size == 2 ? (const void *)&two
                                          : size == 4   ? (const void *)&four
                                                        : (const void *)&bits;
        memcpy(lane + i, value, (size_t)size);
    }
    return pd_write_elements(at, lane, 16 / size, element, 1);
}

static inline uint8_t pd_hex_digit(uint32_t nibble)
{
    return (uint8_t)(nibble + (nibble < 10 ? '0' : 'a' - 10));
}

/* A word of 128 bits as 32 digits, the highest first. */
static inline uint8_t *pd_write_word(uint8_t *at, uint64_t low, uint64_t high)
{
    for (int shift = 60; shift >= 0; shift -= 4) {
        at[16] = pd_hex_digit((uint32_t)(low >> shift) & 15);
        *at++ = pd_hex_digit((uint32_t)(high >> shift) & 15);
    }
    return at + 16;
}

/* Bytes as two digits each; room: twice as many. */
static inline uint8_t *pd_write_hex(uint8_t *at, pd_str bytes)
{
    for (uint64_t i = 0; i < bytes.size; i++) {
        *at++ = pd_hex_digit(bytes.data[i] >> 4);
        *at++ = pd_hex_digit(bytes.data[i] & 15);
    }
    return at;
}

/* Bytes of the character that begins at `from`, or how many of them are good where it is none;
 * *good tells which.  Source: table 3-7 of the Unicode standard. */
static inline uint64_t pd_utf8_length(const uint8_t *from, uint64_t left, int *good)
{
    const uint8_t lead = from[0];
    const uint64_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    *good = lead < 0x80;
    if (lead < 0xC2 || lead > 0xF4)
        return 1;
    for (uint64_t i = 1; i < length; i++) {
        if (i >= left || from[i] < least || from[i] > most)
            return i;
        least = 0x80;
        most = 0xBF;
    }
    *good = 1;
    return length;
}

/* Bytes as UTF-8, U+FFFD for each sequence that is none; room: three times as many. */
static inline uint8_t *pd_write_lossy(uint8_t *at, pd_str bytes)
{
    uint64_t i = 0;
    while (i < bytes.size) {
        int good;
        const uint64_t length = pd_utf8_length(bytes.data + i, bytes.size - i, &good);
        if (good) {
            memcpy(at, bytes.data + i, (size_t)length);
            at += length;
        } else {
            memcpy(at, "\xEF\xBF\xBD", 3);
            at += 3;
        }
        i += length;
    }
    return at;
}

#endif /* PD_RUNTIME_LISTS_H */
