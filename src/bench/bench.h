/* One benchmark: verify, warm up, sample in rounds, check, record. mmcli and the MEX file mm_bench both call this. */
#ifndef MM_BENCH_H
#define MM_BENCH_H

#include "core/random.h"
#include "methods.h"
#include "record/manifest.h"
#include "record/results.h"

typedef struct mm_shape {
    int64_t m, n, k;
} mm_shape;

/* One thing to time: a method at one thread count. */
typedef struct mm_entry {
    const mm_method *method;
    int threads;
    bool largest_only; /* time it at the largest shape only */
} mm_entry;

/* How methods of a front end are run: for octave the MEX file gives this; in mmcli there is none. */
typedef struct mm_frontend {
    const char *name;
    /* Computes problem->C with the method once, as the front end's user would call it. */
    mm_status (*run)(void *context, const mm_method *method, const mm_problem *problem, mm_error *err);
    void *context;
} mm_frontend;

typedef struct mm_bench {
    mm_entry *entries;
    int entry_count;
    mm_shape *shapes;      /* ascending in flops */
    int shape_count;
    mm_dtype dtype;
    mm_uint128 seed;
    int min_reps;
    double min_time_s;
    double budget_s;       /* for everything; 0: no bound */
    const char *out_dir;   /* NULL: nothing is written */
    char **command_line;
    const char *octave_version; /* NULL outside Octave */
    const mm_frontend *frontend; /* NULL in mmcli */
    bool (*interrupted)(void);
    void (*progress)(const char *line); /* a line for a terminal, without newline; NULL for none */
} mm_bench;

/* Runs it. Results are the caller's (mm_results_free), filled with what was measured whatever the status:
 * MM_OK; MM_FINDING: a method's result was wrong (its rows are failed, it was not timed); MM_INTERRUPTED. With
 * out_dir, both files are written after every shape and at the end, also after an interruption. */
mm_status mm_bench_run(const mm_bench *bench, mm_results *results, mm_manifest *manifest, mm_error *err);

#endif
