#include "core/array.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

void *mm_array_room(void *items, int count, int *capacity, size_t item_bytes)
{
    if (count < *capacity)
        return items;
    if (*capacity > INT_MAX / 2)
        return NULL;
    int larger = *capacity ? 2 * *capacity : 32;
    if ((size_t)larger > SIZE_MAX / item_bytes)
        return NULL;
    void *moved = realloc(items, (size_t)larger * item_bytes);
    if (moved)
        *capacity = larger;
    return moved;
}
