/* The record of bench/rows.py by hand: what a person would write who needs these columns.
 *
 *   record_numbers   the three number columns
 *   record_rows      the text column as well: its bytes and where rows end; returns the bytes
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* SplitMix64: S. Vigna, 2015, after G. Steele, D. Lea, C. Flood, OOPSLA 2014. */
static inline uint64_t hash(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static const char PAIRS[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

/* Writes "user-" and the digits of a number below a million; up to 13 bytes are touched. */
static inline uint8_t *put_label(uint8_t *at, uint32_t user)
{
    char digits[8] = {0};
    memcpy(digits, PAIRS + 2 * (user / 10000), 2);
    memcpy(digits + 2, PAIRS + 2 * (user / 100 % 100), 2);
    memcpy(digits + 4, PAIRS + 2 * (user % 100), 2);
    const uint32_t size = 1 + (user > 9) + (user > 99) + (user > 999) + (user > 9999) + (user > 99999);
    uint64_t word;
    memcpy(&word, digits, 8);
    word >>= 8 * (6 - size); /* little-endian: the zeros in front go */
    memcpy(at, "user-", 5);
    memcpy(at + 5, &word, 8);
    return at + 5 + size;
}

EXPORT void record_numbers(uint64_t start, size_t count, uint64_t *restrict user,
                           uint64_t *restrict bucket, double *restrict score);
EXPORT size_t record_rows(uint64_t start, size_t count, uint64_t *restrict user,
                          uint64_t *restrict bucket, double *restrict score,
                          int32_t *restrict end, uint8_t *restrict text);

void record_numbers(uint64_t start, size_t count, uint64_t *restrict user,
                    uint64_t *restrict bucket, double *restrict score)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t hashed = hash(start + i);
        user[i] = hashed % 1000000;
        bucket[i] = hashed % 64;
        score[i] = (double)hashed / 18446744073709551616.0;
    }
}

size_t record_rows(uint64_t start, size_t count, uint64_t *restrict user,
                   uint64_t *restrict bucket, double *restrict score, int32_t *restrict end,
                   uint8_t *restrict text)
{
    uint8_t *at = text;
    end[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t hashed = hash(start + i);
        user[i] = hashed % 1000000;
        bucket[i] = hashed % 64;
        score[i] = (double)hashed / 18446744073709551616.0;
        at = put_label(at, (uint32_t)user[i]);
        end[i + 1] = (int32_t)(at - text);
    }
    return (size_t)(at - text);
}
