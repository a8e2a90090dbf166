/* arena.h: growing buffers, for the extension that owns them.  Generated code calls only
 * the function that a buffer carries, so it needs no allocator of its own. */
#ifndef PD_RUNTIME_ARENA_H
#define PD_RUNTIME_ARENA_H

#include <stdlib.h>

#include "../polydat.h"

/* Room for `capacity` bytes, at least doubling, so that appending is linear in all. */
static int pd_grow(pd_text *text, uint64_t capacity)
{
    uint64_t wanted = text->capacity * 2;
    if (wanted < capacity)
        wanted = capacity;
    if (wanted < 64)
        wanted = 64;
    if (wanted > SIZE_MAX / 2)
        return 0;
    uint8_t *const data = (uint8_t *)realloc(text->data, (size_t)wanted);
    if (!data)
        return 0;
    text->data = data;
    text->capacity = wanted;
    return 1;
}

static inline void pd_text_init(pd_text *text)
{
    text->data = NULL;
    text->size = 0;
    text->capacity = 0;
    text->grow = pd_grow;
}

static inline void pd_text_free(pd_text *text)
{
    free(text->data);
    pd_text_init(text);
}

#endif /* PD_RUNTIME_ARENA_H */
