/* A benchmark at work: what the steps of bench.c share. Nothing outside src/bench includes this. */
#ifndef MM_RUN_H
#define MM_RUN_H

#include "bench/bench.h"
#include "bench/plan.h"
#include "bench/verify.h"
#include "measure/sampler.h"

/* A method at a shape. */
typedef struct mm_cell {
    const mm_entry *entry;
    const mm_shape *shape;
    mm_task task;
    bool exists;   /* false where the entry is timed at the largest or the smallest shape only, and this is
                      another */
    bool recorded; /* its row is in the results */
    mm_row row;
} mm_cell;

/* All that a call of a cell needs; the sampler's context. */
typedef struct mm_call {
    struct mm_run *run;
    const mm_entry *entry;
    void *prepared;    /* the front end's, or NULL */
    bool keep_product; /* the product goes to run->C, for verification */
    bool laid;         /* the inputs are in the library's process */
} mm_call;

typedef struct mm_run {
    const mm_bench *bench;
    mm_results *results;
    mm_manifest *manifest;
    double start_s, deadline_s;
    bool completed;   /* every shape was measured, or did not fit the budget */
    bool made_folder; /* bench->out_dir was not there before */
    bool saved;       /* the checks were made and the files written */
    int threads_now;
    mm_cell *cells; /* [shape * entry_count + entry] */
    /* The shape at work: */
    int shape_at;
    mm_matrix A, B, C;
    mm_reference reference;
    mm_series *series; /* an entry each */
    mm_call *calls;
} mm_run;

static inline mm_cell *mm_run_cell(const mm_run *run, int shape, int entry)
{
    return &run->cells[shape * run->bench->entry_count + entry];
}

/* run.c: what is there from the start of a run to its end. */

/* Measures and writes nothing yet. Whatever the status: mm_run_close. */
mm_status mm_run_open(mm_run *run, mm_error *err);
/* The inputs of a shape, C and the reference product. Whatever the status: mm_run_close_shape. */
mm_status mm_run_open_shape(mm_run *run, const mm_shape *shape, mm_error *err);
/* Frees them, and what was prepared and sampled on them. */
void mm_run_close_shape(mm_run *run);
/* Spoils C, so that a method that writes nothing is caught. */
void mm_run_spoil(mm_matrix *C);
/* Writes what there is so far, if there is a folder. */
mm_status mm_run_save(mm_run *run, mm_error *err);
/* The end of a run: the checks, over all rows, and the files. */
mm_status mm_run_finish(mm_run *run, mm_error *err);
/* Called when the run goes out of scope, also when an exception of the front end unwinds: what was measured
 * goes into rows, and into the files where they have not been written. */
void mm_run_close(mm_run *run);
bool mm_run_is_interrupted(const mm_run *run);
void mm_run_show(const mm_run *run, const char *what); /* a line of progress */

/* schedule.c: which cells are timed. */

/* Sets the predicted time of a call at every shape from one that took call_s at `shape`. */
void mm_schedule_predict(mm_run *run, int entry, const mm_shape *shape, double call_s);
/* Which cells of run->shape_at fit beside all that is still to come; returns the minimum time that fits. */
double mm_schedule_shape(mm_run *run);
bool mm_schedule_is_due(const mm_cell *cell); /* is it to be timed? */
bool mm_schedule_has_work(const mm_run *run); /* is any cell of run->shape_at? */

/* agreement.c: does every method agree with the reference at 64 x 64 x 64? One that does not is failed.
 * MM_UNAVAILABLE or MM_INTERRUPTED: the run ends. */
mm_status mm_agreement_check(mm_run *run, mm_error *err);

/* sample.c: warms up, verifies and times the cells of a shape that are due, and saves their rows. */
mm_status mm_run_shape(mm_run *run, int shape, mm_error *err);

/* call.c: one call of a method, whatever the front end. */
mm_status mm_call_prepare(mm_run *run, const mm_entry *entry, mm_call *call, mm_error *err);
mm_status mm_call_make(void *call, mm_error *err); /* an mm_run_function */
void mm_call_release(mm_call *call);

/* served.c: the calls of an entry that a library in another process serves. The first one gives the product,
 * too. */
mm_status mm_served_time(void *call, int64_t calls, double *elapsed_s,
                         mm_error *err); /* an mm_time_function */
void mm_served_release(mm_call *call);
void mm_served_check(const mm_bench *bench,
                     mm_results *results); /* adds checks: did each take the kernel asked for? */

/* rows.c: what became of a cell. */
void mm_row_start(const mm_run *run, mm_cell *cell);
void mm_row_fail(mm_cell *cell, const char *reason);
void mm_row_verdict(mm_cell *cell, const mm_verdict *verdict, const char *where);
/* All of run->shape_at, into the results; stopped: the run ended before the shape did. */
void mm_row_collect(mm_run *run, bool stopped);

#endif
