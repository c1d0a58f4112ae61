/* One benchmark: verify, warm up, sample in rounds, check, record. mmcli and the MEX file mm_bench both call
 * this. */
#ifndef MM_BENCH_H
#define MM_BENCH_H

#include "bench/shape.h"
#include "core/random.h"
#include "methods.h"
#include "record/manifest.h"
#include "record/results.h"

/* One thing to time: a method at one thread count. */
typedef struct mm_entry {
    const mm_method *method;
    int threads;
    bool largest_only;  /* time it at the largest shape only */
    bool smallest_only; /* time it at the smallest shape only */
    struct mm_contender
        *served; /* the library that serves it, in a process of its own; NULL: this process does */
} mm_entry;

/* How methods of a front end other than C's are called; the MEX file gives Octave's. */
typedef struct mm_frontend {
    const char *name;
    /* Makes a call of the method with these inputs ready, as the front end's user would write it; NULL on
     * failure. */
    void *(*prepare)(void *context, const mm_method *method, const mm_matrix *A, const mm_matrix *B,
                     mm_error *err);
    /* Evaluates it. The product goes to C, or nowhere where C is NULL (for timing: nothing but the call). */
    mm_status (*run)(void *context, void *call, mm_matrix *C, mm_error *err);
    void (*release)(void *context, void *call);
    void *context;
} mm_frontend;

typedef struct mm_bench {
    mm_entry *entries;
    int entry_count;
    mm_shape *shapes; /* ascending in flops */
    int shape_count;
    mm_dtype dtype;
    mm_uint128 seed;
    int min_reps;
    double min_time_s;
    bool verify_only;    /* one warm-up call of each, verified; no roofline, nothing timed */
    double budget_s;     /* for everything; 0: no bound */
    const char *out_dir; /* NULL: nothing is written */
    char **command_line;
    const char *octave_version;    /* NULL outside Octave */
    const char *gnuplot_version;   /* of the plot that will be drawn; NULL for none */
    const mm_frontend *frontend;   /* NULL in mmcli */
    struct mm_rivals *rivals;      /* where the entries' libraries are started: chosen.h; NULL: none is */
    const mm_providers *providers; /* what they are, for the manifest; NULL: none is */
    double patience_s; /* a library that does not answer in this time, beside what its work may take, hangs */
    bool (*interrupted)(void);
    void (*progress)(const char *line); /* a line for a terminal, without newline; NULL for none */
} mm_bench;

/* Runs it. A library that crashes or hangs is a failed row at that shape and all later ones. Results and
 * manifest are the caller's (mm_results_free) and are filled with what was measured whatever the status:
 * MM_OK; MM_FINDING: a method's result was wrong (its rows are failed, it was not timed); MM_INTERRUPTED.
 * With out_dir, both files are written after every shape and at the end; also where an exception of the front
 * end (an error or Ctrl-C in Octave) unwinds through the run. */
mm_status mm_bench_run(const mm_bench *bench, mm_results *results, mm_manifest *manifest, mm_error *err);

#endif
