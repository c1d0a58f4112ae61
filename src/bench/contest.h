/* A contest: our mm_gemm against every BLAS found (rivals.h), all products of a size interleaved in shuffled
 * rounds, the peak measured at start, middle and end. */
#ifndef MM_CONTEST_H
#define MM_CONTEST_H

#include "bench/shape.h"
#include "core/random.h"
#include "record/manifest.h"
#include "record/results.h"

/* What is multiplied: each a group of products. */
typedef enum mm_contest_group {
    MM_CONTEST_SQUARE = 1,     /* N x N x N */
    MM_CONTEST_SKINNY = 2,     /* one or two dimensions small */
    MM_CONTEST_TRANSPOSED = 4, /* N x N x N, with A, B or both transposed */
    MM_CONTEST_THREADS = 8,    /* large N, also on two threads */
    MM_CONTEST_ALL = 15,
} mm_contest_group;

typedef struct mm_contest_case {
    mm_shape shape;
    char trans_a, trans_b; /* 'N' or 'T' */
    bool on_two_threads;   /* also that */
} mm_contest_case;

/* The cases of these groups (a sum of them), in the order that they are run; quick: a few of each. */
enum { MM_CONTEST_CASES_MAX = 80 };
int mm_contest_cases(int groups, bool quick, mm_contest_case cases[MM_CONTEST_CASES_MAX]);

/* An untransposed product of another shape; with MM_CONTEST_THREADS in groups also on two threads, if it is
 * large. */
mm_contest_case mm_contest_case_of(mm_shape shape, int groups);

typedef struct mm_contest {
    const mm_contest_case *cases;
    int case_count;
    mm_dtype dtype;
    mm_uint128 seed;
    int min_reps;
    double min_time_s;   /* a contender and case */
    const char *program; /* whose worker command computes; NULL: this program's */
    const char *only;    /* providers; NULL: all found */
    double patience_s; /* a worker that does not answer in this time, beside what its work may take, hangs */
    const char *out_dir; /* NULL: nothing is written */
    char **command_line;
    bool (*interrupted)(void);
    void (*progress)(const char *line); /* NULL for none */
} mm_contest;

/* Runs it. A row for each contender and case: frontend cli, method "packed" for ours and "blas" for a
 * library's, with "_tn", "_nt" or "_tt" where A, B or both are transposed; provider "openblas 0.3.21".
 * Checks: one for each bar (standing.h), contest-peak (did the peak stay?), rival-left-out for each rival
 * that could not be timed. Results and manifest are the caller's (mm_results_free), filled with what was
 * measured whatever the status, and written to out_dir after each case. MM_FINDING: our own product was
 * wrong. */
mm_status mm_contest_run(const mm_contest *contest, mm_results *results, mm_manifest *manifest,
                         mm_error *err);

#endif
