/* A benchmark at work: what bench.c, call.c and rows.c share. Nothing outside src/bench includes this. */
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
    bool exists;   /* false where the entry is timed at the largest shape only, and this is another */
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
