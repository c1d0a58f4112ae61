/* What the experiments on small things derive from their times. */
#ifndef MM_DERIVE_H
#define MM_DERIVE_H

#include "record/timings.h"

/* The experiments that timings.json knows: "embedding", "overhead", or "" for none. Error: badValue. */
mm_status mm_experiment_check(const char *experiment, mm_error *err);

/* Appends the derived values of timings->experiment; what cannot be derived, for lack of an item, is null
 * with a reason. Error: noMemory. */
mm_status mm_timings_analyse(mm_timings *timings, mm_error *err);

/* --- The arithmetic, by itself. */

/* The size from which on overhead_s is at most `share` of the time of a call, by interpolation between the
 * measured sizes on log-log scales: the last crossing, where noise makes several. sizes ascend. Where the
 * smallest size is there already, that size; NAN where the largest is not. */
double mm_overhead_crossover(const double *sizes, const double *times_s, int count, double overhead_s,
                             double share);

/* The rate that the roof allows: min (peak, bandwidth x intensity), in GFLOPS. */
double mm_roof_gflops(const mm_roofline *roofline, double intensity);

/* embedding.c and overhead.c; each returns false where memory ran out. */
bool mm_embedding_analyse(mm_timings *timings);
bool mm_overhead_analyse(mm_timings *timings);

#endif
