/* The ladder graph by hand: what a person would write who needs these four values.
 *
 * Two forms, called by `polydat bench` through their addresses:
 *
 *   floor_cycle   one row: inputs and outputs in the order of the graph
 *   floor_rows    many rows: `cycle` counts up from in[0], the other inputs stand
 */
#include <stddef.h>
#include <stdint.h>

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

typedef struct row {
    uint64_t user, bucket, part, key;
} row;

static inline row ladder(uint64_t cycle, uint64_t tenant, uint64_t seed)
{
    const uint64_t a = hash(cycle + tenant);
    const uint64_t user = a % 10000000;
    const uint64_t r = hash(user ^ seed);
    const uint64_t p = hash(a + seed);
    const row made = {user, r % 64, p % 8, hash(r + p)};
    return made;
}

EXPORT void floor_cycle(const uint64_t *in, uint64_t *out);
EXPORT void floor_rows(const uint64_t *in, size_t count, uint64_t *const *out);

void floor_cycle(const uint64_t *in, uint64_t *out)
{
    const row made = ladder(in[0], in[1], in[2]);
    out[0] = made.user;
    out[1] = made.bucket;
    out[2] = made.part;
    out[3] = made.key;
}

void floor_rows(const uint64_t *in, size_t count, uint64_t *const *out)
{
    uint64_t *restrict user = out[0], *restrict bucket = out[1];
    uint64_t *restrict part = out[2], *restrict key = out[3];
    for (size_t i = 0; i < count; i++) {
        const row made = ladder(in[0] + i, in[1], in[2]);
        user[i] = made.user;
        bucket[i] = made.bucket;
        part[i] = made.part;
        key[i] = made.key;
    }
}
