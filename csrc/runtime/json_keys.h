/* json_keys.h: objects in compact text: a key that comes twice keeps its first place and its last
 * value. */
#ifndef PD_RUNTIME_JSON_KEYS_H
#define PD_RUNTIME_JSON_KEYS_H

#include "text.h"

/* Behind the string at `at`, which is well-formed. */
static inline const uint8_t *pd_behind_string(const uint8_t *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

/* Behind the compact value at `at`. */
static inline const uint8_t *pd_behind_value(const uint8_t *at, const uint8_t *end)
{
    uint64_t depth = 0;
    while (at < end) {
        if (depth == 0 && (*at == ',' || *at == ']' || *at == '}'))
            return at;
        if (*at == '"') {
            at = pd_behind_string(at);
            continue;
        }
        depth += *at == '[' || *at == '{';
        depth -= *at == ']' || *at == '}';
        at++;
    }
    return at;
}

/* A member of an object: where its key and its value (with the colon) lie, and how long they are. */
typedef struct pd_member {
    uint64_t key, key_size, value, value_size, order;
} pd_member;

/* Reads the member at `at`; returns where the next one begins, or the end of the object. */
static inline const uint8_t *pd_read_member(const uint8_t *text, const uint8_t *at,
                                            const uint8_t *end, pd_member *member)
{
    const uint8_t *const colon = pd_behind_string(at);
    const uint8_t *const next = pd_behind_value(colon + 1, end);
    member->key = (uint64_t)(at - text);
    member->key_size = (uint64_t)(colon - at);
    member->value = (uint64_t)(colon - text);
    member->value_size = (uint64_t)(next - colon);
    return next + (*next == ',');
}

static inline int pd_compare_keys(const uint8_t *text, const pd_member *x, const pd_member *y)
{
    const uint64_t least = x->key_size < y->key_size ? x->key_size : y->key_size;
    const int order = memcmp(text + x->key, text + y->key, (size_t)least);
    return order ? order : (x->key_size > y->key_size) - (x->key_size < y->key_size);
}

/* Whether a member comes before another: by key and then by order, or (no text) by order alone. */
static inline int pd_is_before(const uint8_t *text, const pd_member *x, const pd_member *y)
{
    const int keys = text ? pd_compare_keys(text, x, y) : 0;
    return keys ? keys < 0 : x->order < y->order;
}

static inline void pd_sift(const uint8_t *text, pd_member *member, uint64_t root, uint64_t count)
{
    const pd_member moved = member[root];
    for (uint64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        child += child + 1 < count && pd_is_before(text, &member[child], &member[child + 1]);
        if (!pd_is_before(text, &moved, &member[child]))
            break;
        member[root] = member[child];
        root = child;
    }
    member[root] = moved;
}

/* Sorts members with a heap, so that no order of keys makes it slow. */
static inline void pd_sort_members(const uint8_t *text, pd_member *member, uint64_t count)
{
    for (uint64_t i = count / 2; i-- > 0;)
        pd_sift(text, member, i, count);
    for (uint64_t left = count; left-- > 1;) {
        const pd_member greatest = member[0];
        member[0] = member[left];
        member[left] = greatest;
        pd_sift(text, member, 0, left);
    }
}

/* Drops members whose key comes again, in favour of the last; returns how many are left. */
static inline uint64_t pd_unite_members(const uint8_t *text, pd_member *member, uint64_t count)
{
    uint64_t kept = 0;
    pd_sort_members(text, member, count);
    for (uint64_t i = 0; i < count; i++) {
        if (kept > 0 && pd_compare_keys(text, &member[kept - 1], &member[i]) == 0) {
            member[kept - 1].value = member[i].value;
            member[kept - 1].value_size = member[i].value_size;
        } else {
            member[kept++] = member[i];
        }
    }
    pd_sort_members(NULL, member, kept);
    return kept;
}

/* Counts the members of the object at `from`; *twice tells whether a key may be there twice. */
static inline uint64_t pd_count_members(const uint8_t *text, uint64_t from, uint64_t end, int *twice)
{
    uint64_t seen[16] = {0}, count = 0;
    const uint8_t *at = text + from + 1;
    *twice = 0;
    for (; *at != '}'; count++) {
        pd_member member;
        uint64_t hash = UINT64_C(14695981039346656037), bit;
        at = pd_read_member(text, at, text + end, &member);
        for (uint64_t i = 0; i < member.key_size; i++)
            hash = (hash ^ text[member.key + i]) * UINT64_C(1099511628211);
        bit = UINT64_C(1) << (hash >> 54 & 63);
        *twice |= (seen[hash >> 60] & bit) != 0;
        seen[hash >> 60] |= bit;
    }
    return count;
}

/* Makes every key of the object at `from`, the last thing in `out`, come once.  Works behind the
 * text in the same buffer; returns 0 where there is no memory. */
PD_NOINLINE int pd_keep_last(pd_status *status, pd_text *out, uint64_t from)
{
    const uint64_t end = out->size, size = end - from;
    int twice;
    const uint64_t count = pd_count_members(out->data, from, end, &twice);
    const uint64_t aligned = (end + 7) & ~UINT64_C(7);
    if (PD_LIKELY(!twice))
        return 1;
    if (!pd_reserve(status, out, 8 + count * sizeof(pd_member) + size))
        return 0;
    {
        pd_member *const member = (pd_member *)(void *)(out->data + aligned);
        uint8_t *const fresh = (uint8_t *)(void *)(member + count);
        uint8_t *to = fresh;
        const uint8_t *at = out->data + from + 1;
        for (uint64_t i = 0; i < count; i++) {
            at = pd_read_member(out->data, at, out->data + end, &member[i]);
            member[i].order = i;
        }
        {
            const uint64_t kept = pd_unite_members(out->data, member, count);
            for (uint64_t i = 0; i < kept; i++) {
                *to++ = i ? ',' : '{';
                memcpy(to, out->data + member[i].key, (size_t)member[i].key_size);
                to += member[i].key_size;
                memcpy(to, out->data + member[i].value, (size_t)member[i].value_size);
                to += member[i].value_size;
            }
        }
        *to++ = '}';
        memcpy(out->data + from, fresh, (size_t)(to - fresh));
        out->size = from + (uint64_t)(to - fresh);
    }
    return 1;
}

#endif /* PD_RUNTIME_JSON_KEYS_H */
