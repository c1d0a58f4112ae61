/* Bandwidth of caches and memory, by loops over working sets of a given size. */
#ifndef MM_BANDWIDTH_H
#define MM_BANDWIDTH_H

#include <stdint.h>

#include "core/status.h"

typedef enum mm_stream { MM_STREAM_LOAD, MM_STREAM_COPY, MM_STREAM_TRIAD, MM_STREAM_COUNT } mm_stream;

const char *mm_stream_name(mm_stream stream); /* "load", "copy", "triad" */

typedef struct mm_bandwidth {
    mm_stream stream;
    int threads;
    int64_t working_set_bytes; /* of all arrays and threads together: what it came to */
    double gbytes_per_s;       /* the best of several samples; 8, 16 and 24 bytes an element, as in STREAM */
    double median_gbytes_per_s;
    int sums_checked; /* samples whose sum was right, and arrays whose every element was */
} mm_bandwidth;

/* Memory for working sets of up to bytes, filled by threads >= 1 threads, each the part that it will work on.
 * Huge pages where the system gives them, since a roof is a maximum and TLB misses take from it. Errors:
 * noMemory, noThread. Free with mm_bandwidth_memory_free (NULL is fine). */
typedef struct mm_bandwidth_memory mm_bandwidth_memory;
mm_status mm_bandwidth_memory_new(int64_t bytes, int threads, mm_bandwidth_memory **memory, mm_error *err);
void mm_bandwidth_memory_free(mm_bandwidth_memory *memory);

/* Runs one loop over a working set for about seconds_s, in as many threads as the memory was made for.
 * Errors: noThread; wrongStream (MM_FINDING: a result was wrong). */
mm_status mm_bandwidth_measure(mm_bandwidth_memory *memory, mm_stream stream, int64_t working_set_bytes,
                               double seconds_s, mm_bandwidth *bandwidth, mm_error *err);

/* How large a working set shows the memory: four times the last-level cache (0: unknown), between 256 MiB,
 * since the cache may be larger than a virtual machine tells, and 1 GiB; and in any case no more than a
 * quarter of the available memory (-1: unknown). */
int64_t mm_bandwidth_largest_bytes(int64_t last_level_cache_bytes, int64_t available_bytes);

#endif
