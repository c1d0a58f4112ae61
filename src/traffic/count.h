/* A product's traffic, counted by the hardware while it runs. */
#ifndef MM_TRAFFIC_COUNT_H
#define MM_TRAFFIC_COUNT_H

#include "methods.h"
#include "record/intensity.h"

/* Is there a counter of L1 misses? MM_UNAVAILABLE noCounters with the reason. */
mm_status mm_count_available(mm_error *err);

/* Fills row's bytes, isa and kernel: lines a product times the line's size, over products enough for some
 * tenths of a second. The first cache, the last but one and the last have counters; another level's bytes,
 * and those of a counter that cannot be had, are NAN. Runs in this process, with BLAS on one thread. */
mm_status mm_count_traffic(const mm_intensity *intensity, const mm_method *method, mm_dtype dtype, int64_t n,
                           mm_intensity_row *row, mm_error *err);

#endif
