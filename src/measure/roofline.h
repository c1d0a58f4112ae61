/* The roof that stands beside a benchmark's rows: one peak and one bandwidth, of one thread.
 * (machine_roofline.h has those of every instruction set and level of the memory.) */
#ifndef MM_ROOFLINE_H
#define MM_ROOFLINE_H

#include <stdbool.h>

#include "core/isa.h"
#include "core/matrix.h"
#include "measure/peak.h"

typedef struct mm_triad {
    double gbytes_per_s; /* best of several sweeps; 24 bytes an element, as in STREAM: no write-allocate */
    double median_gbytes_per_s;
    int64_t working_set_bytes; /* the three arrays together: mm_bandwidth_largest_bytes */
} mm_triad;

/* a(i) = b(i) + s c(i) over arrays of double far larger than the last-level cache, one thread, after
 * McCalpin's STREAM. Sweeps for about seconds_s, after a first touch that is not timed. Errors: noMemory (too
 * little to leave the cache), wrongStream (MM_FINDING: the result was not b + s c). */
mm_status mm_triad_measure(double seconds_s, mm_triad *triad, mm_error *err);

/* When the peak was measured in a run: a machine that slows down lowers it, and then rows may pass it. */
typedef enum mm_peak_when { MM_PEAK_START, MM_PEAK_MIDDLE, MM_PEAK_END, MM_PEAK_WHEN_COUNT } mm_peak_when;

const char *mm_peak_when_name(mm_peak_when when); /* "start", "middle", "end" */

typedef struct mm_roofline {
    mm_peak peak; /* of one dtype, one thread, best ISA; where there are samples, the best of them */
    mm_triad triad;
    double ridge_flop_per_byte; /* peak / bandwidth: left of it a kernel is bound by memory */
    double peak_samples_gflops[MM_PEAK_WHEN_COUNT]; /* 0 (null) where not reached */
    bool valid; /* no row passes the peak by more than the tolerance: mm_results_roof_holds in
                   record/results.h */
} mm_roofline;

/* Measures peak and triad, half of seconds_s each; the peak is the sample at the start, and the roof valid so
 * far. */
mm_status mm_roofline_measure(mm_dtype dtype, double seconds_s, mm_roofline *roofline, mm_error *err);

/* Measures the peak again, for about seconds_s. The roof's peak and ridge are those of the best sample. */
mm_status mm_roofline_sample_peak(mm_roofline *roofline, mm_peak_when when, double seconds_s, mm_error *err);

/* Takes a sample into the roof: what mm_roofline_sample_peak does with what it measured. */
void mm_roofline_add_peak(mm_roofline *roofline, mm_peak_when when, const mm_peak *peak);

#endif
