/* The one sampler: times anything callable, for mmcli and for Octave alike.
 *
 * Several series are sampled together in rounds; each round takes one sample of every unfinished series, in
 * an order shuffled from the seed, so that drift of the machine hits all alike. A sample is the time of
 * `calls_per_sample` calls divided by their number, with that number chosen so that a sample lasts at least
 * 1000 clock ticks and fills the minimum time with some 50 samples. One untimed warm-up call comes before. */
#ifndef MM_SAMPLER_H
#define MM_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

typedef mm_status mm_run_function(void *context, mm_error *err);

/* Makes `calls` calls and says how long they took. */
typedef mm_status mm_time_function(void *context, int64_t calls, double *elapsed_s, mm_error *err);

typedef struct mm_series {
    mm_run_function *run;
    mm_time_function
        *time; /* in its place, where the calls are made and timed in another process; NULL: run is timed */
    void *context;
    int min_reps; /* of this series; 0: the sampler's */
    /* Filled by the sampler: */
    double *samples_s; /* seconds a call, in the order taken; owned: mm_series_free */
    int count, capacity;
    int64_t calls_per_sample;
    double measured_s; /* total measured time so far */
    double warm_up_s;  /* time of the warm-up call */
    bool finished;     /* min_reps and min_time were both reached */
    bool failed;       /* its other process failed (MM_UNAVAILABLE): it is out, its samples are void */
    mm_error failure;  /* how */
} mm_series;

typedef struct mm_sampler {
    int min_reps;      /* at least this many samples of a series, >= 1 */
    double min_time_s; /* beside a series' min_reps, at least this much measured time */
    double deadline_s; /* on mm_clock_s's scale: no new sample begins after it; INFINITY for none */
    uint64_t shuffle_seed;
    bool (*interrupted)(void);       /* asked between samples; NULL for never */
    void (*progress)(void *context); /* called after each round; NULL for none */
    void *progress_context;
} mm_sampler;

/* One untimed call, and a second one where the first was brief: its duration sets calls_per_sample. */
mm_status mm_sampler_warm_up(const mm_sampler *sampler, mm_series *series, mm_error *err);

/* Samples all warmed-up series in rounds until each is finished, the deadline passes (MM_OK, finished stays
 * false) or the user interrupts (MM_INTERRUPTED). Samples taken are kept in every case. A series whose run
 * fails stops the sampling with its error; but where `time` fails with MM_UNAVAILABLE, another process is
 * gone, and only this series is: failed, with its failure, while the others go on. */
mm_status mm_sampler_rounds(const mm_sampler *sampler, mm_series *series, int count, mm_error *err);

void mm_series_free(mm_series *series);

#endif
