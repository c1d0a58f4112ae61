/* results.json: the rows of a run, its roofline and its checks (schema/results.schema.json,
 * "gemmlab-results/1"). */
#ifndef MM_RESULTS_H
#define MM_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/matrix.h"
#include "measure/roofline.h"
#include "record/intensity.h"

typedef enum mm_row_status {
    MM_ROW_MEASURED,
    MM_ROW_EXTRAPOLATED,
    MM_ROW_SKIPPED,
    MM_ROW_FAILED
} mm_row_status;
const char *mm_row_status_name(mm_row_status status); /* "measured", ... */

typedef struct mm_row {
    char frontend[16], method[32];
    mm_dtype dtype;
    int64_t m, n, k;
    int threads;
    char provider[32], kernel[64]; /* "" (null in JSON) where no BLAS serves the method */
    mm_row_status status;
    char reason[256];             /* "" (null) for a row measured as asked */
    int64_t extrapolated_from[3]; /* m, n, k of the measured row; zeros (null) unless extrapolated */
    int reps;                     /* samples taken */
    int64_t calls_per_rep;        /* calls timed together in a sample */
    double median_s,
        min_s;         /* seconds a call; 0 (null) where not measured; min_s is 0 for extrapolated rows */
    double ci95_s[2];  /* zeros (null) where there are fewer than 6 samples */
    double *samples_s; /* reps of them, owned by the row; NULL where none */
    bool verified;     /* false (null): not checked */
    bool verified_ok;
    double max_error, error_bound; /* ok means max_error <= error_bound */
} mm_row;

double mm_row_flop(const mm_row *row);   /* 2 m n k */
double mm_row_gflops(const mm_row *row); /* from the median; 0 where there is none */
bool mm_row_has_time(
    const mm_row *row); /* measured or extrapolated: only these have seconds and gflops in JSON */

bool mm_row_is_cut_short(
    const mm_row *row); /* measured, with fewer repetitions or less time than asked: see reason */

typedef struct mm_check {
    char id[48]; /* "blas-kernel-old", stable: scripts may test for it */
    bool ok;
    char message[512]; /* what was found, in words, with numbers */
    char fix[512];     /* what to do; "" (null) where ok */
} mm_check;

typedef struct mm_results {
    mm_row *rows;
    int row_count, row_capacity;
    bool has_roofline;
    mm_roofline roofline;
    char roofline_reason[256]; /* where has_roofline is false */
    mm_check *checks;
    int check_count, check_capacity;
    const mm_intensity
        *intensity; /* the experiment's intensity.json, for its report; borrowed, NULL: there is none */
} mm_results;

void mm_results_free(mm_results *results);

/* Append a copy; a row's samples_s pass into the results' ownership. NULL where memory ran out (the samples
 * then stay the caller's). The pointers hold until the next call. */
mm_row *mm_results_add_row(mm_results *results, const mm_row *row);
mm_check *mm_results_add_check(mm_results *results, const mm_check *check);

/* 100 gflops / peak; NAN where there is no roofline, no time, another dtype or more than the roofline's one
 * thread. */
double mm_row_percent_of_peak(const mm_results *results, const mm_row *row);

/* A row may be so far above the measured peak before the roof, and not the row, must be wrong. */
#define MM_ROOF_TOLERANCE 1.02

/* The fastest measured row in one thread of the roofline's dtype, NULL where there is none or no roofline. */
const mm_row *mm_results_fastest(const mm_results *results);

bool mm_results_any_measured(const mm_results *results);

/* No such row is above MM_ROOF_TOLERANCE of the peak: what the roofline's `valid` says. */
bool mm_results_roof_holds(const mm_results *results);

/* Sorts rows by frontend, method, dtype, m, n, k, threads, provider. */
void mm_results_sort(mm_results *results);

/* The first row with these keys, or NULL. */
const mm_row *mm_results_find(const mm_results *results, const char *frontend, const char *method,
                              mm_dtype dtype, int64_t n, int threads); /* square sizes: m = n = k */

/* The canonical text: fixed key order, rows sorted, LF, numbers that read back exactly, a newline at the end.
 * NaN and Infinity never reach it (null). Free with free (). */
mm_status mm_results_to_text(const mm_results *results, char **text, mm_error *err);
mm_status mm_results_write(const mm_results *results, const char *path, mm_error *err); /* atomic */

/* Overwrites *results, which is left empty on failure. Whatever the file holds, a failure is MM_IO with a
 * line that names the file, the key, what was got and what was expected. Writing what was read gives the same
 * bytes. */
mm_status mm_results_read(const char *path, mm_results *results, mm_error *err);

#endif
