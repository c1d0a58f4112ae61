/* The whole roofline of a machine: the peak of every instruction set, the bandwidth of every level of the
 * memory, and the clock. (roofline.h has the one peak and the one bandwidth that stand beside a benchmark's
 * rows.) */
#ifndef MM_MACHINE_ROOFLINE_H
#define MM_MACHINE_ROOFLINE_H

#include <stdbool.h>

#include "measure/bandwidth.h"
#include "measure/clock_rate.h"
#include "measure/peak.h"
#include "measure/plateaus.h"

enum { MM_PEAKS_MAX = 2 * 2 * MM_ISA_COUNT, MM_REASON_SIZE = 256 };

/* A plateau of the sweep, with what each stream reaches on it. */
typedef struct mm_level {
    mm_plateau_label label;
    int64_t from_bytes, to_bytes;
    double gbytes_per_s[MM_STREAM_COUNT]; /* the median over its points; 0 where a stream has none there */
} mm_level;

typedef struct mm_machine_roofline {
    int threads;             /* the most used */
    mm_isa isa;              /* of the streams */
    mm_cpu cpu;              /* model and caches */
    double clock_system_ghz; /* what the system says is the highest; 0: unknown, for clock_system_reason */
    char clock_system_reason[MM_REASON_SIZE];
    bool has_clock;
    mm_clock_rate clock;
    int peak_count;
    mm_peak peaks[MM_PEAKS_MAX]; /* by dtype, instruction set, threads */
    int sweep_count[MM_STREAM_COUNT];
    mm_sweep_point sweeps[MM_STREAM_COUNT][MM_SWEEP_MAX]; /* one thread, ascending in size */
    int level_count;
    mm_level levels[MM_PLATEAUS_MAX]; /* ascending in size; found in the sweep of loads */
    int triad_count;
    mm_bandwidth triads[2]; /* over the largest working set: 1 thread, and all */
    int64_t stream_sums_checked;
    /* Why the part is missing, or is not whole; "" where it is whole. */
    char clock_reason[MM_REASON_SIZE], peaks_reason[MM_REASON_SIZE], sweeps_reason[MM_REASON_SIZE],
        levels_reason[MM_REASON_SIZE], triads_reason[MM_REASON_SIZE];
} mm_machine_roofline;

typedef struct mm_machine_roofline_options {
    bool dtypes[2];            /* which of mm_dtype */
    int threads;               /* 1 .. mm_threads_all () */
    double seconds_s;          /* for everything, about; some tenths of a second are spent in any case */
    bool (*interrupted)(void); /* asked between measurements; NULL for never */
    void (*progress)(const char *line); /* NULL for none */
} mm_machine_roofline_options;

/* *roofline is filled with what was measured whatever the status, and its reasons say what is missing. Too
 * little memory is no error, but a reason. Errors: MM_FINDING (a loop's result was wrong), MM_INTERRUPTED. */
mm_status mm_machine_roofline_measure(const mm_machine_roofline_options *options,
                                      mm_machine_roofline *roofline, mm_error *err);

/* Finishes what an exception has cut short (Ctrl-C in Octave unwinds through the measurement): finds the
 * levels that there are, and gives the reasons. */
void mm_machine_roofline_stopped(const mm_machine_roofline_options *options, mm_machine_roofline *roofline);

/* The bandwidth of a level as a roof: the best stream's. */
double mm_level_roof_gbytes_per_s(const mm_level *level);
mm_stream mm_level_best_stream(const mm_level *level);

/* The peak with these keys, or NULL. */
const mm_peak *mm_machine_roofline_peak(const mm_machine_roofline *roofline, mm_isa isa, mm_dtype dtype,
                                        int threads);

/* The level called "L2", "memory", ... or NULL. */
const mm_level *mm_machine_roofline_level(const mm_machine_roofline *roofline, const char *label);

#endif
