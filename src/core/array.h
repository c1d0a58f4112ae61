/* Arrays that grow. */
#ifndef MM_ARRAY_H
#define MM_ARRAY_H

#include <stddef.h>

/* The items with room for one more than count; the array is then the caller's in place of items, free with
 * free (). An empty array is NULL with *capacity 0. NULL where memory ran out: items and *capacity stand as
 * they were. */
void *mm_array_room(void *items, int count, int *capacity, size_t item_bytes);

#endif
