/* Hardware counters of cache misses, through perf_event_open (2): there on bare metal where the system
 * permits it, seldom in a virtual machine. */
#ifndef MM_CACHE_MISSES_H
#define MM_CACHE_MISSES_H

#include "core/status.h"

/* The kernel's generic events: what they count exactly is the CPU's affair. */
typedef enum mm_cache_event {
    MM_L1_MISSES, /* lines that loads, and stores where these are counted, bring into the L1 data cache */
    MM_LAST_LEVEL_REFERENCES, /* that ask the last level: misses of the level before it */
    MM_LAST_LEVEL_MISSES,     /* that come from memory */
    MM_CACHE_EVENT_COUNT
} mm_cache_event;

typedef struct mm_cache_counters {
    int reads[MM_CACHE_EVENT_COUNT], writes[MM_CACHE_EVENT_COUNT]; /* file descriptors; -1: not offered */
} mm_cache_counters;

/* Opens the counters of this thread, user space only, stopped. An event whose reads cannot be counted is left
 * out; where no event of L1 misses can be had: MM_UNAVAILABLE noCounters, with the system's reason. */
mm_status mm_cache_counters_open(mm_cache_counters *counters, mm_error *err);

void mm_cache_counters_start(const mm_cache_counters *counters); /* from 0 */

/* Stops them and reads their lines; NAN for an event that was left out or whose counter was not always
 * running (more events than the CPU has counters). */
void mm_cache_counters_stop(const mm_cache_counters *counters, double lines[MM_CACHE_EVENT_COUNT]);

void mm_cache_counters_close(mm_cache_counters *counters);

#endif
