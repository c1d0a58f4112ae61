/* What the BLAS tracer saw of a program: one row for each combination of process, routine, shape, flags,
 * calling file and serving library. `mmcli trace --json F -- PROGRAM` writes it as
 * src/record/schema/trace.schema.json says. For `octave-cli --eval "A=rand(300); B=rand(300); C=A*B;"`,
 * shortened:
 *
 *   {"schema": "gemmlab-trace/1", "command": ["octave-cli", "--eval", "..."], "exit_status": 0, "signal":
 * null, "wall_seconds": 0.41, "process_count": 1, "calls": 1, "calls_nested": 0, "blas_seconds": 0.0012,
 *    "blas_share": 0.003, "blas_share_reason": null, "not_seen": [], "unseen_libraries": [],
 *    "warnings": [],
 *    "processes": [{"pid": 4711, "parent_pid": 4710, "program": "/usr/bin/octave-cli", "calls": 1, "seconds":
 * 0.0012}], "rows": [{"pid": 4711, "routine": "dgemm", "symbol": "dgemm_", "interface": "fortran",
 * "integer_bits": 32, "order": null, "m": 300, "n": 300, "k": 300, "batch": null, "trans_a": "N", "trans_b":
 * "N", "side": null, "uplo": null, "diag": null, "calls": 1, "calls_nested": 0, "seconds": 0.0012,
 * "seconds_exclusive": 0.0012, "flops": 54000000, "gflops": 45, "gflops_reason": null, "caller":
 * "/usr/lib/.../liboctave.so.10.0.0", "library": "/usr/lib/.../libblas.so.3.0", "provider": "openblas",
 * "version": "0.3.21", "kernel": "Cooperlake", "kernel_reason": null, "threads": 1}]}
 *
 * A row that is nested was called inside another recorded one (LAPACK calling BLAS, a cblas call that calls
 * its Fortran twin): who asks "which routine did this expression reach" wants the rows with calls >
 * calls_nested. `seconds` is inclusive; the times of rows that are not nested add up to blas_seconds. Where
 * no call was seen, rows is empty, blas_share null, and not_seen tells what that may come from. */
#ifndef MM_TRACE_H
#define MM_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "trace/layout.h"

enum { MM_TRACE_NOTES_MAX = 12, MM_TRACE_NOTE_SIZE = 320 };

typedef struct mm_trace_process {
    int pid, parent_pid;
    const char *program;
    int64_t calls;
    double seconds;                /* in calls that are not nested */
    const mm_trace_header *record; /* its whole record in memory, checked */
} mm_trace_process;

/* One row, of all threads of a process. The strings belong to the process's record; "" is unknown. */
typedef struct mm_trace_item {
    int process; /* a place in processes */
    mm_trace_row row;
    const char *caller, *library, *provider, *version, *kernel;
    int threads; /* 0: unknown */
} mm_trace_item;

/* A library that multiplies matrices, was loaded, and served no recorded call of the process. */
typedef struct mm_trace_unseen {
    int process;
    const char *library; /* the process's record's */
} mm_trace_unseen;

/* Why that may be. */
#define MM_TRACE_UNSEEN_REASON                                                                               \
    "opened with RTLD_DEEPBIND, called by names of its own or from inside itself, or simply not called"

typedef struct mm_trace {
    char **command;  /* ends with NULL; borrowed */
    int exit_status; /* where signal is 0 */
    int signal;
    double wall_s;
    mm_trace_process *processes;
    int process_count;
    mm_trace_item *items;
    int item_count;
    mm_trace_unseen *unseen;
    int unseen_count;
    int64_t calls, calls_nested;
    double blas_s;
    char not_seen[MM_TRACE_NOTES_MAX][MM_TRACE_NOTE_SIZE], warnings[MM_TRACE_NOTES_MAX][MM_TRACE_NOTE_SIZE];
    int not_seen_count, warning_count;
} mm_trace;

/* How to run a program under the tracer. */
typedef struct mm_trace_run {
    char **command;     /* the program and its arguments, ending with NULL */
    const char *tracer; /* the path of libmmtrace.so */
    int timeline;       /* calls of each process that are kept one by one; 0: none */
} mm_trace_run;

/* Runs the program with this process's input, output and errors, passes signals on to it, waits for it, and
 * reads what it and its children recorded. Errors: cannotRun (MM_UNAVAILABLE) where the program cannot be
 * started. Free with mm_trace_free, also after an error. */
mm_status mm_trace_program(const mm_trace_run *run, mm_trace *trace, mm_error *err);

/* Adds the record of one process, as long as it is in memory; *trace takes it over, and frees it with free
 * (). A record that is not whole as far as it says is refused with a warning in the trace. name: for the
 * warning. */
mm_status mm_trace_add(mm_trace *trace, const char *name, void *record, size_t size, mm_error *err);

/* After the last record: rows of a process with the same key become one, rows are sorted, sums made. */
void mm_trace_finish(mm_trace *trace);

void mm_trace_free(mm_trace *trace);

/* Operations of all the row's calls; NaN where unknown. */
double mm_trace_item_flops(const mm_trace_item *item);

/* The rows put together by what they share, sorted by time, descending. */
typedef enum mm_trace_by {
    MM_TRACE_BY_SHAPE,   /* routine, name called, shape and flags, library */
    MM_TRACE_BY_ROUTINE, /* routine, library */
    MM_TRACE_BY_CALLER,  /* routine, caller, library */
} mm_trace_by;

typedef struct mm_trace_group {
    const mm_trace_item *item; /* the first of them: what is shared is true of all */
    int64_t calls, nested;
    double seconds;
    double flops; /* NaN where one is */
} mm_trace_group;

/* *groups is to be freed with free (). */
mm_status mm_trace_group_by(const mm_trace *trace, mm_trace_by by, mm_trace_group **groups, int *count,
                            mm_error *err);

/* Were there no calls, or only such as do no work to speak of? */
bool mm_trace_is_idle(const mm_trace *trace);

/* Fills unseen; mm_trace_finish does it. Without memory, the list is shorter and a warning tells. */
void mm_trace_find_unseen(mm_trace *trace);

/* Fills not_seen; mm_trace_finish does it for an idle trace. */
void mm_trace_explain(mm_trace *trace);

/* The calls one by one, of a run with a timeline: a text to be freed with free (). *dropped: how many are not
 * in it. */
mm_status mm_trace_timeline(const mm_trace *trace, char **text, int64_t *dropped, mm_error *err);

/* Parts of a record, checked: the i-th library that multiplies matrices and was loaded, or ""; the
 * ring of events, or NULL; the key of a row, or NULL. */
const char *mm_trace_loaded(const mm_trace_process *process, int i);
const char *mm_trace_loaded_for(const mm_trace_process *process,
                                int i); /* another such that needs it, or "" */
const mm_trace_event *mm_trace_events(const mm_trace_process *process);
const mm_trace_key *mm_trace_key_at(const mm_trace_process *process, uint32_t row);

/* trace.json: a text to be freed with free (). */
mm_status mm_trace_to_text(const mm_trace *trace, char **text, mm_error *err);

/* Adds a line to what may be missing. */
void mm_trace_warn(mm_trace *trace, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
