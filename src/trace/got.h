/* The slots in which a loaded file keeps the addresses of the functions that it imports (its global offset
 * table): found by name, and rewritten while the process runs. Files are walked with the loader's lock held,
 * so that none is unloaded meanwhile; a slot is only ever written where it is still there and holds what it
 * is expected to. */
#ifndef MM_TRACE_GOT_H
#define MM_TRACE_GOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mm_got_slot {
    void **place;
    void *original;    /* what it held when found */
    void *replacement; /* NULL: it is to be left alone */
    uintptr_t base;    /* of its file */
    int number;        /* of its name */
    bool is_pending;   /* bound lazily, and not yet: the original leads to the loader, not to a function */
    bool is_held;      /* in a loaded file, and holds what it should since the last of the calls below */
} mm_got_slot;

typedef struct mm_got_list {
    mm_got_slot *slots;
    int count;
    bool is_short; /* memory ran out: some are missing */
} mm_got_list;

/* The number of a wanted name, or -1. Must not call the loader. */
typedef int mm_got_numbering(const char *name);

/* All slots of wanted names, in every loaded file but the one that has this code. Free with mm_got_free. */
mm_got_list mm_got_find(mm_got_numbering *number_of);
void mm_got_free(mm_got_list *list);

/* Writes the replacement into each slot that holds its original, and drops those where that could not be
 * done. Returns how many of these had a replacement. */
int mm_got_replace(mm_got_list *list);

/* Drops the slots that do not hold their replacement any more: their file was unloaded. */
void mm_got_drop_stale(mm_got_list *list);

/* Writes the original back into each slot that holds its replacement, and frees the list. */
void mm_got_restore(mm_got_list *list);

/* Is the address in the file that has this code? */
bool mm_got_is_own(const void *address);

#endif
