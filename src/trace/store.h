/* The memory that a process records into: a mapped file, or memory alone. */
#ifndef MM_TRACE_STORE_H
#define MM_TRACE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/layout.h"

/* NULL until opened, and where that failed. */
extern mm_trace_header *mm_trace_store;

/* Makes folder/PID.N.trace, N counting the programs that the process became; NULL: memory alone. */
bool mm_trace_store_open(const char *folder);

/* Forgets the parent's record in a forked child, without touching it. */
void mm_trace_store_forget(void);

/* Zeroed bytes of the record, at a multiple of 64; 0 where it is full. The caller holds the recorder's lock.
 */
uint32_t mm_trace_store_take(size_t bytes);

static inline void *mm_trace_at(uint32_t offset)
{
    return (char *)mm_trace_store + offset;
}

#endif
